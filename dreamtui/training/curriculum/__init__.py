"""What is studied: verticals, levels and output types, and the hours of the night; proposed from a repository."""
