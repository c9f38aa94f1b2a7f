"""The queue: status tabs, the live filter, the list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from dreamtui.text.order import ORDERS, reason_of_place, sort_items
from dreamtui.tui.queue_items import TABS, QueueItem, QueueView
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.item_list import ItemList

_SORTED = {"risk": "risky first, then oldest", "age": "oldest first", "weight": "heaviest first",
           "title": "by title", "signal": "by signal"}  # fmt: skip


if TYPE_CHECKING:
    from dreamtui.tui.widgets.live_filter import LiveFilter


class QueuePane(Vertical):
    """The rows of one status tab, sorted and filtered; the cursor stays on its item through all of that."""

    @dataclass
    class Shown(Message):
        """Other rows are shown than before."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = QueueView()
        """Everything there is."""
        self.tab = 0
        """Number of the status tab."""
        self.order = ORDERS[0]
        """Name of the sort."""
        self.now: datetime | None = None
        self.problems: tuple[str, ...] = ()
        """What was not understood in the filter."""
        self.nothing = ""
        """What is said when nothing is pending."""
        self._live: LiveFilter | None = None
        self._places: Sequence[int] = ()

    def compose(self) -> ComposeResult:
        """Tabs, filter, list, and why the cursor's row stands where it stands."""
        yield BarLine(id="status-tabs")
        yield Input(placeholder="words  kind:candidate signal:repeat_fix flag:secret age>7d  ~fuzzy", id="filter")
        yield ItemList(id="list")
        yield BarLine(id="list-foot")

    def on_mount(self) -> None:
        """Begin without a filter."""
        self.field.display = False

    @property
    def items(self) -> ItemList:
        """The list."""
        return self.query_one("#list", ItemList)

    @property
    def field(self) -> Input:
        """Where the filter is typed."""
        return self.query_one("#filter", Input)

    @property
    def current(self) -> QueueItem | None:
        """The item under the cursor."""
        item = self.items.cursor_item
        return item if isinstance(item, QueueItem) else None

    # What is shown

    def show(self, view: QueueView, now: datetime) -> None:
        """Show a queue; the cursor, the marks, the filter and the sort stay."""
        self.view, self.now = view, now
        self._load()

    def choose_tab(self, number: int) -> None:
        """Show the items of another status."""
        self.tab = number % len(TABS)
        self._load()

    def show_status(self, status: str) -> None:
        """Show the tab in which items of a status stand."""
        self.choose_tab(next((number for number, tab in enumerate(TABS) if status in tab.statuses), self.tab))

    def choose_order(self, order: str) -> None:
        """Sort otherwise."""
        self.order = order if order in ORDERS else ORDERS[0]
        self._load()

    def next_order(self) -> str:
        """The sort after this one."""
        return ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]

    def _load(self) -> None:
        if self.now is None:
            return
        tab = TABS[self.tab]
        items = self.view.items
        places = [place for place in sort_items(items, self.order) if items[place].status in tab.statuses]
        self.items.empty = self.nothing if self.nothing and self.tab == 0 else tab.empty
        if self._live is not None:
            self._live.stop()
        self._live, self._places = None, places
        text = self.field.value
        if text.strip():
            self.items.set_items(items, [], now=self.now)
            self._apply(text)
        else:
            self.items.set_items(items, places, now=self.now)
            self.post_message(self.Shown())
        self.refresh_words()

    def on_bar_line_clicked(self, event: BarLine.Clicked) -> None:
        """A click on a tab shows it."""
        kind, _, number = event.action.partition(":")
        if kind == "status":
            event.stop()
            self.choose_tab(int(number))

    # The filter

    def open_filter(self) -> None:
        """Show the filter and go into it."""
        self.field.display = True
        self.field.focus()

    def close_filter(self, *, clear: bool) -> None:
        """Leave the filter; its words stay unless they are to go."""
        if clear:
            self.field.value = ""
        self.field.display = bool(self.field.value)
        self.items.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter while somebody types."""
        event.stop()
        self._apply(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes to the list and leaves the filter as it is."""
        event.stop()
        self.close_filter(clear=False)

    def _apply(self, text: str) -> None:
        self.run_worker(self._filter(text), group="filter", exclusive=True, exit_on_error=False)

    def _filter_of_rows(self) -> "LiveFilter":
        """The filter of the rows of this tab, made when it is first wanted."""
        if self._live is None:
            from dreamtui.tui.widgets.live_filter import LiveFilter

            self._live = LiveFilter(self.items)
            self._live.load(self.view.items, self._places, self.now or datetime.now(UTC))
        return self._live

    async def _filter(self, text: str) -> None:
        query = await self._filter_of_rows().apply(text)
        if self.field.value == text:
            self.problems = query.problems
            self.refresh_words()
            self.post_message(self.Shown())

    # Words around the list

    def refresh_words(self) -> None:
        """Tabs with their counts; below the list how many are shown, marked, and why the row stands there."""
        counts = self.view.counts()
        words = [
            Word(
                f" {tab.name} {counts[tab.name]} ",
                "chosen" if number == self.tab else "dim",
                f"status:{number}",
                keep=100 if number == self.tab else 50 - number,
            )
            for number, tab in enumerate(TABS)
            if number == self.tab or counts[tab.name] or tab.name in ("Pending", "All")
        ]
        self.query_one("#status-tabs", BarLine).show(words)
        self._show_foot(counts[TABS[self.tab].name])

    def _show_foot(self, count: int) -> None:
        marked = len(self.items.marked)
        left: list[Word] = []
        if marked:
            hidden = marked - self.items.marked_shown()
            left.append(Word(f" ■ {marked} marked{f', {hidden} not shown' if hidden else ''}", "strong", keep=90))
        if self.items.shown != count:
            left.append(Word(f" {self.items.shown}/{count}", "text", keep=95))
        if self.problems:
            left.append(Word(f" {self.problems[0]}", "warning", keep=99))
        if self.view.partial:
            left.append(Word(" reading the rest …", "dim", keep=98))
        item = self.current
        if item is not None and self.now is not None and not self.problems:
            left.append(Word(f" {reason_of_place(item, self.order, self.now)}", "dim", keep=40))
        self.query_one("#list-foot", BarLine).show(
            left, [Word(f"{_SORTED[self.order]} ", "dim", "review.sort", keep=10)]
        )
