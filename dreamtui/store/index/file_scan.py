"""Walks folders of our files for the index: which files there are, and what comes of one that has to be read."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from dreamtui.kinds.row import QueueRow, Reader
from dreamtui.model.errors import Malformed, Refused
from dreamtui.store.files.reader import read_regular
from dreamtui.store.index.schema import FileProblem

Stamp = tuple[int, int, int]
"""Time, size and inode of a file."""


class ParsedFile(NamedTuple):
    """What a file says, and what it looked like just before."""

    stamp: Stamp
    """Time, size and inode."""
    row: QueueRow
    """Its row."""


Answer = ParsedFile | FileProblem | None
"""What came of a file: its row, why it could not be read, or nothing where it is gone or none of ours."""


class FileJob(NamedTuple):
    """A file that has to be read."""

    place: int
    """Where its row goes."""
    path: str
    """The file."""
    logical: str
    """Its logical path."""
    stem: str
    """Its name without the suffix."""


def answer(job: FileJob, read: Reader) -> Answer:
    """What comes of a file."""
    try:
        stamp = stamp_of(os.lstat(job.path))
        row = read(read_regular(job.path), job.logical, job.stem)
    except FileNotFoundError:
        return None
    except OSError as problem:
        return FileProblem(job.logical, f"{job.path} cannot be read: {problem.strerror}")
    except Malformed as problem:
        return FileProblem(job.logical, str(problem.at(job.logical)))
    except Refused as problem:
        return FileProblem(job.logical, str(problem))
    return None if row is None else ParsedFile(stamp, row)


def stamp_of(status: os.stat_result) -> Stamp:
    """Time, size and inode."""
    return status.st_mtime_ns, status.st_size, status.st_ino


def folder_stamp(folder: Path) -> tuple[int, int] | None:
    """What a folder looks like from outside: it differs when files came, went or were replaced."""
    try:
        status = folder.stat(follow_symlinks=False)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ino


def is_text(name: str) -> bool:
    """Whether a file's name can be kept and printed: bytes that are no UTF-8 come as lone surrogates."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def entries_in(folder: Path, logical: str, deep: bool, suffix: str) -> Iterable[tuple[str, os.DirEntry[str]]]:
    """Logical path and entry of every file with the suffix, sorted by name; hidden folders are left out."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.endswith(suffix):
            yield f"{logical}/{entry.name}", entry
        elif deep and not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
            yield from entries_in(folder / entry.name, f"{logical}/{entry.name}", deep, suffix)
