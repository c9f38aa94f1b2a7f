"""Taking decisions back, and making them stand again: the same on every screen on which some are made or shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dreamtui.model.decision import Mark, Verb
from dreamtui.tui.controllers.working import in_worker, still_here

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.kinds.item_files import Words
    from dreamtui.tui.screens.base import BaseScreen


@dataclass(frozen=True, slots=True)
class TakingBack:
    """What was decided in this sitting goes back at once; anything else once somebody has said why."""

    screen: "BaseScreen[Any]"
    """Where the key was pressed."""
    then: "Callable[[Outcome | None], None]"
    """Gets what was recorded; nothing when somebody went back from the box of the reason."""

    def newest_here(self) -> bool:
        """Take back what was decided last in this sitting; false when nothing was."""
        done = self.screen.console.sitting.done
        if done:
            last = [decision.id for decision in done[-1]]
            self.run(lambda: self.screen.console.services.undo(last, "", sitting=True))
        return bool(done)

    def newest(self) -> None:
        """Take back what was decided last, whoever decided it."""
        if not self.newest_here():
            services = self.screen.console.services
            self.screen.console.hold_keys()
            in_worker(
                self.screen, services.newest, self._ask_for_all,
                group="undo", description="finding the newest decision", what="undo",
            )  # fmt: skip

    def redo_newest(self) -> None:
        """Take the last undo of this sitting back, or the last of all."""
        undone = self.screen.console.sitting.undone
        last = [decision.id for decision in undone[-1]] if undone else []
        self.run(lambda: self.screen.console.services.redo(last))

    def is_own(self, decision: str) -> bool:
        """Whether a decision of the workspace under the cursor was made in this sitting, and stands."""
        console = self.screen.console
        full = console.services.full_id(decision)
        return any(made.id == full for together in console.sitting.done for made in together)

    def with_batch(self, mark: Mark) -> None:
        """Take a decision back, and with it those made together with it."""
        services = self.screen.console.services
        full = services.full_id(mark.id)
        if self.is_own(mark.id):
            self.run(lambda: services.undo([full], "", sitting=True))
        else:
            self.ask([mark], lambda words: services.undo([full], words.rationale, sitting=False), mark.title)

    def alone(self, mark: Mark) -> None:
        """Take one decision back; those made together with it stand."""
        services = self.screen.console.services
        if self.is_own(mark.id):
            self.run(lambda: services.take_back(mark.id, "", sitting=True))
        else:
            self.ask([mark], lambda words: services.take_back(mark.id, words.rationale), mark.title)

    def again(self, undo: Mark) -> None:
        """Take one undo back."""
        self.run(lambda: self.screen.console.services.take_back(undo.id, "", redo=True))

    def ask(self, marks: Sequence[Mark], record: "Callable[[Words], Outcome]", title: str = "") -> None:
        """Ask why these are taken back, then record it."""
        from dreamtui.tui.screens.dialogs.asked import ReasonRequest
        from dreamtui.tui.screens.dialogs.rationale import RationaleScreen
        from dreamtui.tui.texts.deciding import undo_heading

        heading = undo_heading(marks, self.screen.console.services.now)
        self.screen.app.push_screen(RationaleScreen(ReasonRequest(Verb.UNDO, heading, record, title=title)), self.then)

    def _ask_for_all(self, marks: list[Mark]) -> None:
        if not still_here(self.screen, "to take a decision back"):
            return
        services, ids = self.screen.console.services, [mark.id for mark in marks]
        self.ask(marks, lambda words: services.undo(ids, words.rationale, sitting=False))

    def run(self, call: "Callable[[], Outcome]") -> None:
        """Take back without asking."""
        in_worker(self.screen, call, self.then, group="decide", description="taking a decision back", what="undo")
