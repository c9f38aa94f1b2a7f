"""A brief: as it is written, as it is kept, as an item that is decided, and what it leaves once it is accepted."""
