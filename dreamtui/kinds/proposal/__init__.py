"""Proposals: changes to memories, each a list of mutations with what they rest on."""
