"""Finds a snippet again in the live daily note: where it stands now, and what its lines say there.

Notes are edited after a search has found them. The whole of the window of lines that fits best is taken, so that what
is promoted is what the note says today; what no longer stands there is not promoted.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, unique
from functools import cached_property

from dreamtui.openclaw.scoring.paths import is_note_name
from dreamtui.text.js import collapse, split_lines, trim

_MARKER = re.compile(r"(?:(?<!\d)\d+\.\s+|[-*+]\s+)")
_HEADING = re.compile(r"#{1,6}\s+(\S.*)\Z")
_FENCE_START = re.compile(r"<!--\s*openclaw:dreaming:[a-z][a-z0-9-]*:start\s*-->", re.IGNORECASE)
_FENCE_END = re.compile(r"<!--\s*openclaw:dreaming:[a-z][a-z0-9-]*:end\s*-->", re.IGNORECASE)
_DAY_NAME = (
    r"(?:(?:mon|monday|tue|tues|tuesday|wed|wednesday|thu|thur|thurs|thursday|fri|friday|sat|saturday|sun|sunday)"
    r"(?:,\s+)?)?"
)
_MONTH = (
    r"(?:jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|september|oct|october"
    r"|nov|november|dec|december)"
)
_GENERIC = re.compile(
    rf"{_DAY_NAME}(?:{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,\s*\d{{4}})?"
    r"|\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?|\d{4}[/-]\d{2}[/-]\d{2})"
    r"|light sleep|rem sleep|today|yesterday|tomorrow|morning|afternoon|evening|night",
    re.IGNORECASE,
)


@unique
class LocatedSnippet(Enum):
    """What became of a snippet."""

    HERE = "found"
    """It stands where it stood."""
    MOVED = "moved"
    """It stands elsewhere in the note, or its line says more."""
    GONE = "gone"
    """The note, or the text in it, is not there."""
    MANAGED = "managed"
    """It stands in a block that the dreaming wrote itself."""
    UNCHECKED = "unchecked"
    """Nobody looked."""


@dataclass(frozen=True, slots=True)
class SnippetPlace:
    """Where a snippet stands now."""

    found: LocatedSnippet
    """What became of it."""
    start: int = 0
    """First line, from 1."""
    end: int = 0
    """Last line."""
    text: str = ""
    """What these lines say, on one line."""


class DailyNote:
    """A daily note, its lines read once for all snippets that are looked for in it."""

    def __init__(self, text: str) -> None:
        self.lines = split_lines(text)

    @cached_property
    def plain(self) -> list[str]:
        """Each line without outer and double blanks."""
        return [collapse(line) for line in self.lines]

    @cached_property
    def bare(self) -> list[tuple[str, bool]]:
        """Each line without its list marker, and whether it had one."""
        return [(_MARKER.sub("", line, count=1), True) if _MARKER.match(line) else (line, False) for line in self.plain]

    @cached_property
    def headings(self) -> list[str]:
        """For each line the heading it stands under; empty for none and for one that is only a date."""
        found, current = [], ""
        for line, plain in zip(self.lines, self.plain, strict=True):
            found.append(current)
            if _FENCE_START.search(line) or _FENCE_END.search(line):
                current = ""
            elif match := _HEADING.match(plain):
                current = _heading(match[1])
        return found

    @cached_property
    def fenced(self) -> list[bool]:
        """For each line whether it belongs to a block of the dreaming's own."""
        found, inside = [], False
        for line in self.lines:
            starts, ends = bool(_FENCE_START.search(line)), bool(_FENCE_END.search(line))
            found.append(inside or starts or ends)
            inside = (inside or starts) and not ends
        return found

    def window(self, start: int, end: int) -> str:
        """The lines of a window as one; numbers from 1."""
        return " ".join(line for line in self.plain[max(0, start - 1) : end] if line)

    def listed(self, start: int, end: int) -> str:
        """The same without list markers, joined by semicolons where every line is a list item."""
        lines = self.bare[max(0, start - 1) : end]
        joiner = "; " if len(lines) > 1 and all(marked for _, marked in lines) else " "
        return collapse(joiner.join(text for text, _ in lines))


def _heading(raw: str) -> str:
    text = collapse(_MARKER.sub("", raw, count=1))
    return "" if is_note_name(text) or _GENERIC.fullmatch(text) else text


def locate(note: DailyNote | None, snippet: str, start: int, end: int) -> SnippetPlace:
    """Where a snippet stands in its note now."""
    if note is None:
        return SnippetPlace(LocatedSnippet.GONE)
    wanted = collapse(snippet)
    exact = note.window(start, end)
    if (exact == wanted) if wanted else bool(exact):
        place = SnippetPlace(LocatedSnippet.HERE, start, end, exact)
    else:
        best = _best(note, wanted, start, max(1, end - start + 1)) if wanted else None
        if best is None:
            return SnippetPlace(LocatedSnippet.GONE)
        place = SnippetPlace(LocatedSnippet.MOVED, best.start, best.end, best.text)
    first = max(1, min(place.start, len(note.lines)))
    managed = any(note.fenced[first - 1 : max(first, min(place.end, len(note.lines)))])
    return SnippetPlace(LocatedSnippet.MANAGED) if managed else place


@dataclass(frozen=True, slots=True)
class _Match:
    quality: int
    distance: int
    stretch: int
    start: int
    end: int
    text: str

    def beats(self, other: "_Match | None") -> bool:
        if other is None or self.quality != other.quality:
            return other is None or self.quality > other.quality
        return (self.distance, self.stretch) < (other.distance, other.stretch)


def _best(note: DailyNote, wanted: str, start: int, span: int) -> _Match | None:
    """The window that fits best: by quality, then by distance, then by how many lines it has."""
    longest = min(len(note.lines), max(span + 3, 8))
    best: _Match | None = None
    for first in range(1, len(note.lines) + 1):
        for last in range(first, min(first + longest, len(note.lines) + 1)):
            quality, text = _fit(note, wanted, first, last)
            if not quality:
                continue
            match = _Match(quality, abs(first - start), abs(last - first + 1 - span), first, last, text)
            if match.beats(best):
                best = match
    return best


def _fit(note: DailyNote, wanted: str, first: int, last: int) -> tuple[int, str]:
    """How well a window fits, and as what text: plain, without list markers, or under its heading."""
    plain, listed = note.window(first, last), note.listed(first, last)
    heading = note.headings[first - 1]
    headed = f"{heading}: {listed}" if heading and listed else listed
    as_plain = _quality(wanted, plain)
    as_listed = _quality(wanted, listed) if listed != plain else 0
    as_headed = _quality(wanted, headed) if headed != listed else 0
    body = _body_of(wanted, listed) if headed != listed else ""
    as_body = _quality(body, listed) if body else 0
    if as_body and as_body >= max(as_plain, as_listed):
        return as_body, headed
    if as_headed > as_plain and as_headed >= as_listed:
        return as_headed, headed
    if as_listed > as_plain:
        return as_listed, headed if _has_heading(wanted, listed) else listed
    return as_plain, plain


def _quality(wanted: str, window: str) -> int:
    """3 for equal, 2 for a window that holds the text, 1 for a part of it, 0 for neither."""
    if not wanted or not window:
        return 0
    if wanted == window:
        return 3
    return 2 if wanted in window else int(window in wanted)


def _has_heading(wanted: str, body: str) -> bool:
    """Whether the text names a heading before the body."""
    at = wanted.find(body) if body and wanted != body else -1
    return at > 0 and trim(wanted[:at]).endswith(":")


def _body_of(wanted: str, body: str) -> str:
    """The part of the text behind a heading, where the body begins with it."""
    if not body or wanted == body or body.startswith(wanted):
        return ""
    at = wanted.find(": ")
    while at > 0:
        part = collapse(wanted[at + 2 :])
        if part and body.startswith(part):
            return part
        at = wanted.find(": ", at + 2)
    return ""


def source_paths(path: str) -> Sequence[str]:
    """Where the note of a path may lie: there, else by its name in `memory/`; nowhere for a path that leads out."""
    if path.startswith("/") or ".." in path.split("/"):
        return ()
    name = path.rsplit("/", 1)[-1]
    return (path,) if path.startswith("memory/") else (path, f"memory/{name}")
