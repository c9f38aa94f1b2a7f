"""Candidates: something that happened again and again, waiting to become a rule."""
