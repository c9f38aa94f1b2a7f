"""The part of the queue that is about a few ids: found by the names of its files, however long the queue is."""

from collections.abc import Callable, Iterable

from dreamtui.model.item import Status
from dreamtui.store.index import readers
from dreamtui.store.index.queue import Queue, QueueEntry
from dreamtui.store.index.recurrence import RECURRING_FILE
from dreamtui.store.index.schema import QueueRow, Reader
from dreamtui.store.index.sync import Told
from dreamtui.store.layout import CANDIDATES, EXPIRED, INSIGHTS, NOTES, PROMOTIONS, PROPOSALS, RULES_ROOT, Layout


class Few(Queue):
    """The queue as far as some ids go; what is not about a single item, such as the rules, is read once and kept."""

    def __init__(self, layout: Layout, today: str) -> None:
        super().__init__(layout, today)
        self._ids: tuple[str, ...] = ()
        self._kept: dict[str, list[QueueRow]] = {}

    def about(self, ids: Iterable[str]) -> dict[str, list[QueueEntry]]:
        """For each of these exact ids what the whole queue would have of it, in the same order; empty for none."""
        self._ids = tuple(dict.fromkeys(ids))
        found: dict[str, list[QueueEntry]] = {item_id: [] for item_id in self._ids}
        for entry in self.entries(tuple(Status)):
            if entry.row.id in found:
                found[entry.row.id].append(entry)
        return found

    def _named(self, folder: str, read: Reader, suffix: str = ".md") -> list[QueueRow]:
        """Rows of the files in a folder that carry one of the ids."""
        rows = (self._index.row_of(folder, item_id, read, suffix) for item_id in sorted(self._ids))
        return [row for row in rows if row is not None]

    def _rows(self, folder: str, told: Told | None = None) -> list[QueueRow]:
        if folder == CANDIDATES:
            return self._named(folder, readers.CANDIDATE)
        return self._once(folder, lambda: super(Few, self)._rows(folder))

    def _once(self, name: str, read: Callable[[], list[QueueRow]]) -> list[QueueRow]:
        if name not in self._kept:
            self._kept[name] = read()
        return self._kept[name]

    def rules(self) -> list[QueueRow]:
        """Rows of the live rules."""
        return self._once(RULES_ROOT, super().rules)

    def retired_rules(self) -> list[QueueRow]:
        """Rows of the rules in expired/."""
        return self._once(EXPIRED, super().retired_rules)

    def notes(self) -> list[QueueRow]:
        """Rows of all notes."""
        return self._once(NOTES, super().notes)

    def recurring_rows(self) -> list[QueueRow]:
        """What the last run saw again."""
        return self._once(RECURRING_FILE, super().recurring_rows)

    def promotions(self, folder: str = PROMOTIONS) -> list[QueueRow]:
        """Rows of the promotions with these ids in a folder."""
        return self._named(folder, readers.PROMOTION, ".json")

    def proposals(self, folder: str = PROPOSALS) -> list[QueueRow]:
        """Rows of the proposals with these ids in a folder."""
        return self._named(folder, readers.PROPOSAL, ".json")

    def insights(self) -> list[QueueRow]:
        """Rows of the insights with these ids."""
        return self._named(INSIGHTS, readers.INSIGHT)
