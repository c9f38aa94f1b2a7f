"""The screens beside the queue: one screen, and a subject for each."""
