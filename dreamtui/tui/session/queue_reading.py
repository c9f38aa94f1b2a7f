"""How the console reads its queue: what a screen needs first, then all of it, then what changed."""

import contextlib
import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.live_queue import LiveQueue
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.mining.interface import no_collection
from dreamtui.tui.session.queue_items import QueueItem, QueueView, items_of
from dreamtui.tui.session.refs import Ref


class QueueReader:
    """The queue of a workspace as rows."""

    def __init__(self, desk: Desk) -> None:
        self.live = LiveQueue(desk)
        self._kinds = desk.kinds
        self._first: list[QueueView] = []
        self._reading: threading.Thread | None = None
        self._known = QueueView()
        self._one_at_a_time = threading.Lock()

    def begin(self, order: str, tab: Iterable[str], *, others: int = 0) -> None:
        """Read the queue while the console is being imported and drawn; called before there are other threads.

        First the rows of the tab in this order, where the queue is long together with that many others of its size.
        """
        args = (order, frozenset(tab)) if self.live.begin(others=others) else ()
        self._reading = threading.Thread(target=self._read_first, args=args, name="first-queue", daemon=True)
        self._reading.start()

    def _read_first(self, *page: Any) -> None:
        with contextlib.suppress(DreamtuiError, OSError):
            self._first.append((self._first_rows(*page) if page else None) or self.read(stamped=bool(page)))

    def _first_rows(self, order: str, tab: frozenset[str]) -> QueueView | None:
        """The first rows of a long queue, with the totals where every file was read once."""
        page = self.live.first_page(order, tab)
        if page is None:
            return None
        return QueueView(items_of(page.rows, self._kinds), (), "", page.tally, partial=True, counted=page.is_whole)

    def first(self) -> QueueView:
        """The queue that is being read since the beginning, or what is known of it so far."""
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.join()
        return self._first.pop() if self._first else self.read()

    def read(self, *, stamped: bool = True) -> QueueView:
        """The whole queue, read now; unchanged rows stay the same objects."""
        with self._one_at_a_time:
            stamp = self.live.stamp() if stamped else ""
            found = self.live.changes()
            if found is None:
                return QueueView()
            with no_collection():
                items, ids = items_of(found.rows, self._kinds), found.ids
                known = QueueView(items) if ids is None else self._known
                known = known.with_rows([Ref("", one) for one in ids], items) if ids else known
            self._known = replace(known, problems=found.problems, stamp=stamp)
            return self._known

    def rows_of(self, ids: Sequence[str]) -> list[QueueItem]:
        """What the queue has of some items now, from their files alone."""
        return list(items_of(self.live.rows_of(ids), self._kinds))
