"""What memories say, which of them say the same, and which have gone stale. Pure; reads no file."""
