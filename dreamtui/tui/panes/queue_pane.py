"""The queue: status tabs, the live filter, the list."""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input
from textual.worker import WorkType

from dreamtui.present.parts import Word
from dreamtui.text.query.order import ORDERS, same_place, sort_items
from dreamtui.tui.session.orphan_drafts import WordsRow
from dreamtui.tui.session.queue_items import TABS, QueueItem, QueueView, shared_slots
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.texts import queue as texts
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.lists.item_list import ItemList
from dreamtui.tui.widgets.lists.live_filter import AT_ONCE, LiveFilter

_WEEKS = 100
"""Columns of a terminal from which rows may have the weeks of their evidence."""


class TabMarks:
    """The marks of the tabs that are not shown, by the number of the tab."""

    def __init__(self) -> None:
        self._asleep: dict[int, frozenset[Hashable]] = {}

    def __bool__(self) -> bool:
        return bool(self._asleep)

    def turn(self, before: int, after: int, marked: frozenset[Hashable]) -> frozenset[Hashable]:
        """Another tab is shown: put the marks of the one before to sleep, and give those of this one."""
        if marked:
            self._asleep[before] = marked
        return self._asleep.pop(after, frozenset())

    def forget(self) -> None:
        """Nothing is marked any more."""
        self._asleep.clear()

    def keep_those_of(self, items: Sequence[QueueItem]) -> None:
        """Forget marks of items that are not in their tab any more."""
        if not self._asleep:
            return
        wanted = frozenset[Hashable]().union(*self._asleep.values())
        status = {item.key: item.status for item in items if item.key in wanted}
        for number, keys in list(self._asleep.items()):
            left = frozenset(key for key in keys if status.get(key, "") in TABS[number].statuses)
            self._asleep[number] = left
            if not left:
                del self._asleep[number]

    def words(self) -> str:
        """`1 marked in Decided`; empty when no marks sleep."""
        return ", ".join(f"{len(keys)} marked in {TABS[number].name}" for number, keys in sorted(self._asleep.items()))


class QueuePane(Vertical):
    """The rows of one status tab, sorted and filtered; the cursor stays on its item through all of that."""

    @dataclass
    class Shown(Message):
        """Other rows are shown than before."""

    def __init__(self, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._plain = plain
        """Whether only ASCII can be shown."""
        self.view = QueueView()
        """Everything there is."""
        self.tab = 0
        """Number of the status tab."""
        self.order = ORDERS[0]
        self.now: datetime | None = None
        self.problems: tuple[str, ...] = ()
        """Parts of the filter that were not understood."""
        self.elsewhere = TabMarks()
        """What is marked in the tabs that are not shown."""
        self.drafts: frozenset[Ref] = frozenset()
        self.begun: tuple[WordsRow, ...] = ()
        """Words begun about what is not in the queue: the last rows of the tab of drafts."""
        self._counted: tuple[QueueView, int] | None = None
        self.nothing = ""
        """What is said when nothing is pending."""
        self.tab_keys = ""
        """The keys that go from tab to tab; said beside them where there is room, and rather than counts in a tab to
        which they have led."""
        self._live: LiveFilter | None = None
        self._places: Sequence[int] = ()
        self._typing = False
        """Whether the filter that is being applied was typed just now."""
        self._moves = 0
        """How often the cursor had been moved when the filter was begun."""
        self._then: list[Callable[[], None]] = []
        self._sorted: tuple[Sequence[QueueItem], str, list[int]] = ((), self.order, [])
        self.progress: Callable[[], tuple[int, int]] = lambda: (0, 0)
        """How many files of a queue that is being read are read, and of how many."""

    def compose(self) -> ComposeResult:
        """Tabs, filter, list, and why the cursor's row stands where it stands."""
        yield BarLine(id="status-tabs")
        yield Input(placeholder="words  kind:candidate signal:repeat_fix flag:secret age>7d  ~fuzzy", id="filter")
        yield ItemList(id="list")
        yield BarLine(id="list-foot")

    def on_mount(self) -> None:
        self.field.display = False
        self.items.looks.plain = self._plain

    @property
    def items(self) -> ItemList:
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

    def show(self, view: QueueView, now: datetime, then: Callable[[], None] | None = None) -> None:
        """Show a queue, and do something when it is shown; the cursor, the marks, the filter and the sort stay."""
        items, order, places = self._sorted
        if order == self.order and len(items) == len(view.items) and all(map(same_place, items, view.items)):
            self._sorted = view.items, order, places
        self.view, self.now = view, now
        self._load(then)

    def choose_tab(self, number: int) -> None:
        """Show the items of another status; marks stay behind in the tab they were made in."""
        before, self.tab = self.tab, number % len(TABS)
        if self.tab != before and (self.items.marks.keys or self.elsewhere):
            self.items.marks.set(self.elsewhere.turn(before, self.tab, self.items.marks.keys))
        self._load()

    def step_tab(self, step: int) -> None:
        """The next tab that is shown, or the one before."""
        stops = self._stops
        self.choose_tab(stops[(stops.index(self.tab) + step) % len(stops)])

    def steps_to(self, tab: int) -> int:
        """How many steps lead to a tab, forward or, as a negative number, back."""
        stops = sorted({*self._stops, tab})
        return stops.index(tab) - stops.index(self.tab)

    @property
    def _stops(self) -> list[int]:
        return list(texts.shown_tabs(self._counts(), self.tab))

    def unmark_all(self) -> None:
        """Nothing is marked any more, in any tab."""
        self.elsewhere.forget()
        self.items.marks.set(frozenset())

    def on_item_list_marks_changed(self, event: ItemList.MarksChanged) -> None:
        """When every mark was taken back, those of other tabs go too."""
        if event.cleared:
            self.elsewhere.forget()

    def show_drafts(self, drafts: frozenset[Ref], begun: tuple[WordsRow, ...]) -> None:
        """Words were begun, recorded or thrown away."""
        if (drafts, begun) != (self.drafts, self.begun):
            self.drafts, self.begun, self._counted = drafts, begun, None
            if TABS[self.tab].begun:
                self._load()
            else:
                self.refresh_words()

    def choose_order(self, order: str) -> None:
        self.order = order if order in ORDERS else ORDERS[0]
        self._load()

    def next_order(self) -> str:
        """The sort after this one."""
        return ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]

    def _load(self, then: Callable[[], None] | None = None) -> None:
        """Show the rows of the tab: now where they are sorted already or quickly, else as soon as they are sorted."""
        items, order, places = self._sorted
        if items is self.view.items and order == self.order:
            self.workers.cancel_group(self, "sort")
            self._put(self._of_tab(places), then)
        elif len(self.view.items) <= AT_ONCE:
            self._sorted = self.view.items, self.order, sort_items(self.view.items, self.order)
            self._load(then)
        else:
            self._begin(partial(self._sort, then), "sort")

    def _begin(self, work: WorkType[None], group: str) -> None:
        """Begin work that ends what is running of its group.

        It is given as a function: of a coroutine that is ended before it began, Python warns on the screen.
        """
        self.run_worker(work, group=group, exclusive=True, exit_on_error=False)

    async def _sort(self, then: Callable[[], None] | None) -> None:
        """Sort, then show the rows of the tab, unless others are wanted by then."""
        items, order = self.view.items, self.order
        places = await asyncio.to_thread(sort_items, items, order)
        if items is self.view.items and order == self.order:
            self._sorted = items, order, places
            self._put(self._of_tab(places), then)

    def _of_tab(self, everything: Sequence[int]) -> list[int]:
        """Those of the places whose items belong to the tab."""
        tab, items = TABS[self.tab], self.view.items
        places = [place for place in everything if items[place].status in tab.statuses]
        if not tab.begun:
            return places
        held = [place for place in places if items[place].ref in self.drafts]
        return [*held, *range(len(items), len(items) + len(self.begun))]

    def _rows(self) -> Sequence[QueueItem]:
        """What places count in: the queue, and in the tab of drafts what is not in it."""
        return (*self.view.items, *self.begun) if TABS[self.tab].begun and self.begun else self.view.items

    def _put(self, places: list[int], then: Callable[[], None] | None) -> None:
        if self.now is None:
            return
        items = self._rows()
        self.items.partial, self.items.looks.alike = self.view.partial, len(TABS[self.tab].statuses) == 1
        if self._live is not None:
            self._live.stop()
            self._live.load(items, places, self.now)
        self._places = places
        self.elsewhere.keep_those_of(items)
        if (marked := self.items.marks.keys) and (gone := marked.difference(items[place].key for place in places)):
            self.items.marks.set(marked - gone)
        text = self.field.value
        self.items.empty = "Filtering …" if text.strip() else self._empty()
        if text.strip():
            self.items.set_items(items, [], now=self.now)
            self._then, then = [*self._then, *([then] if then else ())], None
            self._apply(text)
        else:
            self.items.set_items(items, places, now=self.now)
            self.post_message(self.Shown())
        self.refresh_words()
        if len(items) > AT_ONCE and not self.view.partial:
            self._begin(self._filter_of_rows().prepare, "prepare")
        if then is not None:
            then()

    def on_bar_line_clicked(self, event: BarLine.Clicked) -> None:
        """A click on a tab shows it."""
        kind, _, number = event.action.partition(":")
        if kind == "status":
            event.stop()
            self.choose_tab(int(number))

    def _empty(self) -> str:
        """What is said where no row is shown: of a filter that it is the filter, and how it goes."""
        if not self.field.value.strip():
            return self.nothing if self.nothing and self.tab == 0 else TABS[self.tab].empty
        what = "Nothing of what is read so far matches" if self.view.partial else "Nothing matches"
        return f"{what} the filter; esc clears it."

    # The filter

    def open_filter(self) -> None:
        """Show the filter and go into it."""
        if not self.field.value:
            self._moves = self.items.moves
        self.field.display = True
        self.field.focus()

    def close_filter(self, *, clear: bool) -> None:
        """Leave the filter; its words stay unless they are to go."""
        if clear:
            self.field.value = ""
        self.field.display = bool(self.field.value)
        self.items.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._typing = self.field.has_focus and bool(event.value.strip())
        self._apply(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes to the list and leaves the filter as it is."""
        event.stop()
        self.close_filter(clear=False)

    def _apply(self, text: str) -> None:
        self._begin(partial(self._filter, text), "filter")

    def _filter_of_rows(self) -> LiveFilter:
        """The filter of the rows of this tab, made when it is first wanted."""
        if self._live is None:
            self._live = LiveFilter(self.items)
            self._live.load(self._rows(), self._places, self.now or datetime.now(UTC))
        return self._live

    async def _filter(self, text: str) -> None:
        query = await self._filter_of_rows().apply(text)
        if self.field.value == text:
            if self._typing:
                self._typing = False
                self.items.show_first(unless_moved_since=self._moves)
            self.problems = query.problems
            self.items.empty = self._empty()
            self.items.refresh()
            self.refresh_words()
            self.post_message(self.Shown())
            while self._then:
                self._then.pop(0)()

    # Words around the list

    def refresh_words(self) -> None:
        """Tabs with their counts; below the list how many are shown, marked, and why the row stands there."""
        counts = self._counts()
        steps = texts.step_words(self.tab_keys)
        room = self.size.width - (len(self.tab_keys) + 3 if self.tab and steps else 0)
        words = texts.tab_words(counts, self.tab, room, more="" if self.view.counted else "+")
        self.query_one("#status-tabs", BarLine).show(words, steps)
        self._show_foot(counts[TABS[self.tab].name])

    def on_resize(self) -> None:
        """The tabs and the rows have more or less room."""
        self.items.looks.weeks = self.screen.size.width >= _WEEKS
        self.refresh_words()

    def _counts(self) -> dict[str, int]:
        return self.view.counts() | {tab.name: self._begun() for tab in TABS if tab.begun}

    def _begun(self) -> int:
        """How many items of the queue have words begun."""
        if self._counted is None or self._counted[0] is not self.view:
            count = sum(item.ref in self.drafts for item in self.view.items) if self.drafts else 0
            self._counted = self.view, count + len(self.begun)
        return self._counted[1]

    def _show_foot(self, count: int) -> None:
        filtering = bool(self.field.value.strip())
        left = texts.marked_words(len(self.items.marks.keys), len(self.items.marks.rows()), self.elsewhere.words())
        marked = [item for item in self.items.marks.rows() if isinstance(item, QueueItem)]
        left += texts.mixed_words(bool(marked) and shared_slots(marked) is None)
        left += texts.count_words(self.items.shown, count, so_far=self.view.partial and filtering)
        left += [Word(f" {problem}", "warning", keep=99) for problem in self.problems[:1]]
        left += texts.reading_words(*self.progress()) if self.view.partial else []
        if self.current is not None:
            left += texts.begun_words(self.current) if TABS[self.tab].begun else []
            left += texts.place_words(self.current, self.order, None if self.problems else self.now)
        right = [Word(f"  {texts.SORTED[self.order]} ", "dim", "review.sort", keep=10)]
        self.query_one("#list-foot", BarLine).show(texts.apart(left), right)
