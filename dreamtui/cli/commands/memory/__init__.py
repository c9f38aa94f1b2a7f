"""memory: notes, the history of memory folders, their indexes."""
