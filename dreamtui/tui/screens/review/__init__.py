"""The review screen: queue, item and what is decided."""
