"""What this machine knows of private memory: folders that were written to, and the decisions made here.

Folders outside a workspace, or that were named, are found again for an undo or a repair. Of decisions only these can be
taken back here: a record names files by logical paths, and what `@claude/…` means is another folder for every person.
Both are kept with the person's own data and never believed from a repository, which could ship such lists.
"""

import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path

from dreamtui.model.errors import Refused, WriteFailed
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import DISK, Port
from dreamtui.store.files.small import append_line, load_blob, save_blob
from dreamtui.text.inert import inert_line
from dreamtui.text.jsons import read_json
from dreamtui.text.paths import why_no_memory

_FOLDERS = "memory-folders.json"


def known_folders(data_folder: Path, root: Path) -> dict[str, Path]:
    """The folders of a workspace by their key, without keys that mean another place now."""
    listed = _load(data_folder).get(str(root), {})
    return {key: Path(path) for key, path in listed.items() if key.startswith("@") and _is_real_folder(path, root)}


def known_inside(data_folder: Path, root: Path) -> frozenset[str]:
    """The keys of folders inside the workspace that were named once and written to."""
    listed = _load(data_folder).get(str(root), {})
    inside = (key for key, path in listed.items() if not key.startswith("@") and path == os.fspath(root / key))
    return frozenset(key for key in inside if _is_real_folder(os.fspath(root / key), root))


def remember_folders(data_folder: Path, root: Path, folders: Mapping[str, Path]) -> None:
    """Add folders to those of a workspace; where that cannot be written, a later undo has to name them."""
    if not folders:
        return
    every = _load(data_folder)
    lasting = {key: path for key, folder in folders.items() if _is_real_folder(path := os.fspath(folder), root)}
    merged = {**every.get(str(root), {}), **lasting}
    if merged != every.get(str(root)):
        save_blob(
            data_folder / "dreamtui" / _FOLDERS, json.dumps({**every, str(root): merged}, sort_keys=True).encode()
        )


def _is_real_folder(path: str, root: Path) -> bool:
    """Whether a folder is really at its path for every user: no link on the way, no system folder, nothing of git's."""
    try:
        is_real = os.path.realpath(path) == path and not Path(path).is_symlink()  # one to itself stays as it is
        return is_real and not why_no_memory(Path(path), root)
    except (OSError, ValueError):
        return False


def _load(data_folder: Path) -> dict[str, dict[str, str]]:
    data = load_blob(data_folder / "dreamtui" / _FOLDERS)
    try:
        loaded = read_json(data) if data else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(loaded, dict):
        return {}
    return {
        str(root): {key: path for key, path in listed.items() if isinstance(path, str)}
        for root, listed in loaded.items()
        if isinstance(listed, dict)
    }


_DECISIONS = "memory-decisions.jsonl"


def made_here(data_folder: Path | None) -> frozenset[str]:
    """Ids of the decisions on private memory that were recorded on this machine."""
    data = load_blob(data_folder / "dreamtui" / _DECISIONS) if data_folder is not None else None
    found = (_id(line) for line in (data or b"").splitlines())
    return frozenset(one for one in found if one)


def remember_made(data_folder: Path, ids: Collection[str], port: Port = DISK) -> None:
    """Add ids, one a line, so that they last; raises `WriteFailed`, because without them nothing could be undone."""
    place = data_folder / "dreamtui"
    lines = b"".join(json.dumps(one).encode() + b"\n" for one in ids)
    try:
        append_line(place / _DECISIONS, lines, guard=PathGuard((place,)), port=port)
        port.sync(place / _DECISIONS)
    except (OSError, Refused):
        name = inert_line(str(place / _DECISIONS))
        raise WriteFailed(
            f"{name} could not be written, and without it a decision on private memory cannot be undone;"
            " make it writable, nothing was begun"
        ) from None


def _id(line: bytes) -> str:
    """The id on a line; empty for a torn or foreign line."""
    try:
        found = read_json(line)
    except (ValueError, RecursionError):
        return ""
    return found if isinstance(found, str) else ""
