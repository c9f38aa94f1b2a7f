"""What the files of a workspace look like from outside, so that changes by others are noticed without reading them."""

import hashlib
import os
from pathlib import Path

from dreamtui.kinds.candidate.kind import CANDIDATES
from dreamtui.kinds.kind import Kinds
from dreamtui.store.layout import AUDIT, FOUND_AGAIN, Layout

MOST = 4000
"""Files of a folder whose times are looked at; in a larger one only coming and going is noticed."""


def stamp(layout: Layout, kinds: Kinds) -> str:
    """A short text that differs when files came, went or changed."""
    seen = hashlib.sha256()
    for folder in kinds.folders:
        if layout.knows(folder.path):
            _add(seen, layout.real(folder.path), deep=folder.deep)
    seen.update(_times(layout.private_state / FOUND_AGAIN))
    months = sorted(layout.real(AUDIT).glob("[0-9]*/[0-9]*"))
    seen.update(_times(months[-1]) if months else b"-")
    return seen.hexdigest()[:16]


def has_many(layout: Layout, count: int) -> bool:
    """Whether at least so many candidates wait."""
    try:
        with os.scandir(layout.real(CANDIDATES)) as entries:
            return any(number >= count for number, _ in enumerate(entries, 1))
    except OSError:
        return False


def _add(seen: "hashlib._Hash", folder: Path, *, deep: bool) -> None:
    seen.update(_times(folder))
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name) if _is_small(folder) else []
    except OSError:
        return
    for entry in entries:
        if deep and entry.is_dir(follow_symlinks=False):
            _add(seen, Path(entry.path), deep=True)
        else:
            seen.update(entry.name.encode("utf-8", "surrogateescape") + _times(Path(entry.path)))


def _is_small(folder: Path) -> bool:
    with os.scandir(folder) as entries:
        return all(count < MOST for count, _ in enumerate(entries))


def _times(path: Path) -> bytes:
    try:
        status = path.stat(follow_symlinks=False)
    except OSError:
        return b"-"
    return f"{status.st_mtime_ns}:{status.st_size}:{status.st_ino}:{status.st_ctime_ns}".encode()
