"""Taking decisions of this sitting back, and making them stand again, on every screen where some are made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from dreamtui.tui.screens.base import BaseScreen

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome


class TakingBackScreen(BaseScreen[None]):
    """Undo and redo without a name; a subclass says in `taken_back` what is shown afterwards."""

    @dataclass
    class TakenBack(Message):
        """A decision was taken back, or stands again."""

        outcome: "Outcome"
        """What the desk says."""

    def taken_back(self, outcome: "Outcome") -> None:
        """Show what was taken back."""
        raise NotImplementedError

    def undo_newest(self) -> bool:
        """Take back at once what was decided last in this sitting; false when nothing was."""
        done = self.console.sitting.done
        if done:
            last = [decision.id for decision in done[-1]]
            self._take_back(lambda: self.console.services.undo(last, "", sitting=True))
        return bool(done)

    def redo_newest(self) -> None:
        """Take the last undo back."""
        undone = self.console.sitting.undone
        last = [decision.id for decision in undone[-1]] if undone else []
        self._take_back(lambda: self.console.services.redo(last))

    @work(thread=True, exclusive=True, exit_on_error=False, group="decide", description="taking a decision back")
    def _take_back(self, call: "Callable[[], Outcome]") -> None:
        self.guarded(call, self.TakenBack, "undo")

    def on_taking_back_screen_taken_back(self, event: TakenBack) -> None:
        """Show it."""
        event.stop()
        self.taken_back(event.outcome)
