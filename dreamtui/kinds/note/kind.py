"""Notes: what is remembered and read when it is looked for."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import Folder, ItemActions, ItemKind, Shelf
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.status import Status

if TYPE_CHECKING:
    from dreamtui.kinds.item_files import StoredFile
    from dreamtui.text.query.row import WeightTexts

NAME = "note"
NOTES = ".agent/memory/notes"


def _row(data: bytes, path: str, stem: str) -> QueueRow | None:
    from dreamtui.kinds.note.codec import read_row

    return read_row(data, path, stem)


NOTE_FILES = Folder(NOTES, _row, of_items=True)
"""All notes: `words` of a row is the text."""


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterator[QueueEntry]:
    if wanted & {Status.ACCEPTED, Status.RETIRED}:
        for row in shelf.rows(NOTE_FILES):
            yield QueueEntry(row, Status(row.status), shelf.decision(row.id, "add", "graduate", "retire"))


def _weight(signal: str, weight: float) -> "WeightTexts":
    from dreamtui.text.query.row import count_texts, weight_text

    text = weight_text(weight)
    return count_texts(weight)._replace(cell=text, words=f"importance {text}")


def _actions() -> "ItemActions[StoredFile]":
    from dreamtui.kinds.note.plans import ACTIONS

    return ACTIONS


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
    actions=_actions,
    final=frozenset({Status.ACCEPTED}),
    weight=_weight,
)
