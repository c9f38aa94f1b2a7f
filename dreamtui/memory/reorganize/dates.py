"""Dates: what a text says of when its parts were written; relative ones made absolute where that is beyond doubt.

"Yesterday", written on a known day, is a date that will still be true next year. The day is the text's own or that of
the commit that added the line, and the words tell of one day. In doubt they stay.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import accumulate

from dreamtui.memory.reorganize.naming import TOPIC_FILE
from dreamtui.memory.reorganize.statements import Form, claims_of
from dreamtui.model.proposal import Memory
from dreamtui.text.dates import read_instant
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
_IN_A_SENTENCE = re.compile(
    r"\w[^\n]{0,60}\s(?:on|in|by|until|till|since|for|of|from|before|after|during|to) $", re.IGNORECASE
)
"""Before a day that a sentence names; a label at most begins with such a word."""
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
    labelled = labelled and _IN_A_SENTENCE.search(words, 0, first.start()) is None
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


_FOR_A_TIME = re.compile(
    r"(?<!the )(?<!a )(?<!each )(?<!any )\bcurrently\b(?!-)|\b(?:for (?:now|the time being|the moment)|as things stand"
    r"|(?:only |just )?temporarily|until (?:further notice|(?:the|our|its) (?:next |first )?(?:release|launch|migration"
    r"|cutover|deploy|deployment|freeze|beta|rewrite|upgrade|demo)))\b",
    re.IGNORECASE,
)
"""Words of a sentence that holds for a time, but not until a day."""


@dataclass(frozen=True, slots=True)
class Passing:
    """A statement that holds for a time."""

    text: str
    words: str
    day: date
    """When it was written."""
    own: bool
    """Whether the text itself names that day."""


def passing(memory: Memory) -> Iterator[Passing]:
    """The statements that hold for a time and of which it is known when they were written."""
    written = _days_of(memory)
    for text, words, number, told in _for_a_time(memory.text):
        known = told.day if told else written.get(number) if isinstance(written, Mapping) else written
        if known is not None:
            yield Passing(text, words, known, told is not None)


def _for_a_time(text: str) -> Iterator[tuple[str, str, int, OwnDay | None]]:
    """Each such statement, the words that say it, their line, and what the text itself says of when it was written."""
    if _FOR_A_TIME.search(text) is None:
        return
    kept, own = UntouchedSpans(text), own_days(text)
    at = 0
    for said in claims_of(text):
        begin = text.find(said.text, at)
        if begin < 0:
            continue
        at = begin + len(said.text)
        match = next((one for one in _FOR_A_TIME.finditer(said.text) if not kept.holds(begin + one.start())), None)
        if match is not None and said.form is not Form.BLOCK:
            number = text.count("\n", 0, begin + match.start())
            yield said.text, match.group(), number, own.get(number)


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
    r"|object|view|page|section|tab|card|panel|button|label|header|heading|list|filter|badge|menu|column)(?:e?s)?\b)|[\w(={\]]|\.\w|-\w",
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
_IMAGINED = re.compile(
    r"\b(?:would|might|could|(?-i:may)|if|whoever|anyone|anybody|someone|somebody|imagine|such as|e\.g|for example"
    r"|(?<!looks )(?<!look )like)\b|\b(?:an?|any|some|every|each|the next)\s(?:[\w-]{1,30}\s){1,2}\w{2,20}ing\b",
    re.IGNORECASE,
)
"""A sentence with one of these speaks of any such case: its "next quarter" is some time later."""
_LONG_SPANS = frozenset({"week", "month", "quarter", "year"})


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
    """The lines, from 0, with a relative date, or with words that hold for a time, of which git is to tell the day."""
    relative = {number for _, number, own in _open(text) if own is None}
    return frozenset(relative | {number for _, _, number, own in _for_a_time(text) if own is None})


def dated(memory: Memory, today: date | None = None) -> tuple[str, tuple[DatedWords, ...]]:
    """The text of a memory with its relative dates made absolute, as far as it is known when they were written."""
    return absolute(memory.text, _days_of(memory), today)


def how_dated(memory: Memory, one: DatedWords) -> str:
    """What became of a relative date, and how it is known on which day it was written, a sentence."""
    if one.own:
        known = f"its paragraph or section is of {one.day}"
    else:
        known = f"its line was added on {one.day}" if memory.lines is not None else f"it was written on {one.day}"
    return f"“{one.was}” becomes “{one.now}”: {known}."


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
    later = which in ("next", "coming") and match["span"].lower() in _LONG_SPANS
    if later and _IMAGINED.search(_sentence(text, match)):
        return False
    if match["unit_ahead"]:  # "converged in one week" is how long it took
        return bool(_AHEAD.search(clause)) and not _PAST.search(_PLANS.sub("", clause))
    if day == "today" and (match["lead"] or "").lower() not in _BOUNDS:  # "today the client sets it" is nowadays
        return bool(_PAST.search(clause)) and not _PRESENT.search(clause)
    return True


def _is_noun(text: str, match: re.Match[str], before: int) -> bool:
    """Whether a relative date is what its sentence is about, or the name of a thing."""
    if (
        match.group().isupper()
        or _SUBJECT_AFTER.match(text, match.end())
        or _NAMED_BEFORE.search(text, before, match.start())
    ):
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
