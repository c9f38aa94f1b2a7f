"""A console's presence mark: a second console sees that the first is there and opens read-only; no one is shut out.

The mark is a file that the console keeps locked while it runs, so a console that died leaves nothing that counts.
Taking over puts a new file in its place: the console that had the mark notices that the file is no longer its own.
"""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from dreamtui.disk.opening import open_regular
from dreamtui.store.commit.lock import Owner, is_at, open_shared, read_owner, try_flock, write_owner
from dreamtui.store.files.port import make_folders


class Presence:
    """One console's hold, or wish for a hold, of the mark at a path."""

    def __init__(self, path: Path, mine: Owner) -> None:
        self._path = path
        self._mine = mine
        self._handle: int | None = None

    @classmethod
    def take(cls, path: Path, *, who: str, now: datetime) -> "Presence":
        """Take the mark if it is free; `held` says whether it was. Where no mark can be left, none is held."""
        presence = cls(path, Owner.here(who, now))
        with suppress(OSError):
            make_folders(path.parent)
            presence._hold(open_shared(path))
        return presence

    @property
    def held(self) -> bool:
        """Whether the mark is ours now; it ends when another console takes over."""
        if self._handle is None:
            return False
        try:
            return is_at(self._handle, self._path)
        except OSError:
            return False

    @property
    def lost(self) -> bool:
        """Whether another console replaced our mark, even if it ended since."""
        try:
            return self._handle is not None and not os.path.samestat(os.fstat(self._handle), os.lstat(self._path))
        except OSError:
            return False

    def owner(self) -> Owner | None:
        """The holder of the mark: ourselves, another console that runs, or None."""
        if self.held:
            return self._mine
        try:
            handle = open_regular(self._path)[0]
        except OSError:
            return None
        try:
            return None if try_flock(handle) else read_owner(self._path)
        except OSError:
            return None
        finally:
            os.close(handle)

    def take_over(self, *, now: datetime) -> None:
        """Take the mark from whoever holds it."""
        self.release()
        self._mine = Owner.here(self._mine.who, now)
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with suppress(OSError):
            make_folders(self._path.parent)
            fresh.unlink(missing_ok=True)
            self._hold(open_shared(fresh), fresh)
            fresh.replace(self._path)

    def release(self) -> None:
        """Release the mark; harmless if it is not ours."""
        if self._handle is not None:
            write_owner(self._handle, None)
            os.close(self._handle)
            self._handle = None

    def _hold(self, handle: int, path: Path | None = None) -> None:
        """Keep an open file if its lock is free and it is the one at the path; close it otherwise."""
        try:
            if try_flock(handle) and is_at(handle, path or self._path):
                write_owner(handle, self._mine)
                self._handle, handle = handle, -1
        finally:
            if handle >= 0:
                os.close(handle)
