"""Matches paths against patterns as people write them: `*.sql`, `src/**/*.py`, `db/`, `package-lock.json`."""

import fnmatch
import re
from collections.abc import Iterable
from functools import lru_cache

_WILD = re.compile(r"[*?\[]")


def is_glob(pattern: str) -> bool:
    """Whether the pattern stands for more than the one path it spells."""
    return pattern.endswith("/") or _WILD.search(pattern) is not None


_LONGEST = 500
"""Characters of a pattern for one name; no name is as long, and what is longer stands for itself."""


@lru_cache(maxsize=1024)
def _segment(pattern: str) -> re.Pattern[str]:
    return re.compile(fnmatch.translate(pattern) if len(pattern) <= _LONGEST else rf"{re.escape(pattern)}\Z")


def _follow(pattern: list[str], path: list[str]) -> bool:
    """Walk both lists of segments; `reached` holds the positions in the pattern that fit the path so far."""
    reached = {0}
    for part in [*path, None]:
        spread = set(reached)
        for position in sorted(reached):
            while position < len(pattern) and pattern[position] == "**":
                position += 1
                spread.add(position)
        if part is None:
            return len(pattern) in spread
        reached = {p for p in spread if p < len(pattern) and pattern[p] == "**"}
        reached |= {
            p + 1 for p in spread if p < len(pattern) and pattern[p] != "**" and _segment(pattern[p]).match(part)
        }
        if not reached:
            return False
    return False


def matches(pattern: str, path: str) -> bool:
    """Whether a path fits a pattern.

    A pattern without a slash fits the last segment at any depth, one that ends with a slash everything below that
    folder, any other the whole path; `**` stands for any number of folders.
    """
    pattern = pattern.removeprefix("./")
    anchored = pattern.startswith("/")
    wanted = pattern.strip("/").split("/")
    if pattern.endswith("/"):
        wanted.append("**")
        parts = path.split("/")
        return len(parts) > len(wanted) - 1 and _follow(wanted, parts)
    if len(wanted) == 1 and not anchored:
        return _segment(wanted[0]).match(path.rsplit("/", 1)[-1]) is not None
    return _follow(wanted, path.split("/"))


class PathSet:
    """Many patterns made quick to ask: names, endings and folders are looked up, only the rest is matched one by one.

    Here a folder (`vendor/`) is meant at any depth.
    """

    __slots__ = ("_endings", "_folders", "_names", "_rest")

    def __init__(self, patterns: Iterable[str]) -> None:
        names, endings, folders, rest = set(), [], set(), []
        for pattern in patterns:
            if pattern.endswith("/") and pattern.count("/") == 1 and not _WILD.search(pattern):
                folders.add(pattern[:-1])
            elif "/" not in pattern and pattern.startswith("*") and not _WILD.search(pattern[1:]):
                endings.append(pattern[1:])
            elif "/" not in pattern and not _WILD.search(pattern):
                names.add(pattern)
            else:
                rest.append(pattern)
        self._names, self._endings, self._folders, self._rest = names, tuple(endings), folders, rest

    def __contains__(self, path: object) -> bool:
        if not isinstance(path, str):
            return False
        *folders, name = path.split("/")
        if name in self._names or name.endswith(self._endings) or not self._folders.isdisjoint(folders):
            return True
        return any(matches(pattern, path) for pattern in self._rest)
