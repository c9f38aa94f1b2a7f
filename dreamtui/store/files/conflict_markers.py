"""Finds files of ours with git's conflict markers, which an unfinished merge left and which mislead their readers."""

import os
import re
from collections.abc import Iterator

from dreamtui.model.errors import DreamtuiError
from dreamtui.store.files.small import read_or_none
from dreamtui.store.layout import ARCHIVE, HOME, INDEX, STATE, Layout

_TOPS = (f"{HOME}/dream", f"{HOME}/memory")
_LOOSE = (f"{HOME}/config.yaml", f"{HOME}/patterns.md")
_KINDS = (".md", ".json", ".jsonl", ".yaml")
_LARGEST = 64 * 1024 * 1024
_SIGN = re.compile(rb"(<{7,60}|={7,60}|>{7,60})(?= |\r?$)")
"""Seven of a kind, or more where the files had other names on both sides."""


def unmerged(layout: Layout) -> Iterator[tuple[str, int]]:
    """Logical path of each such file, with the line of the first marker, by path."""
    for logical in sorted({*_below(layout), *_LOOSE}):
        try:
            data = read_or_none(layout.place(logical), _LARGEST)
        except DreamtuiError:
            continue  # an unreadable file is reported where it is needed
        if data is not None and (line := conflict_line(data)):
            yield logical, line


def conflict_line(data: bytes) -> int:
    """The line, from 1, on which a conflict begins that is parted and closed as git writes it; 0 for none."""
    if b"<<<<<<< " not in data:
        return 0
    begun = width = 0
    parted = False
    for number, line in enumerate(data.split(b"\n"), start=1):
        found = _SIGN.match(line) if line[:1] in b"<=>" else None
        if found is None:
            continue
        sign, length = line[:1], found.end()
        if sign == b"<":
            begun, width, parted = number, length, False
        elif length == width and sign == b"=":
            parted = True
        elif length == width and parted:
            return begun
    return 0


def _below(layout: Layout) -> Iterator[str]:
    """Every file of ours; outputs and caches are left out, and no link is followed."""
    for top in _TOPS:
        real = layout.real(top)
        for folder, folders, files in os.walk(real):
            inside = os.path.relpath(folder, real)
            logical = top if inside == "." else f"{top}/{inside.replace(os.sep, '/')}"
            folders[:] = sorted(name for name in folders if f"{logical}/{name}" not in (STATE, ARCHIVE))
            yield from (f"{logical}/{name}" for name in files if name.endswith(_KINDS) and f"{logical}/{name}" != INDEX)
