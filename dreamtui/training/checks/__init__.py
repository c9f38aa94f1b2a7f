"""What a machine can say of a brief: its structure, its claims, what it repeats or recalls, what to ask of it."""
