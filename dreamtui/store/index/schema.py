"""The index of a workspace: one sqlite database that is made from our files, and may be deleted at any time.

`item` has a row for each of our files, with what it says and the status of its item. A queue item without a file of its
own (a rule due for review, something found again) has a row without a folder. `sync` keeps it in step with the files.
"""

import contextlib
import sqlite3
import stat
from pathlib import Path
from typing import NamedTuple

from dreamtui.kinds.row import QueueRow
from dreamtui.model.errors import Refused
from dreamtui.store.files.links import check_state_path
from dreamtui.store.layout import HOME, Layout

VERSION = 13
"""Counts up with the shape of a row or a mark; an index of another version is thrown away."""

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
    f"{_FACTS}, risk INTEGER, state TEXT, stands TEXT, decision TEXT, news INTEGER, covered INTEGER)",
    "item_file": "CREATE UNIQUE INDEX item_file ON item (folder, path)",
    "item_id": "CREATE INDEX item_id ON item (id)",
    "item_new": "CREATE INDEX item_new ON item (ref) WHERE state IS NULL",
    "item_place": "CREATE INDEX item_place ON item (state, risk DESC, place, last_seen, id, kind, stands, covered, "
    "flags, weight, signal) WHERE state <> ''",
    "item_linked": "CREATE INDEX item_linked ON item (id) WHERE until <> '' OR aliases <> ''",
    "stale": "CREATE TABLE stale (id TEXT PRIMARY KEY)",
    "problem": "CREATE TABLE problem (path TEXT PRIMARY KEY, why TEXT)",
    "mark": "CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT)",
    "records": "CREATE TABLE records (name TEXT PRIMARY KEY, mtime INTEGER, size INTEGER, row TEXT)",
    "made": "CREATE TABLE made (token TEXT)",
}


class FileProblem(NamedTuple):
    """A file of ours that could not be read."""

    path: str
    why: str

    @property
    def said(self) -> str:
        """The file and why, naming it once."""
        return self.why if self.path.removeprefix(f"{HOME}/") in self.why else f"{self.path}: {self.why}"


def open_index(layout: Layout, *, in_memory: bool = False) -> sqlite3.Connection:
    """The index; where none can be kept, an empty one in memory."""
    connection = None if in_memory else open_cache(layout)
    if connection is None:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        _create(connection, "")
    connection.create_function("folded", 1, str.casefold, deterministic=True)
    return connection


def open_cache(layout: Layout) -> sqlite3.Connection | None:
    """The database, created if missing and replaced if it was not made here; None if there can be none.

    A repository can ship a state folder, so links are not followed and nothing in it is trusted.
    """
    path = layout.state / "index.sqlite"
    if not layout.home.is_dir():
        return None
    for _ in range(2):
        try:
            prepare_state(layout)
            if any(map(_irregular, (path, *(path.with_name(path.name + end) for end in ("-journal", "-wal", "-shm"))))):
                return None
            connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("PRAGMA cache_size=-32000")
            if _is_ours(connection, layout):
                return connection
            if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                _create(connection, _token(layout))
                return connection
            connection.close()
            discard(layout)
        except sqlite3.OperationalError:
            return None
        except sqlite3.DatabaseError:
            discard(layout)
        except (OSError, Refused):
            return None
    return None


def place_of(layout: Layout, connection: sqlite3.Connection | None = None) -> tuple[int, int] | None:
    """Identifies the index file, to notice a replaced one; None if there is none, or the connection has another."""
    if connection is not None and not connection.execute("PRAGMA database_list").fetchone()[2]:
        return None
    try:
        status = (layout.state / "index.sqlite").lstat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def discard(layout: Layout) -> None:
    path = layout.state / "index.sqlite"
    for end in ("", "-journal", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + end).unlink()


def _irregular(path: Path) -> bool:
    """Whether there is something other than a regular file."""
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def _token(layout: Layout) -> str:
    """What only a database made in this folder on this machine holds."""
    status = layout.state.stat()
    return f"{VERSION} {status.st_dev} {status.st_ino} {layout.state}"


def _is_ours(connection: sqlite3.Connection, layout: Layout) -> bool:
    """Whether the database has exactly our tables, and was made here."""
    found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall())
    if found != _TABLES:
        return False
    return [row[0] for row in connection.execute("SELECT token FROM made LIMIT 2")] == [_token(layout)]


def _create(connection: sqlite3.Connection, token: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        for statement in _TABLES.values():
            connection.execute(statement)
        connection.execute("INSERT INTO made VALUES (?)", (token,))
    connection.execute("COMMIT")


def prepare_state(layout: Layout) -> Path:
    """The state folder, made with a .gitignore that keeps it out of git; Refused where it is a link to elsewhere."""
    state = layout.state
    check_state_path(state / "journal" / "any")  # with no journal nothing can be written either
    if not state.is_dir():
        state.mkdir(parents=True, exist_ok=True)
        (state / ".gitignore").write_text("*\n", encoding="utf-8")
    return state
