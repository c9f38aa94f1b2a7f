"""Claude Code's `.consolidate-lock`: respected, held while we write, noted so that a crash gives it back."""

import contextlib
import hmac
import json
import os
import re
import stat
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from dreamtui.disk.opening import NotRegular, open_regular
from dreamtui.model.errors import Refused, Unavailable, WriteFailed
from dreamtui.store.commit.lock import runs
from dreamtui.store.commit.machine_key import seal_of
from dreamtui.store.files.port import DISK, Port
from dreamtui.store.files.small import load_blob, remove_blob, save_blob
from dreamtui.store.layout import CONSOLIDATING
from dreamtui.text.inert import inert_line


@dataclass(frozen=True, slots=True)
class LockLedger:
    """Which locks are held, in a sealed file: a repository could ship such a file."""

    state: Path
    """The state folder; one writer at a time holds locks for it."""
    key: bytes
    """What the ledger is sealed with."""

    @property
    def path(self) -> Path:
        return self.state / CONSOLIDATING

    def keep(self, before: Mapping[Path, int | None], port: Port) -> bool:
        """Note what is held, or that nothing is; false when that failed."""
        if not before:
            return self.drop(port)
        listed = {os.fspath(folder): time for folder, time in before.items()}
        body = json.dumps({"pid": os.getpid(), "folders": listed}).encode()
        return save_blob(self.path, body + b"\n" + self._seal(body), port)

    def drop(self, port: Port) -> bool:
        """Remove it; false when it is still there."""
        return remove_blob(self.path, port)

    def read(self) -> tuple[int, dict[Path, int | None]]:
        """The process and what it held; nothing for a ledger that was not written here."""
        body, _, seal = (load_blob(self.path) or b"").rpartition(b"\n")
        if not hmac.compare_digest(seal, self._seal(body)):
            return 0, {}
        held = json.loads(body)
        return held["pid"], {Path(path): time for path, time in held["folders"].items()}

    def _seal(self, body: bytes) -> bytes:
        return seal_of(self.key, os.fsencode(os.path.realpath(self.state)) + b"\n" + body).encode()


LOCK = ".consolidate-lock"
FRESH_SECONDS = 3600.0
"""A holder older than this is stale, even if another process has its id now."""
_RETRY = 0.04
_TORN_SECONDS = 0.05
_PID = re.compile(rb"\s*(\d{1,10})(?!\d)")
_LARGEST_PID = 2**31 - 1


@dataclass(frozen=True, slots=True)
class System:
    """What the lock asks the machine; tests replace it."""

    now: Callable[[], float] = time.time
    """The clock that files are stamped with."""
    clock: Callable[[], float] = time.monotonic
    """The clock that waiting is measured with."""
    sleep: Callable[[float], None] = time.sleep
    runs: Callable[[int], bool] = runs


@dataclass(frozen=True, slots=True)
class Holder:
    pid: int
    age: float
    """Seconds since it took it."""

    @property
    def said(self) -> str:
        age = max(0.0, self.age)
        return f"process {self.pid}, for {age:.0f} s" if age < 120 else f"process {self.pid}, for {age / 60:.0f} min"


@dataclass(frozen=True, slots=True)
class _Seen:
    """A lock file as it was found."""

    pid: int
    """The process it names, 0 for none."""
    time: int
    """When it was last changed, in nanoseconds."""


@dataclass(slots=True)
class _Held:
    """The locks we have, and what has to be known to give them back."""

    ledger: LockLedger
    """Where that is kept for the next start, if this one dies."""
    port: Port
    before: dict[Path, int | None] = field(default_factory=dict)
    """The time each lock file had; None if there was none."""

    def keep(self) -> bool:
        """Write the ledger, or remove it when nothing is held; false when that failed."""
        return self.ledger.keep(self.before, self.port)


def last_dream(folder: Path) -> float | None:
    """When the memories of a folder were last consolidated, in seconds; None when never or when it cannot be told."""
    try:
        status = (folder / LOCK).lstat()
    except OSError:
        return None
    return status.st_mtime if stat.S_ISREG(status.st_mode) else None


def holder(folder: Path, system: System | None = None) -> Holder | None:
    """The holder of a folder's lock now; None if it is free."""
    system = system or System()
    seen = _look(folder)
    if seen is None or not seen.pid:
        return None
    age = system.now() - seen.time / 1e9
    return Holder(seen.pid, age) if age < FRESH_SECONDS and system.runs(seen.pid) else None


@contextmanager
def holding(
    folders: Collection[Path],
    wait: float,
    *,
    ledger: LockLedger,
    whole: Collection[Path] = (),
    port: Port = DISK,
    system: System | None = None,
) -> Iterator[None]:
    """Hold the locks of several folders; the caller holds the write lock that protects the ledger.

    Raises `Unavailable` naming the holder if one is not free in time, and `Refused` for a lock that is not a regular
    file; in both cases the locks already taken are released. `whole` are the folders that are consolidated with this.
    """
    system = system or System()
    held = _Held(ledger, port)
    until = system.clock() + wait
    done = False
    try:
        for folder in sorted(set(folders)):
            _take(folder, held, until, wait, system)
        yield
        done = True
    finally:
        _give_back(held, frozenset(whole) if done else frozenset())


def mend(ledger: LockLedger, allowed: Collection[Path], port: Port = DISK) -> None:
    """Release locks of a process of ours that was killed; the caller holds the write lock, so no such process runs.

    Only locks below the allowed folders are touched, and only while they still name that process or nobody.
    """
    pid, held = ledger.read()
    for folder in sorted(folder for folder in held if folder in allowed):
        with contextlib.suppress(OSError, Refused):
            seen = _look(folder)
            if seen is not None and _is_of(seen, pid):
                _restore(folder, held[folder], port)
    ledger.drop(port)


def _look(folder: Path) -> _Seen | None:
    """The lock file; None if there is none, Refused if it cannot be a lock."""
    path = folder / LOCK
    try:
        handle, status = open_regular(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NotRegular:
        raise Refused(f"{inert_line(str(path))} is not a plain file; move it away before anything is written") from None
    except OSError as problem:
        what = "is a symlink" if path.is_symlink() else f"cannot be read ({problem.strerror})"
        raise Refused(f"{inert_line(str(path))} {what}; it has to be a plain file before anything is written") from None
    try:
        if status.st_nlink > 1:
            raise Refused(f"{inert_line(str(path))} has a second name (a hard link); move it away first")
        found = _PID.match(os.read(handle, 64))
    finally:
        os.close(handle)
    pid = int(found[1]) if found else 0
    return _Seen(pid if pid <= _LARGEST_PID else 0, status.st_mtime_ns)


def _take(folder: Path, held: _Held, until: float, wait: float, system: System) -> None:
    """Write our process into the lock of a folder and verify it; a folder that does not exist yet has no holder."""
    if not folder.is_dir():
        return
    waited = False
    while True:
        seen = _look(folder)
        if seen is not None and not seen.pid and not waited and system.now() - seen.time / 1e9 < _TORN_SECONDS:
            waited = True  # another process may be between truncating and writing it
            system.sleep(_TORN_SECONDS)
            continue
        other = holder(folder, system)
        if other is None:
            if _taken(folder, seen, held):
                return
            other = holder(folder, system)
        if system.clock() >= until:
            said = "another process" if other is None else other.said
            raise Unavailable(
                f"Claude Code's {LOCK} in {inert_line(str(folder))} is held by {said}; not released within {wait:g} s"
            )
        system.sleep(_RETRY)


def _taken(folder: Path, seen: _Seen | None, held: _Held) -> bool:
    """One attempt; false when another process was faster."""
    path = folder / LOCK
    held.before[folder] = None if seen is None else seen.time
    if not held.keep():
        del held.before[folder]
        raise WriteFailed(
            f"{inert_line(str(held.ledger.path))} could not be written, so no lock was taken; nothing was done"
        )
    mine = str(os.getpid()).encode()
    try:
        if seen is None:
            held.port.write(path, mine, None)
        else:
            held.port.truncate(path, 0)
            held.port.append(path, mine)
    except FileExistsError:
        return _not_taken(folder, held)
    except OSError as problem:
        with contextlib.suppress(OSError):
            _restore(folder, held.before[folder], held.port)
        raise _refusal(path, problem) from problem
    found = _look(folder)
    return True if found is not None and found.pid == os.getpid() else _not_taken(folder, held)


def _not_taken(folder: Path, held: _Held) -> bool:
    del held.before[folder]
    held.keep()
    return False


def _refusal(path: Path, problem: OSError) -> Refused:
    said = f"{inert_line(str(path))} could not be taken ({problem.strerror}); nothing was begun"
    return Refused(said) if isinstance(problem, PermissionError) else WriteFailed(said)


def _give_back(held: _Held, whole: Collection[Path]) -> None:
    """Empty the locks; what cannot be given back stays in the ledger, for the next start."""
    folders: Sequence[Path] = sorted(held.before)
    times = dict(held.before)
    for folder in folders:
        if folder in whole:
            del held.before[folder]
    if len(held.before) < len(folders):
        held.keep()
    for folder in folders:
        try:
            _release(folder, times[folder], folder in whole, held.port)
        except (OSError, Refused):
            held.before[folder] = times[folder]
        else:
            held.before.pop(folder, None)
    held.keep()


def _release(folder: Path, before: int | None, is_whole: bool, port: Port) -> None:
    """Empty a lock that is still ours, and set its time."""
    seen = _look(folder)
    if seen is None or seen.pid not in {os.getpid(), 0}:
        return
    if is_whole:
        port.truncate(folder / LOCK, 0)
    else:
        _restore(folder, before, port)


def _is_of(seen: _Seen, pid: int) -> bool:
    """Whether a lock names a process, was begun to be written by it, or names none."""
    return not seen.pid or str(pid).startswith(str(seen.pid))


def _restore(folder: Path, before: int | None, port: Port) -> None:
    """The lock as it was before it was taken, without a holder."""
    path = folder / LOCK
    if before is None:
        port.remove(path)
        return
    port.truncate(path, 0)
    port.set_time(path, before)
