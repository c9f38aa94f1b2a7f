"""How the console reads its queue: what a screen needs first, the rest from another process, then changes."""

import contextlib
import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.mining import no_collection
from dreamtui.tui.session.queue_items import QueueItem, QueueView
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.desk.queue.worker import Ahead
    from dreamtui.kinds.row import QueueEntry

LONG = 5_000
"""Candidates from which on a queue is read by a process of its own, and its first rows are kept for the next start."""


class QueueReader:
    """The queue of a workspace."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._first: list[QueueView] = []
        self._reading: threading.Thread | None = None
        self._ahead: Ahead | None = None
        self._known: QueueView | None = None
        self._elsewhere = threading.Lock()
        self._decided: set[str] = set()

    def begin(self) -> None:
        """Read the queue while the console is being imported and drawn; called before there are other threads."""
        if self._is_long():
            from dreamtui.desk.queue.worker import Ahead
            from dreamtui.store.index import console_cache

            self._ahead = Ahead.of(self.desk, console_cache.MOST)
        self._reading = threading.Thread(target=self._read_first, name="first-queue", daemon=True)
        self._reading.start()

    def _read_first(self) -> None:
        with contextlib.suppress(DreamtuiError, OSError):
            self._first.append(self._first_rows() or self._first_ahead() or self.read(stamped=self._is_long()))

    def _is_long(self) -> bool:
        """Whether the queue is so long that its first rows are worth keeping."""
        from dreamtui.store.files import watch

        return watch.has_many(self.desk.layout, LONG)

    def _first_rows(self) -> QueueView | None:
        """The first rows of a long queue, when they are known from the last time and nothing has changed since."""
        from dreamtui.store.index import console_cache

        if not (self.desk.layout.state / "console-rows.json").exists():
            return None
        stamp = self.stamp()
        found = console_cache.load(self.desk.layout, stamp)
        return QueueView(self._items(found[1]), (), stamp, found[0], partial=True) if found else None

    def _first_ahead(self) -> QueueView | None:
        """The first rows from the process that reads the queue; the totals where they are known already."""
        part = self._ahead.first() if self._ahead is not None else None
        if part is None:
            return None
        return QueueView(
            self._items(part.entries), (), "", part.tally or {}, partial=True, counted=part.tally is not None
        )

    def first(self) -> QueueView:
        """The queue that is being read since the beginning, or what is known of it so far."""
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.join()
        return self._first.pop() if self._first else self.read()

    def read(self, *, stamped: bool = True) -> QueueView:
        """The whole queue: what is being read elsewhere, else read now."""
        with self._elsewhere:
            ahead = self._ahead
            found = self._elsewhere_read(ahead) if ahead is not None else None
        return found or self._whole(stamped=stamped)

    def _elsewhere_read(self, ahead: "Ahead") -> QueueView | None:
        """The queue as the other process has read it now; none when it is not there any more."""
        self._known = self._rest(ahead) if self._known is None else self._changed(ahead, self._known)
        if self._known is not None:
            self._known = self._with_decided(self._known)
        elif ahead.stopped:
            return QueueView()
        else:
            self._ahead = None
            ahead.stop()
        return self._known

    def _rest(self, ahead: "Ahead") -> QueueView | None:
        """All that the other process has read."""
        with no_collection():
            whole = ahead.rest()
        if whole is None:
            return None
        return QueueView.of(whole.entries, [f"{p.path}: {p.why}" for p in whole.problems], whole.stamp, self.desk.kinds)

    def _changed(self, ahead: "Ahead", known: QueueView) -> QueueView | None:
        """What is known, with what became different since; rows that are the same stay the same objects."""
        changes = ahead.again()
        if changes is None:
            return None
        ids = [Ref("", one) for one in changes.ids]
        view = known.with_rows(ids, self._items(changes.entries)) if ids else known
        return replace(view, problems=tuple(f"{p.path}: {p.why}" for p in changes.problems), stamp=changes.stamp)

    def _with_decided(self, view: QueueView) -> QueueView:
        """The same with what was decided here while the other process was reading."""
        decided, self._decided = sorted(self._decided), set()
        if not decided:
            return view
        return replace(view.with_rows([Ref("", one) for one in decided], self.rows_of(decided)), stamp=self.stamp())

    def _whole(self, *, stamped: bool) -> QueueView:
        from dreamtui.desk.queue.listing import listing

        stamp = self.stamp() if stamped else ""
        found = listing(self.desk, status="all")
        view = QueueView.of(found.entries, [f"{p.path}: {p.why}" for p in found.problems], stamp, self.desk.kinds)
        if len(view.items) >= LONG and stamp:
            from dreamtui.store.index import console_cache

            console_cache.save(self.desk.layout, stamp, view.tally, found.entries[: console_cache.MOST])
        return view

    def progress(self) -> tuple[int, int]:
        """How many files are read, and of how many; zeros where that is not worth telling."""
        ahead = self._ahead
        return ahead.progress if ahead is not None else (0, 0)

    def rows_of(self, ids: Sequence[str]) -> list[QueueItem]:
        """What the queue has of some items now, from their files alone."""
        from dreamtui.desk.queue.lookup import Lookup

        look = Lookup(self.desk, ids)
        entries = [entry for item_id in ids for entry in look.entries_of(item_id)]
        unlisted = self.desk.kinds.unlisted
        return [QueueItem(entry, self.desk.kinds) for entry in entries if entry.row.kind not in unlisted]

    def _items(self, entries: "Sequence[QueueEntry]") -> tuple[QueueItem, ...]:
        return tuple(QueueItem(entry, self.desk.kinds) for entry in entries)

    def decided(self, items: Iterable[str]) -> None:
        """These were decided: they are read once more when the queue was read by the other process."""
        if self._ahead is not None:
            self._decided.update(items)

    def stamp(self) -> str:
        """What the files look like now."""
        from dreamtui.store.files import watch

        return watch.stamp(self.desk.layout, self.desk.kinds)

    def stop(self) -> None:
        """End what still reads."""
        if self._ahead is not None:
            self._ahead.stop()
