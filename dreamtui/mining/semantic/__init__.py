"""Events that say the same in other words: clusters of their vectors, and what explains a cluster."""
