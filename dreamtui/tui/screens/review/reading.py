"""What the review screen reads, each in a worker; what comes of it is handed to the screen."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from dreamtui.model.verb import Verb
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.session.orphan_drafts import WordsRow
from dreamtui.tui.session.queue_items import QueueItem, QueueView
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.desk.queue.source import EvidenceSource
    from dreamtui.model.decision import Plan, Words
    from dreamtui.model.evidence import Evidence
    from dreamtui.tui.screens.review.review import ReviewScreen


READ_AGAIN = 20_000
"""Up to so many items the whole queue is read again after a decision; of a longer one only what was decided."""


LONG_LOOK = 1.0
"""Seconds from which on a look for changes is so long that the next ones have to wait."""

REST = 10
"""How many times as long as such a look took: a queue that others fill does not keep the console busy."""


@dataclass(frozen=True, slots=True)
class LookAtOthers:
    """What others changed, or that they took the workspace over."""

    newer: QueueView | None
    """Replace the queue, if it is another one."""
    than: QueueView
    """The queue that was shown when it was read."""
    said: str
    """How the two differ, in a few words."""
    ousted: str
    """Why nothing can be decided any more; empty if it can."""


class Reading:
    """The workers that fill the two halves."""

    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen
        self.newer: QueueView | None = None
        """The queue as others left it, shown on request."""
        self.newer_than: Sequence[QueueItem] = ()
        """The items it was compared with; with others on the screen it is out of date itself."""
        self._rest_until = 0.0
        self._looking = threading.Lock()
        self._seen_changes = 0

    # The queue

    def queue(self, *, first: bool = False) -> None:
        """Read the queue again; the first time it is being read already."""
        self._seen_changes = len(self._screen.console.sitting.changes)
        sessions = self._screen.console.sessions

        def read() -> tuple[QueueView, str]:
            view = sessions.queue.first() if first else sessions.queue.read()
            return view, "" if view.items else sessions.last_run()

        in_worker(
            self._screen, read, lambda found: self._screen.queue_read(*found),
            group="queue", description="reading the queue", what="queue",
        )  # fmt: skip

    def again(self, refs: Sequence[Ref]) -> None:
        """Read the whole queue if that is quick, else what was decided; a reading under way goes on."""
        self._seen_changes = len(self._screen.console.sitting.changes)
        shown = self._screen.queue.view
        if len(shown.items) <= READ_AGAIN and not shown.partial:
            self.queue()
        else:
            self._rows(tuple(dict.fromkeys(refs)))

    def _rows(self, wanted: tuple[Ref, ...]) -> None:
        """Read some items again, however long the queue is."""
        queue = self._screen.console.sessions.queue
        in_worker(
            self._screen, lambda: queue.rows_of(wanted), partial(self._screen.arriving.rows_read, wanted),
            group="rows", description="reading what was decided", exclusive=False,
        )  # fmt: skip

    def catch_up(self) -> None:
        """Show what was decided, taken back or written on other screens."""
        unseen = self._screen.console.sitting.changes[self._seen_changes :]
        if unseen:
            self.again([item for item in unseen if item is not None])

    # One item

    def detail(self, item: QueueItem) -> None:
        session = self._screen.console.sessions.of(item.ref)
        in_worker(
            self._screen, lambda: session.detail(item), self._screen.detail_read,
            group="detail", description="reading an item", what="detail",
        )  # fmt: skip

    def words(self, row: WordsRow) -> None:
        """Find out what became of the item that words were begun about, and show all of them."""
        session = self._screen.console.sessions.of(row.ref)
        in_worker(
            self._screen, lambda: session.became(row.ref.id), partial(self._show_words, row),
            group="detail", description="reading drafts", what="detail",
        )  # fmt: skip

    def _show_words(self, row: WordsRow, said: str) -> None:
        from dreamtui.tui.texts.deciding import words_lines

        self._screen.item.show_words(row, words_lines(row.words, said), self._screen.console.here.now)

    def source(self, piece: "Evidence") -> None:
        """Read the place of a piece of evidence."""
        here = self._screen.console.here

        def show(source: "EvidenceSource") -> None:
            self._screen.item.evidence.show_source(piece, source)

        in_worker(
            self._screen, lambda: here.source(piece), show,
            group="source", description="reading evidence",
        )  # fmt: skip

    def plan(self, item: Ref, verb: Verb, words: "Words") -> None:
        """Find out what a verb would change."""
        session = self._screen.console.sessions.of(item)

        def show(plan: "Plan") -> None:
            self._screen.item.show_plan(item, verb, plan)

        in_worker(
            self._screen, lambda: session.preview(item.id, verb, words), show,
            group="preview", description="what would change", what="plan",
        )  # fmt: skip

    # What others do

    def poll(self) -> None:
        """Look whether others changed something, unless it is too early; with a part of a queue nothing is compared."""
        shown = self._screen.queue.view
        if perf_counter() >= self._rest_until and not shown.partial:
            seen = (self.newer.stamp if self.newer else "", shown.stamp)
            in_worker(
                self._screen, partial(self._look, shown, seen), self.looked,
                group="poll", description="looking for changes", what="poll",
            )  # fmt: skip

    def _look(self, shown: QueueView, seen: tuple[str, str]) -> LookAtOthers | None:
        """One look at a time, else none; `seen` are the stamps of what is known already."""
        if not self._looking.acquire(blocking=False):
            return None
        try:
            sessions, began = self._screen.console.sessions, perf_counter()
            newer = None if sessions.queue.stamp() in seen else sessions.queue.read()
            if (took := perf_counter() - began) > LONG_LOOK:
                self._rest_until = began + took * REST
            said = shown.difference(newer) if newer is not None else ""
            return LookAtOthers(newer, shown, said, sessions.ousted())
        finally:
            self._looking.release()

    def looked(self, found: LookAtOthers | None) -> None:
        """A banner; nothing moves until R is pressed."""
        if found is None:
            return
        screen = self._screen
        ousted = screen.entering.ousted(found.ousted)
        if screen.top.lasting_notice and not ousted and found.newer is None and self.newer is None:
            screen.top.show_banner(screen.top.lasting_notice)
        owes_a_look = len(screen.console.sitting.changes) > self._seen_changes  # a change may be this console's own
        if found.newer is None or found.than.items is not screen.queue.view.items or owes_a_look:
            return
        self.newer, self.newer_than = found.newer, found.than.items
        if found.said:
            screen.top.show_banner(f"Changed on disk: {found.said}", "R shows it", "review.refresh")
        else:
            screen.queue.view = replace(screen.queue.view, stamp=found.newer.stamp)

    def stamp(self) -> None:
        """Take what the files look like now for what is shown: from now on only what others do is a change."""
        in_worker(
            self._screen, self._screen.console.sessions.queue.stamp, self._stamped,
            group="poll", description="looking at the files", what="poll",
        )  # fmt: skip

    def _stamped(self, stamp: str) -> None:
        queue = self._screen.queue
        if not queue.view.partial:
            queue.view = replace(queue.view, stamp=stamp)
