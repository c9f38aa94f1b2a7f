"""Runs by themselves: hooks of Claude Code, schedulers of the system, and what they start; they only fill the queue."""
