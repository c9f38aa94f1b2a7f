"""Dialogs: pushed over a screen, answer one question, and go."""
