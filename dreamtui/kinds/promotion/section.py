"""The MEMORY.md of an OpenClaw workspace: the sections that promotions append, in the forms of v1, v3 and v4.

Every byte is as OpenClaw writes it, two blank lines under a new header included. Text that stands there already is
kept as it is; a key whose marker stands there is not written again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dreamtui.text.js import collapse, cut_units, to_fixed, trim, trim_end, units

HEADER = "# Long-Term Memory\n\n"
SNIPPET_TOKENS = 160
"""Tokens a promoted snippet may have, at four characters each."""
NO_SNIPPET = "(no snippet captured)"

_MARKER = re.compile(r"<!--\s*openclaw-memory-promotion:([^\n](?:[^\n-]++|-(?!->))*+)(?:\s*+(-->))?", re.IGNORECASE)
_BULLET = re.compile(r"^[-*+] +")
_PROJECT = re.compile(r"[\r\n<>]")
_TRIGGER_CHARS = 64


@dataclass(frozen=True, slots=True)
class PromotionLine:
    """One promotion as it is written."""

    key: str
    """Its recall key."""
    path: str
    """The note it comes from."""
    start: int
    """First line in the note."""
    end: int
    """Last line."""
    text: str
    """What is remembered: the snippet, or a person's better sentence."""
    score: float
    """Its score."""
    recalls: int
    """How often it was recalled."""
    signals: int
    """How often it was found in any way."""
    average: float
    """Average score of its hits."""
    tags: tuple[str, ...] = ()
    """Concepts it names."""
    project: str = ""
    """The projects it belongs to."""


def markers(memory: str) -> frozenset[str]:
    """Keys whose marker stands in the file."""
    return frozenset(trim(found[1]) for found in _MARKER.finditer(memory) if found[2])


def marker(key: str) -> str:
    """The line that stands before a promotion."""
    return f"<!-- openclaw-memory-promotion:{key} -->"


def heading(day: str) -> str:
    """The heading of a day's promotions."""
    return f"## Promoted From Short-Term Memory ({day})"


def bullet(line: PromotionLine, form: str) -> str:
    """The line of one promotion."""
    source = f"source={line.path}:{line.start}-{line.end}]"
    figures = f"recalls={line.recalls} avg={to_fixed(line.average, 3)} {source}"
    if form == "v1":
        return f"- {line.text or NO_SNIPPET} [score={to_fixed(line.score, 3)} {figures}"
    text = shortened(line.text)
    if form == "v3":
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


def section(lines: Sequence[PromotionLine], day: str, form: str) -> str:
    """One section, from the blank line before its heading to its last newline."""
    out = ["", heading(day), ""]
    groups = _groups(lines) if form == "v4" else [("", list(lines))]
    for project, members in groups:
        if len(groups) > 1:
            out += [f"### Project: {project}" if project else "### Global", ""]
        for line in members:
            out += [bullet(line, form)] if form == "v1" else [marker(line.key), bullet(line, form)]
        if len(groups) > 1:
            out.append("")
    return "\n".join([*out, ""])


def _groups(lines: Sequence[PromotionLine]) -> list[tuple[str, list[PromotionLine]]]:
    groups: dict[str, list[PromotionLine]] = {}
    for line in lines:
        groups.setdefault(project_of(line), []).append(line)
    return sorted(groups.items())


def appended(memory: str | None, lines: Sequence[PromotionLine], day: str, form: str) -> str:
    """The file with a section at its end; a blank or missing one gets its header first."""
    before = memory or ""
    head = HEADER if not trim(before) else ""
    ended = before if not before or before.endswith("\n") else f"{before}\n"
    return f"{head}{ended}{section(lines, day, form)}"
