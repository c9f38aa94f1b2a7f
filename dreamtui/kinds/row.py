"""An item as the index keeps it, with its status, and the order of the queue.

A row holds what a list shows, and the long parts of its JSON ready to print, so that a queue of ten thousand costs a
stat and a row each.
"""

import json
from collections.abc import Callable, Iterable
from json.encoder import encode_basestring_ascii as quoted
from typing import TYPE_CHECKING, Any, NamedTuple

from dreamtui.model.status import UNPLACED, Status, is_risky
from dreamtui.text.query.weeks import weeks_of

if TYPE_CHECKING:
    from dreamtui.model.item import Item


class QueueRow(NamedTuple):
    """What a list needs to know of one file."""

    path: str
    id: str
    kind: str
    signal: str
    title: str
    weight: float
    first_seen: str
    last_seen: str
    until: str
    """Put off, or rejected as not now, until this day; of a rule the version until which it holds."""
    reopened: int
    place: int
    """In which place a run found it, from 1; `UNPLACED` for what no run found."""
    due: str
    """The day on which a rule is due for review."""
    status: str
    """The status in the file itself; empty if its folder says it."""
    flags: str
    aliases: str
    words: str
    """Words that `list --query` searches besides id and title: of a rule or note its text."""
    unwritten: str
    """Of what a run found again although it is decided: the file that it would have written."""
    weeks: str
    """When its evidence happened, as `text.query.weeks` reads it."""
    actors_json: str
    """People, files and evidence as `list --json` prints them, each a JSON array."""
    files_json: str
    evidence_json: str

    @property
    def actors(self) -> tuple[str, ...]:
        return tuple(json.loads(self.actors_json))

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(json.loads(self.files_json))

    @property
    def evidence(self) -> list[dict[str, str]]:
        """Its evidence as it is printed."""
        pieces: list[dict[str, str]] = json.loads(self.evidence_json)
        return pieces

    @property
    def alias_ids(self) -> tuple[str, ...]:
        """Other ids under which the same thing may have been decided."""
        return tuple(self.aliases.split()) if self.aliases else ()


Reader = Callable[[bytes, str, str], QueueRow | None]
"""Bytes, logical path and file stem to a row; None for a file that is none of the kind."""


class QueueEntry(NamedTuple):
    """An item's row with its current status."""

    row: QueueRow
    status: Status
    decision: str | None
    is_news: bool = True
    """For a recurring one: whether something happened since the decision."""
    before: Status | None = None
    """For a recurring one without news: the status that its decision led to."""

    @property
    def stands(self) -> Status:
        """Its status for a person: a decided item without news is still decided."""
        return self.status if self.is_news else self.before or self.status

    def json(self, doubts: tuple[str, ...] = ()) -> str:
        """The item as `list --json` prints it; `doubts` say why its decision may not be the named person's."""
        row = self.row
        decision = "null" if self.decision is None else quoted(self.decision)
        return (
            f'{{"id": {quoted(row.id)}, "kind": {quoted(row.kind)}, "signal": {quoted(row.signal)}, '
            f'"title": {quoted(row.title)}, "status": "{self.status.value}", "decision": {decision}, '
            f'"doubts": {_listed(map(quoted, doubts))}, '
            f'"first_seen": {quoted(row.first_seen)}, "last_seen": {quoted(row.last_seen)}, '
            f'"weight": {_number(row.weight)}, "actors": {row.actors_json}, "files": {row.files_json}, '
            f'"flags": {_listed(map(quoted, row.flags.split()))}, "evidence": {row.evidence_json}}}'
        )


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else json.dumps(value)


def in_order(entry: QueueEntry) -> tuple[bool, bool, int, str, str]:
    """Pending before the rest, risky first, then as a run found them, then oldest."""
    row = entry.row
    return (entry.status is not Status.PENDING, not is_risky(row.flags), row.place, row.last_seen, row.id)


def risk_flags(item: "Item", meta: dict[str, Any]) -> tuple[str, ...]:
    """Risks computed from what is read, never believed from the file, and marks the miner left."""
    words = [item.title, *item.files, *item.actors, *(piece.quote for piece in item.evidence)]
    return flags_of(words, meta, is_similar=bool(item.similar_to))


def flags_of(words: list[str], meta: dict[str, Any], *, is_similar: bool) -> tuple[str, ...]:
    """The same from the words alone."""
    from dreamtui.text.danger.risks import flags

    marks = {"vanished"} if meta.get("vanished") else set()
    marks |= {"similar"} if is_similar else set()
    marks |= {"agent"} if meta.get("filed_in") else set()
    return tuple(sorted({*flags(words), *marks}))


def item_row(
    item: "Item", *, meta: dict[str, Any] | None = None, due: str = "", status: str = "", words: str = ""
) -> QueueRow:
    """The row of any item."""
    evidence = (piece_json(piece.quote, str(piece.locator), piece.when, piece.who) for piece in item.evidence)
    row = bare_row(item.path, item.id, item.kind, item.signal, item.title, item.weight, item.first_seen, item.last_seen,
                   item.actors, item.files, item.flags, evidence, [piece.when for piece in item.evidence])  # fmt: skip
    return row._replace(
        until=item.until,
        reopened=int(bool((meta or {}).get("reopened"))),
        place=item.place or UNPLACED,
        due=due,
        status=status,
        aliases=" ".join(item.aliases),
        words=words or row.words,
    )


def bare_row(
    path: str, id_: str, kind: str, signal: str, title: str, weight: float, first_seen: str, last_seen: str,
    actors: tuple[str, ...], files: tuple[str, ...], flags: tuple[str, ...], evidence: Iterable[str],
    times: Iterable[str] = (),
) -> QueueRow:  # fmt: skip
    """A row without what only some kinds have: made straight from a comment where a hundred thousand are read.

    Evidence comes as `piece_json` makes it, `times` say when each piece happened.
    """
    about = " ".join((*files, *actors))
    return QueueRow(path, id_, kind, signal, title, weight, first_seen, last_seen or first_seen, until="", reopened=0,
                    place=UNPLACED, due="", status="", flags=" ".join(flags), aliases="", words=about, unwritten="",
                    weeks=weeks_of(times), actors_json=_listed(map(quoted, actors)),
                    files_json=_listed(map(quoted, files)), evidence_json=_listed(evidence))  # fmt: skip


def _listed(texts: Iterable[str]) -> str:
    return f"[{', '.join(texts)}]"


def piece_json(quote: str, locator: str, when: str, who: str) -> str:
    """A piece of evidence as `list --json` prints it: `json.dumps` makes an encoder for each call."""
    names = f'"quote": {quoted(quote)}, "locator": {quoted(locator)}, "when": {quoted(when)}, "who": {quoted(who)}'
    return f"{{{names}}}"
