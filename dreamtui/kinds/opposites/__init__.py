"""Opposites: an item for two decisions that contradict each other, and the plans that let one of them stand."""
