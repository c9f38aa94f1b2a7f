"""What the review screen reads, each in a worker that posts one message."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, cast

from textual import work
from textual.message import Message

from dreamtui.model.decision import Plan, Verb
from dreamtui.model.evidence import Evidence
from dreamtui.text.query.row import UNDECIDED
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.panes.queue_pane import QueuePane
from dreamtui.tui.screens.base import BaseScreen
from dreamtui.tui.session.orphan_drafts import WordsBegun, WordsRow
from dreamtui.tui.session.queue_items import QueueItem, QueueView
from dreamtui.tui.session.services import Budgets, Detail, Services
from dreamtui.tui.widgets.bar_line import BarLine, Word

if TYPE_CHECKING:
    from dreamtui.desk.queue.source import EvidenceSource
    from dreamtui.kinds.item_files import Words
    from dreamtui.tui.panes.item_pane import ItemPane


READ_AGAIN = 20_000
"""Items up to which the whole queue is read again after a decision; of a longer one only what was decided."""


LONG_LOOK = 1.0
"""Seconds from which on a look for changes is so long that the next ones have to wait."""

REST = 10
"""How many times as long as such a look took: a queue that others fill does not keep the console busy."""


class ReadingScreen(BaseScreen[None]):
    """The two halves, and the workers that fill them."""

    @dataclass
    class QueueRead(Message):
        """The queue was read."""

        view: QueueView
        """All of it."""
        last_run: str
        """When it was last mined."""

    @dataclass
    class RowsRead(Message):
        """Some items were read again."""

        ids: tuple[str, ...]
        """Their ids."""
        rows: list[QueueItem]
        """What the queue has of them now."""

    @dataclass
    class DetailRead(Message):
        """An item was read."""

        detail: Detail
        """What is known of it."""

    @dataclass
    class SourceRead(Message):
        """The place of a piece of evidence was read."""

        piece: Evidence
        """The piece."""
        source: "EvidenceSource"
        """Its place."""

    @dataclass
    class PlanMade(Message):
        """What a verb would change is known."""

        item_id: str
        """The item."""
        verb: Verb
        """The verb."""
        plan: Plan
        """Its changes."""

    @dataclass
    class BudgetsRead(Message):
        """How full the outputs are is known."""

        budgets: Budgets
        """The figures."""

    @dataclass
    class Changed(Message):
        """Others changed something, or took the workspace over."""

        newer: QueueView | None
        """The queue as it is now."""
        than: QueueView
        """The queue that was shown when it was read."""
        said: str
        """How the two differ, in a few words."""
        ousted: str
        """Why nothing can be decided any more; empty when it can."""

    def __init__(self) -> None:
        super().__init__()
        self.filled = False
        """Whether the item's half is there; the queue comes first."""
        self.begun = WordsBegun()
        """Words that were begun and not recorded."""
        self.newer: QueueView | None = None
        """The queue as others left it, shown when somebody asks for it."""
        self.newer_than: Sequence[QueueItem] = ()
        """The items it was compared with; with others on the screen it is out of date itself."""
        self._rest_until = 0.0
        self._looking = threading.Lock()
        self._seen_changes = 0

    @property
    def queue(self) -> QueuePane:
        """The left half."""
        return self.query_one("#queue", QueuePane)

    @property
    def item(self) -> "ItemPane":
        """The right half."""
        return cast("ItemPane", self.query_one("#item"))

    # Reading

    def enter(self) -> None:
        """Say that a console is open here, and find out whether another one is."""
        services, take_over = self.console.services, self.console.options.take_over
        looks_on = bool(self.console.read_only)

        def entered() -> tuple[str, tuple[str, ...]]:
            return "" if looks_on else services.enter(take_over=take_over), services.unreadable()

        in_worker(
            self, entered, lambda found: self._entered(*found),
            group="enter", description="leaving the presence mark", what="enter",
        )  # fmt: skip

    def _entered(self, read_only: str, unreadable: Sequence[str]) -> None:
        """With another console open, this one looks on; drafts that cannot be read are named."""
        for said in unreadable:
            self.console.say(said, "warning", timeout=8)
        if read_only:
            self.console.read_only = read_only
        if self.standing:
            self.show_banner(self.standing)
            self.refresh_header()
            self.refresh_keys()

    @property
    def standing(self) -> str:
        """What the banner says while nothing else is to be said: why something cannot be decided."""
        return self.console.read_only or self.console.services.closed_words()

    def show_banner(self, text: str, hint: str = "", action: str = "") -> None:
        """A line above everything; none for an empty text."""
        banner = self.query_one("#banner", BarLine)
        banner.display = bool(text)
        banner.show([Word(f" {text}", "warning", keep=2)], [Word(f"{hint} ", "strong", action, 1)] if hint else ())

    @work(thread=True, exclusive=True, exit_on_error=False, group="queue", description="reading the queue")
    def read_queue(self, *, first: bool = False) -> None:
        """Read the queue anew; the first time it is being read already."""
        self._seen_changes = len(self.console.sitting.changes)
        services = self.console.services
        self.guarded(
            services.first_queue if first else services.queue,
            lambda view: self.QueueRead(view, "" if view.items else services.last_run()),
            "queue",
        )

    def read_again(self, ids: Sequence[str]) -> None:
        """Read the whole queue where that is quick, else what was decided; what is still being read goes on."""
        self._seen_changes = len(self.console.sitting.changes)
        if len(self.queue.view.items) <= READ_AGAIN and not self.queue.view.partial:
            self.read_queue()
        else:
            self.read_rows(ids)

    @property
    def owes_a_look(self) -> bool:
        """Whether this console wrote something that is not shown yet, so that a change may be its own."""
        return len(self.console.sitting.changes) > self._seen_changes

    def catch_up(self) -> None:
        """Show what was decided, taken back or written on other screens."""
        unseen = self.console.sitting.changes[self._seen_changes :]
        if unseen:
            self.read_again([item for item in unseen if item])

    @work(thread=True, exclusive=False, exit_on_error=False, group="rows", description="reading what was decided")
    def read_rows(self, ids: Sequence[str]) -> None:
        """Read some items again, however long the queue is."""
        services, wanted = self.console.services, tuple(dict.fromkeys(ids))
        self.guarded(lambda: services.rows_of(wanted), lambda rows: self.RowsRead(wanted, rows))

    @work(thread=True, exclusive=True, exit_on_error=False, group="detail", description="reading an item")
    def read_detail(self, item: QueueItem) -> None:
        """Read an item."""
        self.guarded(lambda: self.console.services.detail(item), self.DetailRead, "detail")

    def read_words(self, row: WordsRow) -> None:
        """Find out what became of the item that words were begun about, and show all of them."""
        services, item = self.console.services, row.id.split()[0]
        in_worker(
            self, lambda: services.became(item), partial(self._show_words, row),
            group="detail", description="reading words begun", what="detail",
        )  # fmt: skip

    def _show_words(self, row: WordsRow, said: str) -> None:
        from dreamtui.tui.texts.begun import words_lines

        self.item.show_words(row, words_lines(row.drafts, said), self.console.services.now)

    def read_source(self, piece: Evidence) -> None:
        """Read the place of a piece of evidence."""
        self._read_source(self.console.services.here, piece)

    @work(thread=True, exclusive=True, exit_on_error=False, group="source", description="reading evidence")
    def _read_source(self, here: Services, piece: Evidence) -> None:
        self.guarded(lambda: here.source(piece), lambda found: self.SourceRead(piece, found))

    @work(thread=True, exclusive=True, exit_on_error=False, group="preview", description="what would change")
    def read_plan(self, item_id: str, verb: Verb, words: "Words") -> None:
        """Find out what a verb would change."""
        services = self.console.services
        self.guarded(
            lambda: services.preview(item_id, verb, words), lambda plan: self.PlanMade(item_id, verb, plan), "plan"
        )

    def read_budgets(self) -> None:
        """Measure the outputs of the workspace under the cursor."""
        self._read_budgets(self.console.services.here)

    @work(thread=True, exclusive=True, exit_on_error=False, group="budgets", description="measuring the outputs")
    def _read_budgets(self, here: Services) -> None:
        self.guarded(here.budgets, self.BudgetsRead, "budgets")

    def poll(self) -> None:
        """Look whether others changed something, unless it is too early; with a part of a queue nothing is compared."""
        shown = self.queue.view
        if perf_counter() >= self._rest_until and not shown.partial:
            self._look(shown, (self.newer.stamp if self.newer else "", shown.stamp))

    @work(thread=True, exclusive=True, exit_on_error=False, group="poll", description="looking for changes")
    def _look(self, shown: QueueView, seen: tuple[str, str]) -> None:
        """One look at a time; `seen` are the stamps of what is known already."""
        if not self._looking.acquire(blocking=False):
            return
        services = self.console.services

        def look() -> ReadingScreen.Changed:
            began = perf_counter()
            newer = None if services.stamp() in seen else services.queue()
            if (took := perf_counter() - began) > LONG_LOOK:
                self._rest_until = began + took * REST
            said = shown.difference(newer) if newer is not None else ""
            return self.Changed(newer, shown, said, services.ousted())

        try:
            self.guarded(look, lambda found: found, "poll")
        finally:
            self._looking.release()

    def read_stamp(self) -> None:
        """Take what the files look like now for what is shown: from now on only what others do is a change."""
        in_worker(
            self, self.console.services.stamp, self._stamped,
            group="poll", description="looking at the files", what="poll",
        )  # fmt: skip

    def _stamped(self, stamp: str) -> None:
        if not self.queue.view.partial:
            self.queue.view = replace(self.queue.view, stamp=stamp)

    def refresh_header(self) -> None:
        """The workspace, what is open, what was decided, what was begun."""
        services, begun = self.console.services, self.begun
        if self.filled:
            begun.look(services.drafts(), self.queue.view, services.tags)
            self.queue.show_drafts(begun.ids, begun.rows)
        pending = sum(self.queue.view.tally.get(status, 0) for status in UNDECIDED)
        drafts = f"{len(begun.ids)} draft{'s' if len(begun.ids) > 1 else ''}   " if begun.ids else ""
        done = self.console.sitting.decided
        decided = f"{done} decided in this sitting   " if done else ""
        more = "" if self.queue.view.counted else "+"
        right = [Word(f"{pending}{more} open   ", "strong", keep=80)]
        right += [Word(decided, "dim", keep=30), Word(drafts, "dim", keep=40)]
        if self.console.read_only:
            right.insert(0, Word("read-only   ", "warning", keep=90))
        left = [Word(" dreamtui  ", "dim", keep=20), Word(services.name, "strong", keep=70)]
        self.query_one("#header", BarLine).show(left, right)
