"""The little of Markdown that decides what an agent gets to read: fences, block comments, front matter, code spans.

Works on text and, through latin-1, on bytes of any encoding: every rule here is about ASCII characters only.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import Enum, unique
from itertools import pairwise

_FENCE = re.compile(r"^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})([^\r\n]*)")
_COMMENT = re.compile(r"^[ ]{0,3}<!--")
_COMMENTED = re.compile(r"<!--(?>(?:[^-]++|-(?!-)|-{2,}+(?!>))*)(-{2,}>)?")
_RULER = re.compile(r"^---[ \t]*\r?\n?$")
_PARAGRAPH = re.compile(r"^(?=[ \t]*(?:\r?$|(?:[-*+]|1[.)]|#{1,6}|>)[ \t]))", re.MULTILINE)
_TICKS = re.compile(r"\\`|`+")
_LONGEST_RUN = 16


@unique
class LinePart(Enum):
    TEXT = "text"
    FENCE = "fence"
    COMMENT = "comment"


def lines_of(text: str) -> list[str]:
    """The lines with their line ends; only a line feed ends a line."""
    lines = text.split("\n")
    last = lines.pop()
    kept = [line + "\n" for line in lines]
    return [*kept, last] if last else kept


def front_matter_lines(lines: Sequence[str]) -> int:
    """How many lines at the top are YAML front matter, both rulers included; 0 if there are none."""
    if not lines or not _RULER.match(lines[0].removeprefix("\ufeff").removeprefix("\xef\xbb\xbf")):
        return 0
    for number, line in enumerate(lines[1:], start=2):
        if _RULER.match(line):
            return number
    return 0


def fence_of(line: str) -> tuple[str, str, str] | None:
    """The indentation, the run of backticks or tildes and the rest of a line that may open or close a fence."""
    match = _FENCE.match(line)
    if match is None or (match[2][0] == "`" and "`" in match[3]):
        return None
    return match[1], match[2], match[3]


class _Closers:
    """Finds the line that closes a fence; a search that failed is not made again from further down."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._found: dict[str, list[tuple[int, int, int]]] = {"`": [], "~": []}
        self._failed: set[tuple[str, int, int]] = set()
        for index, line in enumerate(lines):
            if "```" not in line and "~~~" not in line:
                continue
            fence = fence_of(line)
            if fence and not fence[2].strip(" \t") and not fence[0].strip(" \t"):
                length = min(len(fence[1]), _LONGEST_RUN)
                self._found[fence[1][0]].append((index, length, _width(fence[0])))

    def after(self, index: int, indent: str, run: str) -> int | None:
        """The line that closes a fence opened at `index`, or none: such a fence is plain text."""
        length, widest = min(len(run), _LONGEST_RUN), min(_width(indent) + 3, 2 * _LONGEST_RUN)
        key = (run[0], length, widest)
        if key in self._failed:
            return None
        closers = self._found[run[0]]
        for place in range(bisect_right(closers, (index, 1 << 30, 0)), len(closers)):
            line, closing, width = closers[place]
            if closing >= length and width <= widest:
                return line
        self._failed.add(key)
        return None


def _width(indent: str) -> int:
    return len(indent.expandtabs(4))


def classify(lines: Sequence[str]) -> list[LinePart]:
    """What each line belongs to. A fence or comment that is never closed does not count as one."""
    parts = [LinePart.TEXT] * len(lines)
    closers = _Closers(lines)
    last_comment_end = max((i for i, line in enumerate(lines) if "-->" in line), default=-1)
    index = 0
    while index < len(lines):
        line, end, part = lines[index], None, LinePart.TEXT
        fence = fence_of(line) if "```" in line or "~~~" in line else None
        if fence:
            end, part = closers.after(index, fence[0], fence[1]), LinePart.FENCE
        elif index <= last_comment_end and _COMMENT.match(line):
            end, part = _comment_end(lines, index), LinePart.COMMENT
        if end is None:
            index += 1
            continue
        parts[index : end + 1] = [part] * (end + 1 - index)
        index = end + 1
    return parts


def _comment_end(lines: Sequence[str], index: int) -> int | None:
    start = lines[index].index("<!--") + 4
    if "-->" in lines[index][start:]:
        return index
    return next((i for i in range(index + 1, len(lines)) if "-->" in lines[i]), None)


def without_comments(lines: Sequence[str]) -> list[tuple[int, str]]:
    """The lines an agent is given, each with its number from 1: front matter and block comments are left out."""
    skipped = front_matter_lines(lines)
    kept: list[tuple[int, str]] = []
    inside = False
    for index, part in enumerate(classify(lines[skipped:]), start=skipped):
        text = lines[index].rstrip("\r\n")
        if part is not LinePart.COMMENT:
            inside = False
            kept.append((index + 1, text))
            continue
        rest, inside = _outside_comments(text, inside)
        if rest.strip():
            kept.append((index + 1, rest))
    return kept


def _outside_comments(text: str, inside: bool) -> tuple[str, bool]:
    """The part of a line outside comments, and whether the line ends inside one."""
    if inside:
        _, closed, text = text.partition("-->")
        if not closed:
            return "", True
    last = text.rfind("-->") + 3 if "-->" in text else 0
    rest = cut_comments(text[:last]) + text[last:]
    before, opened, _ = rest.partition("<!--")
    return (before, True) if opened and not before.strip() else (rest, False)


def cut_comments(text: str, instead: str = "") -> str:
    """The text without its HTML comments; one that is never closed stays."""
    return _COMMENTED.sub(lambda found: instead if found[1] else found[0], text)


def code_spans(text: str) -> list[tuple[int, int]]:
    """The places of inline code with its backticks. A span ends at the next run of the same length in its paragraph."""
    if "`" not in text:
        return []
    spans: list[tuple[int, int]] = []
    starts = [0, *(match.start() for match in _PARAGRAPH.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        spans += [(start + a, start + b) for a, b in _spans_in(text[start:end])]
    return spans


def _spans_in(paragraph: str) -> list[tuple[int, int]]:
    runs = [(m.start(), m.end()) for m in _TICKS.finditer(paragraph)]
    places: dict[int, list[int]] = {}
    for number, (start, end) in enumerate(runs):
        escaped = paragraph[start] == "\\"
        places.setdefault(end - start - escaped, []).append(number)
    spans: list[tuple[int, int]] = []
    number = 0
    while number < len(runs):
        start, end = runs[number]
        same = places[end - start] if paragraph[start] == "`" else []
        later = bisect_right(same, number)
        if later < len(same):
            number = same[later]
            spans.append((start, runs[number][1]))
        number += 1
    return spans
