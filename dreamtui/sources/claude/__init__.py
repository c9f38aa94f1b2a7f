"""Where Claude Code keeps what it remembers and what was said. Only read."""
