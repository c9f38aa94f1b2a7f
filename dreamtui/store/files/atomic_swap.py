"""Replaces a file without losing what another writer writes to it at the same moment.

No system call compares a file and replaces it in one step. So the names are exchanged, the file that came out is
checked, and if it is not the one we knew it is put back. In that moment others could read our bytes, build on them and
write over what we put back; so any file of theirs that was moved, however briefly, gets a copy under a name of its own
first. Everything is read from the files, so each function can be interrupted anywhere and called again.
"""

import fcntl
import hashlib
import os
import signal
import stat
import sys
import time
from collections.abc import Set as AbstractSet
from io import FileIO
from pathlib import Path

from dreamtui.disk.opening import NotRegular, open_regular
from dreamtui.model.change import digest
from dreamtui.store.commit.journal import Move, NamedJournal
from dreamtui.store.files.port import Port

NOT_OURS = "not a file that can be read"
_PATIENCE, _PAUSE = 0.25, 0.001
"""Seconds to wait for whoever writes, and between two looks."""
_F_SETSIG = 10
"""Linux: which signal says that a lease is broken."""


def hash_at(path: Path) -> str:
    """sha256 of the file at a path, empty for none; symlinks, folders and unreadable files match no hash of ours."""
    try:
        file = _open_plain(path)
        if file is None:
            return NOT_OURS
        with file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return ""
    except OSError:
        return NOT_OURS


def _open_plain(path: Path) -> FileIO | None:
    """A plain file, opened for reading; nothing for anything else."""
    try:
        return FileIO(open_regular(path)[0])
    except NotRegular:
        return None


def wait_for_writers(path: Path) -> None:
    """Wait until nobody has a file open for writing, for a moment at most.

    Whoever opened it under its own name, before that was exchanged, may not have written yet, and nobody can open it
    under that name any more. Linux grants a read lease only while nobody writes; elsewhere nothing is known.
    """
    if sys.platform != "linux":
        return
    try:
        file = _open_plain(path)
    except OSError:
        return
    if file is None:
        return
    end = time.monotonic() + _PATIENCE
    with file:
        while True:
            try:
                fcntl.fcntl(file, _F_SETSIG, signal.SIGURG)  # by default a lease that is broken ends the process
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
            except BlockingIOError:
                if time.monotonic() >= end:
                    return
                time.sleep(_PAUSE)
            except OSError:
                return
            else:
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
                return


def replace(filed: NamedJournal, move: Move, port: Port) -> bool:
    """Replace the bytes before with the new ones; false if another writer's bytes are there, which then stay.

    The bytes before then wait under the name that the new ones had, until the exchange is sure to last.
    """
    new = filed.new(move)
    if hash_at(move.path) != move.before:
        return False
    try:
        if not port.exchange(new, move.path):
            port.rename(new, move.path)
            return True
    except FileNotFoundError:
        return False
    wait_for_writers(new)
    if hash_at(new) == move.before:
        return True
    give_back(filed, move, new, {move.after}, port)
    return False


def create(filed: NamedJournal, move: Move, port: Port) -> bool:
    """Create a file with the new bytes; false if there is one already."""
    try:
        port.rename_to_free(filed.new(move), move.path)
    except FileExistsError:
        return False
    return True


def take_away(filed: NamedJournal, move: Move, port: Port) -> bool:
    """Move the bytes before to their backup; false if another writer's bytes were there, which are then put back."""
    try:
        port.rename(move.path, filed.old(move))
    except FileNotFoundError:
        return False
    wait_for_writers(filed.old(move))
    give_back(filed, move, filed.old(move), {move.after}, port)
    return hash_at(filed.old(move)) == move.before


def restore(filed: NamedJournal, move: Move, port: Port) -> bool:
    """Give one file its bytes before; false when it was ours to restore and another writer changed it."""
    new, old = filed.new(move), filed.old(move)
    give_back(filed, move, new, {move.after} if move.before else frozenset(), port)
    give_back(filed, move, old, {move.before, move.after}, port)
    here = hash_at(move.path)
    if here == move.before or (move.after and hash_at(new) == move.after):
        return True
    if here == move.after and not move.before:
        return _take_ours_away(filed, move, port)
    if here == move.after and hash_at(old) == move.before:
        _put_over(old, move.path, here, port)
        give_back(filed, move, old, {move.before}, port)
        return hash_at(old) in ("", move.after)
    was_put_back = bool(move.after) and hash_at(old) == move.after
    return was_put_back or bool(filed.copies(move))


def _take_ours_away(filed: NamedJournal, move: Move, port: Port) -> bool:
    """Undo a file that we created, unless it is another writer's in the same moment."""
    new = filed.new(move)
    try:
        port.rename(move.path, new)
    except FileNotFoundError:
        return True
    give_back(filed, move, new, {move.before}, port)
    return hash_at(new) == move.after


def give_back(filed: NamedJournal, move: Move, aside: Path, over: AbstractSet[str], port: Port) -> None:
    """Put back what another writer wrote and we moved, in place of bytes of ours; the newest of it wins.

    Other bytes of theirs are replaced only where we put those there ourselves, which their copy shows.
    """
    while holds_theirs(move, aside):
        fresh = keep(filed, move, aside, port)
        here = hash_at(move.path)
        if here not in over and not (fresh and here in _kept(filed, move)):
            return
        if not _put_over(aside, move.path, here, port):
            return


def _put_over(aside: Path, path: Path, here: str, port: Port) -> bool:
    """Exchange with the file at a path, or rename if there is none; false if that changed meanwhile."""
    try:
        if not here:
            port.rename_to_free(aside, path)
        elif not port.exchange(aside, path):
            port.rename(aside, path)
    except (FileNotFoundError, FileExistsError):
        return False
    return True


def holds_theirs(move: Move, aside: Path) -> bool:
    """Whether a file of another writer has a name of ours and no longer its own."""
    found = hash_at(aside)
    if found in ("", move.before, move.after):
        return False
    return not _is_same(aside, move.path) if found == NOT_OURS else found != hash_at(move.path)


def _is_same(one: Path, other: Path) -> bool:
    """Whether two names are of the same thing."""
    try:
        return _is_at(one.lstat(), other)
    except OSError:
        return False


def _is_at(found: os.stat_result, path: Path) -> bool:
    """Whether the file at a path has this hash."""
    try:
        return os.path.samestat(found, path.lstat())
    except OSError:
        return False


def is_displaced(filed: NamedJournal, move: Move) -> bool:
    """Whether another writer wrote into the earlier file, or replaced it, during the change.

    The first is then the backup, the second has the name our bytes had.
    """
    return holds_theirs(move, filed.new(move)) or holds_theirs(move, filed.old(move))


def keep_theirs(filed: NamedJournal, port: Port) -> frozenset[Path]:
    """Copy another writer's file before its temporary name is removed; what cannot be copied stays and is named."""
    stay: set[Path] = set()
    for move in filed.journal.moves:
        for aside in (filed.new(move), filed.old(move)):
            if holds_theirs(move, aside) and not keep(filed, move, aside, port) and not is_kept(filed, move, aside):
                stay.add(aside)
    return frozenset(stay)


def leftovers(filed: NamedJournal) -> tuple[Path, ...]:
    """When all is over: the backups of files that another writer owns now, and the copies of what it wrote."""
    found: list[Path] = []
    for move in filed.journal.moves:
        found += [path for path in (filed.new(move), filed.old(move)) if os.path.lexists(path)]
        found += filed.copies(move)
    return tuple(sorted(found))


def discard(filed: NamedJournal, move: Move, aside: Path, port: Port) -> None:
    """Remove a temporary name; what another writer wrote into the file until then is copied.

    A writer that opened the file under its own name may still write into it. So it is checked once more when the name
    is gone: bytes that come later go into a file without a name, and nobody can see them.
    """
    try:
        file = _open_plain(aside)
    except OSError:
        file = None
    port.remove(aside)
    if file is None:
        return
    with file:
        found = os.fstat(file.fileno())
        if _is_at(found, move.path):
            return
        data = file.readall()
        if digest(data) not in ("", move.before, move.after, hash_at(move.path)):
            _copy(filed, move, data, found, port)


def keep(filed: NamedJournal, move: Move, aside: Path, port: Port) -> bool:
    """Copy what another writer wrote; it lasts once this returns. False if it has a copy, or is not a regular file."""
    data, found = _read(aside)
    return found is not None and _copy(filed, move, data, found, port)


def _copy(filed: NamedJournal, move: Move, data: bytes, found: os.stat_result, port: Port) -> bool:
    """Write a copy with the mode and owner of the original; false if there is one with these bytes."""
    if digest(data) in _kept(filed, move):
        return False
    part = filed.part(move)
    if os.path.lexists(part):
        port.remove(part)
    port.write(part, data, stat.S_IMODE(found.st_mode), (found.st_uid, found.st_gid))
    port.sync(part)
    port.rename_to_free(part, filed.copy(move, len(filed.copies(move)) + 1))
    port.sync_folder(part.parent)
    return True


def _kept(filed: NamedJournal, move: Move) -> frozenset[str]:
    """The hashes of the copies there are."""
    return frozenset(hash_at(copy) for copy in filed.copies(move))


def is_kept(filed: NamedJournal, move: Move, aside: Path) -> bool:
    """Whether there is a copy of the file under a temporary name."""
    here = hash_at(aside)
    return here != NOT_OURS and here in _kept(filed, move)


def _read(path: Path) -> tuple[bytes, os.stat_result | None]:
    """The bytes of a plain file and what is known of it; nothing for anything else."""
    try:
        file = _open_plain(path)
    except OSError:
        return b"", None
    if file is None:
        return b"", None
    with file:
        return file.readall(), os.fstat(file.fileno())
