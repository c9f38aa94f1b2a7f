"""Reads folders of our files into rows: from the cache where size, time and inode of a file are unchanged.

A long folder of which nothing is known is read by two processes, and the first rows are told before the rest is read.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dreamtui.kinds.row import QueueRow, Reader
from dreamtui.store.files.links import linked_folders, said_of
from dreamtui.store.index.file_scan import (
    Answer,
    FileJob,
    ParsedFile,
    Stamp,
    answer,
    entries_in,
    folder_stamp,
    is_text,
    stamp_of,
)
from dreamtui.store.index.schema import FileProblem, open_cache
from dreamtui.store.layout import Layout
from dreamtui.text.inert import inert_line

FIRST = 300
"""Files that are read before the first rows are told."""

FEW = 3_000
"""Files that are read at once when the index is brought up to date for a glance."""

PAIRED = 6_000
"""Files from which on two processes read them."""

_STEP = 500
_BATCH = 5_000
_SETTLED = 1_000_000_000
_COLUMNS = len(QueueRow._fields)
_NAMES = ", ".join(QueueRow._fields)

Told = Callable[[Sequence[QueueRow], int, int], None]
"""Told while a folder is read that takes long: its first rows, how many files are read, and of how many."""


class _Unsaved(NamedTuple):
    """What the cache does not know yet of a folder."""

    folder: str
    fresh: list[tuple[object, ...]]
    gone: list[str]
    seen: tuple[int, int] | None


class FileIndex:
    """The rows of a workspace's files, folder by folder."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._connection: sqlite3.Connection | None = None
        self._unsaved: list[_Unsaved] = []
        self.problems: list[FileProblem] = []
        self.waits = False
        """Whether what was read is kept until `save` is called, so that rows are not waited for longer than needed."""

    def rows(
        self, folder: str, read: Reader, *, deep: bool = False, suffix: str = ".md", told: Told | None = None
    ) -> list[QueueRow]:
        """The rows of the files with a suffix in a folder, sorted by path; unreadable files become problems."""
        real = self._layout.real(folder)
        if deep and (linked := linked_folders(self._layout, folder, suffix)):
            self.problems += [FileProblem(path, said_of(path)) for path in linked]
            if f"{folder}/".startswith(f"{linked[0]}/"):
                return []
        seen = None if deep else folder_stamp(real)
        files = list(self._files(real, folder, deep, suffix))
        if not files:
            if real.is_dir() and not os.access(real, os.R_OK | os.X_OK):
                self.problems.append(FileProblem(folder, "the folder cannot be read"))
            return []
        known = self._load(folder)
        out: list[QueueRow | None] = []
        jobs: list[FileJob] = []
        for logical, entry in files:
            cached = known.pop(logical, None)
            if cached is not None and cached[:3] == _stamp(entry):
                out.append(QueueRow._make(cached[3:]))
            else:
                jobs.append(FileJob(len(out), entry.path, logical, entry.name.removesuffix(suffix)))
                out.append(None)
        fresh = self._fresh(folder, jobs, read, out, told)
        gone = [*known, *(job.logical for job in jobs if out[job.place] is None)]
        if fresh or known or (seen and seen != self._seen(folder)):
            self._keep(_Unsaved(folder, fresh, gone, seen))
        return [row for row in out if row is not None]

    def row_of(self, folder: str, stem: str, read: Reader, suffix: str = ".md") -> QueueRow | None:
        """The row of one file by its name, read from the file; one that cannot be read becomes a problem."""
        logical = f"{folder}/{stem}{suffix}"
        found = answer(FileJob(0, str(self._layout.real(logical)), logical, stem), read)
        if isinstance(found, FileProblem):
            self.problems.append(found)
        return found.row if isinstance(found, ParsedFile) else None

    def current(self, folder: str, read: Reader) -> bool:
        """Whether the cache knows a folder as it is, after reading a few files; false when that takes longer.

        In a folder in which no file came, went or was replaced since, no file is looked at.
        """
        connection = self._open()
        seen = folder_stamp(self._layout.real(folder))
        if connection is None or seen is None:
            return False
        if seen == self._seen(folder):
            return True
        try:
            query = "SELECT path, mtime, size, inode FROM rows WHERE path > ? AND path < ? AND folder = ?"
            known = {row[0]: row[1:] for row in connection.execute(query, _range(folder))}
        except sqlite3.Error:
            return False
        if not known:
            return False
        jobs: list[FileJob] = []
        for logical, entry in self._files(self._layout.real(folder), folder, False, ".md"):
            if known.pop(logical, None) != _stamp(entry):
                jobs.append(FileJob(len(jobs), entry.path, logical, entry.name.removesuffix(".md")))
            if len(jobs) > FEW:
                return False
        out: list[QueueRow | None] = [None] * len(jobs)
        fresh = self._fresh(folder, jobs, read, out, None)
        gone = [*known, *(job.logical for job in jobs if out[job.place] is None)]
        return self._save(connection, _Unsaved(folder, fresh, gone, seen))

    def select(self, folder: str, where: str, *values: object) -> list[QueueRow]:
        """Rows of a folder as the cache knows them, by a condition on their columns."""
        connection = self._open()
        if connection is None:
            return []
        query = f"SELECT {_NAMES} FROM rows WHERE path > ? AND path < ? AND folder = ? AND {where}"
        return [QueueRow._make(row) for row in connection.execute(query, (*_range(folder), *values))]

    def ids(self, folder: str) -> set[str]:
        """The ids in a folder as the cache knows it."""
        connection = self._open()
        if connection is None:
            return set()
        query = "SELECT id FROM rows WHERE path > ? AND path < ? AND folder = ?"
        return {row[0] for row in connection.execute(query, _range(folder))}

    def save(self) -> None:
        """Put into the cache what was read."""
        connection = self._open()
        unsaved, self._unsaved = self._unsaved, []
        if connection is not None:
            for one in unsaved:
                self._save(connection, one)

    # Files

    def _files(self, real: Path, folder: str, deep: bool, suffix: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
        """Logical path and entry of every file with the suffix whose name can be kept."""
        for logical, entry in entries_in(real, folder, deep, suffix):
            if not logical.isascii() and not is_text(logical):
                self.problems.append(
                    FileProblem(inert_line(logical), "its name is not UTF-8, as names of ours always are")
                )
                continue
            yield logical, entry

    def _fresh(
        self, folder: str, jobs: Sequence[FileJob], read: Reader, out: list[QueueRow | None], told: Told | None
    ) -> list[tuple[object, ...]]:
        """Read files, put their rows where they belong, and give back what the cache is to know of them."""
        fresh: list[tuple[object, ...]] = []
        for job, found in zip(jobs, _answers(jobs, read, out, told), strict=True):
            if isinstance(found, FileProblem):
                self.problems.append(found)
            elif found is not None:
                out[job.place] = found.row
                fresh.append((folder, *found.stamp, *found.row))
        return fresh

    # The cache

    def _seen(self, folder: str) -> tuple[int, int] | None:
        """What the folder looked like when the cache knew all of it."""
        connection = self._open()
        if connection is None:
            return None
        try:
            found = connection.execute("SELECT mtime, inode FROM folders WHERE folder = ?", (folder,)).fetchone()
        except sqlite3.Error:
            return None
        return (found[0], found[1]) if found else None

    def _load(self, folder: str) -> dict[str, tuple[Any, ...]]:
        connection = self._open()
        if connection is None:
            return {}
        try:
            cursor = connection.execute("SELECT * FROM rows WHERE path > ? AND path < ? AND folder = ?", _range(folder))
            return {row[4]: row[1:] for row in cursor}
        except sqlite3.Error:
            return {}

    def _keep(self, unsaved: _Unsaved) -> None:
        self._unsaved.append(unsaved)
        if not self.waits:
            self.save()

    def _save(self, connection: sqlite3.Connection, unsaved: _Unsaved) -> bool:
        """Write some thousand rows at a time, so that nobody else waits long; whatever is written holds by itself.

        A row with half a character in it, which no database keeps, is read anew every time.
        """
        try:
            return self._write(connection, unsaved)
        except UnicodeEncodeError:
            whole = [row for row in unsaved.fresh if is_text("".join(word for word in row if isinstance(word, str)))]
            return self._write(connection, unsaved._replace(fresh=whole, seen=None))

    def _write(self, connection: sqlite3.Connection, unsaved: _Unsaved) -> bool:
        marks = ",".join("?" * (_COLUMNS + 4))
        fresh = unsaved.fresh
        try:
            for start in range(0, max(len(fresh), 1), _BATCH):
                connection.execute("BEGIN IMMEDIATE")
                if not start:
                    connection.executemany("DELETE FROM rows WHERE path = ?", [(path,) for path in unsaved.gone])
                connection.executemany(f"INSERT OR REPLACE INTO rows VALUES ({marks})", fresh[start : start + _BATCH])
                connection.execute("COMMIT")
            self._note_seen(connection, unsaved)
        except sqlite3.Error:
            return False
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        return True

    def _note_seen(self, connection: sqlite3.Connection, unsaved: _Unsaved) -> None:
        """Note what the folder looked like, unless it changed so lately that a later change may look the same."""
        connection.execute("DELETE FROM folders WHERE folder = ?", (unsaved.folder,))
        now = (self._layout.state / "index.sqlite").stat().st_mtime_ns
        if unsaved.seen and now - unsaved.seen[0] > _SETTLED:
            connection.execute("INSERT INTO folders VALUES (?,?,?)", (unsaved.folder, *unsaved.seen))

    def _open(self) -> sqlite3.Connection | None:
        if self._connection is None:
            self._connection = open_cache(self._layout)
        return self._connection


def _answers(
    jobs: Sequence[FileJob], read: Reader, out: Sequence[QueueRow | None], told: Told | None
) -> Iterator[Answer]:
    """What comes of files, in their order; the first rows and how far it is are told where there are many."""
    total, first = len(jobs), jobs[:FIRST]
    known = [row for row in out if row is not None][:FIRST]
    begun = [answer(job, read) for job in first]
    yield from begun
    if total <= FIRST:
        return
    rows = sorted([*known, *(one.row for one in begun if isinstance(one, ParsedFile))], key=lambda row: row.path)

    def tell(done: int) -> None:
        if told is not None:
            told(rows, done, total)

    tell(len(first))
    rest = jobs[FIRST:]
    from dreamtui.store.index.parallel_parse import read_in_two

    both = read_in_two(rest, read, lambda done: tell(FIRST + done)) if len(rest) >= PAIRED else None
    if both is not None:
        yield from both
        return
    for number, job in enumerate(rest, FIRST):
        if number % _STEP == 0:
            tell(number)
        yield answer(job, read)


def _stamp(entry: os.DirEntry[str]) -> Stamp | None:
    try:
        return stamp_of(entry.stat(follow_symlinks=False))
    except OSError:
        return None


def _range(folder: str) -> tuple[str, str, str]:
    """The values between which the paths of a folder lie, and the folder."""
    return f"{folder}/", f"{folder}0", folder
