"""The files of items gathered for what is planned with them; what several items share is read once."""

from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.kind import Folder, Gatherer
from dreamtui.kinds.row import QueueRow
from dreamtui.model.decision import Plan, Words
from dreamtui.store.index.queue import Queue


def filed(desk: Desk, logical: str) -> StoredFile | None:
    """One of our files as it is now."""
    data = desk.store.read(logical)
    return None if data is None else StoredFile(logical, data)


class ItemGatherer:
    """Gathers items of every kind, with one gatherer a kind; where a kind needs nothing else, from here."""

    def __init__(self, desk: Desk, queue: Queue) -> None:
        self._desk = desk
        self._queue = queue
        self._shelf = queue.shelf()
        self._gatherers: dict[str, Gatherer[Any]] = {}

    def of(self, kind: str) -> Gatherer[Any]:
        """The gatherer of a kind."""
        if kind not in self._gatherers:
            gather = self._desk.actions(kind).gather
            self._gatherers[kind] = gather(self._desk) if gather else self._desk.kinds.of(kind).actions().gather(self)
        return self._gatherers[kind]

    def gather(self, row: QueueRow) -> Gathered[Any]:
        """The item with every file that stands for it, read now."""
        return self.of(row.kind).gather(row)

    def planned(self, item: Gathered[Any], words: Words, plan: Plan) -> None:
        """What was planned for one of several items, so that the next plan starts from there."""
        self.of(item.item.kind).planned(item, words, plan)

    # What a kind gathers from

    def filed(self, logical: str) -> StoredFile | None:
        """One of our files as it is now."""
        return filed(self._desk, logical)

    def rows(self, folder: Folder) -> list[QueueRow]:
        """The rows of a folder."""
        return self._queue.rows(folder)

    def seen_again(self, kind: str) -> list[QueueRow]:
        """What the last run found of a kind although it is decided."""
        return self._shelf.seen_again(kind)
