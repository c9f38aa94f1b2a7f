"""Scope: the same said for another place, case or group, or for one of them only."""

from dreamtui.dream.reorganize import vocabulary as known
from dreamtui.dream.reorganize.guards.base import Guard, only_in, versus
from dreamtui.dream.reorganize.guards.names import related, swapped
from dreamtui.dream.reorganize.reading import Reading

_LIMITS = known.words_of("except unless only if when whenever during while")
"""Words that limit where a statement holds."""


def scope(one: Reading, other: Reading) -> str:
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


def _added(one: Reading, other: Reading) -> set[str]:
    """Words for places that one statement adds to the other."""
    return {
        token.raw
        for token in only_in(one, other)
        if token.form in _SCOPES and not any(related(token.form, form) for form in other.topic)
    }


SCOPE = Guard("scope", scope, False)
