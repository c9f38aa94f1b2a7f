"""Whether a decided item that was seen again has anything new: nothing that the decision knew, whatever clocks say.

Evidence can carry a time that has not come, and a person can decide with a clock that is ahead. Neither makes news of
what was decided already, and neither keeps what happens now from being news.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence

from dreamtui.model.errors import Integrity, NotFound
from dreamtui.store.index import Row
from dreamtui.store.layout import Layout
from dreamtui.store.record_names import Named, standing

_DIGITS = 20
"""Of a time, from the year to the microsecond."""

_JUDGES = frozenset({"graduate", "reject", "rerationale", "retire"})
"""Verbs with which a person looked at everything that was known then."""

Unreadable = Callable[[str, str], None]
"""Told of a record that decides nothing, and why."""


class Judged:
    """What a person knew of an item when it was last decided."""

    def __init__(
        self, layout: Layout, today: str, named: Iterable[Sequence[Named]], unreadable: Callable[[str, str], None]
    ):
        """`named` are decisions by their names, of each id apart; `unreadable` is told of those that decide nothing."""
        self._today = re.sub(r"\D", "", today)[:8]
        self.evidence: set[str] = set()
        """Locators that the decisions name."""
        self.times: list[str] = []
        """When it was decided, as digits; those that have not come are left out."""
        self.is_ahead = False
        """Whether a decision carries a time that has not come."""
        from dreamtui.store.audit import Audit

        self._audit = Audit(layout)
        for decisions in named:
            sound = [name for name in decisions if self._is_sound(name, unreadable)]
            for when in (digits(name.when) for name in standing(sound) if name.verb in _JUDGES):
                self.is_ahead |= self.ahead(when)
                self.times += [] if self.ahead(when) else [when]

    def _is_sound(self, name: Named, unreadable: Unreadable) -> bool:
        """Whether a record can be read and is what its name says; what it knew is kept."""
        from dreamtui.formats import record

        try:
            decision = self._audit.read(name.path)
        except (Integrity, NotFound) as problem:
            unreadable(name.path, f"it decides nothing: {problem}")
            return False
        if not name.path.endswith(f"/{record.file_name(decision)}"):
            unreadable(name.path, "it decides nothing: this is not the name that its record would have")
            return False
        self.evidence |= {place for place, _ in decision.evidence}
        return True

    def ahead(self, when: str) -> bool:
        """Whether a time, as digits, lies after today: nobody can have seen it yet."""
        return when[:8] > self._today


def digits(when: str) -> str:
    """A time as digits of the same length, which compare as times do."""
    return re.sub(r"\D", "", when).ljust(_DIGITS, "0")


def holds_more(decided: Row, seen: Row) -> bool:
    """Whether anything was seen that the decided file does not hold, or later; else no record has to be read."""
    return digits(seen.last_seen) > digits(decided.last_seen) or bool(_unseen(decided, seen))


def is_news(decided: Row, seen: Row, judged: Judged) -> bool:
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


def _unseen(decided: Row, seen: Row) -> list[tuple[str, str]]:
    """Time and locator of each piece that the decided file does not hold, be it at another line now."""
    if _packed(decided) == _packed(seen):
        return []
    known = {mark for piece in _pieces(decided) for mark in _marks(piece)}
    return [(piece["when"], piece["locator"]) for piece in _pieces(seen) if known.isdisjoint(_marks(piece))]


def _marks(piece: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return ((piece["when"], piece["locator"]), (piece["when"], piece["quote"]))


def _times(row: Row) -> set[str]:
    return {piece["when"] for piece in _pieces(row)}


def _packed(row: Row) -> str:
    """The evidence as the row holds it, which is quick to compare; in a string of its own no quote stands bare."""
    return row.tail[max(0, row.tail.find('"evidence": ')) :]


def _pieces(row: Row) -> list[dict[str, str]]:
    """The evidence of a row that says when it was; of a file nobody vouches for, so it is looked at twice."""
    pieces = json.loads("{" + row.tail).get("evidence", [])
    return [
        piece
        for piece in pieces
        if isinstance(piece, dict)
        and all(isinstance(piece.get(name), str) for name in ("when", "locator", "quote"))
        and piece["when"]
    ]
