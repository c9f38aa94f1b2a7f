"""What a crash left behind: every interrupted change is finished where possible, else put back."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dreamtui.model.errors import Changed, Integrity, Refused, WriteFailed
from dreamtui.store.commit.journal import NamedJournal, check_about, folder_of, read_journal, unfinished
from dreamtui.store.commit.steps import (
    MoveState,
    back,
    blame,
    can_go_back,
    clean,
    forward,
    is_forward,
    is_half_done,
    move_state,
    reason,
)
from dreamtui.store.files.atomic_swap import is_displaced, keep_theirs, leftovers, restore
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
    outcome: Literal["finished", "rolled back", "set aside"]
    """Whether the files are as they were to be, or as they were, or whether the journal is another writer's."""
    paths: tuple[Path, ...]
    """The files and logs the change was about."""
    left: tuple[Path, ...] = ()
    """Those of them that were changed meanwhile: they stay as that person left them."""
    kept: tuple[Path, ...] = ()
    """Copies of what was there before the interrupted change, or of what another writer wrote there meanwhile; the
    person may use or remove them.
    """

    @property
    def said(self) -> str:
        """What happened, in words without their stop."""
        if self.outcome != "set aside":
            return f"an interrupted {self.label} was {self.outcome}"
        return (
            "a journal of an interrupted change was not written on this machine by you, or by an older version;"
            " none of it was applied"
        )


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
    check_journal_folder(state, guard)
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
                " so an interrupted change is still neither finished nor rolled back"
            ) from error
    _drop_unwritten(state, found, guard, port)
    return tuple(settled)


def _is_somebodys(filed: NamedJournal, stage: str, guard: PathGuard) -> bool:
    """Whether an unsealed journal looks like an interrupted change of ours."""
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
        f"{inert_line(filed.journal.label)[:80]} was interrupted half-way by another user or under another home, and"
        f" its files ({', '.join(named[:3])}{more}) are partly changed; any command run by the same user with the"
        f" same HOME and XDG_DATA_HOME finishes it; if nobody started it, check these files and move"
        f" {guard.name(filed.file(stage))} away; until then nothing is written"
    )


def check_journal_folder(state: Path, guard: PathGuard) -> None:
    """Whether the journal itself is in an allowed place."""
    guard.check_place(folder_of(state))
    if folder_of(state).is_symlink():
        raise Integrity(f"{guard.name(folder_of(state))} is a symlink; nothing is written until it is moved away")


def put_back(filed: NamedJournal, stage: str, port: Port) -> tuple[Path, ...]:
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
        left = put_back(filed, stage, port)
        return Recovered(journal.label, "rolled back", paths, left, leftovers(filed))
    written = frozenset(m.path for m in journal.moves if is_displaced(filed, m))
    blocked = written.union(m.path for m in journal.moves if move_state(filed, m) is MoveState.BLOCKED)
    if blocked and can_go_back(filed):
        left = tuple(sorted(blocked.union(put_back(filed, stage, port))))
        return Recovered(journal.label, "rolled back", paths, left, leftovers(filed))
    try:
        for move in journal.moves:
            if move.path in written:
                restore(filed, move, port)
        forward(filed, guard, port, blocked)
    except (OSError, Changed):
        if is_forward(filed) or not can_go_back(filed):
            raise
        left = put_back(filed, stage, port)
        return Recovered(journal.label, "rolled back", paths, left, leftovers(filed))
    clean(filed, port, kept=keep_theirs(filed, port))
    return Recovered(journal.label, "finished", paths, tuple(sorted(blocked)), leftovers(filed))


def _set_aside(filed: NamedJournal, stage: str, port: Port) -> Recovered:
    """Set aside a journal that is not ours; it and the files beside its targets are kept."""
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
