"""Promotions: recalls ranked, thresholds that can be moved to see what would pass, and the way into the queue."""

from collections.abc import Callable
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.message import Message

from dreamtui.openclaw import promote
from dreamtui.openclaw.kind import MEMORY
from dreamtui.openclaw.memory_file import Fit
from dreamtui.openclaw.promote import Lane, Preview, PromotionRun
from dreamtui.openclaw.scoring.recall import Thresholds
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.screens.browse import BrowseScreen
from dreamtui.tui.screens.pages import Page, RowsRead
from dreamtui.tui.texts import promotions as texts
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.diff.files import FileDiff, decode
from dreamtui.tui.widgets.lists.row_list import ListRow
from dreamtui.tui.widgets.text_pane import plain


@dataclass
class LaneRead(RowsRead):
    """The rows, and what they are rows of."""

    lane: Lane
    """Everything that was read."""
    needed: Thresholds
    """Under which thresholds."""


@dataclass
class BudgetKnown(Message):
    """How MEMORY.md would fit its budget."""

    fit: Fit
    """It."""


class PromotionsScreen(BrowseScreen):
    """Recalls best first, and one of them: its score and its gates, or what MEMORY.md would be."""

    SCOPES = (Scope.PROMOTIONS, Scope.BROWSE)
    BINDINGS = bindings_of(*SCOPES)
    HEADING = "Promotions"
    COLUMNS = texts.COLUMNS
    EMPTY = "There are no recalls here yet."

    def __init__(self) -> None:
        super().__init__()
        self._lane: Lane | None = None
        self._needed: Thresholds | None = None
        self._chosen = 0
        self._memory = False
        self._previewed: tuple[Thresholds, Preview] | None = None

    def compose_top(self) -> ComposeResult:
        """The thresholds, the budget, what to know about the store."""
        yield BarLine(id="promotions-sliders")
        yield BarLine(id="promotions-budget")
        yield BarLine(id="promotions-remark")

    def on_mount(self) -> None:
        """The budget and the remark come when there is something to say."""
        for name in ("#promotions-budget", "#promotions-remark"):
            self.query_one(name).display = False

    # Reading

    def read_again(self) -> None:
        """Read the store anew; the thresholds stay where they were moved to."""
        if self._lane is not None and self._needed == self._lane.thresholds:
            self._needed = None
        self._lane = self._previewed = None
        super().read_again()

    def read_rows(self) -> LaneRead:
        """The recalls held against the thresholds; only the first time, and when asked, from the file."""
        lane = self._lane or promote.lane(self.console.here.desk)
        needed = self._needed or lane.thresholds
        passing = promote.passing(lane.scored, needed)
        summary = f"{len(passing):,} of {len(lane.entries):,} recalls would pass"
        return LaneRead(texts.rows(lane, passing, needed), summary if lane.entries else "none", lane, needed)

    def on_lane_read(self, message: LaneRead) -> None:
        """Show the thresholds, then the rows; where there are none, what to do."""
        if self._needed is not None and message.needed != self._needed:
            message.stop()
            return
        self._lane, self._needed = message.lane, message.needed
        self._show_sliders()
        source = message.lane.recalls.source
        remark = self.query_one("#promotions-remark", BarLine)
        remark.show([Word(f" {' · '.join(source.remarks)}", "warning")])
        remark.display = bool(source.remarks)
        self.query_one("#promotions-sliders").display = bool(message.lane.entries)
        self.on_rows_read(message)
        if not message.rows:
            self.show_page(Page(texts.empty_lines(message.lane.where)))
            self.read_on()

    def read_page(self, row_id: str) -> Page:
        """One recall, or MEMORY.md before and after."""
        lane, needed = self._lane, self._needed
        if lane is None or needed is None:
            return Page()
        if self._memory:
            return self._read_memory(needed)
        return Page(texts.recall_lines(lane.why(row_id, needed), lane.look(row_id)))

    def _read_memory(self, needed: Thresholds) -> Page:
        known = self._previewed
        if known is None or known[0] != needed:
            seen = promote.preview(promote.at(self.console.here.desk, needed))
            known = self._previewed = (needed, seen)
        seen = known[1]
        self.post_message(BudgetKnown(seen.fit))
        if seen.before == seen.after:
            return Page([plain("Nothing passes that MEMORY.md does not say already, so it stays as it is.", "dim")])
        return Page(files=[FileDiff(MEMORY, decode(seen.before), decode(seen.after))])

    def on_budget_known(self, message: BudgetKnown) -> None:
        """Show it above the diff."""
        message.stop()
        if self._memory:
            line = self.query_one("#promotions-budget", BarLine)
            line.show(texts.budget_words(message.fit))
            line.display = True

    def copied(self, row: ListRow) -> str:
        """The recall's key, which `promote explain` takes."""
        return row.id

    # Thresholds

    def _show_sliders(self) -> None:
        if self._lane is not None and self._needed is not None:
            words = texts.slider_words(self._needed, self._lane.thresholds, self._chosen)
            self.query_one("#promotions-sliders", BarLine).show(words)
            self.refresh_keys()

    def do_promotions_threshold(self) -> None:
        """The next threshold moves."""
        self._chosen = (self._chosen + 1) % len(texts.SLIDERS)
        self._show_sliders()

    def do_promotions_lower(self) -> None:
        """Down by a step."""
        self._move(lambda needed: promote.moved(needed, texts.SLIDERS[self._chosen][0], -1))

    def do_promotions_raise(self) -> None:
        """Up by a step."""
        self._move(lambda needed: promote.moved(needed, texts.SLIDERS[self._chosen][0], 1))

    def do_promotions_reset(self) -> None:
        """As configured."""
        lane = self._lane
        if lane is not None:
            self._move(lambda needed: lane.thresholds)

    def _move(self, change: Callable[[Thresholds], Thresholds]) -> None:
        """Other thresholds: the rows are held against them, and nothing is written."""
        if self._lane is None or self._needed is None or not self._lane.entries:
            return
        self._needed = change(self._needed)
        self._show_sliders()
        self.load_rows()

    def bar_label(self, action_id: str) -> str | None:
        """Keys that have something to do now."""
        if action_id.startswith("promotions.") and self._lane is not None and not self._lane.entries:
            return ""
        if action_id == "promotions.memory" and self._memory:
            return "figures"
        moved = self._lane is not None and self._needed != self._lane.thresholds
        if action_id == "promotions.reset" and not moved:
            return ""
        return "" if action_id == "promotions.queue" and self.console.read_only else None

    # MEMORY.md

    def do_promotions_memory(self) -> None:
        """MEMORY.md before and after over the whole screen, or the figures again."""
        if self.rows.chosen is None:
            return
        self._memory = not self._memory
        self.set_class(self._memory, "-whole")
        self.refresh_keys()
        if self._memory:
            self.add_class("-reading")
            self.page_again()
        else:
            self.query_one("#promotions-budget").display = False
            self.to_rows()
            self.call_after_refresh(self.page_again)

    def show_page(self, page: Page) -> None:
        """Show the figures or MEMORY.md; over the whole screen the pane has the keys, as the list is not to be seen."""
        if page.files and not self._memory:
            return
        super().show_page(page)
        if self._memory:
            self.call_after_refresh(self._focus_memory)

    def _focus_memory(self) -> None:
        if self._memory:
            self.page_pane.focus()

    def do_browse_back(self) -> None:
        """From MEMORY.md to the figures; else back by one."""
        if self._memory:
            self.do_promotions_memory()
        else:
            super().do_browse_back()

    def do_browse_pane(self) -> None:
        """From MEMORY.md to the list; else to the other pane."""
        if self._memory:
            self.do_promotions_memory()
        else:
            super().do_browse_pane()

    # The queue

    def do_promotions_queue(self) -> None:
        """Put what passes into the queue, where each is decided."""
        needed, desk = self._needed, self.console.here.desk
        if needed is not None and self._lane is not None and self._lane.entries:
            in_worker(
                self, lambda: promote.queue(promote.at(desk, needed)), self._filled,
                group="queue", description="filling the queue", what="queue",
            )  # fmt: skip

    def _filled(self, done: PromotionRun) -> None:
        """Say what came in; the queue behind this screen shows it."""
        self.console.say(texts.filled(done), timeout=6.0)
        self.console.queue_changed()
        self.read_again()
