"""OpenClaw's dreaming: its sources read, its scoring done as it does it."""
