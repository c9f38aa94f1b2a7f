"""Whether two memories may be merged: their statements side by side, each pair of alike ones asked of every guard."""

from dataclasses import dataclass
from functools import lru_cache

from dreamtui.memory.reorganize.guards import StatementGuard, objection
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import StatementReading, read
from dreamtui.memory.reorganize.statements import Form, plain, statements
from dreamtui.model.proposal import Memory

_ONE_SUBJECT = 0.6
"""Share of topic words from which two statements of longer texts are about one subject."""


@dataclass(frozen=True, slots=True)
class MergeObjection:
    """Why two memories are kept apart."""

    guard: str
    reason: str
    contradicts: bool
    one: str = ""
    """The statement of the first memory."""
    other: str = ""
    """The statement of the second memory."""


SCOPE_FIELD = "scope"
"""Memories that hold in different places (project, user, team) are kept apart under the name of the scope guard."""


@lru_cache(maxsize=32768)
def _claims(text: str) -> tuple[tuple[str, str], ...]:
    """Plain form and words of each statement that claims something."""
    found = [(plain(s.text), s.text) for s in statements(text) if s.form is not Form.HEADING]
    return tuple(found) or tuple((plain(s.text), s.text) for s in statements(text))


def compare(one: Memory, other: Memory) -> MergeObjection | None:
    """The first reason to keep two memories apart; none when they may be merged. The same whichever comes first."""
    if one.id > other.id:
        found = compare(other, one)
        return found and MergeObjection(found.guard, found.reason, found.contradicts, found.other, found.one)
    if one.scope != other.scope:
        sides = " / ".join(sorted((one.scope or "none", other.scope or "none")))
        return MergeObjection(SCOPE_FIELD, sides, False, one.text, other.text)
    if plain(one.text) == plain(other.text):
        return None
    left, right = _claims(one.text), _claims(other.text)
    if len(left) == 1 and len(right) == 1:
        return _objection(left[0][1], right[0][1])
    return _between(left, right)


def _objection(one: str, other: str) -> MergeObjection | None:
    found = objection(read(one), read(other))
    return _made(found, one, other) if found else None


def _made(found: tuple[StatementGuard, str], one: str, other: str) -> MergeObjection:
    guard, reason = found
    return MergeObjection(guard.name, reason, guard.contradicts, one, other)


def _between(left: tuple[tuple[str, str], ...], right: tuple[tuple[str, str], ...]) -> MergeObjection | None:
    """Longer texts: a contradiction between two statements, or every alike pair being about something else."""
    equal = {key for key, _ in left} & {key for key, _ in right}
    ones = [text for key, text in left if key not in equal]
    others = [text for key, text in right if key not in equal]
    apart: list[MergeObjection] = []
    near = 0
    for one in ones:
        for other in others:
            first, second = read(one), read(other)
            if overlap(first, second) < _ONE_SUBJECT:
                continue
            near += 1
            found = objection(first, second)
            if found and found[0].contradicts:
                return _made(found, one, other)
            if found:
                apart.append(_made(found, one, other))
    if apart and len(apart) * 2 > near and not equal:
        return apart[0]
    return None


def overlap(one: StatementReading, other: StatementReading) -> float:
    """Share of the topic words of the shorter-worded statement that the other has too, weighed down by the longer."""
    first, second = one.heavy or one.topic, other.heavy or other.topic
    first, second = first - known.NEGATIONS, second - known.NEGATIONS
    shared = len(first & second)
    return shared / (len(first) * len(second)) ** 0.5 if shared else 0.0
