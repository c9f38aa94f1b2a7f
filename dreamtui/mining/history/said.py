"""What the repository says or enforces already: then an item says so, or there is none."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

from dreamtui.model.item import Finding
from dreamtui.text.inert import one_line

SAYING = (
    "CLAUDE.md", "AGENTS.md", "GEMINI.md", ".claude/CLAUDE.md", ".claude/rules/*.md", ".cursor/rules/*", ".cursorrules",
    ".github/copilot-instructions.md", "CONTRIBUTING.md", "CONTRIBUTING.rst", ".github/CONTRIBUTING.md",
)  # fmt: skip
"""Files in which a repository says how it is worked on."""
ENFORCING = (
    "biome.json", "biome.jsonc", ".eslintrc*", "eslint.config.*", "ruff.toml", ".ruff.toml", "pyproject.toml",
    "setup.cfg",
    "tox.ini", "clippy.toml", ".clippy.toml", ".golangci.y*ml", ".pylintrc", "tslint.json", ".flake8",
)  # fmt: skip
"""Files in which it says what its linters refuse."""
_NEVER = re.compile(
    r"\b(?:never|not|no|don't|avoid|instead|forbidden|prohibit\w*|ban(?:ned)?|rather|disallow\w*|нельзя|не)\b|禁止|避免|不要|不得|严禁",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\b(?:add(?:ed|ing)?|register(?:ed)?|list(?:ed)?|append(?:ed)?|update[ds]?)\b|添加|更新", re.IGNORECASE
)
_LINTED = {
    "any": ("noExplicitAny", "no-explicit-any"),
    "Any": ("ANN401", "disallow_any_explicit"),
    "var": ("no-var", "noVar"),
    "print": ("T201", "T20"),
    "console.log": ("no-console", "noConsole"),
}
_OFF = re.compile(r"\boff\b|[:=]\s*0\b|\bwarn\b|\bignore\b|\bfalse\b|^\s*(?:#|//)", re.IGNORECASE)
_BANS = re.compile(r"banned-api|no-restricted|disallowed-(?:types|methods|names)|noRestricted")
_PREFERS = re.compile(r"\b(?:use|prefer|write|instead|rather)\b|→|改用|使用", re.IGNORECASE)
_REACH = 12
_BEFORE = 60
"""Characters before a name in which it is forbidden."""


def is_of(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether a path is one of these files."""
    return path in patterns or any(fnmatchcase(path, pattern) for pattern in patterns if "*" in pattern)


def checked(finding: Finding, texts: Mapping[str, str]) -> Finding | None:
    """The finding, with the line that says it already; None where a linter refuses what it is about."""
    left, arrow, right = finding.subject.partition(" -> ")
    if not arrow:
        return finding
    if finding.signal == "substitution":
        if _enforced(left, texts):
            return None
        return _with_line(finding, _line(texts, _forbids(left, right)))
    if finding.signal == "registration":
        return _with_line(finding, _line(texts, _asks_for(right, left.partition("/**")[0])))
    return finding


def _with_line(finding: Finding, place: tuple[str, int, str] | None) -> Finding | None:
    """The finding as one of a rule that was not kept; None where it is kept, and nothing is left to say."""
    if place is None:
        return finding
    if finding.signal == "registration" and "forgot" not in finding.title:
        return None
    path, number, line = place
    flat = " ".join(one_line(line).split())[:160]
    return replace(
        finding,
        title=f"{path}:{number} says it, and it was not kept: {finding.title}",
        against=(f"Already said at {path}:{number}: “{flat}”", *finding.against),
    )


def _line(texts: Mapping[str, str], says: Callable[[str], bool]) -> tuple[str, int, str] | None:
    """The first line that says it."""
    for path in sorted(path for path in texts if is_of(path, SAYING)):
        for number, line in enumerate(texts[path].split("\n")[:20_000], 1):
            if says(line[:2000]):
                return path, number, line
    return None


def _forbids(old: str, new: str) -> Callable[[str], bool]:
    """Whether a line forbids one name, or names both; a name of letters alone has to be marked as code."""
    one, two = _word(old), _word(new)

    def says(line: str) -> bool:
        here = one.search(line)
        if here is None:
            return False
        if old.isalpha() and not any(one.search(part) for part in line.split("`")[1::2]):
            return False
        before = line[max(0, here.start() - _BEFORE) : here.start()]
        near = line[max(0, here.start() - _BEFORE) : here.end() + _BEFORE]
        return bool(_NEVER.search(before)) or bool(two.search(near) and _PREFERS.search(near))

    return says


def _asks_for(companion: str, folder: str) -> Callable[[str], bool]:
    """Whether a line names the companion, and beside it the folder or that something has to be added."""
    name = companion.rpartition("/")[2]
    word, near = _word(name), folder.rpartition("/")[2] + "/"

    def says(line: str) -> bool:
        if not word.search(line):
            return False
        rest = line.replace(companion, "").replace(name, "")
        return near in rest or bool(_ADDS.search(rest))

    return says


def _word(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$-]){re.escape(text)}(?![\w-])")


def _enforced(old: str, texts: Mapping[str, str]) -> bool:
    """Whether a linter's settings refuse a name."""
    name = _word(old)
    for path in sorted(path for path in texts if is_of(path, ENFORCING)):
        lines = texts[path].split("\n")[:20_000]
        for at, line in enumerate(lines):
            if any(rule in line for rule in _LINTED.get(old, ())) and not _OFF.search(line[:500]):
                return True
            if _BANS.search(line[:500]) and any(name.search(near[:500]) for near in lines[at : at + _REACH]):
                return True
    return False
