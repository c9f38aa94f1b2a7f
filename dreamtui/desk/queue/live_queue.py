"""The queue as a console follows it: its first rows from the index, then all of them, then changes."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dreamtui.desk.desk import Desk
from dreamtui.model.mining.interface import no_collection
from dreamtui.store.files import watch

if TYPE_CHECKING:
    from dreamtui.desk.queue.worker import QueueWorker
    from dreamtui.store.index.queue import FirstPage, ListedRow, Queue
    from dreamtui.store.index.schema import FileProblem

LONG = 5_000
"""Candidates from which on a separate process updates the index."""

MOST = 300
"""Rows of a long queue that are shown before the others are read."""


class Changes(NamedTuple):
    """What is not as it was told last."""

    ids: "list[str] | None"
    """Items that were added, removed or changed; None if these are all rows."""
    rows: "list[ListedRow]"
    """The rows they have now."""
    problems: tuple[str, ...]
    """Files that cannot be read, a sentence each."""


class LiveQueue:
    """The queue of a workspace while a console is open on it; one thread at a time asks for changes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._worker: QueueWorker | None = None
        self._index: Queue | None = None
        self._decided = False

    def begin(self, *, others: int = 0) -> bool:
        """Start a process that updates the index of a long queue, before there are threads.

        Whether the queue is long, counted with so many others of its size.
        """
        if watch.has_many(self._desk.layout, LONG):
            from dreamtui.desk.queue.worker import QueueWorker

            self._worker = QueueWorker.of(self._desk)
        return self._worker is not None or watch.has_many(self._desk.layout, max(1, LONG // (others + 1)))

    def first_page(self, order: str, tab: Iterable[str]) -> "FirstPage | None":
        """The first rows from the index; None if it knows nothing."""
        queue = self._desk.queue()
        if not queue.is_whole() and (self._worker is None or not self._worker.first()):
            return None
        page = queue.page(MOST, order, tab)
        return page if page is not None and (page.rows or page.is_whole) else None

    def changes(self) -> Changes | None:
        """Look at the files, and return what changed since the last call; None if it was stopped."""
        problems = self._synced_elsewhere()
        if self._worker is not None and self._worker.stopped:
            return None
        if self._index is None or not self._index.is_kept():
            self._index = self._desk.queue()
        if problems is None or self._index.in_memory:
            self._index.refresh()
            problems = self._index.problems
        with no_collection():
            ids, rows = self._index.changes()
        return Changes(ids, rows, tuple(f"{one.path}: {one.why}" for one in problems))

    def _synced_elsewhere(self) -> "list[FileProblem] | None":
        """Have the worker update the index; None if there is none, or it ended."""
        worker = self._worker
        problems = worker.synced() if worker is not None else None
        if problems is not None and self._decided and worker is not None:
            problems = worker.synced()  # a decision made here may be newer than its look at the files
        self._decided = False
        if worker is not None and problems is None and not worker.stopped:
            self._worker = None
            worker.stop()
        return problems

    def decided(self) -> None:
        self._decided = True

    def progress(self) -> tuple[int, int]:
        """How many files are read, and of how many; zeros where that is not worth telling."""
        return self._worker.progress if self._worker is not None else (0, 0)

    def rows_of(self, ids: Sequence[str]) -> "list[ListedRow]":
        """What the queue has of some items now, from their files alone."""
        from dreamtui.store.index.queue import ListedRow

        found, unlisted = self._desk.queue().about(ids), self._desk.kinds.unlisted
        entries = [entry for item_id in ids for entry in found[item_id] if entry.row.kind not in unlisted]
        return [ListedRow.of(entry) for entry in entries]

    def stamp(self) -> str:
        """What the files look like now."""
        return watch.stamp(self._desk.layout, self._desk.kinds)

    def stop(self) -> None:
        if self._worker is not None:
            self._worker.stop()
