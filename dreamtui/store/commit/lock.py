"""The write lock: one writer at a time, held for one transaction, released by the kernel when a process dies.

Built on `flock` directly: a lock library costs more to import than a whole transaction takes. The file is not removed
between locks; only the kernel's lock on it counts, so a left-over file blocks nobody. Without `flock`, a file that only
one process can create is used instead; a stale one is removed.
"""

import errno
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from dreamtui.disk.opening import read_beginning
from dreamtui.model.errors import Unavailable
from dreamtui.store.files.port import DISK, NO_FOLLOW, make_folders
from dreamtui.text.inert import inert_line
from dreamtui.text.jsons import read_json

try:
    import fcntl
except ImportError:  # a system without POSIX locks
    fcntl = None  # type: ignore[assignment]

_SHORTEST, _LONGEST = 0.005, 0.1
_STALE_AFTER = 600.0
_NO_FLOCK = frozenset({errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK})


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a lock or a presence mark, as they wrote it themselves; for showing only."""

    who: str
    pid: int
    """The process, on that host."""
    host: str
    since: str
    """When it was taken, ISO 8601."""

    @classmethod
    def here(cls, who: str, now: datetime) -> "Owner":
        return cls(who, os.getpid(), _host(), now.isoformat())

    def encode(self) -> bytes:
        fields = {"who": self.who, "pid": self.pid, "host": self.host, "since": self.since}
        return json.dumps(fields).encode("ascii") + b"\n"

    @classmethod
    def decode(cls, data: bytes) -> "Owner | None":
        """None for anything that is not what `encode` writes, as while it is being written."""
        try:
            fields = read_json(data)
            who, pid, host, since = fields["who"], fields["pid"], fields["host"], fields["since"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        if not (isinstance(pid, int) and all(isinstance(text, str) for text in (who, host, since))):
            return None
        return cls(who, pid, host, since)

    def age(self, now: datetime) -> float | None:
        """Seconds since it was taken, never negative; None when the times cannot be compared."""
        try:
            return max(0.0, (now - datetime.fromisoformat(self.since)).total_seconds())
        except (ValueError, TypeError):
            return None

    def said(self, now: datetime) -> str:
        """The words for a message: who, which process, where, for how long."""
        age = self.age(now)
        since = "" if age is None else f", for {age:.0f} s" if age < 120 else f", for {age / 60:.0f} min"
        return inert_line(f"{self.who[:80]} (process {self.pid} on {self.host[:80]}{since})")


@contextmanager
def locked(
    path: Path,
    *,
    who: str,
    now: datetime,
    wait: float = 5.0,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[None]:
    """Hold the lock at a path; raises `Unavailable` naming the owner when it is not free within `wait` seconds."""
    owner = Owner.here(who, now)
    try:
        make_folders(path.parent)
        held = _wait_for(path, owner, wait, clock, sleep)
    except OSError as error:
        raise Unavailable(f"the store cannot be locked at {inert_line(str(path))}: {error.strerror}") from error
    if held is None:
        other = read_owner(path)
        said = "another process" if other is None else other.said(now)
        raise Unavailable(f"the store is locked by {said}; not released within {wait:g} s")
    try:
        yield
    finally:
        held()


def read_owner(path: Path) -> Owner | None:
    """The last owner named in a lock file; None if not done or it cannot be read."""
    try:
        return Owner.decode(read_beginning(path, 4096))
    except OSError:
        return None


def open_shared(path: Path) -> int:
    """Open a lock file for locking, making it when it is not there; read-only where it is another user's."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | NO_FOLLOW, 0o666)
    except PermissionError:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | NO_FOLLOW)


def try_flock(handle: int) -> bool:
    """Try to take the kernel's lock on an open file, without waiting."""
    if fcntl is None:
        raise OSError(errno.ENOSYS, "no file locks on this system")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_at(handle: int, path: Path) -> bool:
    """Whether the open file is still the one at the path, rather than one that was removed or replaced."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


def write_owner(handle: int, owner: Owner | None) -> None:
    """Say who holds it; a lock file that belongs to another user is held without a name."""
    with suppress(OSError):
        os.ftruncate(handle, 0)
        if owner is not None:
            os.pwrite(handle, owner.encode(), 0)


def _wait_for(
    path: Path, owner: Owner, wait: float, clock: Callable[[], float], sleep: Callable[[float], None]
) -> Callable[[], None] | None:
    """Try until the time is over; what is returned gives the lock back."""
    until = clock() + wait
    pause = _SHORTEST
    while True:
        held = _try(path, owner)
        rest = until - clock()
        if held is not None or rest <= 0:
            return held
        sleep(min(pause, rest))
        pause = min(pause * 2, _LONGEST)


def _try(path: Path, owner: Owner) -> Callable[[], None] | None:
    """One attempt with the kernel's lock, else with a file that only one can create."""
    handle = open_shared(path)
    kept = False
    try:
        if not try_flock(handle) or not is_at(handle, path):
            return None
        write_owner(handle, owner)
        kept = True
    except OSError as error:
        if error.errno not in _NO_FLOCK:
            raise
        return _try_exclusive(path.with_name(path.name + ".held"), owner)
    finally:
        if not kept:
            os.close(handle)

    def release() -> None:
        write_owner(handle, None)
        os.close(handle)

    return release


def _try_exclusive(path: Path, owner: Owner) -> Callable[[], None] | None:
    """Create the file that represents the lock, after removing a stale one."""
    try:
        DISK.write(path, owner.encode(), None)
    except FileExistsError:
        _take_away_stale(path, owner)
        return None

    def release() -> None:
        path.unlink(missing_ok=True)

    return release


def _take_away_stale(path: Path, mine: Owner) -> None:
    """Remove the file of a process that died, or of one on another host that is ten minutes old."""
    other = read_owner(path)
    try:
        age = time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return
    if other is not None and other.host == mine.host:
        stale = not runs(other.pid)
    else:
        stale = age > _STALE_AFTER
    aside = path.with_name(f"{path.name}.{mine.pid}")
    if not stale:
        return
    with suppress(OSError):
        path.replace(aside)  # only one process succeeds in moving it away
        if read_owner(aside) == other:
            aside.unlink()
        else:
            aside.rename(path)  # it was another owner's by then


def _host() -> str:
    """The machine's name, without the import of `socket`, which costs more than taking the lock."""
    return os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")


def runs(pid: int) -> bool:
    """Whether a process runs; one that is not ours to ask does, and so does any where asking would end it."""
    if pid <= 0:
        return False
    if os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
