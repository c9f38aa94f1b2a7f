"""What a text says itself of when its parts were written, and where a relative date is not the writer's own. Pure."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import accumulate

from dreamtui.text.markup.markdown import LinePart, classify, code_spans, lines_of

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_NAMED = {name.lower(): at for at, name in enumerate(MONTHS, start=1)}
_NAMED |= {name.lower()[:3]: at for at, name in enumerate(MONTHS, start=1)} | {"sept": 9}
_MONTH = "|".join(sorted(_NAMED, key=len, reverse=True))
_DAY = re.compile(
    rf"""(?<!\d)(?<!\d-)(?P<iso>20\d\d[-/]\d\d[-/]\d\d)(?!\d)
    | \b(?P<month>{_MONTH})\.?\ (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,?\ (?P<year>20\d\d)\b)?
    | \b(?P<first>\d{{1,2}})(?:st|nd|rd|th)?\ (?P<named>{_MONTH})\b\.?(?:,?\ (?P<then>20\d\d)\b)?
    | (?<![\w./-])\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?(?![\w/-])""",
    re.IGNORECASE | re.VERBOSE,
)
"""A day; without its year it is known that there is one, not which."""
_LABEL = re.compile(r"(?:[ T]\d\d:\d\d(?::\d\d)?Z?)?[^.:;!?\n]{0,60}[:—–]|[)\]*_ ]{0,6}$")
"""After the day of a label: "2026-07-16 (later): ", "(2026-07-22 22:00):**", "2026-03-25 — "."""
_FAR = 60
"""Characters of a paragraph in which the day of its label begins."""
_ITEM = re.compile(r"\s{0,40}(?:[-*+•]|\d{1,3}[.)])\s")
_HEADING = re.compile(r" {0,3}(#{1,6})\s")
_WHY = re.compile(
    r"\s{0,40}(?:(?:[-*+•]|\d{1,3}[.)])\s{1,4})?[*_]{0,3}"
    r"(?:why|reasons?|rationale|background|motivation|how to apply)\b[^:\n]{0,40}:",
    re.IGNORECASE,
)
"""Where a memory goes on to say why it holds and how to apply it: that is true whenever it is read."""
_BOLD_LABEL = re.compile(r"\s{0,40}(?:[-*+•]\s{1,4})?(?:\*\*|__)[^*_\n]{1,80}:?(?:\*\*|__):?")
_WHY_HEADING = re.compile(r" {0,3}#{1,6}\s.{0,80}\b(?:why|reasons?|rationale|how to apply)\b", re.IGNORECASE)
_SPOKEN = re.compile(r"“[^”]{0,2000}”|«[^»]{0,2000}»|„[^“”]{0,2000}[“”]|(?<![\w'’])['‘][^'‘’\n]{1,300}['’](?!\w)")
_TOLD = re.compile(r"\(\w[\w .-]{0,40}:\s[^()\n]{0,400}")
"""Words of somebody in brackets: "(operator: harvest them tomorrow)"."""
_HABIT = re.compile(
    r"\b(?:every|each|always|whenever|usually|by default|never|must|should|if|when|nowadays|these days|daily|weekly)\b",
    re.IGNORECASE,
)
"""A sentence with one of these tells of no single day."""
SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")


@dataclass(frozen=True, slots=True)
class OwnDay:
    """What the text says of when a line was written."""

    day: date | None
    """The day; None if it names some and does not tell which."""


def days_in(text: str) -> list[date | None]:
    """Every day a text names; None for one that lacks its year."""
    return [_read(match) for match in _DAY.finditer(text)]


def _read(match: re.Match[str]) -> date | None:
    try:
        if match["iso"]:
            return date.fromisoformat(match["iso"].replace("/", "-"))
        if match["month"] and match["year"]:
            return date(int(match["year"]), _NAMED[match["month"].lower()], int(match["day"]))
        if match["named"] and match["then"]:
            return date(int(match["then"]), _NAMED[match["named"].lower()], int(match["first"]))
    except ValueError:
        pass
    return None


@lru_cache(maxsize=256)
def own_days(text: str) -> dict[int, OwnDay]:
    """For each line that its paragraph, or else a heading above it, gives a day: that day, by the line's number."""
    lines = lines_of(text)
    parts = classify(lines)
    found: dict[int, OwnDay] = {}
    above: list[tuple[int, OwnDay]] = []
    for begin, end in _paragraphs(lines, parts):
        words = "".join(lines[begin:end])
        heading = _HEADING.match(words) if parts[begin] is LinePart.TEXT else None
        own = _of_paragraph(words)
        if heading:
            level = len(heading[1])
            above = [(depth, day) for depth, day in above if depth < level]
            days = set(days_in(words))
            if days:
                above.append((level, OwnDay(days.pop() if len(days) == 1 else None)))
        if own is None and above:
            own = above[-1][1]
        if own is not None:
            found |= dict.fromkeys(range(begin, end), own)
    return found


def _of_paragraph(words: str) -> OwnDay | None:
    """The day in the label of a paragraph; undecided where it names a day elsewhere, or several."""
    matches = list(_DAY.finditer(words))
    if not matches:
        return None
    first = matches[0]
    labelled = first.start() <= _FAR and SENTENCE_END.search(words, 0, first.start()) is None
    if len(matches) > 1 or not labelled or not _LABEL.match(words, first.end()):
        return OwnDay(None)
    return OwnDay(_read(first))


def _paragraphs(lines: Sequence[str], parts: Sequence[LinePart]) -> Iterator[tuple[int, int]]:
    """First line of each paragraph, list item and heading, and the line after it."""
    begin: int | None = None
    for at, line in enumerate(lines):
        starts = _ITEM.match(line) or _HEADING.match(line) or parts[at] is not LinePart.TEXT
        if begin is not None and (starts or not line.strip() or _HEADING.match(lines[begin])):
            yield begin, at
            begin = None
        if line.strip() and begin is None:
            begin = at
    if begin is not None:
        yield begin, len(lines)


class UntouchedSpans:
    """Where the words of a text stay as they are: code, quotations, reasons, and sentences that tell of a habit."""

    def __init__(self, text: str) -> None:
        spans = [*code_spans(text), *_in_lines(text)]
        spans += [(match.start(), match.end()) for match in _SPOKEN.finditer(text)]
        spans += [(match.start(), match.end()) for match in _TOLD.finditer(text)]
        begin = 0
        for end in [match.end() for match in SENTENCE_END.finditer(text)] + [len(text)]:
            if _HABIT.search(text, begin, end) or text[begin:end].rstrip().endswith("?"):
                spans.append((begin, end))
            begin = end
        self._starts = sorted({begin for begin, _ in spans})
        ends_at: dict[int, int] = {}
        for begin, end in spans:
            ends_at[begin] = max(end, ends_at.get(begin, 0))
        self._farthest = list(accumulate((ends_at[begin] for begin in self._starts), max))

    def holds(self, at: int) -> bool:
        """Whether a place is in one of them."""
        before = bisect_right(self._starts, at)
        return before > 0 and at < self._farthest[before - 1]


def _in_lines(text: str) -> Iterator[tuple[int, int]]:
    """Blocks of code and comments, quoted lines, reasons, and what stands between straight quotation marks."""
    lines = lines_of(text)
    parts = classify(lines)
    reason = False
    at = 0
    places: list[tuple[int, int]] = []
    for line, part in zip(lines, parts, strict=True):
        places.append((at, at + len(line)))
        heading = _HEADING.match(line) is not None
        if heading or _BOLD_LABEL.match(line) or _WHY.match(line):
            reason = bool(_WHY_HEADING.match(line) if heading else _WHY.match(line))
        if part is not LinePart.TEXT or reason or line.lstrip().startswith((">", "|")):
            yield places[-1]
        at += len(line)
    for begin, end in _paragraphs(lines, parts):
        yield from _between_marks(text, places[begin][0], places[end - 1][1])


def _between_marks(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """What stands between straight quotation marks; behind one that is never closed everything may be quoted."""
    marks = [at for at in range(begin, end) if text[at] == '"'] if '"' in text[begin:end] else []
    if len(marks) % 2:
        yield marks[0], end
        return
    yield from zip(marks[::2], marks[1::2], strict=True)
