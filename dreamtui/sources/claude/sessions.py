"""When a session of Claude Code began, by the transcript it left beside a memory folder."""

import re
from pathlib import Path

from dreamtui.disk.opening import read_beginning

_NAME = re.compile(r"[0-9A-Za-z-]{8,80}")
_STAMP = re.compile(rb'"timestamp":\s?"(\d{4}-\d\d-\d\dT[\d:.]{5,20}Z)"')
_HEAD = 64 * 1024


def began(memory_folder: Path, session: str) -> str:
    """The first time a session's transcript names; empty without one. Only the beginning of the file is read."""
    if not _NAME.fullmatch(session):
        return ""
    path = memory_folder.parent / f"{session}.jsonl"
    try:
        found = _STAMP.search(read_beginning(path, _HEAD))
    except OSError:
        return ""
    return found[1].decode("ascii") if found else ""
