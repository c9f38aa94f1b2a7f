"""Numbers, dates and versions: two statements with different figures are two statements."""

from dreamtui.memory.reorganize.guards.base import StatementGuard, versus
from dreamtui.memory.reorganize.language.reading import StatementReading


def _of(reading: StatementReading, *kinds: str) -> set[str]:
    return {token.form for token in reading.tokens if token.kind in kinds}


def _raw(reading: StatementReading, forms: set[str], *kinds: str) -> set[str]:
    return {token.raw for token in reading.tokens if token.kind in kinds and token.form in forms}


def numbers(one: StatementReading, other: StatementReading) -> str:
    """A number, with its unit, that only one of them has; a lone "one" against nothing is no number."""
    first, second = _of(one, "number", "version"), _of(other, "number", "version")
    left, right = _only(one, first - second, "number"), _only(other, second - first, "number")
    if not left and not right:
        return ""
    if not (left and right) and (left | right) <= {"1"}:
        return ""
    if not (left and right):  # what one of them says, the other says too: all of both tells more than nothing
        left, right = _of(one, "number"), _of(other, "number")
    return versus(_raw(one, left, "number"), _raw(other, right, "number"))


def _only(reading: StatementReading, forms: set[str], kind: str) -> set[str]:
    return forms & _of(reading, kind)


def dates(one: StatementReading, other: StatementReading) -> str:
    """A day, month, time or year that only one of them has."""
    first, second = _of(one, "date"), _of(other, "date")
    return "" if first == second else versus(_raw(one, first - second, "date"), _raw(other, second - first, "date"))


def versions(one: StatementReading, other: StatementReading) -> str:
    """A version that only one of them has."""
    first, second = _of(one, "version", "number"), _of(other, "version", "number")
    left, right = _only(one, first - second, "version"), _only(other, second - first, "version")
    return versus(_raw(one, left, "version"), _raw(other, right, "version")) if left or right else ""


NUMBERS = StatementGuard("numbers", numbers, True)
DATES = StatementGuard("dates", dates, True)
VERSIONS = StatementGuard("versions", versions, True)
