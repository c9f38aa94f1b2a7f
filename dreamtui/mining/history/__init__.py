"""What commits, read with their changes, say about how this repository is worked on. One file a signal."""
