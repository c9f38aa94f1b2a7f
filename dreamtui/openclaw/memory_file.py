"""The MEMORY.md of an OpenClaw workspace: the sections that promotions append, in the forms of v1, v3 and v4.

Every byte is as OpenClaw writes it, two blank lines under a new header included. Existing text is kept as it is; a key
with a marker is not written again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dreamtui.openclaw.js import collapse, cut_units, to_fixed, trim, trim_end, units
from dreamtui.openclaw.scoring.profiles import MemoryForm

HEADER = "# Long-Term Memory\n\n"
SNIPPET_TOKENS = 160
"""Tokens a promoted snippet may have, at four characters each."""
NO_SNIPPET = "(no snippet captured)"

_MARKER = re.compile(r"<!--\s*openclaw-memory-promotion:([^\n](?>(?:[^\n-]++|-(?!->))*))(?:\s*+(-->))?", re.IGNORECASE)
_BULLET = re.compile(r"^[-*+] +")
_PROJECT = re.compile(r"[\r\n<>]")
_TRIGGER_CHARS = 64


@dataclass(frozen=True, slots=True)
class PromotionLine:
    key: str
    path: str
    start: int
    """First line in the note."""
    end: int
    text: str
    """What is remembered: the snippet, or a person's better sentence."""
    score: float
    recalls: int
    signals: int
    """How often it was found in any way."""
    average: float
    tags: tuple[str, ...] = ()
    project: str = ""


def markers(memory: str) -> frozenset[str]:
    """Keys with a marker in the file."""
    return frozenset(trim(found[1]) for found in _MARKER.finditer(memory) if found[2])


def marker(key: str) -> str:
    """The line before a promotion."""
    return f"<!-- openclaw-memory-promotion:{key} -->"


def heading(day: str) -> str:
    return f"## Promoted From Short-Term Memory ({day})"


def bullet(line: PromotionLine, form: MemoryForm) -> str:
    source = f"source={line.path}:{line.start}-{line.end}]"
    figures = f"recalls={line.recalls} avg={to_fixed(line.average, 3)} {source}"
    if not form.marks:
        return f"- {line.text or NO_SNIPPET} [score={to_fixed(line.score, 3)} {figures}"
    text = shortened(line.text)
    if not form.annotates:
        return f"- {text} [score={to_fixed(line.score, 3)} {figures}"
    return f"- {text} [score={to_fixed(line.score, 3)} signals={line.signals} {figures} {annotations(line)}"


def annotations(line: PromotionLine) -> str:
    """What the newest form says for the recall of the memory itself: triggers, importance, project."""
    triggers = ", ".join(filter(None, map(_trigger, line.tags[:3])))
    importance = min(10, max(3, int(line.score * 10 + 0.5)))
    parts = [f"<!-- trigger: {triggers} -->"] if triggers else []
    parts.append(f"<!-- importance: {importance} -->")
    project = project_of(line)
    return " ".join([*parts, f"<!-- project: {project} -->"] if project else parts)


def project_of(line: PromotionLine) -> str:
    """The project a line is grouped under; empty for none and for one that could break the comment."""
    return "" if _PROJECT.search(line.project) else line.project


def _trigger(tag: str) -> str:
    return trim_end(collapse(re.sub(r"[\r\n,;]+", " ", re.sub(r"<!--|-->", " ", tag)))[:_TRIGGER_CHARS])


def shortened(raw: str) -> str:
    """The snippet without its bullet, cut after a sentence or a word where it is too long."""
    text = trim(_BULLET.sub("", collapse(raw or NO_SNIPPET))) or NO_SNIPPET
    limit = SNIPPET_TOKENS * 4
    if units(text) <= limit:
        return text
    head = cut_units(text, limit)
    sentence = max(head.rfind(". "), head.rfind("! "), head.rfind("? "))
    word = head.rfind(" ")
    if sentence >= 0 and units(head[:sentence]) >= limit * 55 // 100:
        head = head[: sentence + 1]
    elif word >= 0 and units(head[:word]) >= limit * 65 // 100:
        head = head[:word]
    return f"{trim_end(head)}..."


def section(lines: Sequence[PromotionLine], day: str, form: MemoryForm) -> str:
    """One section, from the blank line before its heading to its last newline."""
    out = ["", heading(day), ""]
    groups = _groups(lines) if form.annotates else [("", list(lines))]
    for project, members in groups:
        if len(groups) > 1:
            out += [f"### Project: {project}" if project else "### Global", ""]
        for line in members:
            out += [marker(line.key), bullet(line, form)] if form.marks else [bullet(line, form)]
        if len(groups) > 1:
            out.append("")
    return "\n".join([*out, ""])


def _groups(lines: Sequence[PromotionLine]) -> list[tuple[str, list[PromotionLine]]]:
    groups: dict[str, list[PromotionLine]] = {}
    for line in lines:
        groups.setdefault(project_of(line), []).append(line)
    return sorted(groups.items())


def appended(memory: str | None, lines: Sequence[PromotionLine], day: str, form: MemoryForm) -> str:
    """The file with a section at its end; a blank or missing one gets its header first."""
    before = memory or ""
    head = HEADER if not trim(before) else ""
    ended = before if not before or before.endswith("\n") else f"{before}\n"
    return f"{head}{ended}{section(lines, day, form)}"


BUDGET = 10_000
"""Characters of MEMORY.md that OpenClaw gives to an agent."""
RESERVE = 21
"""Characters kept free for a header and a last newline."""

_HEADING = re.compile(r"## (?:Promoted From Short-Term Memory|Consolidated Memory) \(([^)]+)\)\s*\Z")
_GROUP = re.compile(r"### (?:Global|Project: .[^\n]*+)\s*+\Z")
_OWN_MARKER = re.compile(r"<!--\s*openclaw-memory-promotion:(?:(?!-->).)*-->\s*\Z", re.IGNORECASE)
_LINEAGE = re.compile(r"<!--\s*openclaw-memory-lineage:(?:(?!-->).)*-->\s*\Z", re.IGNORECASE)
_LAST_END = re.compile(r"\r?\n\Z")
_LINE = re.compile(r"[^\n]+\n?|\n")
_ATX = re.compile(r" {0,3}#{1,6}(?:[ \t]|\Z)")


@dataclass(frozen=True, slots=True)
class MemorySection:
    """A part of the file between two headings."""

    text: str
    """Its lines with their ends."""
    date: str = ""
    """The date of its promotions; empty for what is not ours to drop."""


@dataclass(frozen=True, slots=True)
class Fit:
    memory: str
    """The file without what would be dropped."""
    dropped: tuple[str, ...]
    """Dates of the sections that would be dropped, oldest first."""
    size: int
    """Characters with the new section, nothing dropped."""
    budget: int

    @property
    def fits(self) -> bool:
        """Whether nothing has to go."""
        return not self.dropped and self.size <= self.budget


def fit(memory: str, section: str, budget: int = BUDGET) -> Fit:
    """Which old sections would have to go for a new one; None if it fits, or if none is ours to drop."""
    size = units(memory) + units(section)
    room = max(0, budget - RESERVE)
    if budget <= 0 or size <= room:
        return Fit(memory, (), size, room)
    blocks = sections_of(memory)
    order = sorted((n for n, block in enumerate(blocks) if block.date), key=lambda n: blocks[n].date)
    gone: list[int] = []
    left = units(memory)
    for number in order:
        if left + units(section) <= room:
            break
        gone.append(number)
        left = max(0, left - units(blocks[number].text) - (number == len(blocks) - 1 and len(blocks) > 1))
    kept = "".join(block.text for n, block in enumerate(blocks) if n not in gone)
    if len(blocks) - 1 in gone:
        kept = _LAST_END.sub("", kept, count=1)  # the line end before what went was its own
    return Fit(kept if gone else memory, tuple(blocks[n].date for n in gone), size, room)


def sections_of(memory: str) -> list[MemorySection]:
    """The file in blocks, each beginning with a heading but the first."""
    lines = _LINE.findall(memory)
    blocks: list[list[str]] = [[]]
    for number, line in enumerate(lines):
        if _ATX.match(line) and not (_dated(blocks[-1]) and _is_group(lines, number)):
            blocks.append([])
        blocks[-1].append(line)
    return [_block(block) for block in blocks if block]


def _dated(block: list[str]) -> bool:
    return bool(block) and _HEADING.match(block[0]) is not None


def _is_group(lines: list[str], number: int) -> bool:
    """Whether a heading separates the promotions of several projects."""
    if not _GROUP.match(lines[number]):
        return False
    following = next((line for line in lines[number + 1 :] if line.strip()), "")
    return _OWN_MARKER.match(following) is not None


def _block(lines: list[str]) -> MemorySection:
    dated = _HEADING.match(lines[0])
    text = "".join(lines)
    return MemorySection(text, dated[1]) if dated and _is_generated(lines[1:]) else MemorySection(text)


def _is_generated(lines: list[str]) -> bool:
    """Whether a body is nothing but markers, each with its one bullet, and headings of projects."""
    body = [line for line in lines if line.strip()]
    entries, at = 0, 0
    while at < len(body):
        at += bool(_GROUP.match(body[at]))
        at += at < len(body) and bool(_LINEAGE.match(body[at]))
        if at + 1 >= len(body) or not _OWN_MARKER.match(body[at]) or not body[at + 1].startswith("- "):
            return False
        entries, at = entries + 1, at + 2
    return entries > 0
