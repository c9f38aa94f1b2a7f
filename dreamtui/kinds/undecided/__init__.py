"""Undecided: rules and notes whose words nobody decided, and the plans that adopt or retire them."""
