"""What is above the two panes: workspace and counts, how full the outputs are, a banner."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal

from dreamtui.present.parts import Word
from dreamtui.text.query.row import UNDECIDED
from dreamtui.tui.panes.places_line import PlacesLine
from dreamtui.tui.session.orphan_drafts import OrphanDrafts
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.meter import BudgetMeter

if TYPE_CHECKING:
    from dreamtui.desk.workspace.overview import Overview
    from dreamtui.tui.screens.review.review import ReviewScreen


class TopLines:
    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen
        self._begun = OrphanDrafts()
        """Words that were begun and not recorded."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield BarLine(id="header")
            yield BudgetMeter("CLAUDE.md", id="claude")
            yield BudgetMeter("MEMORY.md", id="memory")
        yield BarLine(id="banner")
        yield PlacesLine(id="places")

    def mounted(self) -> None:
        for name in ("#claude", "#memory"):
            self._screen.query_one(name).display = False
        self.show_banner(self.lasting_notice)
        self.refresh()

    @property
    def lasting_notice(self) -> str:
        """The banner without another message: why nothing can be decided, or empty."""
        return self._screen.console.read_only or self._screen.console.sessions.closed_words()

    def show_banner(self, text: str, hint: str = "", action: str = "") -> None:
        """A line above everything; none for an empty text."""
        banner = self._screen.query_one("#banner", BarLine)
        banner.display = bool(text)
        banner.show([Word(f" {text}", "warning", keep=2)], [Word(f"{hint} ", "strong", action, 1)] if hint else ())

    def refresh(self) -> None:
        """The workspace, the number of open items, the drafts; and how far the queue has come."""
        self._screen.progress.refresh()
        console, queue, begun = self._screen.console, self._screen.queue, self._begun
        if self._screen.filled:
            begun.look(console.sessions.drafts.all(), queue.view)
            queue.show_drafts(begun.items, begun.rows)
        pending = sum(queue.view.tally.get(status, 0) for status in UNDECIDED)
        waiting = len(begun.items & begun.undecided)
        drafts = f"{waiting} draft{'s' if waiting > 1 else ''}   " if waiting else ""
        more = "" if queue.view.counted else "+"
        right = [Word(f"{pending}{more} open   ", "strong", keep=80)]
        right += [Word(drafts, "dim", keep=40)]
        if console.read_only:
            right.insert(0, Word("read-only   ", "warning", keep=90))
        left = [Word(" dreamtui  ", "dim", keep=20), Word(console.sessions.name, "strong", keep=70)]
        self._screen.query_one("#header", BarLine).show(left, right)
        self._screen.query_one(PlacesLine).refresh()

    def show_sizes(self, found: "Overview") -> None:
        """How full the files are that agents load now; what is still to be written is not in them."""
        from dreamtui.present.overview import project_lines
        from dreamtui.text.budget import CLAUDE_LINES, MEMORY_LINES

        wide = self._screen.size.width >= 100
        for name, used, limit in (
            ("#claude", project_lines(found), CLAUDE_LINES),
            ("#memory", found.status.index_lines, MEMORY_LINES),
        ):
            meter = self._screen.query_one(name, BudgetMeter)
            meter.display = wide or name == "#claude"
            meter.show(used, limit)
