"""Pure file formats: bytes of our files to nouns and back. No input, no output."""
