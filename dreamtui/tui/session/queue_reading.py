"""How the console reads its queue: what a screen needs first, then all of it, then what changed."""

import contextlib
import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dreamtui.desk.desk import Desk
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.mining import no_collection
from dreamtui.tui.session.queue_items import QueueItem, QueueView
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.desk.queue.worker import QueueWorker
    from dreamtui.store.index.queue import ListedRow, Queue
    from dreamtui.store.index.schema import FileProblem

LONG = 5_000
"""Candidates from which on a process of its own brings the index up to date."""

MOST = 300
"""Rows of a long queue that are shown before the others are read."""


class QueueReader:
    """The queue of a workspace."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._first: list[QueueView] = []
        self._reading: threading.Thread | None = None
        self._worker: QueueWorker | None = None
        self._index: Queue | None = None
        self._known = QueueView()
        self._decided = False
        self._one_at_a_time = threading.Lock()

    def begin(self, order: str, tab: Iterable[str], *, others: int = 0) -> None:
        """Read the queue while the console is being imported and drawn; called before there are other threads.

        First the rows of the tab in this order, where the queue is long together with that many others of its size.
        """
        from dreamtui.store.files import watch

        if watch.has_many(self.desk.layout, LONG):
            from dreamtui.desk.queue.worker import QueueWorker

            self._worker = QueueWorker.of(self.desk)
        is_long = self._worker is not None or watch.has_many(self.desk.layout, max(1, LONG // (others + 1)))
        args = (order, frozenset(tab)) if is_long else ()
        self._reading = threading.Thread(target=self._read_first, args=args, name="first-queue", daemon=True)
        self._reading.start()

    def _read_first(self, *page: Any) -> None:
        with contextlib.suppress(DreamtuiError, OSError):
            self._first.append((self._first_rows(*page) if page else None) or self.read(stamped=bool(page)))

    def _first_rows(self, order: str, tab: frozenset[str]) -> QueueView | None:
        """The first rows of a long queue as the index stands, with the totals where every file was read once."""
        queue = self.desk.queue()
        is_whole = queue.is_whole()
        if not is_whole and (self._worker is None or not self._worker.first()):
            return None
        page = queue.page(MOST, order, tab)
        if page is None or not (page.rows or is_whole):
            return None
        return QueueView(self._items(page.rows), (), "", page.tally, partial=True, counted=is_whole)

    def first(self) -> QueueView:
        """The queue that is being read since the beginning, or what is known of it so far."""
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.join()
        return self._first.pop() if self._first else self.read()

    def read(self, *, stamped: bool = True) -> QueueView:
        """The whole queue as it is now; rows that are the same stay the same objects."""
        with self._one_at_a_time:
            stamp = self.stamp() if stamped else ""
            problems = self._synced_elsewhere()
            if self._worker is not None and self._worker.stopped:
                return QueueView()
            if self._index is None or not self._index.is_kept():
                self._index, self._known = self.desk.queue(), QueueView()
            if problems is None or self._index.in_memory:
                self._index.refresh()
                problems = self._index.problems
            with no_collection():
                ids, rows = self._index.changes()
                items, said = self._items(rows), tuple(f"{p.path}: {p.why}" for p in problems)
                known = self._known.with_rows([Ref("", one) for one in ids], items) if ids else self._known
            self._known = replace(known, problems=said, stamp=stamp)
            return self._known

    def _synced_elsewhere(self) -> "list[FileProblem] | None":
        """Have the worker bring the index up to date; None where there is none, or it is not there any more."""
        worker = self._worker
        problems = worker.synced() if worker is not None else None
        if problems is not None and self._decided and worker is not None:
            problems = worker.synced()  # what was decided here may have come after its look at the files
        self._decided = False
        if worker is not None and problems is None and not worker.stopped:
            self._worker = None
            worker.stop()
        return problems

    def decided(self) -> None:
        """Something was decided here."""
        self._decided = True

    def progress(self) -> tuple[int, int]:
        """How many files are read, and of how many; zeros where that is not worth telling."""
        return self._worker.progress if self._worker is not None else (0, 0)

    def rows_of(self, ids: Sequence[str]) -> list[QueueItem]:
        """What the queue has of some items now, from their files alone."""
        from dreamtui.store.index.queue import ListedRow

        found = self.desk.queue().about(ids)
        unlisted = self.desk.kinds.unlisted
        entries = [entry for item_id in ids for entry in found[item_id] if entry.row.kind not in unlisted]
        return list(self._items([ListedRow.of(entry) for entry in entries]))

    def _items(self, rows: "Iterable[ListedRow]") -> tuple[QueueItem, ...]:
        return tuple(QueueItem(row, self.desk.kinds) for row in rows)

    def stamp(self) -> str:
        """What the files look like now."""
        from dreamtui.store.files import watch

        return watch.stamp(self.desk.layout, self.desk.kinds)

    def stop(self) -> None:
        """End what still reads."""
        if self._worker is not None:
            self._worker.stop()
