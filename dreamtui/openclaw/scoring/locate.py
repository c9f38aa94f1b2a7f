"""Where a snippet of an earlier day stands in its note now, and what the note says there.

The rules are OpenClaw's, because what is found is written to MEMORY.md: which windows of a note fit, which of them is
preferred, and in which reading.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, unique

from dreamtui.openclaw.js import collapse
from dreamtui.openclaw.scoring.daily_note import DailyNote, JoinedLines, Windows

__all__ = ["DailyNote", "LocatedSnippet", "SnippetPlace", "locate", "source_paths"]

_LEAST_WINDOW = 8
_MORE_LINES = 3
_PROBE = 64
_LONGEST = 100_000
"""Characters of a snippet that is still looked for elsewhere; a search cuts them at some hundreds."""


@unique
class LocatedSnippet(Enum):
    """What became of a snippet."""

    HERE = "found"
    """It stands at its old lines."""
    MOVED = "moved"
    """It stands at other lines, or the lines say something else or more."""
    GONE = "gone"
    """There is no note, or nothing in it fits."""
    MANAGED = "managed"
    """What fits overlaps a block that the dreaming wrote."""
    UNCHECKED = "unchecked"
    """Nobody looked."""


@dataclass(frozen=True, slots=True)
class SnippetPlace:
    """Where a snippet stands now."""

    found: LocatedSnippet
    """What became of it."""
    start: int = 0
    """Number of its first line, from 1; 0 where it stands nowhere."""
    end: int = 0
    """Number of its last line."""
    text: str = ""
    """What these lines say, on one line."""


def locate(note: DailyNote | None, snippet: str, start: int, end: int) -> SnippetPlace:
    """Find a snippet that once stood at some lines; their numbers may be any."""
    place = SnippetPlace(LocatedSnippet.GONE)
    if note is None:
        return place
    wanted = collapse(snippet)
    old = note.plain.between(*note.inside(start, end))
    if old and wanted in ("", old):
        place = SnippetPlace(LocatedSnippet.HERE, start, end, old)
    elif 0 < len(wanted) <= _LONGEST and (window := _Search(note, wanted, start, end).window()):
        place = SnippetPlace(LocatedSnippet.MOVED, *window, _text(wanted, *note.says(*window)))
    if place.found is not LocatedSnippet.GONE and note.is_managed(place.start, place.end):
        return SnippetPlace(LocatedSnippet.MANAGED)
    return place


def source_paths(path: str) -> Sequence[str]:
    """Where the note of a stored path may lie; nowhere for a path that leads out of the workspace."""
    if path.startswith("/") or ".." in path.split("/"):
        return ()
    return (path,) if path.startswith("memory/") else (path, f"memory/{path.rpartition('/')[2]}")


@dataclass(slots=True)
class _Choice:
    """The best of the windows offered so far: nearest, then nearest in length, then topmost, then shortest."""

    start: int
    """Where it should begin."""
    span: int
    """How many lines it should have."""
    most: int
    """How many it may have."""
    key: tuple[int, int, int, int] | None = None
    """What is compared, of the best one; the last two are its first line and its length."""

    def offer(self, offered: Iterable[Windows]) -> None:
        """Offer windows: of each of them, only the best has to be looked at."""
        for first, last, low, high in offered:
            begin = min(max(self.start, first, low - self.most + 1), last)
            end = min(max(begin + self.span - 1, low), high, begin + self.most - 1)
            if begin >= first and end >= low:
                length = end - begin + 1
                key = abs(begin - self.start), abs(length - self.span), begin, length
                self.key = min(self.key or key, key)

    @property
    def window(self) -> tuple[int, int] | None:
        """First and last line of the best one."""
        return (self.key[2], self.key[2] + self.key[3] - 1) if self.key else None


class _Search:
    """The search for one snippet in one note: for windows that say it, else that hold it, else that are part of it."""

    def __init__(self, note: DailyNote, snippet: str, start: int, end: int) -> None:
        self.note = note
        self.snippet = snippet
        self.tails = _Tails(snippet)
        span = max(1, end - start + 1)
        most = max(span + _MORE_LINES, _LEAST_WINDOW)
        self.most = most
        self.equal, self.holding, self.part = (_Choice(start, span, most) for _ in range(3))

    def window(self) -> tuple[int, int] | None:
        """First and last line of the window that fits best."""
        note = self.note
        for how in (note.plain, note.bare, note.items):
            self._look_for_whole(how)
        self._look_in_headings()
        for how in (note.bare, note.items):
            self._look_for_tails(how)
        found = self.equal.window or self.holding.window
        if found is None:
            for how in (note.plain, note.bare, note.items):
                self._look_for_parts(how)
        return found or self.part.window

    def _look_for_whole(self, how: JoinedLines) -> None:
        note = self.note
        for lines, found in how.places(self.snippet):
            stop = found + len(self.snippet)
            last = how.line_at(stop)
            if how.starts[lines[-1]] == found and how.ends[last] == stop:
                self.equal.offer(note.windows(how, lines[-1], last, last))
            near, _ = note.inside(note.numbers[last] - self.most + 1, note.numbers[last])
            for line in range(max(lines[0], near), lines[-1] + 1):
                self.holding.offer(note.windows(how, line, last, note.last))

    def _look_in_headings(self) -> None:
        """A window whose heading holds the snippet holds it too."""
        note = self.note
        known, held = "", False
        for line, head in enumerate(note.heads):
            if head is not known:
                known, held = head, self.snippet in head
            if held:
                self.holding.offer(note.windows(note.plain, line, line, note.last))

    def _look_for_tails(self, how: JoinedLines) -> None:
        """Windows below a heading that say, or begin with, what follows a colon of the snippet."""
        for lines, found in how.places(self.tails.shortest) if self.tails.sizes else ():
            near = how.line_at(found + len(self.tails.shortest) - self.tails.most)
            for line in range(max(lines[0], near), lines[-1] + 1):
                if self.note.heads[line] and how.starts[line] < how.ends[line]:
                    self._look_for_tails_at(how, line)

    def _look_for_tails_at(self, how: JoinedLines, line: int) -> None:
        note, tails = self.note, self.tails
        at, number, head = how.starts[line], note.numbers[line], note.heads[line]
        for last in range(line, len(how.starts)):
            size = how.ends[last] - at
            if size > tails.most or note.numbers[last] - number >= self.most:
                break
            if tails.fits(how.text, at, size) and (tails.under_any or tails.before(size) == head):
                self.equal.offer(note.windows(how, line, last, last))
        for size in tails.sizes:
            if tails.fits(how.text, at, size) and (tails.under_any or head.endswith(tails.before(size))):
                self.holding.offer(note.windows(how, line, how.line_at(at + size), note.last))
                break

    def _look_for_parts(self, how: JoinedLines) -> None:
        """Windows that stand in the snippet; within such a window each one does."""
        note, longest = self.note, len(self.snippet)
        behind = 0
        for line, at in enumerate(how.starts):
            behind = max(behind, line)
            while behind <= note.last and how.ends[behind] - at <= longest:
                if how.text[at : how.ends[behind]] not in self.snippet:
                    break
                behind += 1
            if behind > line:
                self.part.offer(note.windows(how, line, line, behind - 1))


class _Tails:
    """What a snippet says behind each of its colons: the heading before a colon may have changed since."""

    def __init__(self, snippet: str) -> None:
        self.snippet = snippet
        starts = [found.end() for found in re.finditer(": ", snippet)]
        self.sizes = {len(snippet) - start: snippet[start : start + _PROBE] for start in reversed(starts)}
        """How many characters each has, the shortest first, and how it begins."""
        self.most = max(self.sizes, default=0)
        """How many the longest has."""
        self.shortest = snippet[starts[-1] :] if starts else ""
        """What all of them end with."""
        self.under_any = not snippet.startswith(": ")
        """Whether they count under any heading."""

    def before(self, size: int) -> str:
        """What stands before a tail."""
        return self.snippet[: len(self.snippet) - size]

    def fits(self, text: str, at: int, size: int) -> bool:
        """Whether a text goes on with a tail; its ends are looked at first, because a long one is slow to compare."""
        opening = self.sizes.get(size)
        if opening is None or not text.startswith(opening, at):
            return False
        if size <= _PROBE:
            return True
        return text.startswith(self.snippet[-_PROBE:], at + size - _PROBE) and text.startswith(self.snippet[-size:], at)

    def quality(self, bare: str) -> int:
        """How well a window says the longest tail that it begins with."""
        if not self.under_any or bare.startswith(self.snippet):
            return 0
        size = next((size for size in reversed(self.sizes) if self.fits(bare, 0, size)), 0)
        return 3 if size == len(bare) else 2 if size else 0


def _text(snippet: str, plain: str, bare: str, headed: str) -> str:
    """In which reading a window is taken: the one nearest the snippet."""
    as_plain, as_bare, as_headed = (_quality(snippet, text) for text in (plain, bare, headed))
    as_tail = _Tails(snippet).quality(bare) if headed else 0
    if as_tail and as_tail >= max(as_plain, as_bare):
        return headed
    if as_headed > as_plain and as_headed >= as_bare:
        return headed
    if as_bare > as_plain:
        return headed if headed and _names_heading(snippet, bare) else bare
    return plain


def _quality(snippet: str, text: str) -> int:
    """How well a text says a snippet: 3 for the same, 2 for more, 1 for a part of it."""
    if not text:
        return 0
    return 3 if text == snippet else 2 if snippet in text else 1 if text in snippet else 0


def _names_heading(snippet: str, bare: str) -> bool:
    before, found, _ = snippet.partition(bare)
    return bool(found) and before.rstrip(" ").endswith(":")
