"""Where items stand: waiting, put off, taken, refused, found again. Every list asks, so little is imported here."""

from collections.abc import Mapping

from dreamtui.kinds.kind import Shelf, ThreeFolders
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.item import Status
from dreamtui.model.verb import Verb


def open_entry(shelf: Shelf, row: QueueRow) -> QueueEntry:
    """An undecided item: deferred until its day, else pending."""
    if row.until > shelf.today:
        return QueueEntry(row, Status.DEFERRED, shelf.decision(row.id, "defer"))
    return QueueEntry(row, Status.PENDING, None)


def closed_entry(shelf: Shelf, row: QueueRow, status: Status, verb: Verb) -> QueueEntry:
    """An item that was taken; a file without a record stands for itself."""
    return QueueEntry(row, status, shelf.decision(row.id, verb) or row.path)


def refused_entry(shelf: Shelf, row: QueueRow, again: Mapping[str, QueueRow]) -> QueueEntry:
    """A rejected item; one that was found again recurs."""
    if row.id not in again:
        return closed_entry(shelf, row, Status.REJECTED, Verb.REJECT)
    is_news = shelf.is_news(row, again[row.id])
    decision = shelf.decision(row.id, Verb.REJECT) or row.path
    return QueueEntry(row, Status.RECURRING, decision, is_news, None if is_news else Status.REJECTED)


def seen_again(shelf: Shelf, kind: str) -> dict[str, QueueRow]:
    """What the last run found again, by id."""
    return {row.id: row for row in shelf.seen_again(kind)}


def entries_in_three(shelf: Shelf, folders: ThreeFolders, kind: str) -> list[QueueEntry]:
    """Every item of a kind with three folders, once; one that waits hides what was decided before."""
    waiting = shelf.rows(folders.pending)
    out = [open_entry(shelf, row) for row in waiting]
    shown = {row.id for row in waiting}
    taken = (row for row in shelf.rows(folders.accepted) if row.id not in shown)
    out += [closed_entry(shelf, row, Status.ACCEPTED, Verb.ACCEPT) for row in taken]
    if refused := [row for row in shelf.rows(folders.rejected) if row.id not in shown]:
        again = seen_again(shelf, kind)
        out += [refused_entry(shelf, row, again) for row in refused]
    return out
