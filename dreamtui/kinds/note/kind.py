"""Notes: what is remembered and read when it is looked for."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import Apart, DetailLine, FileSource, Folder, Gatherer, ItemKind, Planner, Shelf
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.item import Status
from dreamtui.model.verb import Verb

if TYPE_CHECKING:
    from dreamtui.kinds.item_files import Gathered, StoredFile
    from dreamtui.text.query.row import WeightTexts

NAME = "note"
NOTES = ".agent/memory/notes"


def _row(data: bytes, path: str, stem: str) -> QueueRow | None:
    from dreamtui.kinds.note.row import read

    return read(data, path, stem)


NOTE_FILES = Folder(NOTES, _row)
"""All notes: `words` of a row is the text."""


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterator[QueueEntry]:
    if wanted & {Status.ACCEPTED, Status.RETIRED}:
        for row in shelf.rows(NOTE_FILES):
            yield QueueEntry(row, Status(row.status), shelf.decision(row.id, "add", "graduate", "retire"))


def _gather(source: FileSource) -> "Gatherer[StoredFile]":
    from dreamtui.kinds.note.row import held

    return Apart(source, held)


@cache
def _plans() -> "Mapping[Verb, Planner[StoredFile]]":
    from dreamtui.kinds.note import plans

    return {Verb.RETIRE: plans.retire}


def _weight(signal: str, weight: float) -> "WeightTexts":
    from dreamtui.text.query.row import count_texts, weight_text

    text = weight_text(weight)
    return count_texts(weight)._replace(cell=text, words=f"importance {text}")


def _details(held: "Gathered[StoredFile]") -> list[DetailLine]:
    return [DetailLine(), DetailLine(held.item.text, indent=2)]


NOTE = ItemKind(
    NAME,
    label="Note",
    sign="▪",
    word="note",
    folders=(NOTE_FILES,),
    remembered=(NOTE_FILES,),
    entries=_entries,
    is_queued=False,
    at_first=(Status.ACCEPTED,),
    gather=_gather,
    plans=_plans,
    final=frozenset({Status.ACCEPTED}),
    weight=_weight,
    details=_details,
)
