"""From the queue into the proposal pane and back."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from dreamtui.tui.controllers.working import in_worker

if TYPE_CHECKING:
    from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView
    from dreamtui.tui.screens.review.review import ReviewScreen
    from dreamtui.tui.session.outcomes import ConsoleOutcome
    from dreamtui.tui.session.proposal_sketch import Sketch
    from dreamtui.tui.session.refs import Ref


class Proposing:
    """Opens the proposal pane on a row of the queue, and keeps what was chosen and written there."""

    def __init__(self, screen: "ReviewScreen", then: "Callable[[ConsoleOutcome | None], None]") -> None:
        self.screen = screen
        self.then = then
        """Gets what was recorded in the pane; None if nothing was."""
        self._sketches: dict[Ref, Sketch] = {}

    def look_closely(self, ref: "Ref") -> None:
        """Read the proposal, then show it."""
        console = self.screen.console
        session = console.sessions.of(ref)

        def read() -> "tuple[ProposalView, list[MutationView]]":
            view = session.proposal(ref.id)
            return view, session.edited_before(view)

        in_worker(
            self.screen, read, lambda found: self._show(ref, *found),
            group="proposal", description="reading a proposal", what="proposal",
        )  # fmt: skip

    def _show(self, ref: "Ref", view: "ProposalView", edited: "list[MutationView]") -> None:
        """Show it, unless the cursor has moved; `edited` are its changes with words not recorded yet."""
        from dreamtui.tui.screens.proposal.proposal import ProposalScreen

        screen = self.screen
        if screen.console.screen is screen and screen.deciding.targets.proposal() == ref:
            masks = ref not in screen.item.revealed
            screen.app.push_screen(ProposalScreen(self._sketch(ref, view, edited), masks=masks), self.then)

    def sketch_of(self, ref: "Ref") -> "Sketch | None":
        """What was chosen and written of a proposal that was looked at; None if it was not."""
        return self._sketches.get(ref)

    def _sketch(self, ref: "Ref", view: "ProposalView", edited: "list[MutationView]") -> "Sketch":
        """The earlier sketch, if the proposal is still the same; else a new one."""
        from dreamtui.tui.session.proposal_sketch import Sketch, key_of

        say = self.screen.console.say
        known = self._sketches.get(ref)
        same = known is not None and known.view.mutations == view.mutations
        sketch = known if known is not None and same else Sketch(view)
        if known is not None and not same:
            say("The proposal or its sources changed since; choose again what is to be done", "warning")
        sketch.edits = {key_of(one): one for one in edited}
        if sketch.edits and known is None:
            say("Your words of the result are back")
        self._sketches[ref] = sketch
        return sketch
