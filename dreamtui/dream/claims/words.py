"""What one word or command between backticks can be: a file, a command, a symbol, a package, a commit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dreamtui.model.claim import ClaimKind

_SUFFIXES = (
    "py|pyi|ts|tsx|js|jsx|mjs|cjs|go|rs|md|mdx|ya?ml|json|jsonl|toml|sql|sh|ps1|bat|css|scss|html|rb|java|kt|swift|c|h|"
    "cpp|hpp|cs|php|vue|svelte|cfg|ini|txt|lock|ipynb|proto|tf|gradle|xml"
)
_FILE = re.compile(rf"(?:\./)?[\w@+-][\w.@+-]*\.(?:{_SUFFIXES})")
_PLACED = re.compile(rf"((?:[\w@+.-]+/)*[\w@+-][\w.@+-]*\.(?:{_SUFFIXES}))::?([A-Za-z_]\w*|\d+)")
_BACK = re.compile(r"(?![A-Za-z]:)(?:[\w@+.-]+\\)+(?:[\w@+.-]+)?")
_FAR = re.compile(r"(?:~|\.\.|[A-Za-z]:)?[\\/][\w@+.\\/ -]{3,200}\.\w{1,10}|~/[\w@+./-]{2,200}")
_FOLDED = re.compile(r"(?:\./)?[\w@+.-]+(?:/[\w@+.-]+)+")
_RUN = re.compile(
    rf"(?:python3?|node|bash|sh|ruby|uv run(?: python)?|tsx|bun) (?:\./)?([\w@+-][\w.@+-]*\.(?:{_SUFFIXES}))\b"
)
_COMMAND = re.compile(
    r"(make|npm run|pnpm run|yarn run|bun run|yarn|pnpm|just|poetry run|tox -e)\s+([A-Za-z][\w:./-]*)"
)
_CALL = re.compile(r"(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w{2,})\(.*\)")
_NAME = re.compile(
    r"(?:[A-Za-z_]\w*\.)*((?=\w*[A-Za-z])(?:_*[A-Za-z][^\W_]*_\w+|_\w{3,}|[a-z]+\d*[A-Z]\w+|[A-Z][a-z0-9]+[A-Z]\w+))"
)
_DUNDER = re.compile(r"\b(?>\w*?__)\w{3,}+(?<=__)")
"""Names of the language itself."""
_PIN = re.compile(r"([A-Za-z][\w.-]+)(?:\[[\w,-]+\])?(?:==|>=|~=|\^)\d[\w.]*")
_SHA = re.compile(r"(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}")
_BUILTIN = {
    "yarn": frozenset({"install", "add", "remove", "run", "why", "dlx", "create", "upgrade", "link", "init", "set"}),
    "pnpm": frozenset(
        {"install", "add", "remove", "run", "dlx", "exec", "create", "update", "store", "init", "i", "why"}
    ),
}


@dataclass(frozen=True, slots=True)
class Ticked:
    """What a word between backticks can be."""

    kind: ClaimKind
    """Which kind of thing."""
    name: str
    """Its name."""
    loose: bool = False
    """Whether it may as well be something else."""


def ticked(words: str) -> Iterator[Ticked]:
    """What the words between two backticks can be; several where a file and a symbol stand in one."""
    words = words.strip()
    if not words or len(words) > 300:
        return
    if match := _PLACED.match(words):
        yield Ticked(ClaimKind.FILE, match[1])
        if not match[2].isdigit():
            yield Ticked(ClaimKind.SYMBOL, match[2], True)
    elif _FILE.fullmatch(words):
        yield Ticked(ClaimKind.FILE, words)
    elif _BACK.fullmatch(words) or _FAR.fullmatch(words):
        yield Ticked(ClaimKind.FILE, words, _BACK.fullmatch(words) is not None)
    elif _SHA.fullmatch(words):
        yield Ticked(ClaimKind.COMMIT, words, True)
    elif _FOLDED.fullmatch(words):
        yield Ticked(ClaimKind.FILE, words.rstrip("."), True)
    elif _DUNDER.search(words):
        return
    elif match := _NAME.fullmatch(words):
        yield Ticked(ClaimKind.SYMBOL, match[1], True)
    elif match := _PIN.fullmatch(words):
        yield Ticked(ClaimKind.PACKAGE, match[1], True)
    else:
        yield from _run(words)


def _run(words: str) -> Iterator[Ticked]:
    """What a call or a command line names."""
    if match := _RUN.match(words):
        yield Ticked(ClaimKind.FILE, match[1])
    elif match := _COMMAND.match(words):
        tool, name = match[1], match[2].rstrip(".:,")
        if name not in _BUILTIN.get(tool, ()):
            yield Ticked(ClaimKind.COMMAND, f"{tool} {name}")
    elif match := _CALL.fullmatch(words):
        yield Ticked(ClaimKind.SYMBOL, match[1], match[1].islower() and "_" not in match[1].strip("_"))
