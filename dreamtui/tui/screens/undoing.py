"""Undo and redo on the review screen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from dreamtui.model.decision import Mark, Verb
from dreamtui.tui.screens.deciding import DecidingScreen

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome


class UndoingScreen(DecidingScreen):
    """Takes decisions back, and makes them stand again."""

    @dataclass
    class UndoKnown(Message):
        """What an undo would take back, when it is not of this sitting."""

        marks: list[Mark]
        """The newest decision, with its batch."""

    def do_review_undo(self) -> None:
        """One's own of this sitting at once; any other with a reason."""
        done = self.console.sitting.done
        if done:
            last = [decision.id for decision in done[-1]]
            self._take_back(lambda: self.console.services.undo(last, "", sitting=True))
        else:
            self._find_undo()

    def do_review_redo(self) -> None:
        """Take the last undo back."""
        undone = self.console.sitting.undone
        last = [decision.id for decision in undone[-1]] if undone else []
        self._take_back(lambda: self.console.services.redo(last))

    @work(thread=True, exclusive=True, exit_on_error=False, group="decide", description="taking a decision back")
    def _take_back(self, call: "Callable[[], Outcome]") -> None:
        self.guarded(call, self.Decided, "undo")

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
