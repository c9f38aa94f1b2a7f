"""A night: whose turn it is, the assignment, the brief that comes of it, and the digest in the morning."""
