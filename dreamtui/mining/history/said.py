"""What the repository says or enforces already: then an item says so, or there is none."""

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache

from dreamtui.mining.history.base import Past
from dreamtui.mining.history.words import spoken
from dreamtui.text.inert import one_line

SAYING = (
    "CLAUDE.md", "AGENTS.md", "GEMINI.md", ".claude/CLAUDE.md", ".claude/rules/*.md", ".claude/skills/*.md",
    ".claude/commands/*.md", ".agents/*.md", ".codex/*.md", ".cursor/rules/*", ".cursorrules",
    ".github/copilot-instructions.md", ".github/instructions/*.md", "CONTRIBUTING.md", "CONTRIBUTING.rst",
    ".github/CONTRIBUTING.md", ".github/pull_request_template.md", ".github/PULL_REQUEST_TEMPLATE.md",
    "*/AGENTS.md", "*/CLAUDE.md", "*/CONTRIBUTING.md", "docs/*contributing*.md", "docs/*contributing*.rst",
    "docs/*contributing*.txt",
)  # fmt: skip
"""Files in which a repository says how it is worked on; a star takes folders in."""
ENFORCING = (
    "biome.json", "biome.jsonc", ".eslintrc*", "eslint.config.*", "ruff.toml", ".ruff.toml", "pyproject.toml",
    "setup.cfg",
    "tox.ini", "clippy.toml", ".clippy.toml", ".golangci.y*ml", ".pylintrc", "tslint.json", ".flake8",
)  # fmt: skip
"""Files in which it says what its linters refuse."""
_PASSES = re.compile(
    r"(?:^|[/_-])(?:plans?|archives?|adr|rfcs?|specs?|changelog|history|news|releases?|memory|todo)\b|\d{4}-\d\d",
    re.IGNORECASE,
)
"""Documents that tell what was planned or done."""
_TOKEN = re.compile(r"[\w./-]+")
_DOCUMENT = re.compile(r"[\w./-]{1,200}\.(?:md|mdc|rst|txt)\b")
_NEVER = re.compile(
    r"\b(?:never|not|no|don't|avoid|instead|forbidden|prohibit\w*|ban(?:ned)?|rather|disallow\w*|without|нельзя|не)\b"
    r"|禁止|避免|不要|不得|严禁|没有|无需|勿",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\b(?:add(?:ed|ing)?|register(?:ed)?|list(?:ed)?|append(?:ed)?|update[ds]?|extend(?:ed)?|map|declare[ds]?|include[ds]?"
    r"|entry|regenerate[ds]?|new)\b|添加|更新",
    re.IGNORECASE,
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
_BOTH = re.compile(r"\b(?:both|only|just)\b[^.]{0,20}$", re.IGNORECASE)
"""Before a name of which one alone is not meant."""
_PREFERS = re.compile(r"\b(?:use|prefer|write|instead|rather)\b|→|改用|使用", re.IGNORECASE)
_COUNTS = re.compile(r"\b(?:enforc\w{1,4}|ratchet\w{0,3}|refuse[sd]?|reject(?:s|ed)?|fails? the)\b", re.IGNORECASE)
"""Words by which a check sees to what is said."""
_PATH_WORD = re.compile(r"[^\W\d_]{2,}")
_COMMON_PARTS = frozenset(
    ["src", "lib", "pkg", "internal", "crates", "packages", "main", "index", "list", "file", "files", "md", "go", "rs",
     "py", "js", "ts", "tsx", "json", "yml", "yaml", "toml", "txt", "run", "to", "the", "in", "of", "is", "are", "and"]
)  # fmt: skip
"""Parts of paths that name nothing."""
_ROUTINE = frozenset(
    ["commit", "push", "pull", "reques", "submit", "always", "run", "sure", "every", "time", "first", "finall", "need",
     "genera", "regene", "please", "branch", "review", "finish", "done", "script", "comman"]
)  # fmt: skip
"""What a line says of when a command is run, not of what it is for; stems as `spoken` makes them."""
_PROPERTY = re.compile(r"^var\((--[\w-]{1,80})\)$")
"""How CSS uses a property, of which documents say the name."""
_REACH = 12
_BEFORE = 60
"""Characters before a name in which it is forbidden."""
_NEAR = 8
"""Lines around one that are about the same."""
_CLOSE = 3
_LINES = 20_000
_LONG = 2000

Says = Callable[[Sequence[str], int], bool]
"""Whether one of the lines says it."""


@dataclass(frozen=True, slots=True)
class SaidAlready:
    """A line in which it is said already."""

    path: str
    number: int
    line: str
    since: int
    """When it was written; 0 before the oldest commit that was read."""

    @property
    def place(self) -> str:
        return f"{self.path}:{self.number}"

    @property
    def quoted(self) -> str:
        """What speaks against a rule that is there."""
        return f"Already said at {self.place}: “{' '.join(one_line(self.line).split())[:160]}”"


def is_of(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether a path is one of these files."""
    return path in patterns or any(fnmatchcase(path, pattern) for pattern in patterns if "*" in pattern)


def named_documents(texts: Mapping[str, str], present: AbstractSet[str]) -> list[str]:
    """The documents that these files name, by their path from the top or from the file."""
    found = set()
    for path, text in texts.items():
        folder = path.rpartition("/")[0]
        for name in _DOCUMENT.findall(text):
            bare = name.removeprefix("./")
            found |= {bare, f"{folder}/{bare}"} & present
    return sorted(path for path in found.difference(texts) if not _PASSES.search(path))


def said(past: Past, says: Says) -> SaidAlready | None:
    """The first line that says it."""
    for path in sorted(path for path in past.texts if not is_of(path, ENFORCING)):
        lines = _lines(past.texts[path])
        for at, line in enumerate(lines):
            if line and says(lines, at):
                place = path, at + 1
                return SaidAlready(*place, line, past.written([place]).get(place, 0))
    return None


@lru_cache(200)
def _lines(text: str) -> tuple[str, ...]:
    return tuple(line[:_LONG] for line in text.split("\n")[:_LINES])


def forbids(old: str, new: str) -> Says:
    """Whether a line forbids one name, or names both; a name of letters alone has to be marked as code."""
    one, two = _word(old), _word(_PROPERTY.sub(r"\1", new))

    def says(lines: Sequence[str], at: int) -> bool:
        line = lines[at]
        here = one.search(line) if old in line else None
        if here is None:
            return False
        if old.isalpha() and not any(one.search(part) for part in line.split("`")[1::2]):
            return False
        before = line[max(0, here.start() - _BEFORE) : here.start()]
        if _BOTH.search(before):
            return False
        near = line[max(0, here.start() - _BEFORE) : here.end() + _BEFORE]
        if (
            not new.isalpha()
            and _in_code(two, line)
            and any(_PREFERS.search(one) for one in lines[max(0, at - _CLOSE) : at + 1])
        ):
            return True  # a table of what is meant for what
        return bool(_NEVER.search(before)) or bool(two.search(near) and _PREFERS.search(near))

    return says


def _in_code(name: re.Pattern[str], line: str) -> bool:
    return any(name.search(part) for part in line.split("`")[1::2])


def counts(old: str) -> Says:
    """Whether a line says that a check counts or refuses a name."""
    name = _word(old)

    def says(lines: Sequence[str], at: int) -> bool:
        line = lines[at]
        if old not in line or not any(name.search(part) for part in line.split("`")[1::2]):
            return False
        return any(_COUNTS.search(near) for near in lines[max(0, at - _CLOSE) : at + _CLOSE + 1])

    return says


def asks_for(companion: str, folder: str) -> Says:
    """Whether a line asks for the companion: it names it, and near it the folder, or that something is added."""
    name = companion.rpartition("/")[2]
    last = folder.rpartition("/")[2] + "/"
    whole = folder if "/" in folder else last
    beside = companion.rpartition("/")[0] + "/"
    narrow = "/" in beside[:-1] and not f"{folder}/".startswith(beside) and not beside.startswith(f"{folder}/")

    def says(lines: Sequence[str], at: int) -> bool:
        line = lines[at]
        if narrow and beside in line and _ADDS.search(line):
            return True
        named = (token.strip(".").removeprefix("./") for token in _TOKEN.findall(line) if name in token)
        if not any(token.endswith(name) and f"/{companion}".endswith(f"/{token}") for token in named):
            return False
        rest = line.replace(companion, "").replace(name, "")
        if last in rest or _ADDS.search(rest):
            return True
        near = lines[max(0, at - _NEAR) : at + _NEAR + 1]
        return companion in line and any(whole in other.replace(companion, "") for other in near)

    return says


def asks_to_run(command: str, companions: Sequence[str]) -> Says:
    """Whether a line names the command, and nothing else that the command may be for than these files.

    One command may write many things, and a line about another of them does not ask for this one.
    """
    paths = {word for path in companions for word in _PATH_WORD.findall(path.lower())} - _COMMON_PARTS

    def says(lines: Sequence[str], at: int) -> bool:
        line = lines[at]
        if command not in line:
            return False
        rest = line.replace(command, " ")
        words = _PATH_WORD.findall(rest.lower())
        return any(word.rstrip("s") in paths or word in paths for word in words) or not spoken(rest).keys() - _ROUTINE

    return says


def speaks_of(words: AbstractSet[str]) -> Says:
    """Whether a line has all of these words in it, by what is compared of them."""
    return lambda lines, at: words <= spoken(lines[at]).keys()


def has(*parts: re.Pattern[str]) -> Says:
    """Whether one line has all of these in it."""
    return lambda lines, at: all(part.search(lines[at]) for part in parts)


def _word(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$-]){re.escape(text)}(?![\w-])")


def enforced(old: str, texts: Mapping[str, str]) -> bool:
    """Whether a linter's settings refuse a name."""
    name = _word(old)
    for path in sorted(path for path in texts if is_of(path, ENFORCING)):
        lines = texts[path].split("\n")[:_LINES]
        for at, line in enumerate(lines):
            if any(rule in line for rule in _LINTED.get(old, ())) and not _OFF.search(line[:500]):
                return True
            if _BANS.search(line[:500]) and any(name.search(near[:500]) for near in lines[at : at + _REACH]):
                return True
    return False
