"""Undo: the plan that takes one decision back, and what stands in its way."""
