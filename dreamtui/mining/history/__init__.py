"""Signals of the git history: patterns in commits and their changes. One file a signal."""
