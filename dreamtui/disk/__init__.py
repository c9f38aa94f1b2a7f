"""Opens files that anybody may have put there; the one place where the rooms above open anything to be read."""
