"""The review screen: the queue and the item side by side, one above the other, or one at a time, as there is room."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from dreamtui.present.parts import Word
from dreamtui.text.inert import inert
from dreamtui.text.query.row import UNDECIDED
from dreamtui.tui.actions.registry import Scope, action
from dreamtui.tui.controllers.working import Failed, in_worker
from dreamtui.tui.panes.queue_pane import QueuePane
from dreamtui.tui.screens.base import BaseScreen, KeyBar
from dreamtui.tui.screens.review.arriving import Arriving
from dreamtui.tui.screens.review.deciding import PLACES, Deciding
from dreamtui.tui.screens.review.looking import Looking
from dreamtui.tui.screens.review.reading import Reading
from dreamtui.tui.session.orphan_drafts import OrphanDrafts, WordsRow
from dreamtui.tui.session.queue_items import TABS, QueueItem, QueueView, slots_of, tab_called
from dreamtui.tui.session.session import Budgets, Detail
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.intro import Intro
from dreamtui.tui.widgets.lists.item_list import ItemList
from dreamtui.tui.widgets.lists.long_list import LongList
from dreamtui.tui.widgets.meter import BudgetMeter

if TYPE_CHECKING:
    from dreamtui.model.sitting import ResumePoint
    from dreamtui.tui.panes.evidence_pane import EvidencePane
    from dreamtui.tui.panes.item_pane import ItemPane
    from dreamtui.tui.widgets.diff.view import DiffView
    from dreamtui.tui.widgets.text_pane import TextPane

DEBOUNCE_SECONDS = 0.04
"""How long the cursor has to rest before the item is read."""

KEEP_SECONDS = 0.5
"""How long after the last movement the place is kept."""

PAINT_SECONDS = 0.02
"""Time to draw the first rows before anything else is imported and shown."""

POLL_SECONDS = 2.0
"""How often it is looked whether others changed something."""


class ReviewScreen(BaseScreen[None]):
    """One queue, one item, one decision: the two halves."""

    SCOPES = (Scope.REVIEW,)
    CONTROLLERS = (Reading, Arriving, Looking, Deciding)
    AUTO_FOCUS = "#list"

    def __init__(self) -> None:
        super().__init__()
        self.reading = self.controller(Reading)
        self.arriving = self.controller(Arriving)
        self.looking = self.controller(Looking)
        self.deciding = self.controller(Deciding)
        self.filled = False
        """Whether the item's half is there; the queue comes first."""
        self.begun = OrphanDrafts()
        """Words that were begun and not recorded."""
        self._restored = False
        self._debounce: Timer | None = None
        self._keeping: Timer | None = None

    @property
    def queue(self) -> QueuePane:
        return self.query_one("#queue", QueuePane)

    @property
    def item(self) -> "ItemPane":
        return cast("ItemPane", self.query_one("#item"))

    async def do(self, action_id: str) -> None:
        """Do an action; before the item's half is there, a key that means it does nothing, nor do words behind it."""
        if not self.filled and (action(action_id).scope is Scope.REVIEW or action_id == "review.zoom"):
            self.console.typed.release()
            return
        await super().do(action_id)

    def do_app_quit(self) -> None:
        """Leave; with decisions of this sitting, first show what they do to the outputs."""
        self.deciding.outputs.leave()

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
        """Read the queue; then, when it is shown, everything else."""
        sessions = self.console.sessions
        place = self.arriving.came_from = sessions.load_place()
        self.queue.tab = tab_called(place.status)
        self.queue.order = place.order or self.queue.order
        self.queue.field.value = place.filter
        self.queue.field.display = bool(place.filter)
        self.query_one("#intro").display = not place.status and not place.item
        self.console.theme_chosen = place.theme
        self.console.split = {"split": True, "unified": False}.get(place.split)
        for name in ("#claude", "#memory"):
            self.query_one(name).display = False
        self.queue.items.empty = "Reading the queue …"
        self.queue.items.tags = sessions.tags
        self.show_banner(self.lasting_notice)
        self.refresh_header()
        self.reading.queue(first=True)
        self.queue.progress = sessions.queue.progress

    # What was read

    def on_key(self) -> None:
        """The first key closes the introduction, and acts."""
        self.arriving.acted = True
        self.query_one("#intro").display = False

    def queue_read(self, view: QueueView, last_run: str) -> None:
        """Show the queue; the first time, go where the person was."""
        first = not self._restored
        self.reading.newer = None
        self.queue.nothing = self.arriving.nothing(view, last_run)
        if first and self.arriving.came_from and self.arriving.came_from.item:
            self.queue.items.wish(self.console.sessions.row_key(self.arriving.came_from.item))
        self.queue.show(view, self.console.here.now, lambda: self.arriving.arrived(view))
        self.show_banner(self.lasting_notice)
        if first:
            self._restored = True
            self.set_timer(PAINT_SECONDS, self._fill)
            self.set_interval(POLL_SECONDS, self.reading.poll)
            for sentence in (*self.console.first_words, *view.problems[:3]):
                self.console.say(sentence, "warning", timeout=8)
        self.refresh_header()
        if not first:
            self.reading.budgets()

    async def _fill(self) -> None:
        """The queue is on the screen: now the item, the meters, the presence mark."""
        from dreamtui.tui.panes.item_pane import ItemPane

        place = self.query_one("#item-place")
        if self.console.return_code is not None or not place.is_attached:
            return
        tab = self.arriving.came_from.tab if self.arriving.came_from else ""
        if self.queue.view.partial:
            self.arriving.tell_progress()
        else:
            self.arriving.collect()
        await place.mount(ItemPane(tab, split=self.console.split, id="item"))
        self.filled = True
        self._announce(self.queue.current)
        self.refresh_keys()
        self.refresh_header()
        self._enter()
        if self.queue.view.partial:
            self.reading.queue()
        elif not self.queue.view.stamp:
            self.reading.stamp()
        self.reading.budgets()

    def _enter(self) -> None:
        """Say that a console is open here, and find out whether another one is."""
        sessions, take_over = self.console.sessions, self.console.options.take_over
        looks_on = bool(self.console.read_only)
        looks_first = self.console.options.looks_first and not self.queue.view.items

        def entered() -> tuple[str, tuple[str, ...], bool]:
            read_only = "" if looks_on else sessions.enter(take_over=take_over)
            return read_only, sessions.drafts.unreadable(), looks_first and not sessions.last_run()

        in_worker(
            self, entered, lambda found: self._entered(*found),
            group="enter", description="leaving the presence mark", what="enter",
        )  # fmt: skip

    def _entered(self, read_only: str, unreadable: Sequence[str], looks_first: bool) -> None:
        """With another console open, this one looks on; drafts that cannot be read are named.

        Where nobody has looked yet it is looked now, unless the person has begun with something else.
        """
        for said in unreadable:
            self.console.say(said, "warning", timeout=8)
        if read_only:
            self.console.read_only = read_only
        if self.lasting_notice:
            self.show_banner(self.lasting_notice)
            self.refresh_header()
            self.refresh_keys()
        if looks_first and not (self.console.read_only or self.arriving.acted) and self.console.screen is self:
            self.call_later(self.do, "app.mine")

    def look_on(self, why: str) -> bool:
        """If another console took the workspace over, nothing can be decided any more; returns whether that is new."""
        is_new = bool(why) and not self.console.read_only
        if is_new:
            self.console.read_only = why
            self.show_banner(why)
            self.refresh_keys()
        return is_new

    def detail_read(self, detail: Detail) -> None:
        """Show the item, when the cursor is still on it."""
        current = self.queue.current
        if current is None or not self.filled or current.ref != detail.ref:
            return
        first = self.item.detail is None
        self.item.show(detail, self.console.here.now)
        place = self.arriving.came_from
        if first and place is not None and place.item == current.name:
            self.call_after_refresh(self.item.body.jump, place.scroll)
            self.arriving.came_from = None
        self.refresh_keys()

    def budgets_read(self, budgets: Budgets) -> None:
        from dreamtui.text.budget import CLAUDE_LINES, MEMORY_LINES

        self.console.budgets = budgets
        wide = self.size.width >= 100
        for name, used, limit in (
            ("#claude", budgets.claude, CLAUDE_LINES),
            ("#memory", budgets.memory, MEMORY_LINES),
        ):
            meter = self.query_one(name, BudgetMeter)
            meter.display = wide or name == "#claude"
            meter.show(used, limit)

    # Above and below the panes

    @property
    def lasting_notice(self) -> str:
        """The banner without another message: why nothing can be decided, or empty."""
        return self.console.read_only or self.console.sessions.closed_words()

    def show_banner(self, text: str, hint: str = "", action: str = "") -> None:
        """A line above everything; none for an empty text."""
        banner = self.query_one("#banner", BarLine)
        banner.display = bool(text)
        banner.show([Word(f" {text}", "warning", keep=2)], [Word(f"{hint} ", "strong", action, 1)] if hint else ())

    def refresh_header(self) -> None:
        """The workspace, the number of open items, what was decided, the drafts."""
        sessions, begun = self.console.sessions, self.begun
        if self.filled:
            begun.look(sessions.drafts.all(), self.queue.view)
            self.queue.show_drafts(begun.items, begun.rows)
        pending = sum(self.queue.view.tally.get(status, 0) for status in UNDECIDED)
        drafts = f"{len(begun.items)} draft{'s' if len(begun.items) > 1 else ''}   " if begun.items else ""
        done = self.console.sitting.decided
        decided = f"{done} decided in this sitting   " if done else ""
        more = "" if self.queue.view.counted else "+"
        right = [Word(f"{pending}{more} open   ", "strong", keep=80)]
        right += [Word(decided, "dim", keep=30), Word(drafts, "dim", keep=40)]
        if self.console.read_only:
            right.insert(0, Word("read-only   ", "warning", keep=90))
        left = [Word(" dreamtui  ", "dim", keep=20), Word(sessions.name, "strong", keep=70)]
        self.query_one("#header", BarLine).show(left, right)

    def bar_label(self, action_id: str) -> str | None:
        """The decision keys say what they do to this item, or are not shown; where words are typed, no letter is.

        A row is needed to act on one, something masked to show it, rows to filter them or a filter to change.
        """
        if action_id == "review.back":
            return self.looking.way_back()
        if action_id == "app.mine":  # the queue is what it fills
            return None if self.console.read_only or self.queue.field.has_focus else action(action_id).bar_word
        lacks = {
            "review.open-evidence": self.queue.current is None,
            "list.mark": self.queue.current is None,
            "review.reveal": not self.filled or self.queue.current is None or not self.item.hides_something,
            "review.filter": not (self.queue.items.shown or self.queue.field.value),
        }
        if self.queue.field.has_focus or lacks.get(action_id):
            return ""
        targets = self.deciding.targets
        if action_id in PLACES:
            label = targets.label(PLACES[action_id]) if self.filled else ""
            return f"look and {label}" if action_id == "review.take" and label and targets.is_proposal() else label
        if action_id == "review.proposal":  # of a single one the key that takes it says so
            return None if self.filled and targets.proposal() and not targets.is_proposal() else ""
        if action_id == "review.reveal" and self.filled and self.item.detail is not None:
            return None if self.item.detail.ref not in self.item.revealed else "mask"
        return "" if action_id == "review.undo" and not self.console.sitting.done else None

    def will_ask(self, action_id: str) -> bool:
        """An undo asks for a reason only if the decision was made before this sitting."""
        return super().will_ask(action_id) and not (action_id == "review.undo" and self.console.sitting.done)

    def failed(self, message: Failed) -> None:
        """What fails in the background is said where it is missed."""
        if message.what == "queue" and not self._restored:
            self.call_later(self.queue_read, QueueView(), "")
        if message.what == "plan" and not message.log:
            self.item.show_refusal(message.sentence, message.missing, self.console.keymap.keys)
        elif message.what == "detail" and message.nothing:
            return  # the row goes as soon as the queue is read again
        elif message.what in ("poll", "detail", "budgets") and not message.log:
            self.console.say(message.sentence, "warning", timeout=6)
        else:
            super().failed(message)

    # The two halves

    def on_long_list_highlighted(self, event: LongList.Highlighted) -> None:
        """Show the row immediately; read the item when the cursor rests."""
        event.stop()
        self._announce(event.item if isinstance(event.item, QueueItem) else None)

    def _announce(self, row: QueueItem | None) -> None:
        if not self.filled:
            return
        self.item.announce(row, slots_of(row).verbs() if row else (), self.console.here.now)
        if self._debounce is not None:
            self._debounce.stop()
        if row is None and self.has_class("-item"):
            self.looking.to_queue()
        if row is not None:
            read = partial(self.reading.words, row) if isinstance(row, WordsRow) else partial(self.reading.detail, row)
            self._debounce = self.set_timer(DEBOUNCE_SECONDS, read)
            self._stand_here()
            self._remember()
        self.queue.refresh_words()
        self.refresh_keys()

    def _stand_here(self) -> None:
        """Other screens show the workspace of this row; while one of them is open, it stays the one it began with."""
        row = self.queue.current
        if row is not None and self.console.screen is self and self.console.sessions.cursor_on(row.ref):
            self.refresh_header()
            self.reading.budgets()

    def on_screen_resume(self) -> None:
        """The cursor may have come to another workspace meanwhile, and other screens may have decided something."""
        if self.filled:
            self._stand_here()
            self.reading.catch_up()

    def on_long_list_opened(self, event: LongList.Opened) -> None:
        """Enter goes into the item."""
        event.stop()
        if isinstance(event.item, QueueItem):
            self.looking.open_item()
        else:
            self.item.evidence.text.focus()

    def on_item_list_marks_changed(self, event: ItemList.MarksChanged) -> None:
        """Say how many are marked."""
        event.stop()
        self.queue.refresh_words()
        self.refresh_keys()

    def on_queue_pane_shown(self, event: QueuePane.Shown) -> None:
        event.stop()
        self.queue.refresh_words()
        self.refresh_keys()

    def on_diff_view_full_screen(self, event: "DiffView.FullScreen") -> None:
        """The diff asks for the screen."""
        event.stop()
        self.looking.do_review_zoom()

    def on_diff_view_copied(self, event: "DiffView.Copied") -> None:
        event.stop()
        self.console.copy(inert(event.text), "the change")

    def on_text_pane_search_wanted(self, event: "TextPane.SearchWanted") -> None:
        from dreamtui.tui.screens.dialogs.questions import prompt

        event.stop()
        pane = event.pane

        def search(words: str | None) -> None:
            if words is not None:
                pane.search(words)

        self.app.push_screen(prompt("Search for"), search)

    def on_item_list_not_all_there(self, event: ItemList.NotAllThere) -> None:
        """All cannot be marked before all are read."""
        event.stop()
        done, total = self.queue.progress()
        read = f"{done:,} of {total:,} items are read" if total else "the rest of the queue is still being read"
        self.console.say(f"Not all rows are here to be marked: {read}; press it again when they are", "warning")

    def on_item_list_none_waits(self, event: ItemList.NoneWaits) -> None:
        """Where nothing else waits in this tab, go to those that are pending; where nothing does, say so."""
        event.stop()
        if self.queue.tab and self.queue.view.counts()["Pending"]:
            self.queue.choose_tab(0)
            self.console.say("Nothing else waits there; these are pending")
        else:
            self.console.say("No other item waits for a decision here")

    def on_evidence_pane_source_wanted(self, event: "EvidencePane.SourceWanted") -> None:
        """Read it, when the tab is shown."""
        event.stop()
        if self.item.tab == "evidence":
            self.reading.source(event.piece)

    def on_item_pane_preview_wanted(self, event: "ItemPane.PreviewWanted") -> None:
        """Read it, with the draft if there is one."""
        event.stop()
        self.reading.plan(event.item, event.verb, self.deciding.reasons.words_begun(event.item, event.verb))

    # Keeping

    def _remember(self) -> None:
        """Keep the place when the fingers rest, so that even a process that is killed comes back to it."""
        if self._keeping is not None:
            self._keeping.stop()
        self._keeping = self.set_timer(KEEP_SECONDS, self.keep)

    def place(self) -> "ResumePoint":
        from dreamtui.model.sitting import ResumePoint

        current = self.queue.current
        split = {True: "split", False: "unified", None: ""}[self.console.split]
        return ResumePoint(
            item=current.name if current else "",
            status=TABS[self.queue.tab].name,
            filter=self.queue.field.value,
            order=self.queue.order,
            tab=self.item.tab,
            scroll=int(self.item.body.scroll_offset.y),
            split=split,
            theme=self.console.theme_chosen,
        )

    def keep(self) -> None:
        if self._restored and self.filled:
            self.console.sessions.save_place(self.place())
