"""Reads a SecondBrain database: long-term memories, links, insights; opened so that no file is created beside it."""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dreamtui.model.errors import Refused
from dreamtui.text.inert import inert_line

_MERGED = "merged_into"
_CONTENT = ("content", "text", "summary", "description", "detail")
_CREATED, _UPDATED = ("created_at", "created"), ("updated_at", "updated", "created_at")


@dataclass(frozen=True, slots=True)
class OldMemory:
    """A row of `long_term_memories`."""

    id: str
    status: str
    """active, pending, deprecated."""
    category: str
    """Free word."""
    content: str
    importance: float
    """0 to 1."""
    pinned: bool
    static: bool
    forgotten: bool
    """Deleted softly."""
    created: str
    updated: str
    merged_into: str = ""
    """The memory that holds its text now."""
    forget_after: str = ""
    """When it was to be forgotten; empty for never."""


@dataclass(frozen=True, slots=True)
class OldInsight:
    """A row of `insights`."""

    id: str
    type: str
    """theme, pattern, gap, connection."""
    status: str
    """active, pending, deprecated."""
    content: str
    importance: float
    """0 to 1."""
    created: str


@dataclass(frozen=True, slots=True)
class OldBrain:
    memories: tuple[OldMemory, ...]
    """By id."""
    insights: tuple[OldInsight, ...]
    """By id."""
    partial: bool = False
    """Whether changes that are still in its log could not be read."""


def read_secondbrain(path: Path) -> OldBrain:
    """Everything that can be imported; Refused for a file that is no such database."""
    shown = inert_line(path.name)
    if not path.is_file():
        raise Refused(f"there is no file {shown}")
    log = path.with_name(path.name + "-wal")
    waiting = log.is_file() and log.stat().st_size > 0
    beside = path.with_name(path.name + "-shm").is_file()
    options = "mode=ro" if waiting and beside else "mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?{options}", uri=True, timeout=1)
    except sqlite3.Error as problem:
        raise Refused(f"{shown} cannot be opened: {problem}") from None
    try:
        return _read(connection, shown, partial=waiting and not beside)
    except sqlite3.Error as problem:
        raise Refused(f"{shown} is not a SecondBrain database: {problem}") from None
    finally:
        connection.close()


def _read(connection: sqlite3.Connection, shown: str, *, partial: bool) -> OldBrain:
    connection.row_factory = sqlite3.Row
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    found = {
        row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    }
    if "long_term_memories" not in found:
        raise Refused(f"{shown} is not a SecondBrain database: it has no table long_term_memories")
    merged = {}
    if "memory_links" in found:
        links = connection.execute("SELECT * FROM memory_links").fetchall()
        merged = {str(link["from_id"]): str(link["to_id"]) for link in links if link["link_type"] == _MERGED}
    memories = [_memory(row, merged) for row in _rows(connection, "long_term_memories")]
    insights = [_insight(row) for row in _rows(connection, "insights")] if "insights" in found else []
    return OldBrain(
        tuple(sorted((one for one in memories if one.id and one.content.strip()), key=lambda one: one.id)),
        tuple(sorted((one for one in insights if one.id and one.content.strip()), key=lambda one: one.id)),
        partial,
    )


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[Mapping[str, Any]]:
    for row in connection.execute(f"SELECT * FROM {table}"):
        yield dict(row)


def _first(row: Mapping[str, Any], *names: str) -> Any:
    return next((row[name] for name in names if row.get(name) not in (None, "")), None)


def _words(row: Mapping[str, Any], *names: str) -> str:
    value = _first(row, *names)
    return value if isinstance(value, str) else "" if value is None else str(value)


def _share(row: Mapping[str, Any], *names: str) -> float:
    value = _first(row, *names)
    return min(1.0, max(0.0, float(value))) if isinstance(value, int | float) else 0.5


def _memory(row: Mapping[str, Any], merged: Mapping[str, str]) -> OldMemory:
    item_id = _words(row, "memory_id", "id")
    return OldMemory(
        id=item_id,
        status=_words(row, "status") or "active",
        category=_words(row, "category"),
        content=_words(row, *_CONTENT),
        importance=_share(row, "importance"),
        pinned=bool(_first(row, "pinned")),
        static=bool(_first(row, "is_static")),
        forgotten=bool(_first(row, "is_forgotten")),
        created=_words(row, *_CREATED),
        updated=_words(row, *_UPDATED),
        merged_into=merged.get(item_id, ""),
        forget_after=_words(row, "forget_after"),
    )


def _insight(row: Mapping[str, Any]) -> OldInsight:
    return OldInsight(
        id=_words(row, "insight_id", "id"),
        type=_words(row, "insight_type", "type", "kind", "category"),
        status=_words(row, "status") or "active",
        content=_words(row, *_CONTENT, "title"),
        importance=_share(row, "importance", "score", "confidence"),
        created=_words(row, *_CREATED),
    )
