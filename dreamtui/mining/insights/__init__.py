"""Insights: what several sessions have in common, found in the words of their events. Pure; one idea a file."""
