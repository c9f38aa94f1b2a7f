"""The names of audit records: time, verb, item, and the beginning of the decision's id."""

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dreamtui.store.layout import AUDIT, Layout

_NAME = re.compile(r"^(\d{8}T\d{12}Z)-([a-z]+)-([a-z0-9-]+)-([0-9a-f]{8})\.md$")


class RecordName(NamedTuple):
    """A decision as far as its record's name tells."""

    verb: str
    short: str
    """The beginning of its id."""
    when: str
    """As names carry it."""
    path: str
    """Logical path of the record."""


def record_files(layout: Layout) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Logical path and entry of every record, in name order, which is time order."""
    for year in _entries(str(layout.real(AUDIT))):
        for month in _entries(year.path):
            folder = f"{AUDIT}/{year.name}/{month.name}/"
            for entry in _entries(month.path):
                if _NAME.match(entry.name):
                    yield folder + entry.name, entry


def decisions_by_item(layout: Layout) -> dict[str, list[RecordName]]:
    """For each item its decisions, oldest first, from the names of the records alone."""
    found: dict[str, list[RecordName]] = {}
    for logical, _ in record_files(layout):
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


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        return sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return []
