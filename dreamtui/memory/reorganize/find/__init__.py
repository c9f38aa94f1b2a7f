"""The finders: each reads statements and says what it would change, one file a kind of proposal."""
