"""Hand-over notes, with the questions they leave open, and what the agents of a repository are said to know."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import read_whole
from dreamtui.text.decoding import plain
from dreamtui.text.markup import frontmatter
from dreamtui.text.markup.markdown import LinePart, classify, lines_of, without_comments
from dreamtui.text.paths import in_git, matches

LARGEST = 256 * 1024
"""Bytes of a note that are read."""
_MOST_FILES = 200
_MOST_LOOKED_AT = 20_000
"""Names that are compared with the patterns."""
_SKIPPED = frozenset({".git", "node_modules", ".venv", "venv", "__pycache__", "target", "dist", "build"})
_OPEN = re.compile(r"open|question|unresolved|next|todo|to do|blocked", re.IGNORECASE)
_HEADING = re.compile(r"#{1,6}[ \t]+(\S.*)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(\[[ xX]\][ \t]+)?(\S.*)")


@dataclass(frozen=True, slots=True)
class HandoffLine:
    """A line of a note."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Handoffs:
    """The notes that were found."""

    files: tuple[str, ...] = ()
    """Paths below the root, sorted."""
    questions: tuple[HandoffLine, ...] = ()
    """What they leave open: questions, unticked boxes, items below a heading such as Open questions."""
    skipped: tuple[tuple[str, str], ...] = ()
    """Paths that could not be read, with a few words."""


NO_HANDOFFS = Handoffs()


@dataclass(frozen=True, slots=True)
class KnownSkill:
    """A skill or an agent that is described in the repository."""

    path: str
    name: str
    about: str


def read_handoffs(root: Path, patterns: Sequence[str]) -> Handoffs:
    """Read the notes that fit the patterns; links and what lies outside are not followed."""
    files: list[str] = []
    questions: list[HandoffLine] = []
    skipped: list[tuple[str, str]] = []
    for name in _fitting(root, patterns):
        try:
            data = read_whole(root / name, LARGEST)
        except OSError as problem:
            skipped.append((name, problem.strerror or "unreadable"))
            continue
        files.append(name)
        questions += _left_open(name, plain(data))
    return Handoffs(tuple(files), tuple(questions), tuple(skipped))


def _fitting(root: Path, patterns: Sequence[str]) -> list[str]:
    """Paths that fit a pattern, sorted; of folders only those are looked through that a pattern can lead into."""
    found: set[str] = set()
    deep = any("**" in pattern for pattern in patterns)
    tops = {pattern.split("/")[0] for pattern in patterns}
    looked = 0
    for folder, folders, names in os.walk(root):
        inside = Path(folder).relative_to(root)
        depth = len(inside.parts)
        folders[:] = sorted(name for name in folders if name not in _SKIPPED and not in_git(Path(name)))
        if not depth and not deep:
            folders[:] = [name for name in folders if any(matches(top, name) for top in tops)]
        if not deep and depth + 1 >= max((pattern.count("/") for pattern in patterns), default=0) + 1:
            folders.clear()
        for name in sorted(names):
            looked += 1
            path = (inside / name).as_posix()
            if any(matches(pattern, path) for pattern in patterns):
                found.add(path)
        if looked > _MOST_LOOKED_AT or len(found) > _MOST_FILES:
            break
    return sorted(found)[:_MOST_FILES]


def _left_open(name: str, text: str) -> Iterator[HandoffLine]:
    """The lines of a note that leave something open."""
    lines = lines_of(text)
    kinds = classify(lines)
    is_open = False
    for number, line in without_comments(lines):
        if kinds[number - 1] is LinePart.FENCE:
            continue
        if heading := _HEADING.match(line):
            is_open = _OPEN.search(heading[1]) is not None
            continue
        item = _ITEM.match(line)
        box = (item[1] or "").strip().lower() if item else ""
        words = (item[2] if item else line).strip()
        if box == "[x]" or not words:
            continue
        if words.endswith("?") or box == "[ ]" or (is_open and item):
            yield HandoffLine(name, number, words)


def read_known(root: Path) -> tuple[KnownSkill, ...]:
    """Skills and agents as `.claude/skills/<name>/SKILL.md` and `.claude/agents/<name>.md` describe them."""
    found = []
    for name in _fitting(root, (".claude/skills/*/SKILL.md", ".claude/agents/*.md")):
        try:
            fields = frontmatter.read(read_whole(root / name, LARGEST))
        except OSError:
            continue
        parts = name.split("/")
        called = fields.get("name", "") or (parts[2] if parts[1] == "skills" else parts[2].removesuffix(".md"))
        found.append(KnownSkill(name, called, " ".join(fields.get("description", "").split())))
    return tuple(found)
