"""Notes: what a person tells agents directly."""
