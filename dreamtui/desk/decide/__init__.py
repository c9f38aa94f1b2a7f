"""Deciding: verbs, the rationale gate, one transaction and one record a decision, undo and redo."""
