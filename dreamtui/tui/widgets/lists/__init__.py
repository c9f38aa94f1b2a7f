"""Lists: rows drawn where they are seen, marks, live filter."""
