"""Rules that other tools keep for their agents (AGENTS.md, Cursor, Copilot, Gemini, …), read as single statements.

Nothing is changed there; a file that is no plain file, too large or a symlink out of the folder is left alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import read_whole
from dreamtui.text.inert import one_line
from dreamtui.text.markup import frontmatter
from dreamtui.text.markup.markdown import LinePart, classify, front_matter_lines, lines_of

LARGEST = 1024 * 1024
_MOST_FILES = 200
_LONGEST = 1_200
"""Characters of one statement; a longer one is documentation."""
_SHORTEST = 12
PATTERNS = (
    ("AGENTS.md", "AGENTS.md"),
    ("GEMINI.md", "Gemini CLI"),
    (".github/copilot-instructions.md", "GitHub Copilot"),
    (".github/instructions/*.instructions.md", "GitHub Copilot"),
    (".cursor/rules/*.mdc", "Cursor"),
    (".cursor/rules/*/*.mdc", "Cursor"),
    (".cursorrules", "Cursor"),
    (".windsurfrules", "Windsurf"),
    (".windsurf/rules/*.md", "Windsurf"),
    (".clinerules", "Cline"),
    (".clinerules/*.md", "Cline"),
    (".junie/guidelines.md", "Junie"),
    (".rules", "Zed"),
    ("CONVENTIONS.md", "aider"),
)
"""Where tools keep their rules below the root of a repository, and what the tool is called."""
_BULLET = re.compile(r"^([ \t]{0,12})([-*+]|\d{1,3}[.)])[ \t]+(?=\S)")
_HEADING = re.compile(r"^#{1,6}[ \t]+(\S[^\n]*)")
_ORDER = re.compile(
    r"^(?:please )?(?:always|never|do not|don't|must|should|avoid|use|prefer|run|keep|make|write|add|ensure|check|call|"
    r"follow|put|read|return|name|test|when|before|after|only|no|if|all|every|each|any)\b",
    re.IGNORECASE,
)
"""How a paragraph begins that tells somebody to do something; bullets are taken as they are."""
_MARKS = ("<!-- dreamtui:begin", "<!-- dreamtui:end")
_GLOBS = ("globs", "applyTo", "paths")


@dataclass(frozen=True, slots=True)
class RuleStatement:
    """One rule of a file."""

    text: str
    """In its own words, its lines joined; lines of a nested list stay below it."""
    line: int
    """Where it begins in the file."""
    heading: str
    """The heading above it."""
    fault: str = ""
    """Why it is told like a rule and is none, a few words; empty for a rule."""


@dataclass(frozen=True, slots=True)
class RuleFile:
    path: Path
    tool: str
    """Who reads it."""
    statements: tuple[RuleStatement, ...]
    globs: tuple[str, ...]
    """Files its rules are about; empty for all."""
    faulty: tuple[RuleStatement, ...] = ()
    """What is told like a rule and is none."""


def found_in(root: Path) -> list[tuple[Path, str]]:
    """The files of other tools in a folder that are there, with who reads them."""
    listed: dict[Path, str] = {}
    for pattern, tool in PATTERNS:
        for path in sorted(root.glob(pattern))[:_MOST_FILES]:
            if path.is_file() and path.resolve().is_relative_to(root.resolve()):
                listed.setdefault(path, tool)
    return list(listed.items())


def tool_of(path: Path) -> str:
    """Who reads a file of this name."""
    for pattern, tool in PATTERNS:
        if path.match(pattern):
            return tool
    return path.name


def read_rules(path: Path, tool: str = "") -> RuleFile:
    """The statements of one file. Raises OSError where it cannot be read."""
    data = read_whole(path, LARGEST, follow=True)
    lines = lines_of(data.decode("utf-8", "replace").replace("\r\n", "\n"))
    told = tuple(statements(lines, faulty=True))
    rules, faulty = (tuple(one for one in told if bool(one.fault) is wrong) for wrong in (False, True))
    return RuleFile(path, tool or tool_of(path), rules, _globs(data), faulty)


def _globs(data: bytes) -> tuple[str, ...]:
    fields = frontmatter.read(data)
    for name in _GLOBS:
        words = fields.get(name, "").strip().strip("[]")
        globs = [part.strip().strip("\"'") for part in words.split(",")]
        if kept := tuple(glob for glob in globs if glob and glob not in {"*", "**", "**/*"}):
            return kept
    return ()


def _fault(text: str) -> str:
    if len(text) < _SHORTEST or len(text.split()) <= 2:
        return "too short for a rule"
    return "too long for a rule" if len(text) > _LONGEST else ""


def statements(lines: list[str], *, faulty: bool = False) -> Iterator[RuleStatement]:
    """Top-level bullets with what is nested in them, and paragraphs that tell somebody to do something.

    A numbered line is mostly a step, so it has to tell to do something too. What dreamtui wrote there is left out.
    With `faulty` also what is told like these and is too short or too long.
    """
    start = front_matter_lines(lines)
    parts = classify(lines[start:])
    heading, block, begin, bullet, step, ours = "", list[str](), 0, False, False, False

    def ended() -> Iterator[RuleStatement]:
        text = "\n".join(block).strip()
        told = (bullet and not step) or _ORDER.match(text)
        fault = _fault(text)
        if text and told and (faulty or not fault) and not text.endswith(":"):
            yield RuleStatement(text, begin, heading, fault)
        block.clear()

    for number, (raw, part) in enumerate(zip(lines[start:], parts, strict=True), start + 1):
        line = raw.rstrip()
        if line.startswith(_MARKS):
            ours = line.startswith(_MARKS[0])
        nested = _BULLET.match(line)
        if ours or part is not LinePart.TEXT or line.startswith(("|", ">")):
            yield from ended()
        elif found := _HEADING.match(line):
            yield from ended()
            heading = found[1].strip()
        elif nested and (not block or not bullet or len(nested[1]) < 2):
            yield from ended()
            block[:], begin, bullet = [line[nested.end() :].strip()], number, True
            step = nested[2][0].isdigit()
        elif not line:
            yield from ended()
        elif nested and block:
            block.append(f"- {line[nested.end() :].strip()}")
        elif block:
            block[-1] = f"{block[-1]} {line.strip()}"
        else:
            block[:], begin, bullet, step = [line.strip()], number, False, False
    yield from ended()


def said_once(text: str) -> str:
    """The words by which a statement is known again: without case, emphasis, blanks and the last stop."""
    return one_line(re.sub(r"[*_`]", "", text)).strip().rstrip(".!").casefold()
