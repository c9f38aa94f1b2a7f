"""The index: one light row for each of our files, and the cache of them in sqlite, rebuilt from the files at any time.

The cache is only speed, and `index.sync` says when a row of it counts.
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

VERSION = 8
"""Counts up with the shape of a row or a mark; a cache of another version is thrown away."""


class FileProblem(NamedTuple):
    """A file of ours that could not be read."""

    path: str
    why: str

    @property
    def said(self) -> str:
        """The file and why, naming it once."""
        return self.why if self.path.removeprefix(f"{HOME}/") in self.why else f"{self.path}: {self.why}"


def open_cache(layout: Layout) -> sqlite3.Connection | None:
    """The cache database, made when missing and thrown away when it is not one we made here; None where none can be.

    A repository can ship a state folder, so neither links nor anything in it are followed or believed.
    """
    path = layout.state / "index.sqlite"
    if not layout.home.is_dir():
        return None
    for _ in range(2):
        try:
            prepare_state(layout)
            if any(map(_is_odd, (path, *(path.with_name(path.name + end) for end in ("-journal", "-wal", "-shm"))))):
                return None
            connection = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("PRAGMA journal_mode=MEMORY")
            if _is_ours(connection, layout):
                return connection
            if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                _create(connection, layout)
                return connection
            connection.close()
            path.unlink()
        except sqlite3.OperationalError:
            return None
        except sqlite3.DatabaseError:
            with contextlib.suppress(OSError):
                path.unlink()
        except (OSError, Refused):
            return None
    return None


def _is_odd(path: Path) -> bool:
    """Whether something other than a regular file stands there."""
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def _token(layout: Layout) -> str:
    """What only a database made in this folder on this machine holds."""
    status = layout.state.stat()
    return f"{VERSION} {status.st_dev} {status.st_ino} {layout.state}"


def _tables() -> dict[str, str]:
    columns = ", ".join(f"{name} TEXT" if name != "path" else "path TEXT PRIMARY KEY" for name in QueueRow._fields)
    columns = columns.replace("weight TEXT", "weight REAL").replace("reopened TEXT", "reopened INTEGER")
    return {
        "rows": f"CREATE TABLE rows (folder TEXT, mtime INTEGER, size INTEGER, inode INTEGER, {columns})",
        "folders": "CREATE TABLE folders (folder TEXT PRIMARY KEY, mtime INTEGER, inode INTEGER)",
        "records": "CREATE TABLE records (name TEXT PRIMARY KEY, mtime INTEGER, size INTEGER, row TEXT)",
        "made": "CREATE TABLE made (token TEXT)",
    }


def _is_ours(connection: sqlite3.Connection, layout: Layout) -> bool:
    """Whether the database has exactly our tables, and was made here."""
    found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall())
    if found != _tables():
        return False
    return [row[0] for row in connection.execute("SELECT token FROM made LIMIT 2")] == [_token(layout)]


def _create(connection: sqlite3.Connection, layout: Layout) -> None:
    connection.executescript("BEGIN IMMEDIATE; " + "; ".join(_tables().values()) + "; COMMIT;")
    connection.execute("INSERT INTO made VALUES (?)", (_token(layout),))


def prepare_state(layout: Layout) -> Path:
    """The state folder, made with a .gitignore that keeps it out of git; Refused where it is a link to elsewhere."""
    state = layout.state
    check_state_path(state / "journal" / "any")  # with no journal nothing can be written either
    if not state.is_dir():
        state.mkdir(parents=True, exist_ok=True)
        (state / ".gitignore").write_text("*\n", encoding="utf-8")
    return state
