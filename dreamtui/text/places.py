"""Places of quotes in words: a record of a conversation is named by its session and line, never by its long path."""

import re

from dreamtui.model.evidence import Locator, Where

_RECORD = re.compile(r"record:([^\s()]+)")


def session_of(place: Locator) -> str:
    """The beginning of the name of the session a record stands in."""
    stem = place.ref.rpartition("#")[0].rpartition("/")[2].removesuffix(".jsonl")
    return stem.removeprefix("agent-")[:8]


def place_in_words(place: Locator) -> str:
    """`session 7acd37a8, line 41` for a record, words for what has no place, the locator as it is for all else."""
    if place.where is Where.TEXT:
        return "only the words were kept"
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
