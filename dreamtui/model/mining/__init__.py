"""What readers of events, commits and reviews hand to the miners."""
