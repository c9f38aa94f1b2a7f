"""Promotions: recalls ranked, thresholds that can be moved to see what would pass, and the way into the queue."""

from collections.abc import Callable
from functools import partial

from dreamtui.openclaw import promote
from dreamtui.openclaw.kind import MEMORY
from dreamtui.openclaw.memory_file import Fit
from dreamtui.openclaw.promote import Lane, Preview, PromotionRun
from dreamtui.openclaw.scoring.recall_entries import Thresholds
from dreamtui.openclaw.status import MemoryCounts, counts
from dreamtui.present import promotions as texts
from dreamtui.present.changes import FileDiff, decode
from dreamtui.present.parts import ListRow, Word
from dreamtui.text.lines import plain
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject


class PromotionRows(Subject):
    """Recalls best first, and one of them: its score and its gates, or what MEMORY.md would be."""

    HEADING = "Promotions"
    COLUMNS = texts.COLUMNS
    EMPTY = "There are no recalls here yet."
    LINES = ("promotions-counts", "promotions-sliders", "promotions-budget", "promotions-remark")

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._lane: Lane | None = None
        self._needed: Thresholds | None = None
        self._chosen = 0
        self._memory = False
        self._previewed: tuple[Thresholds, Preview] | None = None
        self._counts: MemoryCounts | None = None

    # Reading

    def forget(self) -> None:
        """The thresholds stay where they were moved to."""
        if self._lane is not None and self._needed == self._lane.thresholds:
            self._needed = None
        self._lane = self._previewed = self._counts = None

    def read(self) -> RowsRead:
        """The recalls held against the thresholds; only the first time, and when asked, from the file."""
        lane = self._lane or promote.lane(self.console.here.desk)
        self._counts = self._counts or (counts(lane.recalls) if lane.where else None)
        needed = self._needed or lane.thresholds
        passing = promote.passing(lane.scored, needed)
        summary = f"{len(passing):,} of {len(lane.entries):,} recalls would pass" if lane.entries else "none"
        nothing = Page(texts.empty_lines(lane.where), then=self.screen.panes.read_on)
        return RowsRead(texts.rows(lane, passing, needed), summary, partial(self._show_lane, lane, needed), nothing)

    def _show_lane(self, lane: Lane, needed: Thresholds) -> None:
        """Show the thresholds, and what to know about the store."""
        self._lane, self._needed = lane, needed
        self._show_sliders()
        counted = texts.count_words(self._counts, self.console.here.now) if self._counts is not None else []
        self.screen.show_line("promotions-counts", counted)
        remarks = " · ".join(lane.recalls.source.remarks)
        self.screen.show_line("promotions-remark", [Word(f" {remarks}", "warning")] if remarks else [])

    def page(self, row_id: str) -> Page:
        """One recall, or MEMORY.md before and after."""
        lane, needed = self._lane, self._needed
        if lane is None or needed is None:
            return Page()
        if self._memory:
            return self._memory_page(needed)
        return Page(texts.recall_lines(lane.why(row_id, needed), lane.look(row_id)))

    def _memory_page(self, needed: Thresholds) -> Page:
        known = self._previewed
        if known is None or known[0] != needed:
            seen = promote.preview(promote.at(self.console.here.desk, needed))
            known = self._previewed = (needed, seen)
        seen = known[1]
        then = partial(self._show_budget, seen.fit)
        if seen.before == seen.after:
            said = "Nothing passes that MEMORY.md does not say already, so it stays as it is."
            return Page([plain(said, "dim")], then=then)
        return Page(files=[FileDiff(MEMORY, decode(seen.before), decode(seen.after))], then=then)

    def _show_budget(self, fit: Fit) -> None:
        """Over the whole screen the pane has the keys, as the list is not to be seen."""
        self.screen.show_line("promotions-budget", texts.budget_words(fit))
        self.screen.call_after_refresh(self._focus_memory)

    def _focus_memory(self) -> None:
        if self._memory:
            self.screen.pane.body.focus()

    def copied(self, row: ListRow) -> str:
        """The recall's key, which `promote explain` takes."""
        return row.id

    # Thresholds

    def _show_sliders(self) -> None:
        if self._lane is not None and self._needed is not None:
            words = texts.slider_words(self._needed, self._lane.thresholds, self._chosen)
            self.screen.show_line("promotions-sliders", words if self._lane.entries else [])
            self.screen.refresh_keys()

    def do_promotions_threshold(self) -> None:
        self._chosen = (self._chosen + 1) % len(texts.SLIDERS)
        self._show_sliders()

    def do_promotions_lower(self) -> None:
        self._move(lambda needed: promote.moved(needed, texts.SLIDERS[self._chosen][0], -1))

    def do_promotions_raise(self) -> None:
        self._move(lambda needed: promote.moved(needed, texts.SLIDERS[self._chosen][0], 1))

    def do_promotions_reset(self) -> None:
        lane = self._lane
        if lane is not None:
            self._move(lambda needed: lane.thresholds)

    def _move(self, change: Callable[[Thresholds], Thresholds]) -> None:
        """Other thresholds: the rows are held against them, and nothing is written."""
        if self._lane is None or self._needed is None or not self._lane.entries:
            return
        self._needed = change(self._needed)
        self._show_sliders()
        self.screen.reader.rows()

    def label(self, action_id: str) -> str | None:
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
        screen = self.screen
        if screen.rows.chosen is None:
            return
        self._memory = not self._memory
        screen.set_class(self._memory, "-whole")
        screen.refresh_keys()
        if self._memory:
            screen.add_class("-reading")
            screen.reader.page()
        else:
            screen.show_line("promotions-budget", [])
            screen.panes.to_rows()
            screen.reader.page_after_moving()

    def do_browse_back(self) -> None:
        """From MEMORY.md to the figures; else back by one."""
        if self._memory:
            self.do_promotions_memory()
        else:
            self.screen.panes.do_browse_back()

    def do_browse_pane(self) -> None:
        """From MEMORY.md to the list; else to the other pane."""
        if self._memory:
            self.do_promotions_memory()
        else:
            self.screen.panes.do_browse_pane()

    # The mode

    def do_promotions_mode(self) -> None:
        """Ask how often, and with which thresholds, scheduled runs fill the queue."""
        from dreamtui.tui.screens.dialogs.questions import prompt

        hint = "off, core, rem or deep; leave it empty to see the one that is set"
        self.screen.app.push_screen(prompt("Which mode for scheduled runs?", "", hint), self._mode_typed)

    def _mode_typed(self, typed: str | None) -> None:
        from dreamtui.openclaw.settings import PromotionOptions
        from dreamtui.openclaw.status import mode

        if typed is None:
            return
        desk = self.console.here.desk
        in_worker(
            self.screen, lambda: mode(desk, typed or "status", PromotionOptions()), self._mode_set,
            group="mode", description="setting the mode", what="mode",
        )  # fmt: skip

    def _mode_set(self, done: tuple[str, bool]) -> None:
        from dreamtui.tui.screens.dialogs.questions import notice

        text, changed = done
        more = ("", "This console goes on with the thresholds it began with.") if changed else ()
        self.screen.app.push_screen(notice("Mode of scheduled runs", (*text.split("\n"), *more)))

    # The queue

    def do_promotions_queue(self) -> None:
        """Put what passes into the queue, where each is decided."""
        needed, desk = self._needed, self.console.here.desk
        if needed is not None and self._lane is not None and self._lane.entries:
            in_worker(
                self.screen, lambda: promote.queue(promote.at(desk, needed)), self._filled,
                group="queue", description="filling the queue", what="queue",
            )  # fmt: skip

    def _filled(self, done: PromotionRun) -> None:
        """Say what came in; the queue behind this screen shows it."""
        self.console.say(texts.filled(done), timeout=6.0)
        self.console.queue_changed()
        self.screen.reader.again()
