"""The part of the repository that a rule is about: the folder that all of its files share."""

import re
from collections.abc import Iterable

from dreamtui.text.inert import inert_line

_WILD = frozenset("*?[{")
_TWO = 2
_SPECIAL = re.compile(r"([*?\[\]{}!])")
_ESCAPED = re.compile(r"\\([*?\[\]{}!])")


def common_area(files: Iterable[str]) -> str:
    """The first two folders that all of these files share; empty where they share none."""
    shared: list[str] = []
    for level in zip(*(_folders(file) for file in files), strict=False):
        if len(set(level)) > 1 or len(shared) == 2:
            break
        shared.append(level[0])
    return "/".join(shared)


def pattern_of(area: str) -> str:
    """The pattern of all files below a folder."""
    return _SPECIAL.sub(r"\\\1", area) + "/**"


def patterns_of(files: Iterable[str]) -> tuple[str, ...]:
    """The patterns of the files that a rule is about: the folder they share, else one for each of two folders.

    In two folders a file that is alone in its folder is named itself. None for files without a folder, or in more.
    """
    every = tuple(dict.fromkeys(files))
    if area := common_area(every):
        return (pattern_of(area),)
    parts: dict[str, list[str]] = {}
    for file in every:
        parts.setdefault(next(iter(_folders(file)), ""), []).append(file)
    if len(parts) != _TWO or "" in parts:
        return ()
    return tuple(_pattern_of_part(part) for part in parts.values())


def _pattern_of_part(files: list[str]) -> str:
    """The pattern of files that share at least their first folder."""
    if len(files) > 1 or _WILD & set(files[0]):
        return pattern_of(common_area(files))
    return _SPECIAL.sub(r"\\\1", inert_line(files[0]).replace("\\", "/").removeprefix("./"))


def area_in(pattern: str) -> str:
    """The folder of a pattern that `pattern_of` made; empty for any other pattern."""
    area = _ESCAPED.sub(r"\1", pattern.removesuffix("/**"))
    return area if area and pattern_of(area) == pattern else ""


def _folders(file: str) -> list[str]:
    """The folders above a file; none for a path that leaves the workspace; a pattern ends where it gets wild."""
    parts = inert_line(file).replace("\\", "/").removeprefix("./").split("/")
    if parts[0] in ("", "~") or ".." in parts or ":" in parts[0]:
        return []
    folders: list[str] = []
    for part in parts[:-1]:
        if _WILD & set(part) or not part:
            break
        folders.append(part)
    return folders
