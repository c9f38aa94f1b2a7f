"""All or nothing: changes several files and appends to logs so that a crash at any moment leaves no half.

The caller holds the write lock, calls `recover` and then `commit`. The order is what makes it hold: the journal lasts
before anything is touched; the new bytes and the backups last before the journal says that the transaction is
committed; the files are renamed into place; and the folders last before the journal goes. What happens up to the
commit is in `preparing`, how each state is read back and settled in `settle`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dreamtui.model.errors import Changed, Integrity, Refused, WriteFailed
from dreamtui.store.commit.journal import NamedJournal, check_about, folder_of, read_journal, unfinished
from dreamtui.store.commit.settle import (
    MoveState,
    back,
    blame,
    can_go_back,
    clean,
    forward,
    is_forward,
    is_half_done,
    reason,
    standing,
)
from dreamtui.store.commit.stage import Append, FileStep, check, planned, prepare
from dreamtui.store.files.atomic_swap import is_displaced, keep_theirs, left_beside, restore
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import DISK, Port, make_folders
from dreamtui.text.inert import inert_line

FOREIGN = "foreign-journals"
"""In the state folder: journals that were not written here, set aside."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """What became of a change that was interrupted."""

    label: str
    """What the change was; read from a file, so made inert before it is shown."""
    outcome: Literal["finished", "put back", "set aside"]
    """Whether the files are as they were to be, or as they were, or whether the journal is another writer's."""
    paths: tuple[Path, ...]
    """The files and logs the change was about."""
    left: tuple[Path, ...] = ()
    """Those of them that were changed meanwhile: they stay as that person left them."""
    kept: tuple[Path, ...] = ()
    """Copies of what such a file was before the interrupted change, or of what another writer wrote there and is not
    what stands there now; the person may use or remove them."""

    @property
    def said(self) -> str:
        """What happened, in words without their stop."""
        if self.outcome != "set aside":
            return f"an interrupted {self.label} was {self.outcome}"
        return (
            "a journal of an interrupted change was not written on this machine by you, or by an earlier version;"
            " nothing of it was carried out"
        )


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
    _check_state(state, guard)
    if unfinished(state):
        raise Integrity("an earlier change was interrupted and has to be settled before anything else is written")
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
        return  # everything is in place and lasts; the journal stays, and the next start removes what lies about


def recover(state: Path, *, guard: PathGuard, key: bytes, port: Port = DISK) -> tuple[Recovered, ...]:
    """Settle every interrupted change: finish it where possible, else put it back; the caller holds the write lock.

    Only what is sealed with the key is carried out. Any other journal is set aside, unless its files are in the middle
    of it: then it has to stay for the one who began it. May itself be interrupted anywhere and called again. Raises
    `Integrity`, before anything is touched, for such a one and for one that is malformed, and `WriteFailed` when the
    system lets us go neither forward nor back.
    """
    found = unfinished(state)
    if not found:
        return ()
    _check_state(state, guard)
    journals = [(read_journal(state, name, stage, guard, key), stage) for name, stage in found if stage != "writing"]
    for filed, stage in journals:
        if not filed.journal.is_sealed(key) and _is_somebodys(filed, stage, guard):
            raise Integrity(_half_done(filed, stage, guard))
    settled = []
    for filed, stage in journals:
        try:
            foreign = not filed.journal.is_sealed(key)
            settled.append(_set_aside(filed, stage, port) if foreign else _settle(filed, stage, guard, port))
        except OSError as error:
            raise WriteFailed(
                f"{blame(filed, error, guard)} could not be written ({reason(error)}),"
                " so an interrupted change is still neither finished nor put back"
            ) from error
    _drop_unwritten(state, found, guard, port)
    return tuple(settled)


def _is_somebodys(filed: NamedJournal, stage: str, guard: PathGuard) -> bool:
    """Whether a journal that is not sealed looks like a change of ours that was interrupted half-way."""
    try:
        check_about(filed.journal, guard)
        return is_half_done(filed, stage)
    except (OSError, Refused):
        return False


def _half_done(filed: NamedJournal, stage: str, guard: PathGuard) -> str:
    """What is wrong, and the way out."""
    named = [guard.name(move.path) for move in filed.journal.moves]
    more = f" and {len(named) - 3} more" if len(named) > 3 else ""
    return (
        f"{inert_line(filed.journal.label)[:80]} was interrupted half-way by another person or under another home, and"
        f" its files ({', '.join(named[:3])}{more}) are partly changed; any command run by the same person with the"
        f" same HOME and XDG_DATA_HOME finishes it; if nobody began it, check these files and move"
        f" {guard.name(filed.file(stage))} away; until then nothing is written"
    )


def _check_state(state: Path, guard: PathGuard) -> None:
    """The journal lies in an allowed place too."""
    guard.check_place(folder_of(state))
    if folder_of(state).is_symlink():
        raise Integrity(f"{guard.name(folder_of(state))} is a symlink; nothing is written until it is moved away")


def _give_up(filed: NamedJournal, error: BaseException, guard: PathGuard, port: Port) -> None:
    """Put everything back after a failure; raises `WriteFailed` for one of the system's, and `Changed` naming the
    copies there are of what another writer wrote; else returns."""
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


def _put_back(filed: NamedJournal, stage: str, port: Port) -> tuple[Path, ...]:
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


def _settle(filed: NamedJournal, stage: str, guard: PathGuard, port: Port) -> Recovered:
    """Bring one interrupted transaction to an end."""
    journal = filed.journal
    paths = tuple(sorted([move.path for move in journal.moves] + [line.path for line in journal.lines]))
    if stage != "committed":
        left = _put_back(filed, stage, port)
        return Recovered(journal.label, "put back", paths, left, left_beside(filed))
    written = frozenset(m.path for m in journal.moves if is_displaced(filed, m))
    blocked = written.union(m.path for m in journal.moves if standing(filed, m) is MoveState.BLOCKED)
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


def _set_aside(filed: NamedJournal, stage: str, port: Port) -> Recovered:
    """Take a journal that is not ours out of the way; it, and what waits beside the files it is about, is kept."""
    folder = filed.journal.state / FOREIGN
    make_folders(folder, port)
    aside = folder / filed.file(stage).name
    port.rename(filed.file(stage), aside)
    port.sync_folder(folder)
    beside = (path for move in filed.journal.moves for path in (filed.new(move), filed.old(move), filed.part(move)))
    return Recovered(filed.journal.label, "set aside", (), (), (aside, *(path for path in beside if path.is_file())))


def _drop_unwritten(state: Path, found: tuple[tuple[str, str], ...], guard: PathGuard, port: Port) -> None:
    """Remove journals that a crash cut short before anything else had happened."""
    for name, stage in found:
        path = folder_of(state) / f"{name}.{stage}"
        if stage == "writing" and path.is_file():
            try:
                port.remove(path)
            except OSError as error:
                raise WriteFailed(f"{guard.name(path)} could not be removed ({reason(error)})") from error
