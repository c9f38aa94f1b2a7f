"""What `--json` prints: a module a subject, with the shapes and what makes them from what the desk knows."""
