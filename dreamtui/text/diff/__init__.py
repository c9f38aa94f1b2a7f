"""Differences of texts: lines, words, spans."""
