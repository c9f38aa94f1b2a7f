"""Git history as events, and the lookups that evidence needs; read through GitPython, nothing trusted, nothing run."""

from dreamtui.sources.git.history import GitHistory, GitSnapshot, read_history
from dreamtui.sources.git.objects import complete, file_at, last_touched, resolve_all, resolves, show, tracked_files

__all__ = [
    "GitHistory",
    "GitSnapshot",
    "complete",
    "file_at",
    "last_touched",
    "read_history",
    "resolve_all",
    "resolves",
    "show",
    "tracked_files",
]
