"""Ids of the decisions on private memory that were made on this machine: only these can be taken back here.

A record names its files by logical paths, and a repository can ship records; what `@claude/…` means is another folder
for every person. So the ids are kept with the person's own data, and never believed from a repository.
"""

import json
from collections.abc import Collection
from pathlib import Path

from dreamtui.model.errors import Refused, WriteFailed
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import DISK, Port
from dreamtui.store.files.small import append_line, load_blob
from dreamtui.text.inert import inert_line
from dreamtui.text.jsons import read_json

_FILE = "memory-decisions.jsonl"


def made_here(data_folder: Path | None) -> frozenset[str]:
    """Ids of the decisions on private memory that were recorded on this machine."""
    data = load_blob(data_folder / "dreamtui" / _FILE) if data_folder is not None else None
    found = (_id(line) for line in (data or b"").splitlines())
    return frozenset(one for one in found if one)


def remember_made(data_folder: Path, ids: Collection[str], port: Port = DISK) -> None:
    """Add ids, one a line, so that they last; raises `WriteFailed`, because without them nothing could be undone."""
    place = data_folder / "dreamtui"
    lines = b"".join(json.dumps(one).encode() + b"\n" for one in ids)
    try:
        append_line(place / _FILE, lines, guard=PathGuard((place,)), port=port)
        port.sync(place / _FILE)
    except (OSError, Refused):
        name = inert_line(str(place / _FILE))
        raise WriteFailed(
            f"{name} could not be written, and without it a decision on private memory cannot be undone;"
            " make it writable, nothing was begun"
        ) from None


def _id(line: bytes) -> str:
    """The id on a line; empty for one that is torn or none of ours."""
    try:
        found = read_json(line)
    except (ValueError, RecursionError):
        return ""
    return found if isinstance(found, str) else ""
