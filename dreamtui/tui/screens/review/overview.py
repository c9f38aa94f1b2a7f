"""The lines above the queue: what agents remember, and the key that mends the worst of what is wrong."""

from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical

from dreamtui.present.parts import Word
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.widgets.bar_line import BarLine

if TYPE_CHECKING:
    from dreamtui.desk.memory.verify import Report
    from dreamtui.desk.workspace.overview import Overview
    from dreamtui.present.overview import StripLine
    from dreamtui.tui.screens.review.review import ReviewScreen
    from dreamtui.tui.session.outcomes import ConsoleOutcome
    from dreamtui.tui.session.session import Session

LINES = 2


class OverviewStrip(Vertical):
    """Two lines, there from the start so that nothing moves when they are read."""

    def compose(self) -> ComposeResult:
        for _ in range(LINES):
            yield BarLine()

    def show(self, lines: "list[StripLine]") -> None:
        for bar, line in zip(self.query(BarLine), lines, strict=True):
            bar.show(line.left, line.right)


class OverviewReading:
    """Reads what agents remember, after the queue is shown and after each change, and shows it."""

    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen
        self._seen: Overview | None = None
        self._claims: dict[Session, Report | None] = {}
        """Claims are held against the repository once a workspace; later looks take what was found."""

    @property
    def strip(self) -> OverviewStrip:
        return self._screen.query_one("#overview", OverviewStrip)

    @property
    def has_finding(self) -> bool:
        """Whether something is known to be wrong with what agents remember."""
        return self._seen is not None and bool(self._seen.findings)

    def wait(self) -> None:
        """Say that it is being read."""
        self.strip.query(BarLine).first().show([Word(" reading what agents remember …", "dim")])

    def look(self, *, anew: bool) -> None:
        """Read it for the workspace under the cursor."""
        here = self._screen.console.here
        in_worker(
            self._screen, partial(here.overview, anew=anew), partial(self._read, here),
            group="overview", description="reading what agents remember", what="overview",
        )  # fmt: skip

    def _read(self, here: "Session", found: "Overview") -> None:
        if here not in self._claims:
            in_worker(
                self._screen, here.claims, partial(self._checked, here),
                group="claims", description="looking at what memories claim", what="overview",
            )  # fmt: skip
        if here is self._screen.console.here:
            self._take(found, here)
            self._screen.top.show_sizes(found)
            self._screen.console.places.show(here, found)

    def _checked(self, here: "Session", claims: "Report | None") -> None:
        self._claims[here] = claims
        if here is self._screen.console.here and self._seen is not None:
            self._take(self._seen, here)

    def _take(self, found: "Overview", here: "Session") -> None:
        from dreamtui.desk.workspace.overview import with_claims

        self._seen = with_claims(found, self._claims.get(here))
        self.show()

    def show(self) -> None:
        """Show what was read, with the keys as they are."""
        from dreamtui.present.overview import strip

        console = self._screen.console
        if self._seen is not None:
            keys, now = console.keymap.shown, console.here.now
            self.strip.show(strip(self._seen, keys, now, plain=console.options.ascii))

    async def do_review_worst(self) -> None:
        """Do what the first line offers."""
        from dreamtui.tui.controllers.remedies import apply_remedy

        screen = self._screen
        if self._seen is None:
            screen.console.say("What agents remember is still being read")
        elif not self._seen.findings:
            screen.console.say("Nothing is wrong with what agents remember")
        else:
            await apply_remedy(screen, self._seen.findings[0].kind, self._mended)

    def _mended(self, outcome: "ConsoleOutcome | None") -> None:
        if outcome is not None:
            self._screen.deciding.recorded(outcome)
