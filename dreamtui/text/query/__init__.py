"""The query language: parsed, matched against rows, ordered; fuzzy search."""
