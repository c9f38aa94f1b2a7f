"""What this machine knows of private memory: folders that were written to, and the decisions made here.

Folders outside a workspace, or that were named, are found again for an undo or a repair. Of decisions only these can be
taken back here: a record names files by logical paths, and what `@claude/…` means is another folder for every person.
Both are kept with the person's own data and never believed from a repository, which could ship such lists. So are the
bytes that an undo there needs: records are shared, and git commits them.
"""

import hashlib
import json
import os
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from dreamtui.model.errors import Refused, WriteFailed
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import DISK, Port
from dreamtui.store.files.small import append_line, load_blob, save_blob, save_draft
from dreamtui.store.layout import OUTSIDE
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


def private_folder(data_folder: Path, root: Path) -> Path:
    """Where what quotes private memory is kept for a workspace; found again for this workspace alone."""
    return folder_for(data_folder, "private", root)


def folder_for(data_folder: Path, what: str, root: Path) -> Path:
    """A folder of one workspace among the person's own data."""
    short = hashlib.sha256(os.fsencode(root)).hexdigest()[:8]
    name = _ODD.sub("-", root.name).strip("-.") or "root"
    return data_folder / "dreamtui" / what / f"{name}-{short}"


_ODD = re.compile(r"[^A-Za-z0-9._-]+")


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
_OBJECTS = "memory-objects"


def kept_apart(paths: Iterable[str]) -> frozenset[str]:
    """Of the files of a decision those whose bytes no shared record holds."""
    return frozenset(path for path in paths if path.startswith(OUTSIDE))


def private_object(data_folder: Path | None, key: str) -> bytes | None:
    """The bytes kept here under a key of a record, which may be forged; None if there are none."""
    if data_folder is None or not _KEY.fullmatch(key):
        return None
    return load_blob(data_folder / "dreamtui" / _OBJECTS / key)


_KEY = re.compile(r"[0-9a-f]{64}")


def made_here(data_folder: Path | None, root: Path) -> frozenset[str]:
    """Ids of the decisions on private memory that were recorded in this workspace on this machine.

    A line without a root, from an earlier version, counts in workspaces whose private folders were written to.
    """
    if data_folder is None:
        return frozenset()
    data = load_blob(data_folder / "dreamtui" / _DECISIONS)
    found = [_made(line) for line in (data or b"").splitlines()]
    older = bool(data) and str(root) in _load(data_folder)
    return frozenset(id for id, place in found if id and (place == str(root) or (not place and older)))


def remember_made(
    data_folder: Path, root: Path, ids: Collection[str], objects: Mapping[str, bytes], port: Port = DISK
) -> None:
    """Add ids, one a line, and what an undo needs, so that they last; raises `WriteFailed`, because without them
    nothing could be undone.
    """
    place = data_folder / "dreamtui"
    lines = b"".join(json.dumps({"id": one, "root": str(root)}).encode() + b"\n" for one in ids)
    at = place / _DECISIONS
    try:
        append_line(at, lines, guard=PathGuard((place,)), port=port)
        port.sync(at)
        for key, packed in objects.items():
            at = place / _OBJECTS / key
            save_draft(at, packed, port)
    except (OSError, Refused, WriteFailed):
        raise WriteFailed(
            f"{inert_line(str(at))} could not be written, and without it a decision on private memory cannot be undone;"
            " make it writable, nothing was begun"
        ) from None


def _made(line: bytes) -> tuple[str, str]:
    """The id on a line and its workspace, empty in older ones; an empty id for a torn or foreign line."""
    try:
        found = read_json(line)
    except (ValueError, RecursionError):
        return "", ""
    if isinstance(found, dict):
        id, root = found.get("id"), found.get("root")
        return (id, root) if isinstance(id, str) and isinstance(root, str) and root else ("", "")
    return (found, "") if isinstance(found, str) else ("", "")
