"""Deciding on a screen beside the queue; the queue shows it when it is in front again."""

from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.model.verb import Verb
from dreamtui.tui.controllers.taking_back import TakingBack
from dreamtui.tui.telling import tell

if TYPE_CHECKING:
    from dreamtui.model.decision import Plan, Words
    from dreamtui.model.target import Destination
    from dreamtui.tui.screens.browse.screen import BrowseScreen
    from dreamtui.tui.session.outcomes import ConsoleOutcome


class DecidingBeside:
    """Asks why, records, and takes back what a row of the screen is about."""

    def __init__(self, screen: "BrowseScreen") -> None:
        self._screen = screen
        self.taking_back = TakingBack(screen, self.recorded)

    def recorded(self, outcome: "ConsoleOutcome | None") -> None:
        """Note what was decided or taken back, say it, and refresh everything; None does nothing."""
        if outcome is not None:
            tell(self._screen.console, outcome)
            self._screen.reader.again()

    def ask_reason(self, verb: Verb, name: str, title: str, goes: "Destination | None" = None) -> None:
        """Ask for the reason of a decision about a rule, a note or a memory by its name, then record it."""
        from dreamtui.tui.screens.reason.asked import ReasonRequest
        from dreamtui.tui.screens.reason.rationale import RationaleScreen

        sessions, here = self._screen.console.sessions, self._screen.console.here
        ref = sessions.ref(name)

        def record(words: "Words") -> "ConsoleOutcome":
            return sessions.decide([ref], verb, words)

        def preview(words: "Words") -> "Plan":
            return here.preview(name, verb, words)

        heading = f"{verb.label.capitalize()}: {title}"
        request = ReasonRequest(verb, heading, record, refs=(ref,), title=title, preview=preview)
        asked = replace(request, goes=goes) if goes is not None else request
        self._screen.app.push_screen(RationaleScreen(asked), self.recorded)

    def undo(self) -> None:
        """Take back the last decision of this sitting, or say where older decisions are taken back."""
        if not self.taking_back.newest_here():
            console = self._screen.console
            console.say("Nothing was decided in this sitting; H shows earlier decisions, u undoes them there")

    def redo(self) -> None:
        """Take the last undo of this sitting back."""
        if self._screen.console.sitting.undone:
            self.taking_back.redo_newest()
        else:
            self._screen.console.say("Nothing was undone in this sitting")
