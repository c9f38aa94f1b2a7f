"""A daily note, read so that a snippet can be looked for in all of its windows at once.

A window is a run of neighbouring lines, and what it says is a piece of one of three texts: the note's lines as they
stand, without list markers, and with the items of a list set apart by semicolons. What stands in such a text at some
place stands in every window that begins within some lines and ends within some others.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from dreamtui.openclaw.js import collapse, split_lines
from dreamtui.openclaw.scoring.entries import is_note_name

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
    """All of it."""
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
        """Where words stand, each place with the lines for which it is the next one."""
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
        """The last of them."""
        is_item = [line != words for line, words in zip(plain, bare, strict=True)]
        self.list_ends = self._list_ends(is_item)
        """The number of the last line of the list that each of them is in; of the line before for what is no item."""
        self.plain = _joined(plain, [" "] * len(plain))
        """Lines as they stand."""
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
        """The first and the last line with these numbers; the last is before the first where there is none."""
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
        """What a window says: as it stands, without markers, and that under its heading, which is empty for none."""
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
