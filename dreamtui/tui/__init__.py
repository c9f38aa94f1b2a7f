"""The console: a thin Textual application over the desk."""
