"""Undo and redo on the review screen."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from dreamtui.model.decision import Mark, Verb
from dreamtui.tui.screens.deciding import DecidingScreen
from dreamtui.tui.screens.taking_back import TakingBackScreen

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome


class UndoingScreen(DecidingScreen, TakingBackScreen):
    """Takes decisions back, and makes them stand again."""

    @dataclass
    class UndoKnown(Message):
        """What an undo would take back, when it is not of this sitting."""

        marks: list[Mark]
        """The newest decision, with its batch."""

    def will_ask(self, action_id: str) -> bool:
        """An undo asks only for what was decided before this sitting."""
        return super().will_ask(action_id) and not (action_id == "review.undo" and self.console.sitting.done)

    def do_review_undo(self) -> None:
        """One's own of this sitting at once; any other with a reason."""
        if not self.undo_newest():
            self.console.hold_keys()
            self._find_undo()

    def do_review_redo(self) -> None:
        """Take the last undo back."""
        self.redo_newest()

    def taken_back(self, outcome: "Outcome") -> None:
        """Show it as every decision."""
        self.recorded(outcome)

    @work(thread=True, exclusive=True, exit_on_error=False, group="undo", description="finding the newest decision")
    def _find_undo(self) -> None:
        self.guarded(self.console.services.newest, self.UndoKnown, "undo")

    def on_undoing_screen_undo_known(self, event: UndoKnown) -> None:
        """Ask why it is taken back."""
        from dreamtui.tui.screens.rationale import Asked, RationaleScreen
        from dreamtui.tui.texts import deciding as texts

        event.stop()
        services = self.console.services
        asked = Asked(
            Verb.UNDO,
            texts.undo_heading(event.marks, services.now),
            lambda words: services.undo([mark.id for mark in event.marks], words.rationale, sitting=False),
        )
        self.app.push_screen(RationaleScreen(asked), self._reasoned)
