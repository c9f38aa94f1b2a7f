"""Decisions: the audit record's codec, and the graph that records make."""
