"""What was seen again although it is decided, and whether anything of it is new to the decision."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dreamtui.kinds.kind import Kinds
from dreamtui.kinds.row import QueueRow
from dreamtui.model.errors import Integrity, NotFound, Refused
from dreamtui.store.files.small import read_or_none, save_blob
from dreamtui.store.layout import FOUND_AGAIN, Layout
from dreamtui.store.records.names import RecordName, in_force
from dreamtui.text.jsons import read_json

_DIGITS = 20
"""Of a time, from the year to the microsecond."""

_JUDGES = frozenset({"graduate", "reject", "rerationale", "retire"})
"""Verbs with which a person looked at everything that was known then."""

Unreadable = Callable[[str, str], None]
"""Told of a record that decides nothing, and why."""


class LastDecision:
    """What a person knew of an item when it was last decided."""

    def __init__(
        self, layout: Layout, today: str, named: Iterable[Sequence[RecordName]], unreadable: Callable[[str, str], None]
    ):
        """`named` are decisions by their names, separately for each id; `unreadable` gets the names of those that
        decide nothing.
        """
        self._today = re.sub(r"\D", "", today)[:8]
        self.evidence: set[str] = set()
        """Locators that the decisions name."""
        self.times: list[str] = []
        """When it was decided, as digits; those that have not come are left out."""
        self.is_ahead = False
        """Whether a decision carries a time that has not come."""
        from dreamtui.store.records.record_reader import Audit

        self._audit = Audit(layout)
        for decisions in named:
            sound = [name for name in decisions if self._is_sound(name, unreadable)]
            for when in (digits(name.when) for name in in_force(sound) if name.verb in _JUDGES):
                self.is_ahead |= self.ahead(when)
                self.times += [] if self.ahead(when) else [when]

    def _is_sound(self, name: RecordName, unreadable: Unreadable) -> bool:
        """Whether a record can be read and is what its name says; what it knew is kept."""
        from dreamtui.kinds.decision import audit_record

        try:
            decision = self._audit.read(name.path)
        except (Integrity, NotFound) as problem:
            unreadable(name.path, f"it decides nothing: {problem}")
            return False
        if not name.path.endswith(f"/{audit_record.file_name(decision)}"):
            unreadable(name.path, "it decides nothing: this is not the name that its record would have")
            return False
        self.evidence |= {place for place, _ in decision.evidence}
        return True

    def ahead(self, when: str) -> bool:
        """Whether a time, as digits, is after today, when nobody can have seen it yet."""
        return when[:8] > self._today


def digits(when: str) -> str:
    """A time as digits of the same length, which compare as times do."""
    return re.sub(r"\D", "", when).ljust(_DIGITS, "0")


def holds_more(decided: QueueRow, seen: QueueRow) -> bool:
    """Whether anything was seen that the decided file does not hold, or later; else no record has to be read."""
    return digits(seen.last_seen) > digits(decided.last_seen) or bool(_unseen(decided, seen))


def is_news(decided: QueueRow, seen: QueueRow, judged: LastDecision) -> bool:
    """Whether anything was seen that is newer than the decision, and that the decision did not know."""
    known = digits(decided.last_seen)
    times = [*judged.times, *([known] if judged.is_ahead and not judged.ahead(known) else [])]
    since = max(times, default="")
    pieces = _unseen(decided, seen)
    if any(digits(when) > since and not (judged.ahead(digits(when)) and place in judged.evidence)
           for when, place in pieces):  # fmt: skip
        return True
    last = digits(seen.last_seen)
    return last > since and not judged.ahead(last) and seen.last_seen not in _times(seen)


def _unseen(decided: QueueRow, seen: QueueRow) -> list[tuple[str, str]]:
    """Time and locator of each piece that the decided file does not hold, be it at another line now."""
    if decided.evidence_json == seen.evidence_json:
        return []
    known = {mark for piece in _pieces(decided) for mark in _marks(piece)}
    return [(piece["when"], piece["locator"]) for piece in _pieces(seen) if known.isdisjoint(_marks(piece))]


def _marks(piece: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return ((piece["when"], piece["locator"]), (piece["when"], piece["quote"]))


def _times(row: QueueRow) -> set[str]:
    return {piece["when"] for piece in _pieces(row)}


def _pieces(row: QueueRow) -> list[dict[str, str]]:
    """The dated evidence of a row; evidence of a file that is not verified counts only once it was seen twice."""
    return [
        piece
        for piece in row.evidence
        if isinstance(piece, dict)
        and all(isinstance(piece.get(name), str) for name in ("when", "locator", "quote"))
        and piece["when"]
    ]


_LARGEST_CACHE = 256 * 1024 * 1024


def read(layout: Layout, kind: str, kinds: Kinds) -> list[QueueRow]:
    """Rows that the last run of a kind saw again; empty if the cache is missing or damaged."""
    try:
        return [QueueRow._make(_checked(row, kinds)) for row in _saved(layout).get(kind, [])]
    except (ValueError, TypeError):
        return []


def save(layout: Layout, kind: str, rows: Sequence[QueueRow]) -> None:
    """Keep what this run saw again of a kind; other kinds keep theirs. The same again is not written: statuses depend
    on when it was.
    """
    saved = _saved(layout)
    if (rows or kind in saved) and saved.get(kind) != [list(row) for row in rows]:
        save_blob(layout.private_state / FOUND_AGAIN, json.dumps({**saved, kind: rows}).encode())


def anything_recurs(layout: Layout) -> bool:
    """Whether the last run saw anything again, of any kind."""
    return any(_saved(layout).values())


def _saved(layout: Layout) -> dict[str, Any]:
    try:
        saved = read_json(read_or_none(layout.private_state / FOUND_AGAIN, _LARGEST_CACHE) or b"{}")
    except (OSError, Refused, ValueError, RecursionError):
        return {}
    return saved if isinstance(saved, dict) else {}


def _checked(row: Any, known: Kinds) -> list[Any]:
    """The row when every value is of its kind and its JSON is JSON; a repository can ship this file."""
    kinds = [QueueRow.__annotations__[name] for name in QueueRow._fields]
    if not isinstance(row, list) or len(row) != len(kinds):
        raise ValueError("not a row")
    if not all(isinstance(v, (int, float) if k is float else k) for v, k in zip(row, kinds, strict=True)):
        raise ValueError("not a row")
    made = QueueRow._make(row)
    if made.kind not in known:
        raise ValueError("not a row")
    lists = [read_json(made.actors_json), read_json(made.files_json)]
    if not all(isinstance(one, list) and all(isinstance(word, str) for word in one) for one in lists):
        raise ValueError("not a row")
    pieces = read_json(made.evidence_json)
    if not isinstance(pieces, list) or not all(map(_is_piece, pieces)):
        raise ValueError("not a row")
    return row


def _is_piece(piece: Any) -> bool:
    names = ("quote", "locator", "when", "who")
    return isinstance(piece, dict) and all(isinstance(piece.get(name), str) for name in names)
