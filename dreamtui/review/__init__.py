"""Pure: item, verb and words become a plan; the coach, what speaks against it, the graph of decisions, undo."""
