"""A training brief as it is written: Markdown in named parts, read into what each part says and on which line.

Only what a reader of the file sees counts: comments are left out, and a heading inside a code fence is text. A part
may be called as the protocol calls it or with a number before it, at any level of heading; a heading that is none of
them belongs to the part it stands in, or to the research when it is as high as that part's.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import lru_cache

from dreamtui.text.ids import slug
from dreamtui.text.markup.markdown import LinePart, classify, lines_of, without_comments
from dreamtui.training.curriculum.levels import LEVELS, OUTPUTS, Level, OutputType


@unique
class Part(StrEnum):
    """The parts of a brief."""

    RETRIEVAL = "Retrieval check"
    HEADLINE = "Headline insight"
    RESEARCH = "Research"
    APPLICATION = "Application"
    EVALUATION = "Critical evaluation"
    RISKS = "Risks"
    ASSUMPTIONS = "Assumptions"
    TESTS = "How to test"
    ACTIONS = "Action items"
    CROSSING = "Cross-vertical insight"
    SOURCES = "Sources"


@unique
class Written(StrEnum):
    """How something is written."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    HEADING = "heading"
    ROW = "row"
    """A row of a table."""
    CODE = "code"
    """A fenced block, its lines as they are."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A paragraph, an item of a list, a row or a heading, on one line and without the marks before it."""

    text: str
    line: int
    """The line of the brief it begins in, from 1."""
    form: Written = Written.PARAGRAPH
    label: str = ""
    """The number or sign of an item, as `1` of `1.`, `[1]` and `[^1]:`."""


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a brief."""

    part: Part
    heading: Stated
    said: tuple[Stated, ...]


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What was recalled from memory before anything was looked up."""

    findings: tuple[Stated, ...] = ()
    recommendation: Stated | None = None
    question: Stated | None = None


@dataclass(frozen=True, slots=True)
class Crossing:
    """What is for another vertical."""

    vertical: str
    """Its name as a slug; empty where none is named."""
    insight: Stated | None = None
    question: Stated | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A source as it is listed."""

    said: Stated
    address: str
    """A web address, else the first thing between backticks or the first word with a slash; empty for neither."""

    @property
    def is_web(self) -> bool:
        """Whether it is an address in the web."""
        return self.address.startswith(("http://", "https://"))


@dataclass(frozen=True, slots=True)
class Brief:
    """A training brief; what is missing in it is empty or None."""

    text: str
    """The whole file, each line ended by a line feed."""
    title: Stated | None = None
    vertical: str = ""
    """As the title says, a slug."""
    cycle: int | None = None
    output: OutputType | None = None
    level: Level | None = None
    bloom: str = ""
    sections: tuple[Section, ...] = ()
    """In the order in which they stand; a part that is there twice is two."""
    retrieval: Retrieval = Retrieval()
    headline: Stated | None = None
    risks: tuple[Stated, ...] = ()
    assumptions: tuple[Stated, ...] = ()
    tests: tuple[Stated, ...] = ()
    actions: tuple[Stated, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    """One for each vertical that is named."""
    sources: tuple[Source, ...] = ()

    def said(self, *parts: Part) -> tuple[Stated, ...]:
        """What stands in some parts, in order; headings inside them among it."""
        return tuple(said for section in self.sections if section.part in parts for said in section.said)

    @property
    def body(self) -> tuple[Stated, ...]:
        """The research and its application."""
        return self.said(Part.RESEARCH, Part.APPLICATION)

    @property
    def insights(self) -> tuple[Stated, ...]:
        """What would be worth a memory: the headline."""
        return (self.headline,) if self.headline else ()

    def line(self, number: int) -> str:
        """A line of the file, empty where there is none."""
        lines = _lines_of(self.text)
        return lines[number - 1] if 0 < number <= len(lines) else ""


@lru_cache(maxsize=4)
def _lines_of(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n"))


_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*)")
_INNER = (Part.RISKS, Part.ASSUMPTIONS, Part.TESTS)
"""Parts of the evaluation, where they stand in it."""
_BOLD_HEADING = re.compile(r" {0,3}\*\*([^*]{2,60})\*\*:?[ \t]*")
_ITEM = re.compile(r"([ \t]*)(?:[-*+]|(\d{1,3})[.)]|\[\^?(\w{1,8})\]:?)[ \t]+(?=\S)")
_NUMBERED = re.compile(r"(?:part[ ]+)?\d{1,2}[.):]?[ ]+(?:[-–—:]+[ ]+)?")
_TITLE = re.compile(r"\[([^\]]{1,80})\]")
_CYCLE = re.compile(r"\bcycle[ ]+(\d{1,6})\b", re.IGNORECASE)
_ASKED = re.compile(r"[*_]{0,2}(insight|question)[*_]{0,2} ?:[*_]{0,2} *", re.IGNORECASE)
_FOR = re.compile(
    r"[*_]{0,2}(?:(insight|question|connection)[*_ ]{0,4})?\(?(?:for|to)[ ]+(?:the[ ]+)?[*_`\[]{0,3}"
    r"([A-Za-z][\w &-]{0,60}?)[*_`\])]{0,4}(?:[ ]team|[ ]vertical|[ ]department)?[*_]{0,2}[ ]?[:—–][*_]{0,2}[ ]*",
    re.IGNORECASE,
)
_TOWARDS = re.compile(r"(?:→|->|=>)[ ]?\[?([A-Za-z][\w-]{0,60})")
_WEB = re.compile(r"https?://[^\s<>\"'`|\\^{}]{3,}")
_TICKED = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"(?<![\w@./-])[\w@.-]++/[\w@./-]++(?::\d+)?")
_ROW = re.compile(r"[ \t]*\|")
_QUOTE = re.compile(r"(?:[ ]{0,3}>[ ]?)+")

_NAMES = {
    "retrieval check": Part.RETRIEVAL,
    "retrieval": Part.RETRIEVAL,
    "headline insight": Part.HEADLINE,
    "headline": Part.HEADLINE,
    "focused research": Part.RESEARCH,
    "research": Part.RESEARCH,
    "application": Part.APPLICATION,
    "critical evaluation": Part.EVALUATION,
    "evaluation": Part.EVALUATION,
    "risks": Part.RISKS,
    "assumptions": Part.ASSUMPTIONS,
    "how to test": Part.TESTS,
    "how to test them": Part.TESTS,
    "tests": Part.TESTS,
    "action items": Part.ACTIONS,
    "actions": Part.ACTIONS,
    "sources": Part.SOURCES,
    "references": Part.SOURCES,
    **{output.value.lower(): Part.RESEARCH for output in OUTPUTS},
    "case study": Part.RESEARCH,
    "framework": Part.RESEARCH,
}
_CROSSING = ("cross vertical", "cross department", "cross domain", "cross team")
_PROBED = re.compile(
    r"[*_]{0,2}(risk|assumption|how to test|test)s?(?: \d{1,2})?[*_]{0,2} ?:[*_]{0,2} *", re.IGNORECASE
)
_RECALLED = re.compile(
    r"[*_]{0,2}(finding|recommendation|open question|question)s?(?: \d{1,2})?[*_]{0,2} ?:[*_]{0,2} *", re.IGNORECASE
)
_SOURCED = re.compile(
    r"(?:[*_]{0,2}\[\^?(?:[Ss](?:ource[ ])?)?(\d{1,3})\]|[*]{0,2}(?:[Ss]|[Ss]ource[ ])?(\d{1,3})[.):](?=[ *])"
    r"|\|[ \t]{0,8}\[?(\d{1,3})\]?[ \t]{0,8}\|)"
)
"""The number of a source, where it is no sign of an item: `[1]`, `S1.`, `Source 1:`, the first cell of a row."""
_NAMED_SOURCE = re.compile(r"[*_]{0,2}(?:S|[Ss]ource[ ])\d{1,3}[.):](?=[ *])")
_PROBES = {"risk": Part.RISKS, "assumption": Part.ASSUMPTIONS, "how to test": Part.TESTS, "test": Part.TESTS}


def parse(text: str) -> Brief:
    """Read a brief; whatever is no part of one is kept as what it says."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    reader = _Reader()
    for said, depth in _statements(text):
        reader.take(said, depth)
    sections = tuple(Section(part, heading, tuple(said)) for part, heading, said, _ in reader.sections)
    title = reader.title
    named = title.text if title else ""
    about = " ".join(one.text for one in reader.preface)
    cycle = _CYCLE.search(named)
    brief = Brief(
        text,
        title,
        slug(found[1]) if (found := _TITLE.search(named)) else "",
        int(cycle[1]) if cycle else None,
        next((output for output in OUTPUTS if output.value.lower() in named.lower()), None),
        next((level for level in LEVELS if level.lower() in slug(about).split("-")), None),
        "",
        sections,
    )
    return _with_parts(brief)


class _Reader:
    """Puts what is said into the part it stands in."""

    def __init__(self) -> None:
        self.title: Stated | None = None
        self.preface: list[Stated] = []
        self.sections: list[tuple[Part, Stated, list[Stated], int]] = []

    def take(self, said: Stated, depth: int) -> None:
        if not depth:
            (self.sections[-1][2] if self.sections else self.preface).append(said)
            return
        part = self._opened(said, depth)
        if part:
            self.sections.append((part, said, [], depth))
        elif self.title is None and not self.sections:
            self.title = said
        else:
            (self.sections[-1][2] if self.sections else self.preface).append(said)

    def _opened(self, said: Stated, depth: int) -> Part | None:
        """The part that a heading opens; None where it belongs to what stands before it."""
        part = _part(said.text)
        above = next(((part, deep) for part, _, _, deep in reversed(self.sections) if part not in _INNER), None)
        if above is None or depth <= above[1]:
            return part or (Part.RESEARCH if self.title or self.sections else None)
        if part in _INNER:
            return part if above[0] is Part.EVALUATION else None
        is_new = part is not Part.RESEARCH and all(part is not known for known, *_ in self.sections)
        return part if is_new else None


def _part(heading: str) -> Part | None:
    """The part a heading names."""
    words = " ".join(slug(heading).split("-"))
    words = _NUMBERED.sub("", words, count=1) if _NUMBERED.match(words) else words
    if words.startswith(_CROSSING):
        return Part.CROSSING
    if words in _NAMES:
        return _NAMES[words]
    first = re.split(r"[(:–—]| - ", heading.strip("*_ "), maxsplit=1)[0]
    again = " ".join(slug(first).split("-"))
    again = _NUMBERED.sub("", again, count=1) if _NUMBERED.match(again) else again
    return _NAMES.get(again)


def _statements(text: str) -> Iterator[tuple[Stated, int]]:
    """What is said, in order, each with the depth of the heading it is, 0 for everything else."""
    lines = lines_of(text)
    kinds = classify(lines)
    open_said: list[tuple[int, str, Written, str]] = []

    def ended() -> Iterator[tuple[Stated, int]]:
        if open_said:
            number, _, form, label = open_said[0]
            joined = "\n" if form is Written.CODE else " "
            yield Stated(joined.join(words for _, words, _, _ in open_said), number, form, label), 0
            open_said.clear()

    for number, line in without_comments(lines):
        form = open_said[0][2] if open_said else None
        if kinds[number - 1] is LinePart.FENCE:
            if form is not Written.CODE:
                yield from ended()
            open_said.append((number, line, Written.CODE, ""))
            continue
        if form is Written.CODE or not line.strip() or _is_rule(line):
            yield from ended()
        if not line.strip() or _is_rule(line):
            continue
        if quoted := _QUOTE.match(line):
            line = line[quoted.end() :]
            if not line.strip():
                continue
        heading = _heading(line)
        if heading:
            yield from ended()
            yield Stated(heading[0], number, Written.HEADING), heading[1]
        elif (item := _ITEM.match(line)) and not (item[3] and _goes_on(open_said, line)):
            yield from ended()
            open_said.append((number, line[item.end() :].strip(), Written.ITEM, item[2] or item[3] or ""))
        elif _ROW.match(line):
            yield from ended()
            yield Stated(line.strip(), number, Written.ROW), 0
        else:
            if line[0] not in " \t" and (line.rstrip().endswith(":") or _is_labelled(line)):
                yield from ended()  # names what follows; no more of what is above
            open_said.append((number, line.strip(), Written.PARAGRAPH, ""))
    yield from ended()


def _goes_on(open_said: Sequence[tuple[int, str, Written, str]], line: str) -> bool:
    """Whether a line that begins with the mark of a source goes on with the paragraph above it."""
    if not open_said or open_said[0][2] is not Written.PARAGRAPH or "]:" in line[:12]:
        return False
    return not open_said[-1][1].endswith(":") and not _SOURCED.match(open_said[0][1])


def _is_labelled(line: str) -> bool:
    """Whether a line begins with a word that says what it is: a risk, a finding, a question, a source."""
    return any(label.match(line) for label in (_PROBED, _RECALLED, _ASKED, _FOR, _NAMED_SOURCE))


def _is_rule(line: str) -> bool:
    """Whether a line is a ruler, or the one below the head of a table."""
    return not line.strip(" \t|:-*_") and any(run in line for run in ("--", "***", "___"))


def _heading(line: str) -> tuple[str, int] | None:
    """The words of a heading and how deep it is; a line in bold that names a part is one too."""
    if found := _HEADING.fullmatch(line):
        return found[2].rstrip("# \t").strip("*_ ") or found[2], len(found[1])
    if (bold := _BOLD_HEADING.fullmatch(line)) and _part(bold[1].rstrip(":")):
        return bold[1].rstrip(":"), 7
    return None


def _with_parts(brief: Brief) -> Brief:
    headline = next(iter(_stated(brief.said(Part.HEADLINE))), None)
    probes = _probed(brief.said(Part.EVALUATION))
    return replace(
        brief,
        bloom=brief.output.bloom if brief.output else "",
        retrieval=_retrieval(brief.said(Part.RETRIEVAL)),
        headline=headline,
        risks=(*_stated(brief.said(Part.RISKS)), *probes[Part.RISKS]),
        assumptions=(*_stated(brief.said(Part.ASSUMPTIONS)), *probes[Part.ASSUMPTIONS]),
        tests=(*_stated(brief.said(Part.TESTS)), *probes[Part.TESTS]),
        actions=_stated(brief.said(Part.ACTIONS)),
        crossings=_crossings(brief.sections),
        sources=tuple(_listed(brief.said(Part.SOURCES))),
    )


def _stated(said: Iterable[Stated]) -> tuple[Stated, ...]:
    """The items, or where there are none everything but headings and code."""
    kept = [one for one in said if one.form not in (Written.HEADING, Written.CODE)]
    return tuple([one for one in kept if one.form is Written.ITEM] or kept)


def _retrieval(said: Sequence[Stated]) -> Retrieval:
    findings: list[Stated] = []
    found: dict[str, Stated] = {}
    under = ""
    for one in said:
        label = _RECALLED.match(one.text if one.form is not Written.HEADING else f"{one.text}:")
        words = one.text[label.end() :] if label and one.form is not Written.HEADING else one.text
        name = label[1].lower() if label else ""
        if one.form is Written.HEADING or not words:
            under = name
            continue
        name = (name or under).removeprefix("open ")
        if name in ("recommendation", "question"):
            found.setdefault(name, replace(one, text=words))
        elif one.form is Written.ITEM or name == "finding":
            findings.append(replace(one, text=words))
    return Retrieval(tuple(findings), found.get("recommendation"), found.get("question"))


def _probed(said: Sequence[Stated]) -> dict[Part, list[Stated]]:
    """Risks, assumptions and tests of an evaluation that names each with a word; items without one are risks."""
    found: dict[Part, list[Stated]] = {part: [] for part in (Part.RISKS, Part.ASSUMPTIONS, Part.TESTS)}
    under = Part.RISKS
    for one in said:
        if one.form in (Written.HEADING, Written.CODE):
            continue
        label = _PROBED.match(one.text)
        words = one.text[label.end() :] if label else one.text
        part = _PROBES[label[1].lower()] if label else under
        if label and (not words or one.form is Written.PARAGRAPH):
            under = part
        if words and (label or one.form is Written.ITEM):
            found[part].append(replace(one, text=words))
    return found


def _crossings(sections: Sequence[Section]) -> tuple[Crossing, ...]:
    found: dict[str, Crossing] = {}
    for section in sections:
        if section.part is not Part.CROSSING:
            continue
        target = slug(arrow[1]) if (arrow := _TOWARDS.search(section.heading.text)) else ""
        for one in section.said:
            named = _FOR.match(one.text)
            words = one.text[named.end() :] if named else one.text
            if one.form in (Written.HEADING, Written.CODE):
                continue
            if named:
                target = slug(named[2])
            label = _ASKED.match(words)
            words = words[label.end() :] if label else words
            if not words:
                continue
            called = (label[1] if label else named[1] if named else "") or ""
            is_question = called.lower() == "question" or words.rstrip("*_ ").endswith("?")
            known = found.get(target, Crossing(target))
            said = replace(one, text=words)
            if is_question and known.question is None:
                known = replace(known, question=said)
            elif not is_question and known.insight is None:
                known = replace(known, insight=said)
            found[target] = known
    return tuple(found.values())


def _listed(said: Sequence[Stated]) -> list[Source]:
    """The sources, each with its number as label; an address on an item of its own belongs to the source above it."""
    found: list[Source] = []
    for one in _stated(said):
        address = _address(one.text)
        if found and address and not found[-1].address and _ALONE.fullmatch(one.text.replace(address, " ", 1)):
            above = found[-1].said
            found[-1] = Source(replace(above, text=f"{above.text} {one.text}"), address)
        elif address or one.form is not Written.ROW:  # a row without one is the head of the table
            number = _SOURCED.match(one.text)
            label = one.label or (number and next(filter(None, number.groups()))) or ""
            found.append(Source(replace(one, label=label), address))
    return found


_ALONE = re.compile(r"[^A-Za-z0-9]{0,9}(?:(?:url|link|web|address|see|at)[^A-Za-z0-9]{0,9})?", re.IGNORECASE)
"""What may stand beside an address that is all a line says."""


def _address(text: str) -> str:
    """The address of a source: in the web, else of a file, a commit or a command."""
    if web := _WEB.search(text):
        return web[0].rstrip(".,;:!?)]")
    if ticked := _TICKED.search(text):
        return ticked[1].strip()
    path = _PATH.search(text)
    return path[0] if path else ""
