"""The queue: its items listed, looked up and shown with their evidence, read ahead for the console."""
