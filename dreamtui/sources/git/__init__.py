"""Git history as events, and the lookups that evidence needs; read through GitPython, nothing trusted, nothing run."""
