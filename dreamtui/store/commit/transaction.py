"""All or nothing: changes several files and appends to logs so that a crash at any moment leaves no half.

The caller holds the write lock, calls `recover` and then `commit`. The order is what makes it hold: the journal lasts
before anything is touched; the new bytes and the backups last before the journal says that the transaction is
committed; the files are renamed into place; and the folders last before the journal goes. What happens up to the
commit is in `stage`, how each step is carried out or taken back in `steps`, and what a crash left in `recovery`.
"""

from collections.abc import Sequence
from pathlib import Path

from dreamtui.model.errors import Changed, Integrity, WriteFailed
from dreamtui.store.commit.journal import NamedJournal, unfinished
from dreamtui.store.commit.recovery import check_journal_folder, put_back
from dreamtui.store.commit.stage import Append, FileStep, check, planned, prepare
from dreamtui.store.commit.steps import (
    blame,
    clean,
    forward,
    reason,
)
from dreamtui.store.files.atomic_swap import left_beside
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import DISK, Port


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


def _give_up(filed: NamedJournal, error: BaseException, guard: PathGuard, port: Port) -> None:
    """Put everything back after a failure; raises `WriteFailed` for one of the system's, and `Changed` naming the
    copies there are of what another writer wrote; else returns."""
    name = blame(filed, error, guard)
    try:
        put_back(filed, filed.stage(), port)
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
