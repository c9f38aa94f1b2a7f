"""Relative dates made absolute: "yesterday", written on a known day, is a date that will still be true next year.

Only where that is beyond doubt: the day is the text's own or that of the commit that added the line, and the words
tell of one day. In doubt they stay.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from dreamtui.memory.reorganize.find.claude_lines import TOPIC_FILE
from dreamtui.memory.reorganize.find.own_days import MONTHS, SENTENCE_END, UntouchedSpans, days_in, own_days
from dreamtui.model.proposal import Memory
from dreamtui.text.dates import read_instant

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
    | (?P<which>last|next|this|coming)\ (?P<span>{_SPANS})
    | {_COUNT}\ (?P<unit>day|week|month|year)s?\ (?P<way>ago|from\ now|from\ today)
    | in\ (?P<ahead>\d{{1,3}}|{"|".join(_COUNTS)})\ (?P<unit_ahead>day|week)s?(?=\ (?:we|it|the|they)\b|[.,;!]|$)
    )\b(?!['’]s)""",
    re.IGNORECASE | re.VERBOSE,
)
_VAGUE = re.compile(
    r"(?:\b(?:the|about|over|under|almost|nearly|around|some|roughly|approximately|than|least|most|every|each|any|"
    r"within|only|past)[ ]|[-–/~≈<>+\d.])$",
    re.IGNORECASE,
)
"""Right before a date one of these makes it a rough one, a rolling span or the end of a range: it stays."""
_WHEN = r"(?:yesterday|today|tomorrow|tonight|week|month|year|quarter|days?|next|last|this)"
_OTHER_AFTER = re.compile(rf"\s?(?:or|and|/|through|vs\.?)\s?(?:the\s)?{_WHEN}\b", re.IGNORECASE)
_OTHER_BEFORE = re.compile(rf"\b{_WHEN}\s?(?:or|and|/|through|vs\.?)\s$", re.IGNORECASE)
"""Two days to choose from are none."""
_NAMED_BEFORE = re.compile(
    r"(?:\b(?:an?|our|my|your|his|her|their|its|class|module|function|method|type|enum|constant|file|package|command"
    r"|script|job|table|column|field|variable|object|called|named|import|call|use|uses|run|runs)[ ]|[@#$%{\[])$",
    re.IGNORECASE,
)
_SUBJECT_AFTER = re.compile(
    r"\s(?:(?:is|was|are|were|has|had|will|would|means?|looks?|looked|seems?|seemed|went|becomes?|became)\b"
    r"|(?:class|module|function|method|type|enum|constant|file|package|command|script|job|table|column|field|variable"
    r"|object|view|page)(?:e?s)?\b)|[\w(={\]]|\.\w|-\w",
    re.IGNORECASE,
)
"""A day that something is said of, or the name of a thing: it is no adverb, and no date can stand in its place."""
_BEGINS = '.!?:;()[]—–-+•>#|"“\n'
"""Behind one of these a sentence may begin."""
_BEFORE = 24
"""Characters before a date in which a word about it is looked for."""
_CLAUSE_END = re.compile(r"[,;:()—–.!?\n]|\b(?:and|but|so|which|that|because|while)\b", re.IGNORECASE)
_AROUND = 200
"""Characters of a clause on either side of a date that are looked at."""
_NEGATED = re.compile(r"\b(?:no|none|not|never|nobody|nothing|neither|nor|without|cannot)\b|n['’]t\b", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:was|were|did|had|(?!(?:need|feed|seed|speed|embed|exceed|proceed|succeed|indeed|based|named)\b)\w{2,20}ed"
    r"|met|sent|built|ran|broke|got|made|wrote|went|came|left|told|said|found|held|took|gave|began|saw|lost|won|paid"
    r"|kept|chose|fell|grew|rose|spoke|brought|bought|caught)\b",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"\b(?:is|are|am|has|have|does|do|can|may|will|would|could)\b|n['’]t\b|\w['’](?:s|re|ve|ll)\b", re.IGNORECASE
)
_BOUNDS = frozenset({"since", "until", "till", "by", "from", "before", "after"})
"""Words that make one day even of a "today" in the present."""
_AHEAD = re.compile(
    r"\b(?:will|shall|due|going to|planned|scheduled|expected|starts?|begins?|ends?|expires?|launches|opens?|closes?"
    r"|arrives?|leaves?|lands?)\b|['’]ll\b",
    re.IGNORECASE,
)
_PLANS = re.compile(r"\b(?:planned|scheduled|expected)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DatedWords:
    """One relative date that became absolute."""

    was: str
    now: str
    day: date
    """The day on which they were written."""
    own: bool
    """Whether the text itself names that day."""


Days = date | Mapping[int, date] | None
"""When a text was written: all of it, or its lines by their numbers from 0; None if unknown."""


def absolute(text: str, written: Days, today: date | None = None) -> tuple[str, tuple[DatedWords, ...]]:
    """The text with each relative date that names one day or span replaced, and what was replaced.

    The day of a paragraph's own label, or of a heading above it, comes first. Nothing becomes a date after `today`.
    """
    done: list[DatedWords] = []
    made: list[str] = []
    at = 0
    for match, number, own in _open(text):
        day = own or (written.get(number) if isinstance(written, Mapping) else written)
        begins = _absolute(match, day) if day is not None else None
        if day is None or begins is None or (today is not None and max(day, begins[1]) > today):
            continue
        words = _in_place(match, begins[0])
        made += [text[at : match.start()], words]
        at = match.end()
        done.append(DatedWords(match.group(), words, day, own is not None))
    return "".join([*made, text[at:]]), tuple(done)


def lines_to_date(text: str) -> frozenset[int]:
    """The lines, from 0, with a relative date that waits for the day on which the line was written."""
    return frozenset(number for _, number, own in _open(text) if own is None)


def dated(memory: Memory, today: date | None = None) -> tuple[str, tuple[DatedWords, ...]]:
    """The text of a memory with its relative dates made absolute, as far as it is known when they were written."""
    return absolute(memory.text, _days_of(memory), today)


def _days_of(memory: Memory) -> Days:
    """What is known of when a memory was written: its own date where it was never changed, else that of some lines."""
    if memory.lines is not None:
        return {number: date.fromisoformat(day) for number, day in memory.lines}
    written = read_instant(memory.created)
    if written is None or memory.dated or memory.updated not in ("", memory.created):
        return None
    day = written.date()
    if memory.kind == TOPIC_FILE and days_named(memory) - {day}:
        return None  # its date is that of its last change, and it tells of other days too
    return day


def days_named(memory: Memory) -> set[date]:
    """Every whole day that a memory's file name, title and text name."""
    words = f"{memory.path.rpartition('/')[2]}\n{memory.title}\n{memory.text}".replace("_", "-")
    return {day for day in days_in(words) if day is not None}


def _open(text: str) -> list[tuple[re.Match[str], int, date | None]]:
    """Each relative date that tells of one day, the number of its line, and the day which the text itself gives it."""
    if _RELATIVE.search(text) is None:
        return []
    kept, own = UntouchedSpans(text), own_days(text)
    found: list[tuple[re.Match[str], int, date | None]] = []
    number, counted = 0, 0
    for match in _RELATIVE.finditer(text):
        number += text.count("\n", counted, match.start())
        counted = match.start()
        said = own.get(number)
        if kept.holds(match.start()) or (said is not None and said.day is None) or not _is_one_day(text, match):
            continue
        found.append((match, number, said.day if said else None))
    return found


def _is_one_day(text: str, match: re.Match[str]) -> bool:
    """Whether the words around a relative date leave no doubt that it names a day, seen from when it was written."""
    before = max(0, match.start() - _BEFORE)
    if _VAGUE.search(text, before, match.start()) or _OTHER_BEFORE.search(text, before, match.start()):
        return False
    if _OTHER_AFTER.match(text, match.end()) or _is_noun(text, match, before):
        return False
    clause = _clause(text, match)
    day, which = (match["day"] or "").lower(), (match["which"] or "").lower()
    looks_on = day in ("today", "tonight", "tomorrow") or which in ("next", "this", "coming") or match["unit_ahead"]
    if looks_on and _NEGATED.search(_sentence(text, match)):
        return False
    if match["unit_ahead"]:  # "converged in one week" is how long it took
        return bool(_AHEAD.search(clause)) and not _PAST.search(_PLANS.sub("", clause))
    if day == "today" and (match["lead"] or "").lower() not in _BOUNDS:  # "today the client sets it" is nowadays
        return bool(_PAST.search(clause)) and not _PRESENT.search(clause)
    return True


def _is_noun(text: str, match: re.Match[str], before: int) -> bool:
    """Whether a relative date is what its sentence is about, or the name of a thing."""
    if _SUBJECT_AFTER.match(text, match.end()) or _NAMED_BEFORE.search(text, before, match.start()):
        return True
    lead = text[before : match.start()].rstrip(" \t*_")
    return match.group()[0].isupper() and bool(lead) and lead[-1] not in _BEGINS


def _clause(text: str, match: re.Match[str]) -> str:
    """The clause in which a relative date stands."""
    floor, ceiling = max(0, match.start() - _AROUND), min(len(text), match.end() + _AROUND)
    begin = max((end.end() for end in _CLAUSE_END.finditer(text, floor, match.start())), default=floor)
    end = _CLAUSE_END.search(text, match.end(), ceiling)
    return text[begin : end.start() if end else ceiling]


def _sentence(text: str, match: re.Match[str]) -> str:
    """The sentence in which it stands, as far as it is looked at."""
    floor, ceiling = max(0, match.start() - 2 * _AROUND), min(len(text), match.end() + 2 * _AROUND)
    begin = max((end.end() for end in SENTENCE_END.finditer(text, floor, match.start())), default=floor)
    end = SENTENCE_END.search(text, match.end(), ceiling)
    return text[begin : end.start() if end else ceiling]


def _in_place(match: re.Match[str], instead: str) -> str:
    """The absolute date with the word that led to the relative one, and its capital."""
    lead = match["lead"]
    if lead and lead.lower() not in ("on", "in"):
        instead = f"{lead} {instead.partition(' ')[2]}"
    return instead[0].upper() + instead[1:] if match.group()[0].isupper() else instead


def _absolute(match: re.Match[str], written: date) -> tuple[str, date] | None:
    """What stands for a relative date, and the first day it means."""
    try:
        if match["day"]:
            shift = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}[match["day"].lower()]
            day = written + timedelta(days=shift)
            return (f"in the {match['time'].lower()} of {day}" if match["time"] else f"on {day}"), day
        if match["night"]:
            day = written - timedelta(days=1)
            return f"in the night of {day}", day
        if match["part"]:
            return f"in the {match['part'].split()[1].lower()} of {written}", written
        if match["unit"]:
            sign = -1 if match["way"].lower() == "ago" else 1
            return _away(sign * _number(match["count"]), match["unit"].lower(), written)
        if match["unit_ahead"]:
            many = _number(match["ahead"]) * (7 if match["unit_ahead"].lower() == "week" else 1)
            day = written + timedelta(days=many)
            return f"on {day}", day
        return _span(match["which"].lower(), match["span"].lower(), written)
    except (OverflowError, ValueError):
        return None


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS[word.lower()]


def _away(count: int, unit: str, written: date) -> tuple[str, date]:
    """So many days, weeks, months or years from then, back where negative; the longer the unit, the rougher."""
    if unit == "day":
        day = written + timedelta(days=count)
        return f"on {day}", day
    if unit == "week":
        monday = _monday(written + timedelta(weeks=count))
        return f"in the week of {monday}", monday
    if unit == "month":
        return _month(written, count)
    return f"in {written.year + count}", date(written.year + count, 1, 1)


def _span(which: str, span: str, written: date) -> tuple[str, date]:
    step = {"last": -1, "next": 1, "coming": 1, "this": 0}[which]
    if span in _DAYS:
        day = _weekday(_DAYS.index(span), step, written)
        return f"on {day}", day
    if span == "week":
        monday = _monday(written + timedelta(weeks=step))
        return f"in the week of {monday}", monday
    if span == "month":
        return _month(written, step)
    if span == "year":
        return f"in {written.year + step}", date(written.year + step, 1, 1)
    quarter = written.year * 4 + (written.month - 1) // 3 + step
    return f"in Q{quarter % 4 + 1} {quarter // 4}", date(quarter // 4, quarter % 4 * 3 + 1, 1)


def _weekday(wanted: int, step: int, written: date) -> date:
    """The nearest such day before or after; for "this", the one of the week in which it was written."""
    if step == 0:
        return _monday(written) + timedelta(days=wanted)
    away = (wanted - written.weekday()) % 7 or 7
    return written + timedelta(days=away if step > 0 else away - 7 if away != 7 else -7)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month(written: date, step: int) -> tuple[str, date]:
    months = written.year * 12 + written.month - 1 + step
    return f"in {MONTHS[months % 12]} {months // 12}", date(months // 12, months % 12 + 1, 1)
