"""All or nothing: changes several files and appends to logs so that a crash at any moment leaves no half.

The caller holds the write lock, calls `recover` and then `commit`. The order is what makes it hold: the journal lasts
before anything is touched; the new bytes and the backups last before the journal says that the transaction is
committed; the files are renamed into place; and the folders last before the journal goes. How each state is read back
and settled is in `settle`.
"""

import errno
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dreamtui.model.change import digest
from dreamtui.model.errors import Changed, Integrity, Refused, WriteFailed
from dreamtui.store.guard import Guard
from dreamtui.store.in_place import hash_at, is_displaced, keep_theirs, left_beside, restore
from dreamtui.store.journal import Filed, Journal, Line, Move, check_log, folder_of, read_journal, unfinished
from dreamtui.store.port import DISK, Port, make_folders
from dreamtui.store.settle import (
    Standing,
    back,
    blame,
    can_go_back,
    clean,
    forward,
    is_forward,
    reason,
    standing,
)
from dreamtui.text.inert import inert_line

_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS})
"""The file system or its rules know no hard links; a full or read-only disk says something else."""


@dataclass(frozen=True, slots=True)
class Step:
    """One file of a transaction; `None` means that the file is not there."""

    path: Path
    """Absolute path."""
    before: bytes | None
    """What the plan was made from; anything else on the disk is `Changed`."""
    after: bytes | None
    """What will stand there; the same as before checks the file and leaves it."""


@dataclass(frozen=True, slots=True)
class Append:
    """One log line, written once the files are in place."""

    path: Path
    """Absolute path of a `.jsonl` file."""
    line: bytes
    """The line; its newline is added where it lacks one."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """What became of a change that was interrupted."""

    label: str
    """What the change was; read from a file, so made inert before it is shown."""
    outcome: Literal["finished", "put back"]
    """Whether the files are as they were to be, or as they were."""
    paths: tuple[Path, ...]
    """The files and logs the change was about."""
    left: tuple[Path, ...] = ()
    """Those of them that somebody changed meanwhile: they stay as that person left them."""
    kept: tuple[Path, ...] = ()
    """Copies of what such a file was before the interrupted change, or of what somebody else wrote there and is not
    what stands there now; the person may use or remove them."""


def commit(
    steps: Sequence[Step], appends: Sequence[Append], *, state: Path, guard: Guard, label: str, port: Port = DISK
) -> None:
    """Do all steps and appends, or none; the caller holds the write lock and has called `recover`.

    Raises `Changed` for a file that is not as its step says, `Refused` for a place or file that is not written to, and
    `WriteFailed` when the system refuses; after each of them everything is as it was, unless the message says that
    the next start will settle it.
    """
    _check_state(state, guard)
    if unfinished(state):
        raise Integrity("an earlier change was interrupted and has to be settled before anything else is written")
    steps = sorted(steps, key=lambda step: step.path)
    real = [step for step in steps if step.before != step.after]
    try:
        _check(steps, appends, guard)
        if not real and not appends:
            return
        filed = _plan(real, appends, state, label)
    except OSError as error:
        raise WriteFailed(f"a file of this change cannot be read ({reason(error)}); nothing was begun") from error
    try:
        _prepare(filed, real, port)
        forward(filed, guard, port)
    except (OSError, Changed, KeyboardInterrupt) as error:
        _give_up(filed, error, guard, port)
        raise
    try:
        clean(filed, port)
    except OSError:
        return  # everything is in place and lasts; the journal stays, and the next start removes what lies about


def recover(state: Path, *, guard: Guard, port: Port = DISK) -> tuple[Recovered, ...]:
    """Settle every interrupted change: finish it where possible, else put it back; the caller holds the write lock.

    May itself be interrupted anywhere and called again. Raises `Integrity`, before anything is touched, for a journal
    that is none of ours, and `WriteFailed` when the system lets us go neither forward nor back.
    """
    found = unfinished(state)
    if not found:
        return ()
    _check_state(state, guard)
    journals = [(read_journal(state, name, stage, guard), stage) for name, stage in found if stage != "writing"]
    settled = []
    for filed, stage in journals:
        try:
            settled.append(_settle(filed, stage, guard, port))
        except OSError as error:
            raise WriteFailed(
                f"{blame(filed, error, guard)} could not be written ({reason(error)}),"
                " so an interrupted change is still neither finished nor put back"
            ) from error
    _drop_unwritten(state, found, guard, port)
    return tuple(settled)


def _check_state(state: Path, guard: Guard) -> None:
    """The journal lies in an allowed place too."""
    guard.check_place(folder_of(state))
    if folder_of(state).is_symlink():
        raise Integrity(f"{guard.name(folder_of(state))} is a symlink; nothing is written until it is moved away")


def _check(steps: Sequence[Step], appends: Sequence[Append], guard: Guard) -> None:
    """Every place is allowed, every file is as its step says and may be replaced."""
    seen: set[Path] = set()
    for path in [step.path for step in steps] + sorted({append.path for append in appends}):
        guard.check(path)
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
                raise Refused(f"{guard.name(step.path)} has a second name (a hard link), which a change would cut off")


def _plan(steps: Sequence[Step], appends: Sequence[Append], state: Path, label: str) -> Filed:
    """The journal, under an id that no file left behind by an earlier transaction uses."""
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
        filed = Journal(real_state, label, moves, lines, tuple(sorted(folders)), salt).named()
        names = [name(move) for move in moves for name in (filed.new, filed.old, filed.part)]
        if not any(os.path.lexists(path) for path in (*names, *(filed.copy(move, 1) for move in moves))):
            return filed
        salt += 1


def _line(path: Path, words: bytes) -> Line:
    """A torn last line, which an earlier crash left, gets its newline first."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            if not size:
                return Line(path, 0, words)
            file.seek(size - 1)
            return Line(path, size, words if file.read(1) == b"\n" else b"\n" + words)
    except FileNotFoundError:
        return Line(path, -1, words)


def _prepare(filed: Filed, steps: Sequence[Step], port: Port) -> None:
    """Everything up to the point from which the transaction will be finished whatever happens."""
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
            raise Changed(f"{inert_line(step.path.name)} was changed by somebody else meanwhile")
        beside.add(move.path.parent)
    for path in written:
        port.sync(path)
    for folder in sorted(beside):
        port.sync_folder(folder)
    filed.mark("preparing", "committed", port)


def _attributes(step: Step) -> tuple[int | None, tuple[int, int] | None]:
    """Mode bits and owner of the file that is replaced; none for a new one."""
    if step.before is None:
        return None, None
    found = step.path.stat()
    return stat.S_IMODE(found.st_mode), (found.st_uid, found.st_gid)


def _keep(old: Path, step: Step, port: Port) -> bool:
    """Keep what will be replaced under a second name; true when that took a copy, which has to be synced."""
    try:
        port.link(step.path, old)
        return False
    except FileNotFoundError as error:  # it was replaced at this very moment
        raise Changed(f"{inert_line(step.path.name)} was changed by somebody else meanwhile") from error
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
    mode, owner = _attributes(step)
    port.write(old, step.before or b"", mode, owner)
    return True


def _give_up(filed: Filed, error: BaseException, guard: Guard, port: Port) -> None:
    """Put everything back after a failure; raises `WriteFailed` for one of the system's, and `Changed` naming the
    copies there are of what somebody else wrote; else returns."""
    name = blame(filed, error, guard)
    try:
        _put_back(filed, filed.stage(), port)
    except (OSError, KeyboardInterrupt) as second:
        raise WriteFailed(
            f"{name} could not be written ({reason(error)}) and what was begun could not be put back"
            f" ({reason(second)}); the next start settles it"
        ) from error
    copies = ", ".join(map(guard.name, left_beside(filed)))
    also = f"; what else stood there is kept in {copies}" if copies else ""
    if isinstance(error, OSError):
        raise WriteFailed(f"{name} could not be written ({reason(error)}); everything is as it was{also}") from error
    if copies and isinstance(error, Changed):
        raise Changed(f"{error}{also}") from error


def _put_back(filed: Filed, stage: str, port: Port) -> tuple[Path, ...]:
    """Go back from any stage; the direction lasts before the first file is restored."""
    if stage == "":
        if filed.file("writing").exists():
            port.remove(filed.file("writing"))
        return ()
    if stage == "preparing":
        clean(filed, port, undo_folders=True)
        return ()
    if stage == "committed":
        filed.mark("committed", "undoing", port)
    return back(filed, port)


def _settle(filed: Filed, stage: str, guard: Guard, port: Port) -> Recovered:
    """Bring one interrupted transaction to an end."""
    journal = filed.journal
    paths = tuple(sorted([move.path for move in journal.moves] + [line.path for line in journal.lines]))
    if stage != "committed":
        left = _put_back(filed, stage, port)
        return Recovered(journal.label, "put back", paths, left, left_beside(filed))
    written = frozenset(m.path for m in journal.moves if is_displaced(filed, m))
    blocked = written.union(m.path for m in journal.moves if standing(filed, m) is Standing.BLOCKED)
    if blocked and can_go_back(filed):
        left = tuple(sorted(blocked.union(_put_back(filed, stage, port))))
        return Recovered(journal.label, "put back", paths, left, left_beside(filed))
    try:
        for move in journal.moves:
            if move.path in written:
                restore(filed, move, port)
        forward(filed, guard, port, blocked)
    except (OSError, Changed):
        if is_forward(filed) or not can_go_back(filed):
            raise
        left = _put_back(filed, stage, port)
        return Recovered(journal.label, "put back", paths, left, left_beside(filed))
    clean(filed, port, kept=keep_theirs(filed, port))
    return Recovered(journal.label, "finished", paths, tuple(sorted(blocked)), left_beside(filed))


def _drop_unwritten(state: Path, found: tuple[tuple[str, str], ...], guard: Guard, port: Port) -> None:
    """Remove journals that a crash cut short before anything else had happened."""
    for name, stage in found:
        path = folder_of(state) / f"{name}.{stage}"
        if stage == "writing" and path.is_file():
            try:
                port.remove(path)
            except OSError as error:
                raise WriteFailed(f"{guard.name(path)} could not be removed ({reason(error)})") from error
