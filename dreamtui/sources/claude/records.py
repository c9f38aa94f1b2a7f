"""Finds a record of a transcript again, long after it was read: the same record, at the same line or another."""

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from dreamtui.disk.opening import open_regular

PREFIX = "claude/"
"""What the place of a record begins with; the rest is its file's path below the projects folder."""
LONGEST = 8 << 20
"""Bytes of a line that are looked at."""


class Wanted(NamedTuple):
    """A record as evidence names it."""

    uuid: str
    """Its id; empty for one that has none."""
    line: int
    """The line it stood in."""
    digest: str
    """First 16 hex of the sha256 of that line; empty when it is not known."""


def split(ref: str) -> tuple[str, str]:
    """The file of a record's place, and the record's id."""
    file, _, uuid = ref.rpartition("#") if "#" in ref else (ref, "", "")
    return file, uuid


@contextmanager
def opened(claude: Path, file: str) -> Iterator[IO[bytes] | None]:
    """A transcript below the projects folder, open to be read; None when it is gone or not a plain file in there."""
    path = path_of(claude, file)
    try:
        number = open_regular(path)[0] if path is not None else -1
    except OSError:
        number = -1
    if number < 0:
        yield None
        return
    with os.fdopen(number, "rb") as stream:
        yield stream


def path_of(claude: Path, file: str) -> Path | None:
    """Where a transcript is; None for a place outside the projects folder or behind a symbolic link."""
    parts = file.removeprefix(PREFIX).split("/")
    if not file.startswith(PREFIX) or not file.endswith(".jsonl") or {"", ".", ".."} & set(parts) or "\0" in file:
        return None
    path = claude / "projects"
    for part in parts:
        path = path / part
        if path.is_symlink():
            return None
    return path


def numbered(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers; of a line that is too long the beginning."""
    number = 0
    while line := stream.readline(LONGEST):
        number += 1
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST)
        yield number, line.removesuffix(b"\n")


def lines_now(stream: IO[bytes], wanted: Sequence[Wanted]) -> list[int]:
    """The line each record stands in now, 0 for one that is not there or says something else."""
    found = [0] * len(wanted)
    ids = [re.compile(rb'"uuid"\s*:\s*"' + re.escape(one.uuid.encode("utf-8", "replace")) + rb'"') for one in wanted]
    for number, line in numbered(stream):
        for at, one in enumerate(wanted):
            if found[at] or not (ids[at].search(line) if one.uuid else number == one.line):
                continue
            if not one.digest or one.digest in digests(line):
                found[at] = number
        if all(found):
            break
    return found


def digests(line: bytes) -> tuple[str, ...]:
    """What evidence may have noted of a line: of its bytes, and of those without a carriage return."""
    return tuple(hashlib.sha256(data).hexdigest()[:16] for data in dict.fromkeys((line, line.removesuffix(b"\r"))))


def around(stream: IO[bytes], line: int, most: int) -> list[tuple[int, bytes]]:
    """The lines from so many before one to so many after it."""
    kept: list[tuple[int, bytes]] = []
    for number, data in numbered(stream):
        if number > line + most:
            break
        if number >= line - most:
            kept.append((number, data))
    return kept
