"""Search over everything there is: what can be found, and finding it."""
