"""The files of a memory folder: its indexes, its memories, and others; links are named and never followed."""

import contextlib
import itertools
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import read_beginning
from dreamtui.sources.claude.places import INDEX, LONGEST, slug
from dreamtui.text.decoding import can_open, name_in_utf8
from dreamtui.text.jsons import read_json

_LOGS = frozenset({"logs", "sessions"})
_PAGE = re.compile(r"MEMORY-\d+\.md")
_LARGEST = 4 * 1024 * 1024
_LARGEST_INDEX = 1024 * 1024
_CWD = re.compile(rb'"cwd":\s?("(?:[^"\\]|\\.){1,4096}")')
_HEAD = 64 * 1024
_MOST_SESSIONS = 500
MOST_FILES = 50_000
"""Files and folders that a memory folder can hold; with more it is something else and is left alone."""
DEEPEST = 32
"""Depth to which folders are searched."""


@dataclass(frozen=True, slots=True)
class FolderFile:
    """One file of a memory folder."""

    name: str
    """Its path below the folder."""
    data: bytes
    changed: float
    """When it was last changed, in seconds."""


@dataclass(frozen=True, slots=True)
class Inside:
    indexes: tuple[FolderFile, ...]
    """MEMORY.md, `MEMORY-2.md` and the like, and the MEMORY.md of subfolders."""
    memories: tuple[FolderFile, ...]
    """Every other Markdown file, those of subfolders too; logs and hidden files are none."""
    others: tuple[str, ...]
    """Paths of what else is there, of files that cannot be read and folders that are not looked into too."""
    odd: tuple[str, ...]
    """What is left alone and why, a sentence without its stop each."""


def look(folder: Path) -> Inside:
    """Read a memory folder whole; nothing of one that is too large to be one."""
    walked = list(itertools.islice(_walk(folder, ""), MOST_FILES + 1))
    if len(walked) > MOST_FILES:
        said = f"more than {MOST_FILES:,} files lie here, which is not a memory folder; it is left alone"
        return Inside((), (), (INDEX,), (said,))
    indexes: list[FolderFile] = []
    memories: list[FolderFile] = []
    others: list[str] = []
    odd: list[str] = []
    for name, entry in walked:
        if not _is_ours(name, entry.name):
            others.append(name)
            if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                why = "is too deep" if name.count("/") >= DEEPEST else "is a folder that cannot be read"
                odd.append(f"{name} {why}; it is left alone")
            continue
        try:
            held = _read(name, entry.path, entry.stat(follow_symlinks=False))
        except (OSError, ValueError) as problem:
            odd.append(f"{name} {_why(problem)}; it is left alone")
            others.append(name)
            continue
        (indexes if is_index(name) else memories).append(held)
    return Inside(tuple(indexes), tuple(memories), tuple(others), tuple(odd))


def stamps_in(folder: Path) -> dict[str, str]:
    """The Markdown files that `look` reads, by their paths below the folder; the text differs when one changed."""
    walked = list(itertools.islice(_walk(folder, ""), MOST_FILES + 1))
    found: dict[str, str] = {}
    for name, entry in walked if len(walked) <= MOST_FILES else ():
        if _is_ours(name, entry.name):
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                found[name] = f"{status.st_mtime_ns} {status.st_size} {status.st_ino} {status.st_ctime_ns}"
    return found


def read_memory(folder: Path, name: str) -> bytes | None:
    """One of these files; None for one that is gone or that `look` would leave alone."""
    path = folder / name
    try:
        return _read(name, str(path), path.lstat()).data
    except (OSError, ValueError):
        return None


def is_index(name: str) -> bool:
    """Whether a path below a memory folder is that of an index: its own, a subfolder's, or a second-level one."""
    return name.rpartition("/")[2] == INDEX or _PAGE.fullmatch(name) is not None


def _walk(folder: Path, above: str) -> Iterator[tuple[str, "os.DirEntry[str]"]]:
    """Every file with its path, in the order of names, and every folder that is not looked into."""
    for entry in _entries(folder):
        name = above + name_in_utf8(entry.name)
        if not entry.is_dir(follow_symlinks=False) or entry.name.startswith("."):
            yield name, entry
        elif name.count("/") < DEEPEST and os.access(entry.path, os.R_OK | os.X_OK):
            yield from _walk(folder / entry.name, f"{name}/")
        else:
            yield name, entry


def _entries(folder: Path) -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as scanned:
            return sorted(scanned, key=lambda entry: entry.name)
    except OSError:
        return []


def _is_ours(name: str, last: str) -> bool:
    """Whether a path below a memory folder is that of a memory or an index, `last` being its last part on disk."""
    top, _, rest = name.partition("/")
    return name.endswith(".md") and not last.startswith(".") and not (rest and top in _LOGS)


def _read(name: str, path: str, status: os.stat_result) -> FolderFile:
    """A regular file of a believable size and a name that can be written."""
    if any("\ud800" <= char <= "\udfff" for char in name):
        raise ValueError("has a name that is not text")
    if not can_open(name):
        raise ValueError("has a name that this locale cannot spell (LC_ALL=C.UTF-8 can)")
    if stat.S_ISLNK(status.st_mode):
        raise ValueError("is a symlink")
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("is not a regular file")
    if status.st_size > (_LARGEST_INDEX if is_index(name) else _LARGEST):
        raise ValueError(f"has {status.st_size:,} bytes, which no memory has")
    return FolderFile(name, read_beginning(path, _LARGEST), status.st_mtime)


def _why(problem: OSError | ValueError) -> str:
    return f"cannot be read ({problem.strerror})" if isinstance(problem, OSError) else str(problem)


def projects_of(memory: Path) -> tuple[str, ...]:
    """Working directories that share the name of the memory's project folder, according to its sessions."""
    project = memory.parent
    try:
        sessions = sorted(path for path in project.iterdir() if path.suffix == ".jsonl")[-_MOST_SESSIONS:]
    except OSError:
        return ()
    found = {cwd for path in sessions if (cwd := _working_directory(path))}
    return tuple(sorted(cwd for cwd in found if _is_named(project.name, slug(cwd))))


def _is_named(project: str, name: str) -> bool:
    """Whether a project folder is named after a working directory; a long name has a hash of Claude's own behind it."""
    return project == name or (len(name) == LONGEST and project.startswith(f"{name}-"))


def _working_directory(path: Path) -> str:
    """The first working directory a session names; only the beginning of its file is read."""
    try:
        match = _CWD.search(read_beginning(path, _HEAD))
        return str(read_json(match[1])) if match else ""
    except (OSError, ValueError):
        return ""
