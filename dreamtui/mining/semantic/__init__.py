"""Events that say the same in other words: clusters of their vectors, and what explains a cluster."""

NAME = "semantic_cluster"
"""What the signal is called."""
