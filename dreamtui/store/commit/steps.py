"""Carries a transaction forward or back from whatever is found on the disk; used by a commit and by its recovery.

What has happened is read from the files, never remembered, so each function can be interrupted at any operation and
called again. The signs: a written file is done when its new bytes no longer wait beside it (the rename took them, or
left the bytes before in exchange); a removed file is done when it has its backup's name, or is gone.
"""

import errno
import os
import stat
from enum import Enum, unique
from pathlib import Path

from dreamtui.disk.opening import open_regular
from dreamtui.model.errors import Changed
from dreamtui.store.commit.journal import LogAppend, Move, NamedJournal, folder_of
from dreamtui.store.files.atomic_swap import (
    NOT_OURS,
    create,
    discard,
    hash_at,
    is_displaced,
    is_kept,
    keep_theirs,
    replace,
    restore,
    take_away,
)
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import Port


@unique
class MoveState(Enum):
    WAITING = "waiting"
    """Still as it was before, and everything is there to change it."""
    DONE = "done"
    """Changed; a writer since then, touched the new file."""
    BLOCKED = "blocked"
    """Another writer changed it before we did, or the new bytes are damaged."""


def move_state(filed: NamedJournal, move: Move) -> MoveState:
    """How far a file of a committed transaction is."""
    here = hash_at(move.path)
    if move.after:
        waiting = hash_at(filed.new(move))
        if waiting in ("", move.before) or here == move.after:
            return MoveState.DONE
        return MoveState.WAITING if waiting == move.after and here == move.before else MoveState.BLOCKED
    if not here or hash_at(filed.old(move)):
        return MoveState.DONE
    return MoveState.WAITING if here == move.before else MoveState.BLOCKED


def forward(filed: NamedJournal, guard: PathGuard, port: Port, leave: frozenset[Path] = frozenset()) -> None:
    """Do what is still to be done; raises `Changed` for a file another writer changed, unless it is to be left."""
    moves = [move for move in filed.journal.moves if move.path not in leave]
    for move in moves:
        if not _carry(filed, move, port):
            raise Changed(f"{guard.name(move.path)} was changed by another process")
    for line in filed.journal.lines:
        if missing := missing_bytes(line):
            port.append(line.path, missing)
        port.sync(line.path)
    _sync_exchanged(filed, port)
    for move in moves:
        if is_displaced(filed, move):
            raise Changed(f"{guard.name(move.path)} was changed by another process")


def _carry(filed: NamedJournal, move: Move, port: Port) -> bool:
    """Do what is still to be done to one file; false if another writer changed it."""
    match move_state(filed, move):
        case MoveState.DONE:
            return True
        case MoveState.BLOCKED:
            return False
        case MoveState.WAITING if move.after and move.before:
            return replace(filed, move, port)
        case MoveState.WAITING if move.after:
            return create(filed, move, port)
        case MoveState.WAITING:
            return take_away(filed, move, port)


def is_forward(filed: NamedJournal) -> bool:
    """Whether everything that matters is done, so that only temporary files may be left."""
    done = all(move_state(filed, move) is MoveState.DONE for move in filed.journal.moves)
    return done and not any(missing_bytes(line) for line in filed.journal.lines)


def is_half_done(filed: NamedJournal, stage: str) -> bool:
    """Whether some files are changed already and some are not, told from the files alone."""
    if stage == "preparing":
        return False
    found: set[bool] = set()
    for move in filed.journal.moves:
        here = hash_at(move.path)
        found |= {here == move.after} if here in (move.before, move.after) else set()
    for line in filed.journal.lines:
        words = line.data.removeprefix(b"\n")
        missing = missing_bytes(line).removeprefix(b"\n")
        found |= {True, False} if missing and missing != words else {not missing}
    return len(found) > 1


def can_go_back(filed: NamedJournal) -> bool:
    """Whether each changed file can be restored without overwriting later changes."""
    for move in filed.journal.moves:
        if move_state(filed, move) is not MoveState.DONE or (move.after and hash_at(filed.new(move)) == move.after):
            continue
        here = hash_at(move.path)
        if move.before and (here != move.after or hash_at(filed.old(move)) in ("", NOT_OURS)):
            return False
        if not move.before and here not in (move.after, ""):
            return False
    return True


def back(filed: NamedJournal, port: Port) -> tuple[Path, ...]:
    """Put everything back as it was and end the transaction; returns the files that were changed and that stay."""
    left = [line.path for line in reversed(filed.journal.lines) if not _cut(line, port)]
    kept: set[Path] = set()
    for move in reversed(filed.journal.moves):
        if not restore(filed, move, port):
            left.append(move.path)
            if not is_kept(filed, move, filed.old(move)):
                kept.add(filed.old(move))
    _sync_exchanged(filed, port)
    kept |= keep_theirs(filed, port)
    clean(filed, port, kept=frozenset(kept), undo_folders=True)
    port.sync_folder(folder_of(filed.journal.state))
    return tuple(sorted(left))


def clean(filed: NamedJournal, port: Port, *, kept: frozenset[Path] = frozenset(), undo_folders: bool = False) -> None:
    """Remove the temporary files, make the folders last, and remove the journal."""
    journal = filed.journal
    was_begun = not filed.file("preparing").exists()
    for move in journal.moves:
        if _is_leaf(filed.part(move)):
            port.remove(filed.part(move))
        for path in (filed.new(move), filed.old(move)):
            if path in kept or not _is_leaf(path):
                continue
            if was_begun:
                discard(filed, move, path, port)
            else:
                port.remove(path)
    touched = {move.path.parent for move in journal.moves} | {n.path.parent for n in journal.lines if n.at < 0}
    if undo_folders:
        for folder in reversed(journal.folders):
            _remove_if_empty(folder, port)
        touched |= {folder.parent for folder in journal.folders}
    for folder in sorted(touched):
        if folder.is_dir():
            port.sync_folder(folder)
    for stage in ("preparing", "committed", "undoing"):
        if _is_leaf(filed.file(stage)):
            port.remove(filed.file(stage))


def _sync_exchanged(filed: NamedJournal, port: Port) -> None:
    """Make exchanged names last, before one of them is removed: a loss of power could keep the removal alone.

    It takes long, so what another writer wrote meanwhile is looked for afterwards.
    """
    exchanged = [move for move in filed.journal.moves if move.before and move.after]
    beside = [path for move in exchanged for path in (filed.new(move), filed.old(move)) if _is_leaf(path)]
    for folder in sorted({path.parent for path in beside}):
        port.sync_folder(folder)


def missing_bytes(line: LogAppend) -> bytes:
    """What is still to be appended to a log: nothing, all of it, or the rest of an interrupted write."""
    words = line.data.removeprefix(b"\n")
    found = _tail(line)
    if found is None:
        return words
    tail, torn = found
    if line.data.startswith(tail) and (tail or not torn):
        return line.data[len(tail) :]
    if _holds(tail, words):
        return b""
    return b"\n" + words if torn else words


def _tail(line: LogAppend) -> tuple[bytes, bool] | None:
    """The bytes behind the log's earlier size, and whether a log of another size ends in a torn line."""
    try:
        handle, status = open_regular(line.path)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        size = status.st_size
        start = max(line.at, 0)
        file.seek(start)
        tail = file.read()
        if size in (start, 0):
            return tail, False
        file.seek(size - 1)
        return tail, file.read(1) != b"\n"


def _holds(tail: bytes, words: bytes) -> bool:
    """Whether these whole lines were appended."""
    return b"\n" + words in b"\n" + tail


def _cut(line: LogAppend, port: Port) -> bool:
    """Take our lines off a log again; false when another writer wrote behind them."""
    if not _is_leaf(line.path):
        return True
    tail, _ = _tail(line) or (b"", False)
    if not line.data.startswith(tail):
        return not _holds(tail, line.data.removeprefix(b"\n"))
    if line.at < 0:
        port.remove(line.path)
    elif tail:
        port.truncate(line.path, line.at)
        port.sync(line.path)
    return True


def _is_leaf(path: Path) -> bool:
    """Whether there is a file that can be removed."""
    try:
        return not stat.S_ISDIR(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def _remove_if_empty(folder: Path, port: Port) -> None:
    if not folder.is_dir() or folder.is_symlink():
        return
    try:
        port.remove_folder(folder)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise


def blame(filed: NamedJournal, error: BaseException, guard: PathGuard) -> str:
    """The name of the user's file an error is about, where it is about one of our temporary files."""
    named = getattr(error, "filename", None)
    if not isinstance(named, str):
        return "a file of this change"
    for move in filed.journal.moves:
        if Path(named) in (filed.new(move), filed.old(move), filed.part(move)):
            return guard.name(move.path)
    return guard.name(Path(named))


def reason(error: BaseException) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "interrupted" if isinstance(error, KeyboardInterrupt) else str(error)
