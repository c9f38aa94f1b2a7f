"""What comes before a transaction is committed: it is checked, its journal written, its bytes laid beside the files."""

import errno
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import open_regular
from dreamtui.model.change import digest
from dreamtui.model.errors import Changed, Refused
from dreamtui.store.commit.journal import Journal, LogAppend, Move, NamedJournal, check_log, folder_of
from dreamtui.store.files.atomic_swap import hash_at
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import Port, make_folders
from dreamtui.text.inert import inert_line

_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS})
"""The file system or its rules know no hard links; a full or read-only disk says something else."""


@dataclass(frozen=True, slots=True)
class FileStep:
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
                raise Refused(f"{guard.name(step.path)} has a second name (a hard link), which a change would cut off")


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


def _attributes(step: FileStep) -> tuple[int | None, tuple[int, int] | None]:
    """Mode bits and owner of the file that is replaced; none for a new one."""
    if step.before is None:
        return None, None
    found = step.path.stat()
    return stat.S_IMODE(found.st_mode), (found.st_uid, found.st_gid)


def _keep(old: Path, step: FileStep, port: Port) -> bool:
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
