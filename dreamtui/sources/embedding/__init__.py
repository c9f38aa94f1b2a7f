"""Vectors of texts, from a model that lies on this machine: where it is found, and the process that runs it."""
