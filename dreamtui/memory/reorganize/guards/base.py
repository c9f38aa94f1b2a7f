"""What a guard is: a name, a look at two readings, and whether what it keeps apart contradicts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from dreamtui.memory.reorganize.language.reading import StatementReading, Token

KEPT = 8
"""Pairs of which it is kept what differs: one guard after the other asks for the same."""

Check = Callable[[StatementReading, StatementReading], str]
"""The difference between two statements in words, the smaller side first; empty when there is none."""


@dataclass(frozen=True, slots=True)
class StatementGuard:
    """One reason to keep two statements apart that look alike."""

    name: str
    """What a person reads: numbers, negation, direction."""
    check: Check
    """Says what differs."""
    contradicts: bool
    """Whether two statements on one subject that differ so cannot both hold."""
    doubt: bool = False
    """Whether it only keeps apart what may not be the same; it tells nothing of what two statements are about."""


def versus(ones: object, others: object) -> str:
    """Both sides of a difference, in one order whichever way the pair came."""
    left, right = sorted((_words(ones), _words(others)))
    return f"{left or 'none'} / {right or 'none'}"


def _words(side: object) -> str:
    return ", ".join(sorted(map(str, side))) if isinstance(side, set | frozenset | list | tuple) else str(side)


@lru_cache(maxsize=KEPT)
def only_in(one: StatementReading, other: StatementReading) -> tuple[Token, ...]:
    """Tokens whose form the other statement does not have, in order."""
    forms = {token.form for token in other.tokens}
    return tuple(token for token in one.tokens if token.form not in forms and token.form not in other.words)
