"""Runs a program that can write only where it was told: by bubblewrap, Landlock or macOS's sandbox, chosen by trial.

It reads what the person may read and reaches the network; a model command needs both.
"""
