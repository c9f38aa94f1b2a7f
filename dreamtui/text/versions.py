"""Versions: what reads as one, and whether one is reached."""

import re
from collections.abc import Iterable

LONGEST = 40
_VERSION = re.compile(r"[vV]?\d{1,9}(?:\.\d{1,9}){1,4}(?:[-+.]?[A-Za-z][0-9A-Za-z.+-]*)?|[vV]\d{1,9}")
_PARTS = re.compile(r"[vV]?(\d{1,9}(?:\.\d{1,9}){0,4})(.*)", re.DOTALL)
_BEFORE = re.compile(r"[-._]?(a|b|c|rc|alpha|beta|dev|pre|preview|snapshot|next|canary)([^A-Za-z]|$)", re.IGNORECASE)


def is_version(text: str) -> bool:
    """Whether a text reads as a version: numbers with dots between them, or one behind a v."""
    return len(text) <= LONGEST and _VERSION.fullmatch(text) is not None


def is_reached(wanted: str, known: Iterable[str]) -> bool:
    """Whether one of these versions is the one that is wanted, or a later one; before a release come its candidates."""
    asked = _order(wanted)
    return asked is not None and any((one := _order(name)) is not None and one >= asked for name in known)


def _order(text: str) -> tuple[tuple[int, ...], int, str] | None:
    """Sorts versions; None for what is none."""
    found = _PARTS.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if found is None or (found[2] and not is_version(text.strip())):
        return None
    numbers = [int(part) for part in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    early = bool(_BEFORE.match(found[2]))
    return tuple(numbers), 0 if early else 1, found[2].lower() if early else ""
