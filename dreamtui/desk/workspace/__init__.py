"""Workspaces: which there are, how they are, and where the demo lies."""
