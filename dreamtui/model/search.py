"""What a search finds: passages of everything there is, and the hits among them."""

from dataclasses import dataclass
from typing import NamedTuple

RULE, MEMORY, DECISION, MOMENT = "rule", "memory", "decision", "moment"
"""Kinds of passage that are no kind of item."""
PRIVATE = frozenset({MEMORY, MOMENT})
"""Those that are one person's own, and are never told to agents or written where others read."""
REASON, EVIDENCE, ITEM = "reason", "evidence", "item"
"""What else can be asked for as a kind: reasons of decisions, evidence of items, every item of the queue."""


class SearchPassage(NamedTuple):
    """Something that can be found, whole: a file, a decision, a moment."""

    kind: str
    """A kind of item, or one of those above."""
    id: str
    place: str
    """Logical path of its file, or `record:…` of a moment."""
    title: str
    text: str
    """Line by line as in its file, where it has one."""
    evidence: str = ""
    """A line a piece: its quote."""
    locators: str = ""
    """A line for each of these: where it stands."""
    names: str = ""
    """Files, people and other names it is about."""
    when: str = ""
    """UTC time; empty when unknown."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that answers."""

    kind: str
    id: str
    """As every command takes it; of a decision its short id, of a memory or moment where it stands."""
    title: str
    status: str
    """Of an item or note; of a rule `live` or `retired`; empty for the rest."""
    where: str
    """The part that answers best: title, text, evidence, reason or names."""
    quote: str
    """The line that does."""
    locator: str
    """Where it stands, as evidence names places: `file:<path>:<line>`, `commit:<sha>`, `record:<file>#<uuid>`."""
    place: str
    """Logical path of the file that holds all of it, or the record."""
    when: str
    score: float
    share: float
    """How much of the question it has, from 0 to 1."""
    ref: int = 0
    """The number of the passage in the index it was found in."""
