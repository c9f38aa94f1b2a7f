"""The diff view."""
