"""What the console keeps of one or several workspaces while it runs."""
