"""Screens beside the queue on which decisions are made: undo and redo there, and the queue is told."""

from typing import TYPE_CHECKING

from dreamtui.model.decision import Verb
from dreamtui.tui.screens.browse import BrowseScreen
from dreamtui.tui.screens.taking_back import TakingBackScreen

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome
    from dreamtui.model.decision import Mark


class BesideTheQueue(BrowseScreen, TakingBackScreen):
    """Rows with decisions behind them; what is taken back here is shown in the queue too."""

    def undo_here(self) -> None:
        """Take back what was decided last in this sitting, or say where older decisions are taken back."""
        if not self.undo_newest():
            self.console.say("Nothing was decided in this sitting; H shows earlier decisions, u takes them back there")

    def redo_here(self) -> None:
        """Take the last undo of this sitting back."""
        if self.console.sitting.undone:
            self.redo_newest()
        else:
            self.console.say("Nothing was undone in this sitting")

    def take_back(self, mark: "Mark") -> None:
        """Take one decision back: at once when it is of this sitting, else with a reason."""
        from dreamtui.tui.screens.rationale import Asked, RationaleScreen
        from dreamtui.tui.texts.deciding import undo_heading

        services = self.console.services
        full = services.full_id(mark.id)
        if any(made.id == full for together in self.console.sitting.done for made in together):
            self._take_back(lambda: services.undo([full], "", sitting=True))
            return

        def done(outcome: "Outcome | None") -> None:
            if outcome is not None:
                self.taken_back(outcome)

        heading = undo_heading([mark], services.now)
        asked = Asked(
            Verb.UNDO, heading, lambda words: services.undo([full], words.rationale, sitting=False), title=mark.title
        )
        self.app.push_screen(RationaleScreen(asked), done)

    def taken_back(self, outcome: "Outcome") -> None:
        """Remember it, say it, and show everything as it is now, here and in the queue."""
        from dreamtui.tui.telling import tell

        tell(self.console, outcome)
        self.tell_queue([decision.item for decision in outcome.decisions])
        self.read_again()

    def tell_queue(self, ids: list[str]) -> None:
        """Let the queue behind this screen show what became of these items."""
        from dreamtui.tui.screens.reading import ReadingScreen

        for screen in self.console.screen_stack:
            if isinstance(screen, ReadingScreen):
                screen.read_again(ids)
