"""The budget of MEMORY.md, and which whole sections of old promotions go when a new one does not fit.

Only sections whose entire body is markers and their bullets count as ours to drop; a line of a person makes a section
theirs, whatever its heading says.
"""

import re
from dataclasses import dataclass

from dreamtui.text.js import units

BUDGET = 10_000
"""Characters of MEMORY.md that OpenClaw gives to an agent."""
RESERVE = 21
"""Characters kept free for a header and a last newline."""

_HEADING = re.compile(r"## (?:Promoted From Short-Term Memory|Consolidated Memory) \(([^)]+)\)\s*\Z")
_GROUP = re.compile(r"### (?:Global|Project: .[^\n]*+)\s*+\Z")
_MARKER = re.compile(r"<!--\s*openclaw-memory-promotion:(?:(?!-->).)*-->\s*\Z", re.IGNORECASE)
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
    """How a new section fits."""

    memory: str
    """The file without what would be dropped."""
    dropped: tuple[str, ...]
    """Dates of the sections that would be dropped, oldest first."""
    size: int
    """Characters with the new section, nothing dropped."""
    budget: int
    """Characters there are."""

    @property
    def fits(self) -> bool:
        """Whether nothing has to go."""
        return not self.dropped and self.size <= self.budget


def fit(memory: str, section: str, budget: int = BUDGET) -> Fit:
    """Which old sections would have to go for a new one; none where it fits, or where none is ours to drop."""
    size = units(memory) + units(section)
    room = max(0, budget - RESERVE)
    if budget <= 0 or size <= room:
        return Fit(memory, (), size, room)
    blocks = parts(memory)
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


def parts(memory: str) -> list[MemorySection]:
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
    """Whether a heading is one of those that stand between the promotions of several projects."""
    if not _GROUP.match(lines[number]):
        return False
    following = next((line for line in lines[number + 1 :] if line.strip()), "")
    return _MARKER.match(following) is not None


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
        if at + 1 >= len(body) or not _MARKER.match(body[at]) or not body[at + 1].startswith("- "):
            return False
        entries, at = entries + 1, at + 2
    return entries > 0
