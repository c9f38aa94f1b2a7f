"""Memories as a person works with them: list, edit, move, verify, the index, the history of a folder."""
