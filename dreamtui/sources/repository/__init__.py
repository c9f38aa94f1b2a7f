"""What a repository offers: manifests, names that code defines, word lists."""
