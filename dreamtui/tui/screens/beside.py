"""Screens beside the queue on which decisions are made or taken back."""

from typing import TYPE_CHECKING

from dreamtui.model.decision import Verb
from dreamtui.tui.errands.taking_back import TakingBack
from dreamtui.tui.screens.browse import BrowseScreen
from dreamtui.tui.telling import tell

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome
    from dreamtui.model.decision import Plan
    from dreamtui.review.sheaf import Words


class BesideTheQueue(BrowseScreen):
    """Rows with decisions behind them; the queue sees what was decided here when it comes to the front again."""

    def __init__(self) -> None:
        super().__init__()
        self.taking_back = TakingBack(self, self.recorded)
        """Undo and redo."""

    def recorded(self, outcome: "Outcome | None") -> None:
        """Remember what was decided or taken back, say it, and show everything as it is now; none is nothing."""
        if outcome is not None:
            tell(self.console, outcome)
            self.read_again()

    def ask_reason(self, verb: Verb, name: str, title: str) -> None:
        """Ask for the reason of a decision about a rule, a note or a memory by its name, then record it."""
        from dreamtui.tui.screens.asked import Asked
        from dreamtui.tui.screens.rationale import RationaleScreen

        services = self.console.services

        def record(words: "Words") -> "Outcome":
            return services.decide([name], verb, words)

        def preview(words: "Words") -> "Plan":
            return services.preview(name, verb, words)

        what = "Keep, with a new reason" if verb is Verb.RERATIONALE else str(verb).capitalize()
        asked = Asked(verb, f"{what}: {title}", record, ids=(name,), title=title, preview=preview)
        self.app.push_screen(RationaleScreen(asked), self.recorded)

    def undo_here(self) -> None:
        """Take back what was decided last in this sitting, or say where older decisions are taken back."""
        if not self.taking_back.newest_here():
            self.console.say("Nothing was decided in this sitting; H shows earlier decisions, u takes them back there")

    def redo_here(self) -> None:
        """Take the last undo of this sitting back."""
        if self.console.sitting.undone:
            self.taking_back.redo_newest()
        else:
            self.console.say("Nothing was undone in this sitting")
