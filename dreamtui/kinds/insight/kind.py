"""Insights: what several sessions have in common; a person makes a note or a rule of one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import (
    Folder,
    ItemActions,
    ItemKind,
    Shelf,
    closed_entry,
    open_entry,
    refused_entry,
    seen_again,
)
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb

if TYPE_CHECKING:
    from dreamtui.kinds.item_files import StoredFile

NAME = "insight"
INSIGHTS = ".agent/dream/insights"


def _row(data: bytes, path: str, stem: str) -> QueueRow:
    from dreamtui.kinds.insight.codec import read_row

    return read_row(data, path, stem)


INSIGHT_FILES = Folder(INSIGHTS, _row, by_id=True)


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterator[QueueEntry]:
    """Insights that wait, and those that became memory or were rejected; a rejected one found again recurs."""
    rows = shelf.rows(INSIGHT_FILES)
    again = seen_again(shelf, NAME) if rows else {}
    for row in rows:
        if row.status == Status.PENDING:
            yield open_entry(shelf, row)
        elif row.status == Status.GRADUATED:
            yield closed_entry(shelf, row, Status.GRADUATED, Verb.GRADUATE)
        else:
            yield refused_entry(shelf, row, again)


def _actions() -> "ItemActions[StoredFile]":
    from dreamtui.kinds.insight.plans import ACTIONS

    return ACTIONS


INSIGHT = ItemKind(
    NAME,
    label="Insight",
    about="What several sessions have in common.",
    sign="★",
    word="insight",
    shows_cases=True,
    folders=(INSIGHT_FILES,),
    entries=_entries,
    actions=_actions,
    slots=Slots(Verb.GRADUATE, Verb.REJECT, Verb.DEFER),
    final=frozenset({Status.GRADUATED}),
)
