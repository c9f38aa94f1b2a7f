"""Single files: guarded reading, atomic writing, which paths are ours, links, watching."""
