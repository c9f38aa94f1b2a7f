"""Opposites: decisions on one item, made apart, that contradict each other. A person says which of them stands."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import ItemActions, ItemKind, Records, Shelf
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb

if TYPE_CHECKING:
    from dreamtui.kinds.opposites.plans import OppositeFiles
    from dreamtui.model.item import Item

NAME = "opposites"


def _rows(records: Records) -> list[QueueRow]:
    since = records.since
    if since is not None and not since.rows and (since.is_line or not since.undone):
        return []  # one line of decisions goes on; only what takes a choice back opens what it settled
    from dreamtui.kinds.decision.opposites import opposites
    from dreamtui.kinds.opposites.plans import to_item
    from dreamtui.kinds.row import item_row

    found = opposites(records.marks, records.whole)
    tips = ((apart, (records.whole(side.tip) for side in (apart.one, apart.other))) for apart in found)
    return [item_row(to_item(apart, *both)) for apart, both in tips]


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterable[QueueEntry]:
    if Status.PENDING not in wanted:
        return ()
    return [QueueEntry(row, Status.PENDING, None) for row in shelf.of_records(NAME, _rows)]


def _history(item: "Item") -> frozenset[str]:
    return frozenset((item.id, item.subject, *item.aliases))


def _actions() -> "ItemActions[OppositeFiles]":
    from dreamtui.kinds.opposites.plans import ACTIONS

    return ACTIONS


OPPOSITES = ItemKind(
    NAME,
    prefix="o-",
    label="Decided apart",
    about="Two decisions on one item, from branches that were merged; one has to stand.",
    sign="⇄",
    word="apart",
    entries=_entries,
    history=_history,
    actions=_actions,
    slots=Slots(Verb.ACCEPT, Verb.REJECT),
    own_words=frozenset(),
    passes=True,
    is_challenged=False,
)
