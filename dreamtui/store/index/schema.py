"""The two databases of a workspace that are made from files and may be deleted at any time: the queue's, the search's.

Of the queue's, `item` has a row for each of our files, with what it says and the status of its item. A queue item
without a file of its own (a rule due for review, something found again) has a row without a folder. `sync` keeps it in
step with the files. Both have the words of private memory too, so they lie with the person's own data, and only their
owner can read them.
"""

import contextlib
import os
import sqlite3
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from dreamtui.kinds.row import QueueRow
from dreamtui.model.errors import Refused
from dreamtui.model.search import SearchPassage
from dreamtui.store.files.links import check_state_path
from dreamtui.store.files.private import make_private, prepare_private_state
from dreamtui.store.layout import HOME, Layout

PATIENCE = 5.0
"""Seconds to wait for another process that writes to the index."""

_NUMBERS = {"weight": "", "reopened": "INTEGER", "place": "INTEGER"}
_FACTS = ", ".join(f"{name} {_NUMBERS.get(name, 'TEXT')}" for name in QueueRow._fields)
"""A weight has no affinity, so that a count stays a whole number."""
_TABLES = {
    # `folder` is NULL for an item without a file of its own. `state` is NULL until the status is known, and empty for
    # what is not in the queue. `stands` is the status as a person sees it: a recurring item without news is shown as it
    # was decided. A `covered` row is recurring, and is listed as it was decided only for callers that do not ask for
    # recurring items.
    "item": "CREATE TABLE item (ref INTEGER PRIMARY KEY, folder TEXT, mtime INTEGER, size INTEGER, inode INTEGER, "
    f"ctime INTEGER, {_FACTS}, risk INTEGER, state TEXT, stands TEXT, decision TEXT, news INTEGER, covered INTEGER)",
    "item_file": "CREATE UNIQUE INDEX item_file ON item (folder, path)",
    "item_id": "CREATE INDEX item_id ON item (id)",
    "item_new": "CREATE INDEX item_new ON item (ref) WHERE state IS NULL",
    "item_place": "CREATE INDEX item_place ON item (state, risk DESC, place, last_seen, id, kind, stands, covered, "
    "flags, weight, signal) WHERE state <> ''",
    "item_linked": "CREATE INDEX item_linked ON item (id) WHERE until <> '' OR aliases <> ''",
    "stale": "CREATE TABLE stale (id TEXT PRIMARY KEY)",
    "problem": "CREATE TABLE problem (path TEXT PRIMARY KEY, why TEXT)",
    "mark": "CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT)",
    # Sealed blocks of what `store.records.record_reader` keeps of the records.
    "records": "CREATE TABLE records (body BLOB)",
    "made": "CREATE TABLE made (token TEXT)",
}


class CacheDatabase(NamedTuple):
    """A database that can be made again."""

    name: str
    """Of its file."""
    version: int
    """Counts up with the shape or the meaning of what it holds; one of another version is thrown away."""
    tables: Mapping[str, str]
    is_shared: bool = False
    """Whether who reads it does not wait for who writes to it."""

    def files(self, folder: Path) -> tuple[Path, ...]:
        """It, and what sqlite keeps beside it."""
        return tuple(folder / f"{self.name}{end}" for end in ("", "-journal", "-wal", "-shm"))


PASSAGE_COLUMNS = ", ".join(f'"{name}"' for name in SearchPassage._fields)
QUEUE = CacheDatabase("index.sqlite", 15, _TABLES)

SEARCH = CacheDatabase(
    "search.sqlite",
    1,
    {
        # `words` keeps no text: what it was given of a passage is made again from the passage when that goes.
        "passage": "CREATE TABLE passage (ref INTEGER PRIMARY KEY, source TEXT, key TEXT, stamp TEXT, "
        f"{PASSAGE_COLUMNS})",
        "passage_key": "CREATE UNIQUE INDEX passage_key ON passage (source, key, stamp)",
        "words": "CREATE VIRTUAL TABLE words USING fts5(kind, title, text, evidence, names, content='', "
        "prefix='2 3', tokenize='unicode61 remove_diacritics 2')",
        "vocabulary": "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'row')",
        "made": "CREATE TABLE made (token TEXT)",
    },
    is_shared=True,
)
_OWN_TABLES = "words_"
"""How the tables begin that sqlite makes for a full-text index by itself."""
_PRIVATE = 0o600


class FileProblem(NamedTuple):
    """A file of ours that could not be read."""

    path: str
    why: str

    @property
    def said(self) -> str:
        """The file and why, naming it once."""
        return self.why if self.path.removeprefix(f"{HOME}/") in self.why else f"{self.path}: {self.why}"


def open_index(layout: Layout, *, in_memory: bool = False) -> sqlite3.Connection:
    """The queue's; where none can be kept, an empty one in memory."""
    connection = None if in_memory else open_cache(layout)
    if connection is None:
        connection = open_in_memory()
    connection.create_function("folded", 1, str.casefold, deterministic=True)
    return connection


def open_in_memory(database: CacheDatabase = QUEUE) -> sqlite3.Connection:
    """An empty one that nobody else sees."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _create(connection, database, "")
    return connection


def open_cache(layout: Layout) -> sqlite3.Connection | None:
    """The queue's database, created if missing and replaced if it was not made here; None if there can be none."""
    if not layout.home.is_dir():
        return None
    try:
        return open_private(prepare_private_state(layout), QUEUE)
    except (OSError, Refused):
        return None


def open_private(folder: Path, database: CacheDatabase) -> sqlite3.Connection | None:
    """A database in a folder of the person's own, made if missing; None if there can be none.

    One that others could have read or written is thrown away.
    """
    path = folder / database.name
    try:
        make_private(folder)
        with contextlib.suppress(FileNotFoundError):
            status = path.lstat()
            if status.st_mode != stat.S_IFREG | _PRIVATE or status.st_uid != os.geteuid():
                discard(folder, database)
        return _opened(folder, database)
    except (OSError, Refused):
        return None


def _opened(folder: Path, database: CacheDatabase) -> sqlite3.Connection | None:
    for _ in range(2):
        try:
            if any(map(_irregular, database.files(folder))):
                return None
            path = folder / database.name  # made before there is a word in it; what sqlite puts beside it is the same
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0), _PRIVATE))
            connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("PRAGMA cache_size=-32000")
            if database.is_shared:
                connection.execute("PRAGMA journal_mode=WAL")
            if _is_ours(connection, folder, database):
                return connection
            if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                _create(connection, database, _token(folder, database))
                return connection
            connection.close()
            discard(folder, database)
        except sqlite3.OperationalError:
            return None
        except sqlite3.DatabaseError:
            discard(folder, database)
    return None


def place_of(layout: Layout, connection: sqlite3.Connection | None = None) -> tuple[int, int] | None:
    """Identifies the queue's file, to notice a replaced one; None if there is none, or the connection has another."""
    if connection is not None and not connection.execute("PRAGMA database_list").fetchone()[2]:
        return None
    try:
        status = (layout.private_state / QUEUE.name).lstat()
    except (OSError, Refused):
        return None
    return status.st_dev, status.st_ino


def discard(folder: Path, database: CacheDatabase = QUEUE) -> None:
    for path in database.files(folder):
        with contextlib.suppress(OSError):
            path.unlink()


def _irregular(path: Path) -> bool:
    """Whether there is something other than a regular file."""
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def _token(folder: Path, database: CacheDatabase) -> str:
    """What only a database made in this folder on this machine holds."""
    status = folder.stat()
    return f"{database.version} {status.st_dev} {status.st_ino} {folder}"


def _is_ours(connection: sqlite3.Connection, folder: Path, database: CacheDatabase) -> bool:
    """Whether the database has exactly our tables, and was made here."""
    found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall())
    own = {name for name in found if name.startswith(_OWN_TABLES)} if "words" in database.tables else set()
    if {name: sql for name, sql in found.items() if name not in own} != database.tables:
        return False
    return [row[0] for row in connection.execute("SELECT token FROM made LIMIT 2")] == [_token(folder, database)]


def _create(connection: sqlite3.Connection, database: CacheDatabase, token: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        for statement in database.tables.values():
            connection.execute(statement)
        connection.execute("INSERT INTO made VALUES (?)", (token,))
    connection.execute("COMMIT")


def prepare_state(layout: Layout) -> Path:
    """The state folder, made with a .gitignore that keeps it out of git; Refused where it is a link to elsewhere."""
    state = layout.state
    check_state_path(state / "journal" / "any")  # with no journal nothing can be written either
    state.mkdir(parents=True, exist_ok=True)
    ignored = state / ".gitignore"
    if _irregular(ignored) or not ignored.is_file() or ignored.read_bytes() != _EVERYTHING:  # a repository can ship one
        ignored.unlink(missing_ok=True)
        ignored.write_bytes(_EVERYTHING)
    return state


_EVERYTHING = b"*\n"
