"""What is remembered about something: decided rules and notes, and in an OpenClaw workspace its daily notes."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.memory import NoteStatus
from dreamtui.openclaw.recall_store import is_workspace
from dreamtui.openclaw.recording import record_hits

MOST = 10
_WORD = re.compile(r"\w{2,}")
_LARGEST = 1024 * 1024
_FILES = 400
"""Daily notes that are looked at, the newest first."""
_DAILY = re.compile(r"\d{4}-\d\d-\d\d[\w-]{0,80}\.md")


class RecalledPassage(NamedTuple):
    kind: str
    """rule, note or daily note."""
    path: str
    line: int
    """From 1 for a passage of a daily note, else 0."""
    text: str
    score: float
    """The share of the words asked for that it has."""


def recall(desk: Desk, query: str, most: int = MOST) -> list[RecalledPassage]:
    """The best passages for a query; those of daily notes are recorded as OpenClaw's own memory search records them."""
    wanted = frozenset(_words(query))
    if not wanted:
        return []
    found = [one._replace(score=_share(wanted, one.text)) for one in (*_decided(desk), *_daily(desk))]
    best = sorted((one for one in found if one.score > 0), key=lambda one: (-one.score, one.path, one.line))[:most]
    hits = [
        {"path": one.path, "startLine": one.line, "endLine": one.line, "score": one.score, "snippet": one.text}
        for one in best
        if one.line
    ]
    if hits:
        with suppress(DreamtuiError):  # a search answers also where OpenClaw keeps its recalls by itself
            record_hits(desk, query, hits)
    return best


def _decided(desk: Desk) -> Iterator[RecalledPassage]:
    known = remembered(desk)
    for rule in known.rules:
        yield RecalledPassage("rule", rule.path, 0, f"{rule.text or rule.title}", 0)
    for note in known.notes:
        if note.status is NoteStatus.ACTIVE:
            yield RecalledPassage("note", note.path, 0, f"{note.title}: {note.text}", 0)


def _daily(desk: Desk) -> Iterator[RecalledPassage]:
    root = desk.workspace.root
    if not is_workspace(root) or (root / "memory").is_symlink():
        return
    names = sorted((path.name for path in (root / "memory").iterdir() if _DAILY.fullmatch(path.name)), reverse=True)
    for name in names[:_FILES]:
        try:
            text = read_whole(root / "memory" / name, _LARGEST).decode("utf-8", "replace")
        except OSError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                yield RecalledPassage("daily note", f"memory/{name}", number, line.strip(), 0)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _share(wanted: frozenset[str], text: str) -> float:
    return round(len(wanted & frozenset(_words(text))) / len(wanted), 3)
