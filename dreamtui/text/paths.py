"""What a path says by its words alone: whether it belongs to git or to the system, and whether memories may lie there.

Nothing is looked up: whoever asks has resolved the path.
"""

import posixpath
import unicodedata
from collections.abc import Mapping
from pathlib import Path, PurePath

_SYSTEM = frozenset({"proc", "sys", "dev"})


def is_git_name(part: str) -> bool:
    """Whether some file system takes this name for `.git`: other case, ignored characters, trailing dots, 8.3."""
    plain = "".join(c for c in part if unicodedata.category(c) != "Cf")
    return plain.casefold().rstrip(". ") in {".git", "git~1"}


def in_git(path: PurePath) -> bool:
    """Whether a path is a git folder or lies below one."""
    return any(is_git_name(part) for part in path.parts)


def is_system(path: PurePath) -> bool:
    """Whether a path lies where the system shows itself: what it means there changes with who asks, and when."""
    return PurePath(posixpath.normpath(path.as_posix())).parts[1:2] in {(name,) for name in _SYSTEM}


def why_no_memory(path: Path, root: Path, home: Path | None = None, written: Path | None = None) -> str:
    """Why a folder cannot be a memory folder of a workspace, words for a sentence; empty where it can.

    `written` is the path as somebody wrote it, before it was resolved.
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
