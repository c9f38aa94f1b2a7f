"""The screens beside the queue: one screen, and what each is about."""
