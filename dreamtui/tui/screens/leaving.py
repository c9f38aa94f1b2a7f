"""Writing the outputs from the review screen, and leaving it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from dreamtui.tui.screens.looking import LookingScreen

if TYPE_CHECKING:
    from dreamtui.desk.outputs import Synced


class LeavingScreen(LookingScreen):
    """What the decisions do to CLAUDE.md and MEMORY.md is shown before it is written."""

    @dataclass
    class OutputsPlanned(Message):
        """What the outputs would become."""

        synced: "Synced"
        """The plan."""
        leaving: bool
        """Whether somebody is on the way out."""

    # Outputs and leaving

    def do_review_write(self) -> None:
        """Show what the outputs would become."""
        self._plan_outputs(False)

    def do_app_quit(self) -> None:
        """Leave; with decisions of this sitting, first show what they do to the outputs."""
        self.console.keep_everything()
        if self.console.sitting.changed and not self.console.read_only:
            self._plan_outputs(True)
        else:
            self.console.leave()

    @work(thread=True, exclusive=True, exit_on_error=False, group="outputs", description="planning the outputs")
    def _plan_outputs(self, leaving: bool) -> None:
        planned = self.console.services.outputs
        self.guarded(planned, lambda found: self.OutputsPlanned(found, leaving), "leave" if leaving else "outputs")

    def on_leaving_screen_outputs_planned(self, event: OutputsPlanned) -> None:
        """Nothing to confirm when nothing changed."""
        from dreamtui.tui.screens.leave import LeaveScreen

        event.stop()
        if not event.synced.changes and not event.synced.problems:
            if event.leaving:
                self.console.leave()
            else:
                self.console.say("The outputs are up to date")
            return
        self.app.push_screen(LeaveScreen(event.synced, leaving=event.leaving), self._left(event.leaving))

    def _left(self, leaving: bool) -> Callable[[str | None], None]:
        def left(how: str | None) -> None:
            if leaving and how:
                self.console.leave()
            elif how == "written":
                self.console.say(self.console.parting_words.pop() if self.console.parting_words else "Written")
                self.read_queue()

        return left
