"""Paths: which belong to git or the system, where memories may lie, and patterns such as `src/**/*.py`."""

import fnmatch
import posixpath
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path, PurePath

_SYSTEM = frozenset({"proc", "sys", "dev"})
_DIGITS = 9
"""Of a line's number; Python refuses to read thousands of them."""


def split_line(words: str) -> tuple[str, int]:
    """The name and the line of `FILE:LINE`; line 0 where it ends in no number that a line can have."""
    name, _, number = words.rpartition(":")
    if name and number.isascii() and number.isdigit() and len(number) <= _DIGITS:
        return name, int(number)
    return name, 0


PRIVATE_HOME = "@private"
"""Of a workspace what quotes private memory: with the person's own data, where no repository has it."""
_PRIVATE = re.compile(r"@(?:claude|user-rules|memory-[0-9a-f]{8}|agent-[^/]{1,200})/")


def is_private(logical: str) -> bool:
    """Whether a logical path is of a memory folder outside the workspace, whose words no shared file may hold."""
    return _PRIVATE.match(logical) is not None


_LONGEST_NAME, _END = 64, 12


def short_path(path: str) -> str:
    """The path with a long file name cut in the middle, with a sign, for a line that names it."""
    folder, slash, name = path.rpartition("/")
    if len(name) > _LONGEST_NAME:
        name = f"{name[: _LONGEST_NAME - _END - 1]}…{name[-_END:]}"
    return f"{folder}{slash}{name}"


def is_git_name(part: str) -> bool:
    """Whether some file system takes this name for `.git`: other case, ignored characters, trailing dots, 8.3."""
    plain = "".join(c for c in part if unicodedata.category(c) != "Cf")
    return plain.casefold().rstrip(". ") in {".git", "git~1"}


def in_git(path: PurePath) -> bool:
    """Whether a path is a git folder or below one."""
    return any(is_git_name(part) for part in path.parts)


def is_system(path: PurePath) -> bool:
    """Whether a path is in a virtual file system such as /proc: its meaning depends on who asks, and when."""
    return PurePath(posixpath.normpath(path.as_posix())).parts[1:2] in {(name,) for name in _SYSTEM}


def why_no_memory(path: Path, root: Path, home: Path | None = None, written: Path | None = None) -> str:
    """Why a folder cannot be a memory folder of a workspace, words for a sentence; empty if it can.

    `written` is the path as it was written, before it was resolved.
    """
    if path == path.parent:
        return "is the whole disk"
    if home is not None and home.is_relative_to(path):
        return "is your home folder or holds it"
    if root.is_relative_to(path):
        return "is the workspace itself or holds it"
    if is_system(path) or (written is not None and is_system(written)):
        return "belongs to the system"
    return "belongs to git" if in_git(path) else ""


def tilde(path: PurePath, env: Mapping[str, str]) -> str:
    """A path as people write it: `~/...` below the user's folder."""
    name, home = path.as_posix(), env.get("HOME", "").rstrip("/")
    return f"~{name[len(home) :]}" if home and name.startswith(home + "/") else name


_WILD = re.compile(r"[*?\[]")


def is_glob(pattern: str) -> bool:
    """Whether the pattern can match more than the one path it spells."""
    return pattern.endswith("/") or _WILD.search(pattern) is not None


_LONGEST = 500
"""Longest pattern for one name; no name is as long, and a longer pattern matches only itself."""


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
    """Whether a path matches a pattern.

    A pattern without a slash matches the last segment at any depth, one that ends with a slash everything below that
    folder, any other the whole path; `**` matches any number of folders.
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
