"""Places of quotes in words: a record of a conversation is named by its session and line, never by its long path."""

from dreamtui.model.evidence import Locator, Where


def session_of(place: Locator) -> str:
    """The beginning of the name of the session a record stands in."""
    stem = place.ref.rpartition("#")[0].rpartition("/")[2].removesuffix(".jsonl")
    return stem.removeprefix("agent-")[:8]


def place_in_words(place: Locator) -> str:
    """`session 7acd37a8, line 41` for a record, the locator as it is for everything else."""
    if place.where is not Where.RECORD:
        return str(place)
    kind = "subagent" if place.ref.rpartition("#")[0].rpartition("/")[2].startswith("agent-") else "session"
    return f"{kind} {session_of(place)}, line {place.line}" if place.line else f"{kind} {session_of(place)}"
