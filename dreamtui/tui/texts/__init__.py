"""What only the console says: keys, sittings and sketches as rows and lines, without widgets."""
