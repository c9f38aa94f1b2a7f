"""Quotes: the line of a text that contains one, and short names for their places."""

import re
from collections.abc import Sequence

from dreamtui.model.evidence import Locator, Where

_RECORD = re.compile(r"record:([^\s()]+)")


def session_of(place: Locator) -> str:
    """The beginning of the name of a record's session."""
    stem = place.ref.rpartition("#")[0].rpartition("/")[2].removesuffix(".jsonl")
    return stem.removeprefix("agent-")[:8]


def place_in_words(place: Locator) -> str:
    """`session 7acd37a8, line 41` for a record, words for what has no place, the locator as it is for all else."""
    if place.where is Where.TEXT:
        return place.ref or "only the words were kept"
    if place.where is not Where.RECORD:
        return str(place)
    kind = "subagent" if place.ref.rpartition("#")[0].rpartition("/")[2].startswith("agent-") else "session"
    return f"{kind} {session_of(place)}, line {place.line}" if place.line else f"{kind} {session_of(place)}"


def records_in_words(text: str) -> str:
    """A text with every record of a conversation that it names put as `place_in_words` does."""

    def told(found: re.Match[str]) -> str:
        is_record = "#" in found[1][1:-1]
        return place_in_words(Locator.parse(found[0])) if is_record else found[0]

    return _RECORD.sub(told, text)


_LEAST = 12
"""Characters below which words say too little to be found by."""
_ENOUGH = 40
"""Characters of a quote that are looked for."""
_JOINTS = (" — ", ": ")
"""Separates the words before a quote, such as a title, from the quote."""


def line_saying(lines: Sequence[str], quote: str) -> int | None:
    """The first line, from 0, that contains the quote, or its part after the words before it; None without one.

    The last part is looked for first: it is the quote itself, the words before it often are a heading; these alone are
    looked for last.
    """
    flat = [" ".join(line.split()) for line in lines]
    for wanted in _readings(" ".join(quote.split())):
        at = next((at for at, line in enumerate(flat) if _says(line, wanted)), None)
        if at is not None:
            return at
    return None


def _readings(quote: str) -> list[str]:
    """What is left of the quote behind each joint, the shortest first, then all of it, then what is before them."""
    begins = {0}
    for joint in _JOINTS:
        at = quote.find(joint)
        while at >= 0:
            begins.add(at + len(joint))
            at = quote.find(joint, at + 1)
    behind = [quote[at:] for at in sorted(begins, reverse=True) if not at or len(quote) - at >= _LEAST]
    before = min((quote.partition(joint)[0] for joint in _JOINTS), key=len)
    return [*behind, before] if len(before) >= _LEAST else behind


def _says(line: str, wanted: str) -> bool:
    """Whether a line holds what is wanted, or is the beginning of it."""
    return (bool(wanted) and wanted[:_ENOUGH] in line) or (len(line) >= _LEAST and wanted.startswith(line))
