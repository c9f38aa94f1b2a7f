"""Insights: what several sessions have in common; a person makes a note or a rule of one."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import Apart, FileSource, Folder, Gatherer, ItemKind, Planner, Shelf, Slots
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.item import Status
from dreamtui.model.verb import Verb

if TYPE_CHECKING:
    from dreamtui.kinds.item_files import StoredFile

NAME = "insight"
INSIGHTS = ".agent/dream/insights"
RECURRING = "recurring-insights.json"


def _row(data: bytes, path: str, stem: str) -> QueueRow:
    from dreamtui.kinds.insight.row import read

    return read(data, path, stem)


INSIGHT_FILES = Folder(INSIGHTS, _row, by_id=True)
"""All insights."""


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterator[QueueEntry]:
    """Insights that wait, and those that became memory or were rejected; a rejected one found again recurs."""
    rows = shelf.rows(INSIGHT_FILES)
    if not rows:
        return
    from dreamtui.kinds.standing import closed_entry, open_entry, refused_entry, seen_again

    again = seen_again(shelf, RECURRING)
    for row in rows:
        if row.status == Status.PENDING:
            yield open_entry(shelf, row)
        elif row.status == Status.GRADUATED:
            yield closed_entry(shelf, row, Status.GRADUATED, Verb.GRADUATE)
        else:
            yield refused_entry(shelf, row, again)


def _gather(source: FileSource) -> "Gatherer[StoredFile]":
    from dreamtui.kinds.insight.row import held

    return Apart(source, held)


@cache
def _plans() -> "Mapping[Verb, Planner[StoredFile]]":
    from dreamtui.kinds.insight import plans

    return {
        Verb.GRADUATE: plans.graduate,
        Verb.REJECT: plans.reject,
        Verb.DEFER: plans.defer,
        Verb.REOPEN: plans.reopen,
    }


INSIGHT = ItemKind(
    NAME,
    label="Insight",
    about="What several sessions have in common.",
    sign="★",
    word="insight",
    folders=(INSIGHT_FILES,),
    entries=_entries,
    recurring=RECURRING,
    gather=_gather,
    plans=_plans,
    slots=Slots(Verb.GRADUATE, Verb.REJECT, Verb.DEFER),
    final=frozenset({Status.GRADUATED}),
)
