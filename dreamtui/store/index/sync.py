"""Keeps the rows of the index in step with the files: what changed is read, everything else is left as it is.

Many files are read in batches, each committed separately, so that other readers of the index see more and more of them,
and an interruption loses nothing.
"""

import hashlib
import json
import marshal
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from dreamtui.disk.opening import opened_folder
from dreamtui.kinds.kind import Folder
from dreamtui.kinds.row import QueueRow
from dreamtui.model.errors import Malformed, Refused
from dreamtui.model.status import is_risky
from dreamtui.store.files.links import describe_link, linked_folders
from dreamtui.store.files.small import read_regular
from dreamtui.store.index.schema import FileProblem
from dreamtui.store.layout import Layout
from dreamtui.text.inert import inert_line

FIRST = 300
"""Files of the first batch, which a console shows while the others are read."""

BATCH = 5_000
"""Files of every other batch; the index is locked for other writers while one is committed."""

_NAMES = ", ".join(QueueRow._fields)
_STAMP = "mtime, size, inode, ctime"
_PLACE = ("risk", "state", "stands", "decision", "news", "covered")
_INSERT = (
    f"INSERT INTO item (folder, {_STAMP}, {_NAMES}, {', '.join(_PLACE)}) "
    f"VALUES ({', '.join('?' * (len(QueueRow._fields) + len(_PLACE) + 5))}) ON CONFLICT (folder, path) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in (*_STAMP.split(", "), *QueueRow._fields, *_PLACE))
)

SEEN = "seen "
"""How the marks begin that say what was seen of a folder."""

EVERYTHING, NO_FILE = "*", "-"
"""Among the ids of stale items these stand for all, and for the items of kinds without files; no id is called so."""

_MANY = 1_000
"""Files of a shared folder above which every item is settled again."""

Stamp = tuple[int, int, int, int]
"""Time, size, inode of a file, and when any of it last changed: the one thing that who writes to it cannot choose."""
Stamped = tuple[str, int, int, int, int]
"""The same with its logical path before it."""

Place = tuple[str | None, str | None, str | None, int, int]
"""The status of an item: state, the state a person sees, the decision, whether it is news, whether it is covered."""

_UNSETTLED: Place = (None, None, None, 1, 0)
_NOWHERE: Place = ("", None, None, 1, 0)

Progress = Callable[[int, int], None]
"""Told while a long folder is read: how many files are, and of how many."""


class _Job(NamedTuple):
    """A file that has to be read."""

    path: str
    logical: str
    stem: str


class _ParsedFile(NamedTuple):
    """What a file says, and what it looked like just before."""

    stamp: Stamp
    row: QueueRow


class FileRows:
    """The rows of a workspace's files, folder by folder."""

    def __init__(self, layout: Layout, connection: sqlite3.Connection) -> None:
        self._layout = layout
        self._connection = connection
        self.problems: list[FileProblem] = []
        """Files that could not be read."""

    def rows(self, folder: Folder) -> list[QueueRow]:
        """The rows of a folder as the index knows them, sorted by path."""
        query = f"SELECT {_NAMES} FROM item WHERE folder = ? ORDER BY path"
        return [QueueRow._make(row) for row in self._connection.execute(query, (key_of(folder),))]

    def row_of(self, folder: Folder, stem: str) -> QueueRow | None:
        """The row of one file by its name, read from the file; one that cannot be read becomes a problem."""
        logical = f"{folder.path}/{stem}{folder.suffix}"
        found = _answer(_Job(str(self._layout.real(logical)), logical, stem), folder)
        if isinstance(found, FileProblem):
            self.problems.append(found)
        return found.row if isinstance(found, _ParsedFile) else None

    def update(
        self,
        folder: Folder,
        *,
        progress: Progress | None = None,
        places: Callable[[list[QueueRow]], Mapping[str, Place]] | None = None,
    ) -> None:
        """Read what changed in a folder; `places` gives the statuses of the items of a batch, by path."""
        if not self._layout.knows(folder.path):
            return
        real, linked = self._layout.real(folder.path), False
        if folder.deep and (links := linked_folders(self._layout, folder.path, folder.suffix)):
            self.problems += [FileProblem(path, describe_link(path)) for path in links]
            linked = f"{folder.path}/".startswith(f"{links[0]}/")
        there = [] if linked else _stamped(str(real), folder.path, folder.deep, folder.suffix)
        if there and self._seen(folder) == hash_of_stamps(there):
            return  # of ten thousand files that are as they were nothing else is asked
        before = self._version()
        known = self._known(folder)
        changed = known.symmetric_difference(there)
        if not there and real.is_dir() and not os.access(real, os.R_OK | os.X_OK):
            self.problems.append(FileProblem(folder.path, "the folder cannot be read"))
        if not changed:
            return
        names = self._readable(sorted({stamped[0] for stamped in changed.intersection(there)}))
        jobs = [_Job(f"{real}{logical[len(folder.path) :]}", logical, _stem(logical, folder)) for logical in names]
        query = "SELECT path, id FROM item WHERE folder = ? AND path IN (SELECT value FROM json_each(?))"
        outdated = json.dumps(sorted(stamped[0] for stamped in changed & known))
        ids = {path: str(item_id) for path, item_id in self._connection.execute(query, (key_of(folder), outdated))}
        now = known - changed
        for number, some in enumerate(_batches(jobs)):
            now |= self._keep(folder, some, ids, places=places)
            if progress is not None and len(jobs) > FIRST:
                progress(min(FIRST + number * BATCH, len(jobs)), len(jobs))
        if ids:
            self._keep(folder, (), ids, gone=list(ids))
        with writing(self._connection):
            if self._version() != before:
                now = self._known(folder)
            if len(now) == len(there) and now.issuperset(there):
                insert = "INSERT OR REPLACE INTO mark VALUES (?, ?)"
                self._connection.execute(insert, (seen_of(folder), hash_of_stamps(there)))

    def _version(self) -> int:
        """Another number once another process, or another connection of this one, has written to the index."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _known(self, folder: Folder) -> set[Stamped]:
        query = f"SELECT path, {_STAMP} FROM item WHERE folder = ?"
        return set(self._connection.execute(query, (key_of(folder),)))

    def _seen(self, folder: Folder) -> str:
        """The hash of what the disk said of its files when all rows were in step; empty where they may not be."""
        found = self._connection.execute("SELECT value FROM mark WHERE name = ?", (seen_of(folder),)).fetchone()
        return found[0] if found else ""

    def _keep(
        self, folder: Folder, jobs: Sequence[_Job], ids: dict[str, str], gone: Sequence[str] = (),
        places: Callable[[list[QueueRow]], Mapping[str, Place]] | None = None,
    ) -> set[Stamped]:  # fmt: skip
        """Read some files and put their rows into the index; ids that are done are removed from `ids`.

        Gives what `_known` will have of them.
        """
        fresh: list[_ParsedFile] = []
        lost = list(gone)
        for job in jobs:
            found = _answer(job, folder)
            if isinstance(found, _ParsedFile):
                fresh.append(found)
            else:
                self.problems += [found] if found is not None else []
                lost += [job.logical] if job.logical in ids else []
        if not fresh and not lost:
            return set()
        stale = {ids[path] for path in (*(job.logical for job in jobs), *lost) if path in ids}
        if not folder.by_id:
            stale = {EVERYTHING} if len(jobs) > _MANY else self._about(folder, fresh, stale)
        with writing(self._connection):
            self._connection.execute("DELETE FROM mark WHERE name = ?", (seen_of(folder),))
            known = places([one.row for one in fresh]) if places is not None else {}
            else_ = _UNSETTLED if folder.by_id and places is None else _NOWHERE
            _insert(self._connection, key_of(folder), fresh, known, else_)
            delete = "DELETE FROM item WHERE folder = ? AND path = ?"
            self._connection.executemany(delete, [(key_of(folder), path) for path in lost])
            self._connection.executemany("INSERT OR IGNORE INTO stale VALUES (?)", [(one,) for one in stale])
        for path in (*(job.logical for job in jobs), *lost):
            ids.pop(path, None)
        return {(one.row.path, *one.stamp) for one in fresh}

    def _about(self, folder: Folder, fresh: Sequence[_ParsedFile], before: Iterable[str]) -> set[str]:
        """The items that files of a shared folder are about, and were; what has no file may be about any of these."""
        query = "SELECT id, aliases FROM item WHERE folder = ? AND id IN (SELECT value FROM json_each(?))"
        rows = self._connection.execute(query, (key_of(folder), json.dumps(sorted(before)))).fetchall()
        rows += [(one.row.id, one.row.aliases) for one in fresh]
        return {NO_FILE, *(str(storable(name)) for item_id, aliases in rows for name in (item_id, *aliases.split()))}

    def _readable(self, names: Iterable[str]) -> Iterator[str]:
        """The logical paths that can be kept."""
        for logical in names:
            if logical.isascii() or _is_text(logical):
                yield logical
            else:
                why = "its name is not UTF-8, which dreamtui's names always are"
                self.problems.append(FileProblem(inert_line(logical), why))


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """A transaction that writes, or a part of one; another process that writes is waited for."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    if connection.in_transaction:
        connection.execute("COMMIT")


def _insert(
    connection: sqlite3.Connection, key: str, fresh: Sequence[_ParsedFile], places: Mapping[str, Place], else_: Place
) -> None:
    """Put rows into the index; half a character, which no database keeps, becomes a question mark."""
    rows: list[tuple[object, ...]] = [
        (key, *stamp, *row, int(is_risky(row.flags)), *places.get(row.path, else_)) for stamp, row in fresh
    ]
    try:
        connection.executemany(_INSERT, rows)
    except UnicodeEncodeError:
        connection.executemany(_INSERT, [tuple(map(storable, row)) for row in rows])


def storable(value: object) -> object:
    """A value as a database keeps it."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _answer(job: _Job, folder: Folder) -> _ParsedFile | FileProblem | None:
    """The result of reading a file: its row, why it could not be read, or nothing if it is gone or not one of ours."""
    try:
        stamp = _stamp_of(os.lstat(job.path))
        row = folder.read(read_regular(job.path), job.logical, job.stem)
    except FileNotFoundError:
        return None
    except OSError as problem:
        return FileProblem(job.logical, f"{job.path} cannot be read: {problem.strerror}")
    except Malformed as problem:
        return FileProblem(job.logical, str(problem.at(job.logical)))
    except Refused as problem:
        return FileProblem(job.logical, str(problem))
    return None if row is None else _ParsedFile(stamp, row)


def _batches(jobs: Sequence[_Job]) -> Iterator[Sequence[_Job]]:
    if jobs:
        yield jobs[:FIRST]
    for start in range(FIRST, len(jobs), BATCH):
        yield jobs[start : start + BATCH]


def key_of(folder: Folder) -> str:
    """What a folder is called in the index."""
    return f"{folder.path}/*{folder.suffix}"


def seen_of(folder: Folder) -> str:
    """The name of the mark that says what was seen of a folder."""
    return f"{SEEN}{key_of(folder)}"


def hash_of_stamps(there: list[Any]) -> str:
    """A hash of what the disk says of files, in the order given; in another one they are compared one by one."""
    return hashlib.blake2b(marshal.dumps(there, 2), digest_size=20).hexdigest()


def _stamp_of(status: os.stat_result) -> Stamp:
    return status.st_mtime_ns, status.st_size, status.st_ino, status.st_ctime_ns


def _stem(logical: str, folder: Folder) -> str:
    return logical.rpartition("/")[2].removesuffix(folder.suffix)


def _is_text(name: str) -> bool:
    """Whether a file's name can be kept and printed: bytes that are no UTF-8 come as lone surrogates."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _stamped(folder: str, logical: str, deep: bool, suffix: str) -> list[Stamped]:
    """What the disk says of every file with the suffix; hidden folders are left out."""
    found: list[Stamped] = []
    inner: list[str] = []
    with suppress(OSError), opened_folder(folder) as handle:
        for entry in os.scandir(handle):
            name = entry.name
            if name.endswith(suffix):
                try:
                    status = entry.stat(follow_symlinks=False)
                except OSError:
                    found.append((f"{logical}/{name}", -1, -1, -1, -1))
                else:  # in full: a call for each of a hundred thousand is a tenth of a second
                    stamp = status.st_mtime_ns, status.st_size, status.st_ino, status.st_ctime_ns
                    found.append((f"{logical}/{name}", *stamp))
            elif deep and not name.startswith(".") and entry.is_dir(follow_symlinks=False):
                inner.append(name)
    for name in inner:
        found += _stamped(f"{folder}/{name}", f"{logical}/{name}", deep, suffix)
    return found
