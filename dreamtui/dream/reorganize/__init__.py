"""Reorganize: which memories say the same, contradict each other or have gone stale. Pure; one idea a file."""
