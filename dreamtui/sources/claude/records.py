"""Finds a record of a transcript again, long after it was read, and shows it as a person reads it."""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from dreamtui.disk.opening import open_regular

if TYPE_CHECKING:
    from dreamtui.sources.transcripts.record import ContentBlock, TranscriptRecord

PREFIX = "claude/"
"""What the place of a record begins with; the rest is its file's path below the projects folder."""
LONGEST = 8 << 20
"""Bytes of a line that are looked at."""


class Wanted(NamedTuple):
    """A record as evidence names it."""

    uuid: str
    """Its id; empty for one that has none."""
    line: int
    digest: str
    """First 16 hex of the sha256 of that line; empty when it is not known."""


def split(ref: str) -> tuple[str, str]:
    """The file of a record's place, and the record's id."""
    file, _, uuid = ref.rpartition("#") if "#" in ref else (ref, "", "")
    return file, uuid


@contextmanager
def opened(claude: Path, file: str) -> Iterator[IO[bytes] | None]:
    """A transcript below the projects folder, opened for reading; None if it is missing or not a regular file."""
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
    """Where a transcript is; None for a place outside the projects folder or behind a symlink."""
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
    """The current line of each record, 0 for one that is missing or says something else."""
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


_MOST_LINES = 40
_LONGEST = 2000
_COLOURED = 4
"""How many times as much of a result is read, of which colours may be the most."""
_WIDEST = 400
_PLAIN = ("command", "file_path", "path", "pattern", "url", "query", "description", "prompt", "plan")
"""Fields of a tool call that are said without their name, the first that is there."""


@dataclass(frozen=True, slots=True)
class ShownRecord:
    line: int
    """Line in the file, from 1."""
    who: str
    """user, agent, or what else it is."""
    when: str
    """UTC time as the record has it."""
    words: tuple[str, ...]
    """What it says, line by line."""


def tell(number: int, line: bytes) -> ShownRecord | None:
    """A line as a person reads it; None for bookkeeping and for what cannot be read."""
    from dreamtui.sources.jsonl.lines import BadLine
    from dreamtui.sources.transcripts.record import read_record

    try:
        record = read_record(line)
    except BadLine:
        return None
    if record is None:
        return None
    words = tuple(_words(record))
    if not words:
        return None
    results = record.type == "user" and all(word.startswith(("← ", "  ")) for word in words)
    who = "tool" if results else {"assistant": "agent"}.get(record.type, record.type)
    return ShownRecord(number, f"{who} (subagent)" if record.sidechain else who, record.timestamp, words)


def _words(record: "TranscriptRecord") -> Iterator[str]:
    from dreamtui.sources.transcripts.record import fields_of

    content = record.message.content if record.message else None
    if isinstance(content, str):
        yield from _cut(content)
    for block in content if isinstance(content, list) else ():
        yield from _block(block)
    if record.type in ("system", "attachment"):
        said = fields_of(record.attachment) or fields_of(record.error)
        about = record.subtype or str(said.get("type", ""))
        detail = json.dumps(said, ensure_ascii=False)[:_WIDEST] if said else ""
        yield from (words for words in (f"{about} {detail}".strip(),) if about and detail)


def _block(block: "ContentBlock") -> Iterator[str]:
    from dreamtui.sources.transcripts.commands import without_colours
    from dreamtui.sources.transcripts.record import fields_of, text_of

    if block.type == "text":
        yield from _cut(text_of(block.text, _LONGEST))
    elif block.type == "tool_use":
        given = fields_of(block.input)
        field = next((name for name in _PLAIN if isinstance(given.get(name), str)), "")
        said = str(given[field]) if field else json.dumps(given, ensure_ascii=False)
        first, *more = list(_cut(said)) or [""]
        yield f"→ {block.name}: {first}"
        yield from (f"  {words}" for words in more)
    elif block.type == "tool_result":
        failed = "failed: " if block.is_error else ""
        said = without_colours(text_of(block.content, _COLOURED * _LONGEST))[:_LONGEST]
        first, *more = list(_cut(said)) or ["(nothing)"]
        yield f"← {failed}{first}"
        yield from (f"  {words}" for words in more)


def _cut(text: str) -> Iterator[str]:
    """Some lines of a text, none too wide; says so if there are more."""
    lines = text.strip().splitlines()
    for line in lines[:_MOST_LINES]:
        yield line if len(line) <= _WIDEST else line[: _WIDEST - 1] + "…"
    if len(lines) > _MOST_LINES:
        yield f"… {len(lines) - _MOST_LINES} more lines"
