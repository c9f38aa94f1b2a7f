"""A record of a transcript as a person reads it: who, when, what was said, which tool was called, what it gave back."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dreamtui.sources.transcripts.record import Block, Record

_MOST_LINES = 40
_LONGEST = 2000
_COLOURED = 4
"""How many times as much of a result is read, of which colours may be the most."""
_WIDEST = 400
_PLAIN = ("command", "file_path", "path", "pattern", "url", "query", "description", "prompt", "plan")
"""Fields of a tool call that are said without their name, the first that is there."""


@dataclass(frozen=True, slots=True)
class Told:
    """One record of a conversation."""

    line: int
    """Line in the file, from 1."""
    who: str
    """user, agent, or what else it is."""
    when: str
    """UTC time as the record has it."""
    words: tuple[str, ...]
    """What it says, line by line."""


def tell(number: int, line: bytes) -> Told | None:
    """A line as a person reads it; None for bookkeeping and for what cannot be read."""
    from dreamtui.sources.transcripts.record import BadLine, read_record

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
    return Told(number, f"{who} (subagent)" if record.sidechain else who, record.timestamp, words)


def _words(record: "Record") -> Iterator[str]:
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


def _block(block: "Block") -> Iterator[str]:
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
    """Some lines of a text, none too wide; says so where there are more."""
    lines = text.strip().splitlines()
    for line in lines[:_MOST_LINES]:
        yield line if len(line) <= _WIDEST else line[: _WIDEST - 1] + "…"
    if len(lines) > _MOST_LINES:
        yield f"… {len(lines) - _MOST_LINES} more lines"
