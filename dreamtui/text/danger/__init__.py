"""What can be dangerous in text that was read, and how it is made harmless."""
