"""A passage of a daily note that an agent read, noted as a recall, as OpenClaw's own memory search notes what it finds.

Only a read of a few lines says which passage was wanted; of a whole day none is counted. A session counts as one query,
and the score is the one that OpenClaw itself gives what was taken in without a search.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import DreamtuiError
from dreamtui.openclaw.kind import is_workspace
from dreamtui.sources.workspace import discover

_MOST_LINES = 12
_SCORE = 0.62
_LARGEST = 1024 * 1024


def note_read(event: Mapping[str, Any], env: Mapping[str, str], folder: Path) -> None:
    """Record the passage, if it is one of a daily note in an OpenClaw workspace."""
    found = discover(folder, env)
    hit = passage(event, found.root, folder) if is_workspace(found.root) else None
    if hit is None:
        return
    from dreamtui.compose import open_desk
    from dreamtui.openclaw.recording import record_hits

    with suppress(DreamtuiError):  # where OpenClaw keeps its recalls in its database, it records them itself
        record_hits(open_desk(found.root, env), f"session {event.get('session_id')}", [hit])


def passage(event: Mapping[str, Any], root: Path, folder: Path) -> dict[str, Any] | None:
    """The lines that were read, as a hit; None for no daily note, for too many lines and for blank ones."""
    asked = event.get("tool_input")
    if not isinstance(asked, dict):
        return None
    named, offset, limit = asked.get("file_path"), asked.get("offset", 1), asked.get("limit", 0)
    if not isinstance(named, str) or "\0" in named or type(offset) is not int or type(limit) is not int:
        return None
    path = folder / named
    if path.is_symlink() or path.resolve().parent != root.resolve() / "memory":
        return None
    try:
        lines = read_whole(path, _LARGEST).decode("utf-8", "replace").splitlines()
    except OSError:
        return None
    start = max(1, offset)
    wanted = lines[start - 1 : start - 1 + limit if limit > 0 else None]
    text = "\n".join(wanted).strip()
    if not text or len(wanted) > _MOST_LINES:
        return None
    return {
        "path": f"memory/{path.name}", "startLine": start, "endLine": start + len(wanted) - 1, "score": _SCORE,
        "snippet": text,
    }  # fmt: skip
