"""CLAUDE.md and MEMORY.md from the review screen: what the decisions do to them is shown before it is written."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from dreamtui.tui.controllers.working import in_worker, still_here

if TYPE_CHECKING:
    from dreamtui.desk.outputs.sync import Synced
    from dreamtui.tui.screens.base import BaseScreen


@dataclass(frozen=True, slots=True)
class Outputs:
    """Writes them, now or on the way out."""

    screen: "BaseScreen[Any]"
    written: Callable[[], object]
    """Called when they were written and the person stays."""

    def write(self) -> None:
        """Show what the outputs would become, and write them on confirmation."""
        self._plan(leaving=False)

    def leave(self) -> None:
        """Leave the console; with decisions of this sitting, first show what they do to the outputs."""
        console = self.screen.console
        console.keep_everything()
        if console.sitting.changed and not console.read_only:
            self._plan(leaving=True)
        else:
            console.leave()

    def _plan(self, *, leaving: bool) -> None:
        in_worker(
            self.screen, self.screen.console.sessions.outputs, partial(self._planned, leaving=leaving),
            group="outputs", description="planning the outputs", what="leave" if leaving else "outputs",
        )  # fmt: skip

    def _planned(self, synced: "Synced", *, leaving: bool) -> None:
        """Nothing is confirmed if nothing changes, or if another dialog was opened meanwhile."""
        from dreamtui.tui.screens.dialogs.leave import LeaveScreen

        console = self.screen.console
        if not still_here(self.screen, "to leave" if leaving else "to write the outputs"):
            return
        if synced.changes or synced.problems or (leaving and console.sitting.written):
            console.push_screen(LeaveScreen(synced, leaving=leaving), partial(self._left, leaving=leaving))
        elif leaving:
            console.leave()
        else:
            console.say("The outputs are up to date")

    def _left(self, how: str | None, *, leaving: bool) -> None:
        console = self.screen.console
        if leaving and how:
            console.leave()
        elif how == "written":
            console.say(console.parting_words.pop() if console.parting_words else "Written")
            self.written()
