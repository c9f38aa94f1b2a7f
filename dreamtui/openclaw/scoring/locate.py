"""Where a snippet of an earlier day stands in its note now, and what the note says there.

The rules are OpenClaw's, because what is found is written to MEMORY.md: which windows of a note fit, which of them is
preferred, and in which reading.

A daily note is read so that a snippet can be looked for in all of its windows at once. A window is a run of
neighbouring lines, and what it says is a piece of one of three texts: the note's lines as they are, without list
markers, and with list items separated by semicolons. A place in such a text belongs to every window that begins within
some lines and ends within some others.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from itertools import chain
from typing import Literal, NamedTuple

from dreamtui.openclaw.js import collapse, split_lines
from dreamtui.openclaw.scoring.recall_entries import is_note_name

_MARKER = re.compile(r"(?:[-*+]|[0-9]+\.) ")
_FENCE = re.compile(r"<!-- ?openclaw:dreaming:[a-z][a-z0-9-]*+:(start|end) ?-->", re.ASCII | re.IGNORECASE)
_DAY = re.compile(
    r"today|yesterday|tomorrow|morning|afternoon|evening|night|light sleep|rem sleep"
    r"|(?:(?:mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
    r"(?:, )?)?"
    r"(?:(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?) \d{1,2}(?:st|nd|rd|th)?(?:, ?\d{4})?"
    r"|\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?|\d{4}[/-]\d{2}[/-]\d{2})",
    re.ASCII | re.IGNORECASE,
)
_MOST_SIGNS = 6


@dataclass(frozen=True, slots=True)
class JoinedLines:
    """The lines of a note that are not empty as one text, and where in it each begins and ends."""

    text: str
    starts: Sequence[int]
    """Where each line begins."""
    ends: Sequence[int]
    """Where each line ends."""

    def between(self, first: int, last: int) -> str:
        """What the lines from one to another say."""
        return self.text[self.starts[first] : self.ends[last]] if first <= last else ""

    def line_at(self, end: int) -> int:
        """The line that has to be read to its end to have the text up to a place."""
        return bisect_left(self.ends, end)

    def places(self, words: str) -> Iterator[tuple[range, int]]:
        """The places of words, each with the lines for which it is the next one."""
        line, count = 0, len(self.starts)
        while line < count and (found := self.text.find(words, self.starts[line])) >= 0:
            behind = bisect_right(self.starts, found)
            yield range(line, behind), found
            line = behind


class Windows(NamedTuple):
    """All windows that begin within some lines and end within some others, by their numbers."""

    first_begin: int
    """The first line of the one that begins first."""
    last_begin: int
    """The first line of the one that begins last."""
    first_end: int
    """The last line of the one that ends first."""
    last_end: int
    """The last line of the one that ends last."""


class DailyNote:
    """One note, read once, asked many times.

    Lines have numbers, from 1. Those that are not empty are also counted, from 0, and that is what a line is below
    where it is not called a number.
    """

    def __init__(self, text: str) -> None:
        self.lines = split_lines(text)
        """All lines, as they are in the file."""
        self.numbers = array("q")
        """The number of each line that is not empty."""
        self.heads: list[str] = []
        """The heading over each of them, with a colon and a space; empty for none."""
        self._managed = bytearray(len(self.lines))
        plain, bare = self._read()
        self.last = len(plain) - 1
        is_item = [line != words for line, words in zip(plain, bare, strict=True)]
        self.list_ends = self._list_ends(is_item)
        """The number of the last line of the list that each of them is in; of the line before for what is no item."""
        self.plain = _joined(plain, [" "] * len(plain))
        self.bare = _joined(bare, [" "] * len(bare))
        """Lines without list markers: what a window says that is not all items."""
        items = [words if item else "" for words, item in zip(bare, is_item, strict=True)]
        goes_on = [end > number for end, number in zip(self.list_ends, self.numbers, strict=True)]
        self.items = _joined(items, ["; " if on else "\n" for on in goes_on])
        """Lists, with semicolons between their items; what is between two lists is in no snippet."""

    def _read(self) -> tuple[list[str], list[str]]:
        """The lines that are not empty, with and without their markers; keeps what is known of each."""
        plain, bare = [], []
        head, is_open = "", False
        for place, line in enumerate(self.lines):
            flat = collapse(line)
            marks = [mark.lower() for mark in _FENCE.findall(flat)] if "<!--" in flat else []
            self._managed[place] = is_open or bool(marks)
            if flat:
                self.numbers.append(place + 1)
                self.heads.append(head)
                plain.append(flat)
                bare.append(_unmarked(flat))
                head = _head_below(flat, head)
            if marks:
                head, is_open = "", "start" in marks
        return plain, bare

    def _list_ends(self, is_item: Sequence[bool]) -> Sequence[int]:
        ends = array("q", self.numbers)
        for line in reversed(range(len(ends))):
            if not is_item[line]:
                ends[line] -= 1
            elif line + 1 < len(ends) and is_item[line + 1] and self.numbers[line + 1] == ends[line] + 1:
                ends[line] = ends[line + 1]
        return ends

    def inside(self, start: int, end: int) -> tuple[int, int]:
        """The first and the last line with these numbers; the last is before the first if there is none."""
        return bisect_left(self.numbers, start), bisect_right(self.numbers, end) - 1

    def is_managed(self, start: int, end: int) -> bool:
        """Whether any line with these numbers is the dreaming's own."""
        return any(self._managed[max(start, 1) - 1 : max(end, 0)])

    def windows(self, how: JoinedLines, line: int, least: int, most: int) -> Iterator[Windows]:
        """The windows that say, read in one way, the lines from one up to one of those between two others."""
        number, first_end = self.numbers[line], self.numbers[least]
        last_end = self.numbers[most + 1] - 1 if most < self.last else len(self.lines)
        if how is self.items:
            yield Windows(number, number, first_end, min(last_end, self.list_ends[line]))
            return
        yield Windows(self.numbers[line - 1] + 1 if line else 1, number - 1, first_end, last_end)
        if how is self.bare:
            first_end = max(first_end, self.list_ends[line] + 1)
        yield Windows(number, number, first_end, last_end)

    def says(self, begin: int, end: int) -> tuple[str, str, str]:
        """What a window says: unchanged, without markers, and under its heading, which is empty for none."""
        first, last = self.inside(begin, end)
        is_list = begin == self.numbers[first] and end <= self.list_ends[first]
        bare = (self.items if is_list else self.bare).between(first, last)
        return self.plain.between(first, last), bare, self.heads[first] and self.heads[first] + bare


def _joined(pieces: Sequence[str], joints: Sequence[str]) -> JoinedLines:
    """Pieces as one text, each with the joint behind it."""
    starts, ends, at = array("q"), array("q"), 0
    for piece, joint in zip(pieces, joints, strict=True):
        starts.append(at)
        ends.append(at + len(piece))
        at += len(piece) + len(joint)
    return JoinedLines("".join(chain.from_iterable(zip(pieces, joints, strict=True))), starts, ends)


def _unmarked(flat: str) -> str:
    found = _MARKER.match(flat)
    return flat[found.end() :] if found else flat


def _head_below(flat: str, head: str) -> str:
    """The heading over what follows a line; one that only says when is none."""
    signs, _, text = flat.partition(" ")
    if not text or len(signs) > _MOST_SIGNS or signs.strip("#"):
        return head
    text = _unmarked(text)
    return "" if _DAY.fullmatch(text) or is_note_name(text) else f"{text}: "


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
    """It is at its old lines."""
    MOVED = "moved"
    """It is at other lines, or the lines say something else or more."""
    GONE = "gone"
    """There is no note, or nothing in it fits."""
    MANAGED = "managed"
    """What fits overlaps a block that the dreaming wrote."""
    UNCHECKED = "unchecked"
    """It was not looked for."""


PlaceWord = Literal["found", "moved", "reworded", "gone", "managed", "unchecked"]
_WORDS: dict[LocatedSnippet, PlaceWord] = {
    LocatedSnippet.HERE: "found",
    LocatedSnippet.MOVED: "moved",
    LocatedSnippet.GONE: "gone",
    LocatedSnippet.MANAGED: "managed",
    LocatedSnippet.UNCHECKED: "unchecked",
}


@dataclass(frozen=True, slots=True)
class SnippetPlace:
    """The current place of a snippet."""

    found: LocatedSnippet
    start: int = 0
    """Number of its first line, from 1; 0 if it is nowhere."""
    end: int = 0
    """Number of its last line."""
    text: str = ""
    """What these lines say, on one line."""

    def word(self, start: int, end: int) -> PlaceWord:
        """What became of a snippet of these lines, in a word: where they only say something else, it did not move."""
        in_place = self.found is LocatedSnippet.MOVED and (self.start, self.end) == (start, end)
        return "reworded" if in_place else _WORDS[self.found]


def locate(note: DailyNote | None, snippet: str, start: int, end: int) -> SnippetPlace:
    """Find a snippet that once was at some lines; their numbers may be any."""
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
    """The possible paths of a stored path's note; none for a path that leads out of the workspace."""
    if path.startswith("/") or ".." in path.split("/"):
        return ()
    return (path,) if path.startswith("memory/") else (path, f"memory/{path.rpartition('/')[2]}")


@dataclass(slots=True)
class _Choice:
    """The best of the windows offered so far: nearest, then nearest in length, then topmost, then shortest."""

    start: int
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
        """Windows inside the snippet; each window inside such a one is too."""
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
        """What comes before a tail."""
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
