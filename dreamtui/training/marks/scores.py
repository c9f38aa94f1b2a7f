"""The marks a person gives a brief, as they are typed: numbers on lines of their own, then words of coaching."""

import re
from collections.abc import Mapping
from enum import StrEnum, unique
from types import MappingProxyType

from dreamtui.model.errors import Refused


@unique
class Dimension(StrEnum):
    """What a brief is marked for."""

    SPECIFICITY = "specificity"
    EVIDENCE = "evidence"
    SOURCES = "sources"
    ACTIONABILITY = "actionability"
    DEPTH = "depth"


DIMENSIONS = tuple(Dimension)
LOWEST, HIGHEST = 1, 10
_LINE = re.compile(r"[ \t]*(?:[-*][ \t]+)?([a-z]+)[ \t]*[:=][ \t]*(\S+)[ \t]*", re.IGNORECASE)
_GRADES = MappingProxyType({"A+": 9, "A": 8, "B+": 7, "B": 6, "C": 5, "D": 4})
_HEADING = "Coaching:"
Marks = Mapping[Dimension, int]


def mean(marks: Mapping[Dimension, int]) -> float:
    """The mark of the whole, to one place; 0 without any."""
    return round(sum(marks.values()) / len(marks), 1) if marks else 0.0


def grade(score: float) -> str:
    """The letter for a mean; D and F are to be done again."""
    return next((letter for letter, least in _GRADES.items() if score >= least), "F")


def read_marks(text: str, proposed: Mapping[Dimension, int]) -> tuple[dict[Dimension, int], str]:
    """The marks in what a person typed, those they left out as proposed, and the rest as words of coaching.

    Refused for a mark that is none, and where one is missing that nobody proposed.
    """
    marks = dict(proposed)
    words: list[str] = []
    for line in text.split("\n"):
        found = [_LINE.fullmatch(part) for part in line.split(",")]
        given = [one for one in found if one and one[1].lower() in DIMENSIONS]
        if len(given) < len(found):
            words.append(line)
            continue
        for one in given:
            marks[Dimension(one[1].lower())] = read_mark(one[1], one[2])
    missing = [one for one in DIMENSIONS if one not in marks]
    if missing:
        raise Refused(f"no mark is given for {', '.join(missing)}; a mark is a whole number from {LOWEST} to {HIGHEST}")
    notes = "\n".join(words).strip()
    return {one: marks[one] for one in DIMENSIONS}, notes.removeprefix(_HEADING).strip()


def read_mark(name: str, text: str) -> int:
    """One mark; Refused for anything but a whole number from 1 to 10."""
    text = text.removesuffix("/10")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    if not LOWEST <= number <= HIGHEST:
        raise Refused(f"{name.lower()} is a whole number from {LOWEST} to {HIGHEST}, not {text[:20]!r}")
    return number


def write_marks(marks: Mapping[Dimension, int], notes: str = "") -> str:
    """The text that `read_marks` reads."""
    lines = [f"{one}: {marks[one]}" for one in DIMENSIONS if one in marks]
    return "\n".join([*lines, *(["", f"{_HEADING} {notes}"] if notes else [])])
