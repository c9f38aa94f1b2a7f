"""Briefs, which are to come: for now their name, so that nothing else takes it."""
