"""The review screen: queue, item and changes side by side, the queue over the item or its preview, as there is room."""

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from dreamtui.text.inert import inert
from dreamtui.tui.actions.registry import Scope, action, shown_key, split_keys
from dreamtui.tui.controllers.working import Failed
from dreamtui.tui.panes.queue_pane import QueuePane
from dreamtui.tui.screens.base import BaseScreen, KeyBar
from dreamtui.tui.screens.review.arriving import Arriving
from dreamtui.tui.screens.review.deciding import PLACES, Deciding
from dreamtui.tui.screens.review.entering import Entering
from dreamtui.tui.screens.review.looking import Looking
from dreamtui.tui.screens.review.overview import OverviewReading, OverviewStrip
from dreamtui.tui.screens.review.progress import ProgressLine
from dreamtui.tui.screens.review.reading import Reading
from dreamtui.tui.screens.review.saved_place import SavedPlace
from dreamtui.tui.screens.review.top_lines import TopLines
from dreamtui.tui.screens.review.twinning import Twinning
from dreamtui.tui.session.orphan_drafts import WordsRow
from dreamtui.tui.session.queue_items import QueueItem, QueueView, slots_of
from dreamtui.tui.session.session import Detail
from dreamtui.tui.widgets.intro import Intro
from dreamtui.tui.widgets.lists.item_list import ItemList
from dreamtui.tui.widgets.lists.long_list import LongList

if TYPE_CHECKING:
    from dreamtui.tui.panes.evidence_pane import EvidencePane
    from dreamtui.tui.panes.item_pane import ItemPane
    from dreamtui.tui.widgets.diff.view import DiffView
    from dreamtui.tui.widgets.text_pane import TextPane

DEBOUNCE_SECONDS = 0.04
"""How long the cursor has to rest before the item is read."""

PAINT_SECONDS = 0.02
"""Time to draw the first rows before anything else is imported and shown."""

BROAD = 180
"""Columns from which queue, item and changes stand beside each other."""

POLL_SECONDS = 2.0
"""How often it is looked whether others changed something."""


class ReviewScreen(BaseScreen[None]):
    """One queue, one item, one decision: the two halves."""

    SCOPES = (Scope.REVIEW,)
    CONTROLLERS = (Reading, Arriving, Looking, Deciding, OverviewReading)
    HORIZONTAL_BREAKPOINTS = [*BaseScreen.HORIZONTAL_BREAKPOINTS, (BROAD, "-broad")]  # noqa: RUF012  as Textual has it
    VERTICAL_BREAKPOINTS = BaseScreen.LOW
    AUTO_FOCUS = "#list"

    def __init__(self) -> None:
        super().__init__()
        self.reading = self.controller(Reading)
        self.arriving = self.controller(Arriving)
        self.looking = self.controller(Looking)
        self.deciding = self.controller(Deciding)
        self.overview = self.controller(OverviewReading)
        self.filled = False
        """Whether the item's half is there; the queue comes first."""
        self.top = TopLines(self)
        self.progress = ProgressLine(self)
        self.twinning = Twinning(self)
        self.place = SavedPlace(self)
        self.entering = Entering(self)
        self._restored = False
        self._debounce: Timer | None = None

    @property
    def queue(self) -> QueuePane:
        return self.query_one("#queue", QueuePane)

    @property
    def item(self) -> "ItemPane":
        return cast("ItemPane", self.query_one("#item"))

    async def do(self, action_id: str) -> None:
        """Do an action; before the item's half is there, a key that means it does nothing, nor do words behind it."""
        if not self.filled and action(action_id).scope is Scope.REVIEW:
            self.console.typed.release()
            return
        await super().do(action_id)

    def do_app_quit(self) -> None:
        """Leave; with decisions of this sitting, first show what they do to the outputs."""
        self.deciding.outputs.leave()

    def compose(self) -> ComposeResult:
        """Header, banner, queue and item, what was decided last, keys."""
        yield from self.top.compose()
        yield OverviewStrip(id="overview")
        yield Intro(self.console.keymap.keys, id="intro")
        with Horizontal(id="body"):
            yield QueuePane(id="queue", plain=self.console.options.ascii)
            yield Vertical(id="item-place")
        yield self.progress.compose()
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the queue; then, when it is shown, everything else."""
        sessions = self.console.sessions
        place = self.place.load()
        self.query_one("#intro").display = not place.status and not place.item
        self.console.theme_chosen = place.theme
        self.console.split = {"split": True, "unified": False}.get(place.split)
        self.queue.items.empty = "Reading the queue …"
        self.queue.items.looks.tags = sessions.tags
        self.queue.tab_keys = self._tab_keys()
        self.top.mounted()
        self.overview.wait()
        self.call_after_refresh(self.console.read_other_styles)
        self.reading.queue(first=True)
        self.queue.progress = sessions.queue.progress

    def _tab_keys(self) -> str:
        """The keys that go from one status to the next, as they are shown."""
        keys, plain = self.console.keymap.keys, self.console.options.ascii
        each = (split_keys(keys.get(name, ""))[:1] for name in ("review.previous-tab", "review.next-tab"))
        return " ".join(shown_key(key, plain=plain) for found in each for key in found)

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
        if first:
            self.place.wish_for_item()
        self.queue.show(view, self.console.here.now, lambda: self.arriving.arrived(view))
        self.top.show_banner(self.top.lasting_notice)
        if first:
            self._restored = True
            self.set_timer(PAINT_SECONDS, self._fill)
            self.set_interval(POLL_SECONDS, self.reading.poll)
            for sentence in (*self.console.first_words, *view.problems[:3]):
                self.console.say(sentence, "warning", timeout=8)
        self.top.refresh()
        if not first:
            self.measure()

    async def _fill(self) -> None:
        """The queue is on the screen: now the item, the meters, the presence mark."""
        from dreamtui.tui.panes.item_pane import ItemPane

        place = self.query_one("#item-place")
        if self.console.return_code is not None or not place.is_attached:
            return
        if self.queue.view.partial:
            self.arriving.tell_progress()
        else:
            self.arriving.collect()
        self.console.read_other_styles()
        await place.mount(ItemPane(self.place.tab, split=self.console.split, id="item"))
        self.filled = True
        self.announce(self.queue.current)
        self.refresh_keys()
        self.top.refresh()
        self.entering.enter()
        if self.queue.view.partial:
            self.reading.queue()
        elif not self.queue.view.stamp:
            self.reading.stamp()
        self.measure()

    def detail_read(self, detail: Detail) -> None:
        """Show the item, when the cursor is still on it."""
        current = self.queue.current
        if current is None or not self.filled or current.ref != detail.ref:
            return
        first = self.item.detail is None
        self.item.show(detail, self.console.here.now)
        if first:
            self.place.scroll_item(current)
        self.refresh_keys()

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
            if action_id == "review.take" and label and targets.is_proposal():
                return f"look and {label}" if targets.can_be_taken() else "look"
            return label
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
        elif message.what in ("poll", "detail", "overview") and not message.log:
            self.console.say(message.sentence, "warning", timeout=6)
        else:
            super().failed(message)

    # The two halves

    def on_long_list_highlighted(self, event: LongList.Highlighted) -> None:
        """Show the row immediately; read the item when the cursor rests."""
        event.stop()
        self.announce(event.item if isinstance(event.item, QueueItem) else None)

    def announce(self, row: QueueItem | None) -> None:
        """Show a row, and read its item when the cursor rests."""
        if not self.filled:
            return
        self.item.announce(row, slots_of(row).verbs() if row else (), self.console.here.now)
        self.twinning.name()
        if self._debounce is not None:
            self._debounce.stop()
        if row is None and self.has_class("-item"):
            self.looking.to_queue()
        if row is not None:
            read = partial(self.reading.words, row) if isinstance(row, WordsRow) else partial(self.reading.detail, row)
            self._debounce = self.set_timer(DEBOUNCE_SECONDS, read)
            self._stand_here()
            self.place.save_soon()
        self.queue.refresh_words()
        self._name_item()
        self.refresh_keys()

    def on_resize(self) -> None:
        """A row may cut its title now."""
        self.call_after_refresh(self._name_item)

    def _name_item(self) -> None:
        """In a preview a title that stands whole in the row above is not said again."""
        if self.filled:
            self.item.title_lines.set_class(self.queue.items.names_cursor, "-named")

    def _stand_here(self) -> None:
        """Other screens show the workspace of this row; while one of them is open, it stays the one it began with."""
        row = self.queue.current
        if row is not None and self.console.screen is self and self.console.sessions.cursor_on(row.ref):
            self.top.refresh()
            self.measure()

    def measure(self, *, anew: bool = False) -> None:
        """Read again how full the files are and what is wrong with what agents remember.

        `anew`: something was decided and the queue not read again since.
        """
        self.overview.look(anew=anew)

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

    def keep(self) -> None:
        if self._restored and self.filled:
            self.place.save()
