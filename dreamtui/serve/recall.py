"""What is remembered about something: decided rules and notes, and in an OpenClaw workspace its daily notes."""

from contextlib import closing, suppress
from typing import NamedTuple

from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.desk.search.search import Searcher
from dreamtui.kinds.note.kind import NAME as NOTE
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.memory import NoteStatus
from dreamtui.model.search import RULE, Hit
from dreamtui.openclaw.daily_notes import DAILY_NOTE
from dreamtui.openclaw.recording import record_hits

MOST = 10
_LOOKED_AT = 4
"""Hits for each that is wanted: what nobody decided is among them."""


class RecalledPassage(NamedTuple):
    kind: str
    """rule, note or daily note."""
    path: str
    line: int
    """From 1 for a passage of a daily note, else 0."""
    text: str
    score: float
    """How much of what was asked for it has, from 0 to 1."""


def recall(desk: Desk, query: str, most: int = MOST) -> list[RecalledPassage]:
    """The best passages for a query; those of daily notes are recorded as OpenClaw's own memory search records them.

    Rules and notes are told in the words that were decided, whatever their files say.
    """
    decided = _decided(desk)
    with closing(Searcher(desk, shared_only=True)) as searcher:
        searcher.update()
        hits = searcher.find(query, kinds=(RULE, NOTE, DAILY_NOTE), most=most * _LOOKED_AT).hits
    found = [one for hit in hits if (one := _recalled(hit, decided)) is not None][:most]
    recorded = [
        {"path": one.path, "startLine": one.line, "endLine": one.line, "score": one.score, "snippet": one.text}
        for one in found
        if one.line
    ]
    if recorded:
        with suppress(DreamtuiError):  # a search answers also where OpenClaw keeps its recalls by itself
            record_hits(desk, query, recorded)
    return found


def _decided(desk: Desk) -> dict[str, str]:
    """The decided words of each rule and active note, by its path."""
    known = remembered(desk)
    said = {rule.path: rule.text or rule.title for rule in known.rules}
    return said | {note.path: f"{note.title}: {note.text}" for note in known.notes if note.status is NoteStatus.ACTIVE}


def _recalled(hit: Hit, decided: dict[str, str]) -> RecalledPassage | None:
    if hit.kind != DAILY_NOTE:
        return RecalledPassage(hit.kind, hit.place, 0, decided[hit.place], hit.share) if hit.place in decided else None
    line = hit.locator.rpartition(":")[2]
    return RecalledPassage("daily note", hit.place, int(line), hit.quote, hit.share) if line.isdecimal() else None
