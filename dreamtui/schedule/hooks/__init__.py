"""Hooks of Claude Code: put into its settings, taken out again, and run."""
