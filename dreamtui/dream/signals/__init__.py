"""One file a signal, registered by name."""
