"""Change, modality, scope and direction: the same words said of another time, strength, place or way round."""

from dreamtui.memory.reorganize.guards.base import StatementGuard, only_in, versus
from dreamtui.memory.reorganize.guards.names import related, swapped
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import StatementReading
from dreamtui.memory.reorganize.language.vocabulary import words_of

_WORDS = words_of(
    """longer anymore formerly previously switched moved migrated changed replaced renamed grew grown shrank upgraded
    downgraded dropped left joined became now since relocated transferred retired deprecated"""
)


def changes(one: StatementReading, other: StatementReading) -> str:
    """One of them tells of a change and the other does not."""
    left, right = one.words & _WORDS, other.words & _WORDS
    return versus(left - right or "before", right - left or "before") if bool(left) != bool(right) else ""


CHANGES = StatementGuard("changes", changes, True)


_PLAIN = frozenset({"must", "should"})
"""Strengths that an imperative without any may stand for."""


def modality(one: StatementReading, other: StatementReading) -> str:
    """They are meant with different strength."""
    left, right = one.strengths - other.strengths, other.strengths - one.strengths
    if not left and not right:
        return ""
    if (left <= _PLAIN and not right and not other.strengths) or (right <= _PLAIN and not left and not one.strengths):
        return ""
    return versus(left or "plain", right or "plain")


MODALITY = StatementGuard("modality", modality, True)


_LIMITS = known.words_of("except unless only if when whenever during while")
"""Words that limit where a statement holds."""


def scope(one: StatementReading, other: StatementReading) -> str:
    """A word for a place, case or group that only one of them has, or a condition that only one of them makes."""
    for left, right in swapped(one, other):
        if _places([t.form for t in left]) or _places([t.form for t in right]):
            return versus([t.raw for t in left], [t.raw for t in right])
    limits = (one.words & _LIMITS) - other.words, (other.words & _LIMITS) - one.words
    if any(limits) and not all(limits):
        return versus(*limits)
    more, less = _added(one, other), _added(other, one)
    return versus(more, less) if more or less else ""


def _places(forms: list[str]) -> set[str]:
    return set(forms) & _SCOPES


_SCOPES = frozenset(known.SYNONYMS.get(word, word) for word in known.SCOPE_WORDS)


def _added(one: StatementReading, other: StatementReading) -> set[str]:
    """Words for places that one statement adds to the other."""
    return {
        token.raw
        for token in only_in(one, other)
        if token.form in _SCOPES and not any(related(token.form, form) for form in other.topic)
    }


SCOPE = StatementGuard("scope", scope, False)


_JOINING = frozenset({"and", "or", "of", "for"})
"""Words on both sides of which things may be exchanged."""
_PASSIVE = "by"
_LONG = 200
"""Words of a statement above which any other order counts as another direction."""


def direction(one: StatementReading, other: StatementReading) -> str:
    """Two things have changed places around a word that points from one to the other."""
    first, second = list(one.sequence), list(other.sequence)
    if max(len(first), len(second)) > _LONG:
        return "" if first == second or sorted(first) != sorted(second) else "the same words in another order"
    if sorted(first) != sorted(second):
        return _voice(first, second)
    while first and second and first[0] == second[0]:
        first, second = first[1:], second[1:]
    while first and second and first[-1] == second[-1]:
        first, second = first[:-1], second[:-1]
    exchanged = _exchange(first, second)
    if exchanged is None:
        return ""
    left, middle, right = exchanged
    ways = sorted((f"{left} {middle} {right}", f"{right} {middle} {left}"))
    return " / ".join(ways)


def _exchange(first: list[str], second: list[str]) -> tuple[str, str, str] | None:
    """`X M Y` against `Y M X`: X, M and Y, or none."""
    size = len(first)
    for ahead in range(1, min(size - 1, 5)):
        for behind in range(1, min(size - ahead, 5)):
            middle = first[ahead : size - behind]
            if (
                set(middle) - _JOINING
                and first[:ahead] == second[size - ahead :]
                and first[size - behind :] == second[:behind]
                and middle == second[behind : size - ahead]
            ):
                return " ".join(first[:ahead]), " ".join(middle), " ".join(first[size - behind :])
    return None


def _voice(first: list[str], second: list[str]) -> str:
    """The same words in the same order, but done *by* the last in one of them only."""
    if (_PASSIVE in first) == (_PASSIVE in second):
        return ""
    if [word for word in first if word != _PASSIVE] == [word for word in second if word != _PASSIVE]:
        return "done by / done to"
    return ""


DIRECTION = StatementGuard("direction", direction, True)
