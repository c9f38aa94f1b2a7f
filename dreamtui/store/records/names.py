"""The names of audit records: time, verb, item, and the beginning of the decision's id."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dreamtui.disk.opening import opened_folder
from dreamtui.store.layout import AUDIT, Layout

_NAME = re.compile(r"^(\d{8}T\d{12}Z)-([a-z]+)-([a-z0-9-]+)-([0-9a-f]{8})\.md$")

Stamp = tuple[int, int, int, int, int]
"""Device, inode, size, time, and the time of the last change, which nobody can set."""
GONE: Stamp = (0, 0, 0, 0, 0)


class RecordName(NamedTuple):
    """A decision as far as its record's name tells."""

    verb: str
    short: str
    """The beginning of its id."""
    when: str
    """As names carry it."""
    path: str
    """Logical path of the record."""


def record_names(layout: Layout) -> list[str]:
    """Logical path of every record, in name order, which is time order."""
    return [f"{folder}{name}" for folder, _, names in _months(layout) for name in names]


def record_files(layout: Layout) -> list[tuple[str, Stamp]]:
    """The same with what the disk says of each; `GONE` for one that went meanwhile."""
    return [(f"{folder}{name}", status) for folder, path, names in _months(layout)
            for name, status in _statuses(path, names)]  # fmt: skip


def decisions_by_item(records: Iterable[str]) -> dict[str, list[RecordName]]:
    """For each item its decisions, oldest first, from the names of the records alone, given in order."""
    found: dict[str, list[RecordName]] = {}
    for logical in records:
        match = _NAME.match(logical.rpartition("/")[2])
        if match:
            found.setdefault(match[3], []).append(RecordName(match[2], match[4], match[1], logical))
    return found


def in_force(decisions: Sequence[RecordName]) -> list[RecordName]:
    """The decisions of an item that are in force, as far as names tell: an undo takes back the newest of them."""
    stand: list[RecordName] = []
    taken: list[RecordName] = []
    for decision in decisions:
        if decision.verb == "undo":
            taken += [stand.pop()] if stand else []
        elif decision.verb == "redo":
            stand += [taken.pop()] if taken else []
        else:
            stand.append(decision)
    return stand


def _months(layout: Layout) -> Iterator[tuple[str, str, list[str]]]:
    """Of each month's folder its logical path, its real one and the names of its records."""
    root = str(layout.real(AUDIT))
    for year in _names(root):
        for month in _names(f"{root}/{year}"):
            path = f"{root}/{year}/{month}"
            yield f"{AUDIT}/{year}/{month}/", path, list(filter(_NAME.match, _names(path)))


def _names(folder: str) -> list[str]:
    try:
        return sorted(entry.name for entry in os.scandir(folder))
    except OSError:
        return []


def _statuses(folder: str, names: Sequence[str]) -> list[tuple[str, Stamp]]:
    try:
        with opened_folder(folder) as handle:
            return [(name, _status(name, handle)) for name in names]
    except OSError:
        return [(name, GONE) for name in names]


def _status(name: str, folder: int) -> Stamp:
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return GONE
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
