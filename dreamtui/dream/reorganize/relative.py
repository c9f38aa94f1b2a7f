"""Relative dates made absolute: "yesterday", written on a known day, is a date that will still be true next year."""

import re
from bisect import bisect_right
from datetime import date, timedelta
from itertools import accumulate, pairwise

from dreamtui.text.markdown import Part, classify, code_spans, lines_of

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_COUNTS = {
    word: number
    for number, word in enumerate(
        ("a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=1
    )
}
_COUNTS |= {"an": 1, "one": 1}
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})"
_SPANS = "|".join(("week", "month", "year", "quarter", *_DAYS))
_RELATIVE = re.compile(
    rf"""\b(?:(?P<lead>on|in|by|until|till|since|for|of|from|before|after|during|through|to|with)\ )?(?:
      (?P<day>yesterday|today|tomorrow|tonight)(?:\ (?P<time>morning|afternoon|evening|night))?
    | (?P<night>last\ night)
    | (?P<part>this\ (?:morning|afternoon|evening))
    | (?P<which>last|next|this|past|coming)\ (?P<span>{_SPANS})
    | {_COUNT}\ (?P<unit>day|week|month|year)s?\ (?P<way>ago|from\ now|from\ today)
    | in\ (?P<ahead>\d{{1,3}}|{"|".join(_COUNTS)})\ (?P<unit_ahead>day|week)s?(?=\ (?:we|it|the|they)\b|[.,;!]|$)
    )\b(?!['’]s)""",
    re.IGNORECASE | re.VERBOSE,
)
_VAGUE = re.compile(
    r"(?:\b(?:the|about|over|under|almost|nearly|around|some|roughly|approximately|than|least|most|every|each|any|"
    r"within|only)[ ]|[-–/~≈<>+\d.])$",
    re.IGNORECASE,
)
"""Right before a date one of these makes it a rough one, a rolling span or the end of a range: it stays."""
_HABIT = re.compile(r"\b(?:every|each|always|whenever|usually|by default|never|must|should|if|when)\b", re.IGNORECASE)
"""A sentence with one of these tells of no single day."""
_BEFORE = 16
"""Characters before a date in which a vague word is looked for."""
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")


def absolute(text: str, written: date) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text with each relative date that names one day or span replaced, and what was replaced by what."""
    if _RELATIVE.search(text) is None:
        return text, ()
    done: list[tuple[str, str]] = []
    kept = _Kept(text)

    def told(match: re.Match[str]) -> str:
        vague = _VAGUE.search(text, max(0, match.start() - _BEFORE), match.start()) is not None
        instead = None if vague or kept.holds(match.start()) else _absolute(match, written)
        if instead is None:
            return match.group()
        lead = match["lead"]
        if lead and lead.lower() not in ("on", "in"):
            instead = f"{lead} {instead.partition(' ')[2]}"
        if match.group()[0].isupper():
            instead = instead[0].upper() + instead[1:]
        done.append((match.group(), instead))
        return instead

    return _RELATIVE.sub(told, text), tuple(done)


class _Kept:
    """Where the words of a text stay as they are: in code, and in sentences that tell of a habit."""

    def __init__(self, text: str) -> None:
        spans = code_spans(text)
        at = 0
        lines = lines_of(text)
        for line, part in zip(lines, classify(lines), strict=True):
            if part is not Part.TEXT:
                spans.append((at, at + len(line)))
            at += len(line)
        ends = [0, *(end.end() for end in _SENTENCE_END.finditer(text)), len(text)]
        spans += [(begin, end) for begin, end in pairwise(ends) if _HABIT.search(text, begin, end)]
        self._starts = sorted({begin for begin, _ in spans})
        ends_at: dict[int, int] = {}
        for begin, end in spans:
            ends_at[begin] = max(end, ends_at.get(begin, 0))
        self._farthest = list(accumulate((ends_at[begin] for begin in self._starts), max))

    def holds(self, at: int) -> bool:
        """Whether a place is in one of them."""
        before = bisect_right(self._starts, at)
        return before > 0 and at < self._farthest[before - 1]


def _absolute(match: re.Match[str], written: date) -> str | None:
    try:
        if match["day"]:
            shift = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}[match["day"].lower()]
            day = written + timedelta(days=shift)
            return f"in the {match['time'].lower()} of {day}" if match["time"] else f"on {day}"
        if match["night"]:
            return f"in the night of {written - timedelta(days=1)}"
        if match["part"]:
            return f"in the {match['part'].split()[1].lower()} of {written}"
        if match["unit"]:
            sign = -1 if match["way"].lower() == "ago" else 1
            return _away(sign * _number(match["count"]), match["unit"].lower(), written)
        if match["unit_ahead"]:
            many = _number(match["ahead"]) * (7 if match["unit_ahead"].lower() == "week" else 1)
            return f"on {written + timedelta(days=many)}"
        return _span(match["which"].lower(), match["span"].lower(), written)
    except OverflowError:
        return None


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS[word.lower()]


def _away(count: int, unit: str, written: date) -> str | None:
    """So many days, weeks, months or years from then, back where negative; the longer the unit, the rougher."""
    if unit == "day":
        return f"on {written + timedelta(days=count)}"
    if unit == "week":
        return f"in the week of {_monday(written + timedelta(weeks=count))}"
    if unit == "month":
        return _month(written, count)
    return f"in {written.year + count}" if 0 < written.year + count <= date.max.year else None


def _span(which: str, span: str, written: date) -> str | None:
    step = {"last": -1, "past": -1, "next": 1, "coming": 1, "this": 0}[which]
    if span in _DAYS:
        return f"on {_weekday(_DAYS.index(span), step, written)}"
    if span == "week":
        return f"in the week of {_monday(written + timedelta(weeks=step))}"
    if span == "month":
        return _month(written, step)
    if span == "year":
        return f"in {written.year + step}"
    quarter = written.year * 4 + (written.month - 1) // 3 + step
    return f"in Q{quarter % 4 + 1} {quarter // 4}"


def _weekday(wanted: int, step: int, written: date) -> date:
    """The nearest such day before or after; for "this", the one of the week in which it was written."""
    if step == 0:
        return _monday(written) + timedelta(days=wanted)
    away = (wanted - written.weekday()) % 7 or 7
    return written + timedelta(days=away if step > 0 else away - 7 if away != 7 else -7)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month(written: date, step: int) -> str | None:
    months = written.year * 12 + written.month - 1 + step
    return f"in {_MONTHS[months % 12]} {months // 12}" if months >= 12 else None
