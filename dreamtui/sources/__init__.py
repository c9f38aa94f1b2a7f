"""Reads the world and writes nothing: event logs, git, the bug registry."""
