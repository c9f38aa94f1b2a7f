"""Insights: what several sessions have in common."""
