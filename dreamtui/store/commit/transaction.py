"""All or nothing: changes several files and appends to logs so that a crash at any moment leaves no half.

The caller holds the write lock, calls `recover` and then `commit`. The order is what makes it hold: the journal lasts
before anything is touched; the new bytes and the backups last before the journal says that the transaction is
committed; the files are renamed into place; and the folders last before the journal goes. What happens up to the
commit is in `prepare`, how each step is carried out or taken back in `steps`, and what a crash left in `recovery`.
"""

import errno
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import open_regular
from dreamtui.model.change import digest
from dreamtui.model.errors import Changed, Integrity, Refused, WriteFailed
from dreamtui.store.commit.journal import Journal, LogAppend, Move, NamedJournal, check_log, folder_of, unfinished
from dreamtui.store.commit.recovery import check_journal_folder, put_back
from dreamtui.store.commit.steps import (
    blame,
    clean,
    forward,
    reason,
)
from dreamtui.store.files.atomic_swap import hash_at, leftovers
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import DISK, Port, make_folders
from dreamtui.text.inert import inert_line

_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS})
"""The file system or its rules know no hard links; a full or read-only disk says something else."""
_PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class FileStep:
    """One file of a transaction; `None` means that the file is not there."""

    path: Path
    """Absolute path."""
    before: bytes | None
    """What the plan was made from; anything else on the disk is `Changed`."""
    after: bytes | None
    """The bytes afterwards; the same as before checks the file and leaves it."""
    is_private: bool = False
    """Whether only its owner may read it, whatever the file before it allowed."""


@dataclass(frozen=True, slots=True)
class Append:
    """One log line, written once the files are in place."""

    path: Path
    """Absolute path of a `.jsonl` file."""
    line: bytes
    """The line; its newline is added where it lacks one."""


def check(steps: Sequence[FileStep], appends: Sequence[Append], guard: PathGuard) -> None:
    """Every place is allowed, every file is as its step says and may be replaced."""
    seen: set[Path] = set()
    for path in [step.path for step in steps] + sorted({append.path for append in appends}):
        guard.check(path)
        guard.check_ours(path)
        if path in seen:
            raise Refused(f"{guard.name(path)} would be written twice in one change")
        seen.add(path)
    for append in appends:
        check_log(append.path)
    for step in steps:
        if hash_at(step.path) != digest(step.before):
            raise Changed(f"{guard.name(step.path)} changed since this was planned")
        if step.before is not None and step.before != step.after:
            if not os.access(step.path, os.W_OK):
                raise Refused(f"{guard.name(step.path)} is read-only and stays as it is")
            if step.path.stat().st_nlink > 1:
                raise Refused(f"{guard.name(step.path)} has a second name (a hard link), which a change would break")


def planned(steps: Sequence[FileStep], appends: Sequence[Append], state: Path, label: str, key: bytes) -> NamedJournal:
    """The journal, sealed, under an id that no file left behind by an earlier one uses."""
    moves = tuple(Move(n, s.path, digest(s.before), digest(s.after)) for n, s in enumerate(steps))
    words: dict[Path, bytes] = {}
    for append in appends:
        line = append.line if append.line.endswith(b"\n") else append.line + b"\n"
        words[append.path] = words.get(append.path, b"") + line
    lines = tuple(_line(path, words[path]) for path in sorted(words))
    parents = {s.path.parent for s in steps if s.after is not None} | {path.parent for path in words}
    folders = {folder for parent in parents for folder in (parent, *parent.parents) if not folder.exists()}
    real_state = Path(os.path.realpath(state))
    salt = 0
    while True:
        filed = Journal(real_state, label, moves, lines, tuple(sorted(folders)), salt).sealed(key).named()
        names = [name(move) for move in moves for name in (filed.new, filed.old, filed.part)]
        if not any(os.path.lexists(path) for path in (*names, *(filed.copy(move, 1) for move in moves))):
            return filed
        salt += 1


def _line(path: Path, words: bytes) -> LogAppend:
    """A torn last line, which an earlier crash left, gets its newline first."""
    try:
        handle, _ = open_regular(path)
        with os.fdopen(handle, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            if not size:
                return LogAppend(path, 0, words)
            file.seek(size - 1)
            return LogAppend(path, size, words if file.read(1) == b"\n" else b"\n" + words)
    except FileNotFoundError:
        return LogAppend(path, -1, words)


def prepare(filed: NamedJournal, steps: Sequence[FileStep], port: Port) -> None:
    """Everything up to the point from which the transaction will be finished in any case."""
    journal = filed.journal
    make_folders(folder_of(journal.state), port)
    port.write(filed.file("writing"), journal.encode(), 0o600)
    port.sync(filed.file("writing"))
    filed.mark("writing", "preparing", port)
    for folder in journal.folders:
        port.make_folder(folder)
    beside = {folder.parent for folder in journal.folders}
    written = []
    for move, step in zip(journal.moves, steps, strict=True):
        if step.after is None:
            continue
        mode, owner = _attributes(step)
        port.write(filed.new(move), step.after, mode, owner)
        written.append(filed.new(move))
        if step.before is not None and _keep(filed.old(move), step, port):
            written.append(filed.old(move))
        if step.before is not None and hash_at(filed.old(move)) != move.before:
            raise Changed(f"{inert_line(step.path.name)} was changed by another process")
        beside.add(move.path.parent)
    for path in written:
        port.sync(path)
    for folder in sorted(beside):
        port.sync_folder(folder)
    filed.mark("preparing", "committed", port)


def _attributes(step: FileStep) -> tuple[int | None, tuple[int, int] | None]:
    """Mode bits and owner of the file that is replaced; none for a new one, unless it is private."""
    if step.before is None:
        return (_PRIVATE if step.is_private else None), None
    found = step.path.stat()
    mode = stat.S_IMODE(found.st_mode)
    return mode & _PRIVATE if step.is_private else mode, (found.st_uid, found.st_gid)


def _keep(old: Path, step: FileStep, port: Port) -> bool:
    """Keep what will be replaced under a second name; true when that took a copy, which has to be synced."""
    try:
        port.link(step.path, old)
        return False
    except FileNotFoundError as error:  # it was replaced at this very moment
        raise Changed(f"{inert_line(step.path.name)} was changed by another process") from error
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
    mode, owner = _attributes(step)
    port.write(old, step.before or b"", mode, owner)
    return True


def commit(
    steps: Sequence[FileStep],
    appends: Sequence[Append],
    *,
    state: Path,
    guard: PathGuard,
    label: str,
    key: bytes,
    port: Port = DISK,
) -> None:
    """Do all steps and appends, or none; the caller holds the write lock and has called `recover`.

    Raises `Changed` for a file that is not as its step says, `Refused` for a place or file that is not written to, and
    `WriteFailed` when the system refuses; after each of them everything is as it was, unless the message says that
    the next start will settle it.
    """
    check_journal_folder(state, guard)
    if unfinished(state):
        raise Integrity("an earlier change was interrupted and has to be recovered before anything else is written")
    steps = sorted(steps, key=lambda step: step.path)
    real = [step for step in steps if step.before != step.after]
    try:
        check(steps, appends, guard)
        if not real and not appends:
            return
        filed = planned(real, appends, state, label, key)
    except OSError as error:
        raise WriteFailed(f"a file of this change cannot be read ({reason(error)}); nothing was begun") from error
    try:
        prepare(filed, real, port)
        forward(filed, guard, port)
    except (OSError, Changed, KeyboardInterrupt) as error:
        _give_up(filed, error, guard, port)
        raise
    try:
        clean(filed, port)
    except OSError:
        return  # everything is in place and lasts; the journal stays, and the next start removes the temporary files


def _give_up(filed: NamedJournal, error: BaseException, guard: PathGuard, port: Port) -> None:
    """Put everything back after a failure; raises `WriteFailed` for one of the system's, and `Changed` naming the
    copies there are of what another writer wrote; else returns."""
    name = blame(filed, error, guard)
    try:
        put_back(filed, filed.stage(), port)
    except (OSError, KeyboardInterrupt) as second:
        raise WriteFailed(
            f"{name} could not be written ({reason(error)}) and what was begun could not be rolled back"
            f" ({reason(second)}); the next start recovers it"
        ) from error
    copies = ", ".join(map(guard.name, leftovers(filed)))
    also = f"; another version of it is kept in {copies}" if copies else ""
    if isinstance(error, OSError):
        raise WriteFailed(f"{name} could not be written ({reason(error)}); everything is as it was{also}") from error
    if copies and isinstance(error, Changed):
        raise Changed(f"{error}{also}") from error
