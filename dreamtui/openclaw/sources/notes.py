"""Daily notes, read only inside the workspace: a store names paths, and a path is never believed."""

from pathlib import Path

from dreamtui.disk.opening import read_whole

LARGEST = 16 * 1024 * 1024


def read_note(root: Path, relative: str) -> str | None:
    """The text of a note; None when it is not there, lies elsewhere or cannot be read."""
    parts = relative.split("/")
    if relative.startswith("/") or ".." in parts or "\0" in relative:
        return None
    path = root.joinpath(*parts)
    try:
        real = path.resolve()
        if not real.is_relative_to(root.resolve()):
            return None
        return read_whole(real, LARGEST).decode("utf-8", "replace")
    except (OSError, ValueError, RuntimeError):
        return None
