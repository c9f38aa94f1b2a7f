"""Rules: the codec of a rule file, and the decision that stands behind its words."""
