"""Outputs: which rules may be written, CLAUDE.md and MEMORY.md made from them, and the way back from a line."""
