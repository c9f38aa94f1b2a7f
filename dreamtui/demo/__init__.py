"""The demo: a throwaway workspace with a believable history, made by the same use cases that a person calls."""
