"""Widgets that take plain data, post messages and never call the core."""
