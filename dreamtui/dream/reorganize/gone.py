"""What a memory names that the repository no longer has: files, commands, packages, branches, symbols."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from dreamtui.dream.reorganize.settings import World
from dreamtui.model.proposal import Memory
from dreamtui.text.globs import is_glob, matches

_WORD = re.compile(r"(?<![\w@+./:~<>{}*$-])(?:\./)?[\w@+][\w@+./-]{2,200}")
_SUFFIX = re.compile(r"\w\.\w{1,10}$")
_FILE = re.compile(
    r"`(?:\./)?([\w@+-][\w.@+-]*\.(?:py|ts|tsx|js|jsx|go|rs|md|ya?ml|json|toml|sql|sh|css|html|rb|java|cfg|ini))`"
)
_COMMAND = re.compile(r"`((?:make|npm run|pnpm run|yarn run|yarn|pnpm|just|poetry run|tox -e)\s+[\w:.-]+)(?:\s[^`]*)?`")
_BRANCH = re.compile(
    r"\bbranch(?:es)? `([\w./-]+)`|`([\w./-]+)` branch\b|(?<![\w/.-])([\w-]{1,60}(?:/[\w.-]{1,60}){1,4}) branch\b"
)
_PACKAGE = re.compile(
    r"\b(?:package|library|dependency|module) `([\w@/.-]+)`|`([\w@/.-]+)` (?:package|library|dependency)\b"
)
_SYMBOL = re.compile(
    r"\b(?:function|method|class|constant|symbol|type|hook) `([A-Za-z_]\w*)(?:\(\))?`|`([A-Za-z_]\w*)\(\)`"
)
_PLACEHOLDER = re.compile(
    r"^(?:path|your|my|foo|bar|example|some|any|xxx|n|and|or|he|she|s)/|[<>{}$*]|^(?:https?|ftp)$", re.IGNORECASE
)
_BUILTIN = frozenset(
    {
        "yarn install",
        "yarn add",
        "yarn remove",
        "yarn run",
        "pnpm install",
        "pnpm add",
        "pnpm dlx",
        "pnpm exec",
        "pnpm run",
    }
)


@dataclass(frozen=True, slots=True)
class Named:
    """One thing that a memory names and the repository does not have."""

    kind: str
    """file, command, package, branch, symbol."""
    name: str
    """As it is named."""
    now: str = ""
    """What it is called now, where that is known."""


def missing(memory: Memory, world: World) -> tuple[Named, ...]:
    """Everything a memory names that is gone, sorted; nothing where the world does not say."""
    found: set[Named] = set()
    if world.tracked is not None:
        found |= set(_files(memory, world))
    for kind, pattern, there in (
        ("command", _COMMAND, world.scripts),
        ("branch", _BRANCH, world.branches),
        ("package", _PACKAGE, world.packages),
        ("symbol", _SYMBOL, world.symbols),
    ):
        if there is None:
            continue
        low = {name.lower() for name in there}
        for match in pattern.finditer(memory.text):
            name = " ".join(next(filter(None, match.groups())).split())
            if name.lower() not in low and name not in _BUILTIN and not _PLACEHOLDER.search(name):
                found.add(Named(kind, name))
    return tuple(sorted(found, key=lambda named: (named.kind, named.name)))


def _files(memory: Memory, world: World) -> Iterator[Named]:
    tracked = world.tracked or frozenset()
    mentioned = [*memory.files]
    mentioned += [match[1] for match in _FILE.finditer(memory.text)]
    words = (match.group().removeprefix("./").rstrip(".-") for match in _WORD.finditer(memory.text))
    mentioned += [word for word in words if "/" in word and "//" not in word and _is_path(word)]
    for name in mentioned:
        path = name.removeprefix("./")
        if path in tracked or _PLACEHOLDER.search(path) or path.rstrip("/") in _folders(tracked):
            continue
        if is_glob(path.rstrip("/")):
            if not any(matches(path, other) for other in tracked):
                yield Named("file", path)
        elif path in world.renamed:
            yield Named("file", path, world.renamed[path])
        elif not _elsewhere(path, tracked):
            yield Named("file", path)


def _is_path(word: str) -> bool:
    """Whether a word with a slash is a folder, which ends with it, or a file, which ends with a suffix."""
    last = word.rpartition("/")[2]
    return not last or _SUFFIX.search(last) is not None


@lru_cache(maxsize=8)
def _folders(tracked: frozenset[str]) -> frozenset[str]:
    return frozenset(str(parent) for path in tracked for parent in PurePosixPath(path).parents)


@lru_cache(maxsize=8)
def _tails(tracked: frozenset[str]) -> frozenset[str]:
    """Every path and folder as it may be named from somewhere inside: without some of its first parts."""
    found: set[str] = set()
    for path in (*tracked, *_folders(tracked)):
        parts = path.split("/")
        found.update("/".join(parts[at:]) for at in range(len(parts)))
    return frozenset(found)


def _elsewhere(path: str, tracked: frozenset[str]) -> bool:
    """Whether a path is named from inside a folder of the repository."""
    return path.rstrip("/") in _tails(tracked)
