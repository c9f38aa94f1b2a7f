"""The review screen: the queue and the item side by side, one above the other, or one at a time, as there is room."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.panes.queue_pane import QueuePane
from dreamtui.tui.screens.base import Failed, KeyBar
from dreamtui.tui.screens.review.arriving import ArrivingScreen
from dreamtui.tui.screens.review.reading import ReadingScreen
from dreamtui.tui.session.orphan_drafts import WordsRow
from dreamtui.tui.session.queue_items import TABS, QueueItem, QueueView, slots_of
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.intro import Intro
from dreamtui.tui.widgets.lists.item_list import ItemList
from dreamtui.tui.widgets.lists.long_list import LongList
from dreamtui.tui.widgets.meter import BudgetMeter

if TYPE_CHECKING:
    from dreamtui.store.person.resume import ResumePoint
    from dreamtui.tui.panes.evidence_pane import EvidencePane
    from dreamtui.tui.panes.item_pane import ItemPane

DEBOUNCE_SECONDS = 0.04
"""How long the cursor has to rest before the item is read."""

KEEP_SECONDS = 0.5
"""How long after the last movement the place is kept."""

PAINT_SECONDS = 0.02
"""How long the first rows have to be drawn before anything else is imported and put beside them."""

POLL_SECONDS = 2.0
"""How often it is looked whether others changed something."""


class ReviewScreen(ArrivingScreen):
    """One queue, one item, one decision."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.REVIEW,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = "#list"

    def __init__(self) -> None:
        super().__init__()
        self._restored = False
        self._debounce: Timer | None = None
        self._keeping: Timer | None = None

    def compose(self) -> ComposeResult:
        """Header, banner, queue and item, keys."""
        with Horizontal(id="top"):
            yield BarLine(id="header")
            yield BudgetMeter("CLAUDE.md", id="claude")
            yield BudgetMeter("MEMORY.md", id="memory")
        yield BarLine(id="banner")
        yield Intro(self.console.keymap.keys, id="intro")
        with Horizontal(id="body"):
            yield QueuePane(id="queue")
            yield Vertical(id="item-place")
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the queue; then, when it stands, everything else."""
        services = self.console.services
        place = self.came_from = services.load_place()
        self.queue.tab = next((n for n, tab in enumerate(TABS) if tab.name == place.status), 0)
        self.queue.order = place.order or self.queue.order
        self.queue.field.value = place.filter
        self.queue.field.display = bool(place.filter)
        self.query_one("#intro").display = not place.status and not place.item
        self.console.theme_chosen = place.theme
        self.console.split = {"split": True, "unified": False}.get(place.split)
        for name in ("#claude", "#memory"):
            self.query_one(name).display = False
        self.queue.items.empty = "Reading the queue …"
        self.queue.items.tags = services.tags
        self.show_banner(self.standing)
        self.refresh_header()
        self.read_queue(first=True)
        self.queue.progress = services.progress

    # What was read

    def on_key(self) -> None:
        """The first key closes the introduction, and acts."""
        self.acted = True
        self.query_one("#intro").display = False

    def on_reading_screen_queue_read(self, event: ReadingScreen.QueueRead) -> None:
        """Show the queue; the first time, go where the person was."""
        first = not self._restored
        self.newer = None
        self.queue.nothing = self.nothing(event)
        if first and self.came_from and self.came_from.item:
            self.queue.items.wish(self.came_from.item)
        self.queue.show(event.view, self.console.services.now, lambda: self.arrived(event.view))
        self.show_banner(self.standing)
        if first:
            self._restored = True
            self.set_timer(PAINT_SECONDS, self._fill)
            self.set_interval(POLL_SECONDS, self.poll)
            for sentence in (*self.console.first_words, *event.view.problems[:3]):
                self.console.say(sentence, "warning", timeout=8)
        self.refresh_header()
        if not first:
            self.read_budgets()

    async def _fill(self) -> None:
        """The queue is on the screen: now the item beside it, the meters, the presence mark."""
        from dreamtui.tui.panes.item_pane import ItemPane

        place = self.query_one("#item-place")
        if self.console.return_code is not None or not place.is_attached:
            return
        tab = self.came_from.tab if self.came_from else ""
        if self.queue.view.partial:
            self.tell_progress()
        else:
            self.collect()
        await place.mount(ItemPane(tab, split=self.console.split, id="item"))
        self.filled = True
        self._announce(self.queue.current)
        self.refresh_keys()
        self.refresh_header()
        self.enter()
        if self.queue.view.partial:
            self.read_queue()
        elif not self.queue.view.stamp:
            self.read_stamp()
        self.read_budgets()

    def on_reading_screen_detail_read(self, event: ReadingScreen.DetailRead) -> None:
        """Show the item, when the cursor is still on it."""
        current = self.queue.current
        if current is None or not self.filled or current.id != event.detail.key:
            return
        first = self.item.detail is None
        self.item.show(event.detail, self.console.services.now)
        place = self.came_from
        if first and place is not None and place.item == current.id:
            self.call_after_refresh(self.item.body.jump, place.scroll)
            self.came_from = None
        self.reasons.item_read(current.id)
        self.refresh_keys()

    def on_reading_screen_source_read(self, event: ReadingScreen.SourceRead) -> None:
        """Show it below the pieces."""
        self.item.evidence.show_source(event.piece, event.source)

    def on_reading_screen_plan_made(self, event: ReadingScreen.PlanMade) -> None:
        """Show it in the tab of changes."""
        self.item.show_plan(event.item_id, event.verb, event.plan)

    def on_reading_screen_budgets_read(self, event: ReadingScreen.BudgetsRead) -> None:
        """Show the meters."""
        from dreamtui.text.budget import CLAUDE_LINES, MEMORY_LINES

        self.console.budgets = event.budgets
        wide = self.size.width >= 100
        for name, used, limit in (
            ("#claude", event.budgets.claude, CLAUDE_LINES),
            ("#memory", event.budgets.memory, MEMORY_LINES),
        ):
            meter = self.query_one(name, BudgetMeter)
            meter.display = wide or name == "#claude"
            meter.show(used, limit)

    def on_reading_screen_changed(self, event: ReadingScreen.Changed) -> None:
        """A banner; nothing moves until R is pressed."""
        if event.ousted and not self.console.read_only:
            self.console.read_only = event.ousted
            self.show_banner(event.ousted)
            self.refresh_keys()
        elif self.standing and event.newer is None and self.newer is None:
            self.show_banner(self.standing)
        if event.newer is None or event.than.items is not self.queue.view.items or self.owes_a_look:
            return
        self.newer, self.newer_than = event.newer, event.than.items
        if event.said:
            self.show_banner(f"Changed on disk: {event.said}", "R shows it", "review.refresh")
        else:
            self.queue.view = replace(self.queue.view, stamp=event.newer.stamp)

    def failed(self, message: Failed) -> None:
        """What fails in the background is said where it is missed."""
        if message.what == "queue" and not self._restored:
            self.post_message(self.QueueRead(QueueView(), ""))
        if message.what == "plan" and not message.log:
            self.item.show_refusal(message.sentence, self.console.keymap.keys)
        elif message.what == "detail" and message.nothing:
            return  # the row goes as soon as the queue is read again
        elif message.what in ("poll", "detail", "budgets") and not message.log:
            self.console.say(message.sentence, "warning", timeout=6)
        else:
            super().failed(message)

    # The two halves

    def on_long_list_highlighted(self, event: LongList.Highlighted) -> None:
        """Say at once which item it is; read it when the cursor rests."""
        event.stop()
        self._announce(event.item if isinstance(event.item, QueueItem) else None)

    def _announce(self, row: QueueItem | None) -> None:
        if not self.filled:
            return
        self.item.announce(row, slots_of(row).verbs() if row else (), self.console.services.now)
        if self._debounce is not None:
            self._debounce.stop()
        if row is None and self.has_class("-item"):
            self.to_queue()
        if row is not None:
            read = partial(self.read_words, row) if isinstance(row, WordsRow) else partial(self.read_detail, row)
            self._debounce = self.set_timer(DEBOUNCE_SECONDS, read)
            self._stand_here()
            self._remember()
        self.queue.refresh_words()
        self.refresh_keys()

    def _stand_here(self) -> None:
        """Other screens show the workspace of this row; while one of them is open, it stays the one it began with."""
        row = self.queue.current
        if row is not None and self.console.screen is self and self.console.services.stand_on(row.id):
            self.refresh_header()
            self.read_budgets()

    def on_screen_resume(self) -> None:
        """The cursor may have come to another workspace meanwhile, and other screens may have decided something."""
        if self.filled:
            self._stand_here()
            self.catch_up()

    def on_long_list_opened(self, event: LongList.Opened) -> None:
        """Enter goes into the item."""
        event.stop()
        if isinstance(event.item, QueueItem):
            self.open_item()
        else:
            self.item.evidence.text.focus()

    def on_item_list_marks_changed(self, event: ItemList.MarksChanged) -> None:
        """Say how many are marked."""
        event.stop()
        self.queue.refresh_words()
        self.refresh_keys()

    def on_queue_pane_shown(self, event: QueuePane.Shown) -> None:
        """Other rows are shown."""
        event.stop()
        self.queue.refresh_words()
        self.refresh_keys()

    def on_evidence_pane_source_wanted(self, event: "EvidencePane.SourceWanted") -> None:
        """Read it, when the tab is shown."""
        event.stop()
        if self.item.tab == "evidence":
            self.read_source(event.piece)

    def on_item_pane_preview_wanted(self, event: "ItemPane.PreviewWanted") -> None:
        """Find it out, with the words begun where there are some."""
        event.stop()
        self.read_plan(event.item_id, event.verb, self.reasons.words_begun(event.item_id, event.verb))

    def calls_for(self, action_id: str) -> bool:
        """The queue is what the key that looks for new items fills."""
        return action_id == "app.mine" and not self.console.read_only

    # Keeping

    def _remember(self) -> None:
        """Keep the place when the fingers rest, so that even a process that is killed comes back to it."""
        if self._keeping is not None:
            self._keeping.stop()
        self._keeping = self.set_timer(KEEP_SECONDS, self.keep)

    def place(self) -> "ResumePoint":
        """Where the person is."""
        from dreamtui.store.person.resume import ResumePoint

        current = self.queue.current
        split = {True: "split", False: "unified", None: ""}[self.console.split]
        return ResumePoint(
            item=current.id if current else "",
            status=TABS[self.queue.tab].name,
            filter=self.queue.field.value,
            order=self.queue.order,
            tab=self.item.tab,
            scroll=int(self.item.body.scroll_offset.y),
            split=split,
            theme=self.console.theme_chosen,
        )

    def keep(self) -> None:
        """Remember the place."""
        if self._restored and self.filled:
            self.console.services.save_place(self.place())
