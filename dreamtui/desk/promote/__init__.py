"""Promotion of recalls into long-term memory, as OpenClaw does it, through the same gate."""
