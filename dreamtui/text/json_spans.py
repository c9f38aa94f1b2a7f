"""Where the parts of a JSON text stand, so that it can be changed in one place and keep every other byte."""

import json
import re
from typing import Any, NamedTuple

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class JsonPart(NamedTuple):
    """A member of an object, or an element of a list."""

    key: str
    """Its name; empty for an element."""
    start: int
    """Where its name begins, or an element itself."""
    at: int
    """Where its value begins."""
    end: int
    """Behind its value."""
    value: Any


def beginning(text: str) -> int:
    """Where the value of the whole text begins."""
    return _skip(text, 1 if text.startswith("\ufeff") else 0)


def parts(text: str, at: int) -> list[JsonPart]:
    """The parts of the object or list that begins there, in their order; the text is known to be JSON."""
    named = text[at] == "{"
    found: list[JsonPart] = []
    here = _skip(text, at + 1)
    while text[here] not in "}]":
        start, key = here, ""
        if named:
            key, here = _DECODER.raw_decode(text, here)
            here = _skip(text, _skip(text, here) + 1)
        value, end = _DECODER.raw_decode(text, here)
        found.append(JsonPart(key, start, here, end, value))
        here = _skip(text, end)
        if text[here] == ",":
            here = _skip(text, here + 1)
    return found


def member(text: str, at: int, key: str) -> JsonPart | None:
    """The member of that name; of several the last, which is the one that counts."""
    return next((part for part in reversed(parts(text, at)) if part.key == key), None)


def put_last(text: str, at: int, key: str, value: Any) -> str:
    """The text with one more part at the end of an object or list, written as the parts before it are.

    In an empty one it stands behind one space, by which `take` knows that the empty one was there before.
    """
    there = parts(text, at)
    if not there:
        return f"{text[: at + 1]} {_named(key)}{json.dumps(value, ensure_ascii=False)}{text[at + 1 :]}"
    before, last = text[at + 1 : there[0].start], there[-1].end
    if "\n" not in before:
        return f"{text[:last]}, {_named(key)}{json.dumps(value, ensure_ascii=False)}{text[last:]}"
    newline = "\r\n" if "\r\n" in before else "\n"
    indent = before.rpartition("\n")[2]
    made = json.dumps(value, ensure_ascii=False, indent=_step(text)).replace("\n", f"{newline}{indent}")
    return f"{text[:last]},{newline}{indent}{_named(key)}{made}{text[last:]}"


def take(text: str, at: int, start: int) -> tuple[str, bool]:
    """The text without the part that begins there, and whether the object or list around it was made for it alone."""
    there = parts(text, at)
    place = next(number for number, part in enumerate(there) if part.start == start)
    part = there[place]
    if place:
        return text[: there[place - 1].end] + text[part.end :], False
    if len(there) > 1:
        return text[:start] + text[there[1].start :], False
    filled = text[at + 1 : start] == " "
    return text[: at + 1] + text[part.end :], not filled


def _named(key: str) -> str:
    return f"{json.dumps(key, ensure_ascii=False)}: " if key else ""


def _step(text: str) -> str:
    """What a text is indented by, as its first line of an object says."""
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
