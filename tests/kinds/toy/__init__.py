"""A kind of item that is only in the tests: a tip that somebody left. One package, as any kind is."""
