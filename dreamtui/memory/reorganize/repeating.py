"""Whether one statement says what another says, so that the other can go."""

import re

from dreamtui.memory.reorganize.guards import related
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import StatementReading, read
from dreamtui.memory.reorganize.statements import begins_with_label

_NEW = 0.25
"""Share of the words of a statement that its twin may lack."""
_FIRST = re.compile(r"\W*+(?:\d{1,3}[.)]\s++)?\W*+([A-Za-z]{3,20})\s++(\w+)?")
_NO_VERB_BEFORE = known.words_of(
    "is are was were has have had can may must should will would does do did needs uses runs lives stays"
)


def repeats(said: str, twin: str) -> bool:
    """Whether a twin says all that counts of a statement: what it does, what it denies, how strictly, most words."""
    less, more = read(said), read(twin)
    if not less.strengths <= more.strengths or less.negations > more.negations or _does_another_thing(less, said, more):
        return False
    lacks = sum(not _has(more, form) for form in less.heavy)
    return lacks <= _NEW * len(less.heavy)


def do_different_things(one: str, other: str) -> bool:
    """Whether two statements begin with what is done, and each does what the other does not speak of."""
    left, right = read(one), read(other)
    return _does_another_thing(left, one, right) and _does_another_thing(right, other, left)


def _does_another_thing(reading: StatementReading, said: str, other: StatementReading) -> bool:
    """Whether a statement begins with a verb that the other lacks: "Commits …" beside "Converts …"."""
    found = _FIRST.match(said)
    if found is None or not reading.tokens or (found[2] or "").lower() in _NO_VERB_BEFORE:
        return False
    first = reading.tokens[0]
    if first.raw.lower() != found[1].lower() or first.form in known.LIGHT | known.NEGATIONS:
        return False
    return not _has(other, first.form)


def _has(reading: StatementReading, form: str) -> bool:
    return form in reading.topic or any(related(form, other) for other in reading.topic)


_POINTS_BACK = re.compile(r"\s*(?:This|That|These|Those|It|They|Such|Then|So|Otherwise|Else|Therefore|Hence)\b")


def can_go(text: str, said: str) -> bool:
    """Whether what stands behind a statement in its line can be understood without it."""
    end = text.find(said) + len(said)
    rest = text[end:].partition("\n")[0]
    return not rest.strip() or not (_POINTS_BACK.match(rest) or begins_with_label(said))
