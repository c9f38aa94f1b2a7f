"""Undecided: a rule or a note that lies among ours and whose words no decision says."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import ItemActions, ItemKind, Records, Shelf
from dreamtui.kinds.note.kind import NOTE_FILES
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb

if TYPE_CHECKING:
    from dreamtui.kinds.undecided.plans import UndecidedFiles
    from dreamtui.model.item import Item

NAME = "undecided"
PREFIX = "u-"


def _rows(records: Records) -> list[QueueRow]:
    if records.since is None and not any(records.rows(folder) for folder in (LIVE, NOTE_FILES)):
        return []
    from dreamtui.kinds.undecided.plans import rows

    return rows(records)


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterable[QueueEntry]:
    if Status.PENDING not in wanted:
        return ()
    return [QueueEntry(row, Status.PENDING, None) for row in shelf.of_records(NAME, _rows, (LIVE, NOTE_FILES))]


def _history(item: "Item") -> frozenset[str]:
    return frozenset((item.id, item.subject))


def _actions() -> "ItemActions[UndecidedFiles]":
    from dreamtui.kinds.undecided.plans import ACTIONS

    return ACTIONS


UNDECIDED = ItemKind(
    NAME,
    prefix=PREFIX,
    label="Undecided",
    about="A rule or a note that nobody decided as it is: to be accepted with a reason, or retired.",
    sign="◌",
    word="undecided",
    entries=_entries,
    history=_history,
    actions=_actions,
    slots=Slots(Verb.ACCEPT, Verb.REJECT),
    own_words=frozenset(),
    passes=True,
    is_challenged=False,
)
