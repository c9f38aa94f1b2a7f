"""From the queue into the proposal pane and back."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from dreamtui.tui.controllers.working import in_worker

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView
    from dreamtui.tui.screens.review.deciding import DecidingScreen
    from dreamtui.tui.session.proposal_sketch import Sketch


class Proposing:
    """Opens the proposal pane on a row of the queue, and remembers what was chosen and written there."""

    def __init__(self, screen: "DecidingScreen", then: "Callable[[Outcome | None], None]") -> None:
        self.screen = screen
        self.then = then
        """Gets what was recorded in the pane; nothing when somebody only looked."""
        self._sketches: dict[str, Sketch] = {}

    def look_closely(self, row_id: str) -> None:
        """Read the proposal, then show it."""
        console = self.screen.console
        services, here = console.services, console.services.here

        def read() -> "tuple[ProposalView, list[MutationView]]":
            view = services.proposal(row_id)
            return view, here.edited_before(view)

        console.hold_keys()
        in_worker(
            self.screen, read, lambda found: self._show(row_id, *found),
            group="proposal", description="reading a proposal", what="proposal",
        )  # fmt: skip

    def _show(self, row_id: str, view: "ProposalView", edited: "list[MutationView]") -> None:
        """Show it, unless the cursor has moved; `edited` are its changes with words not recorded yet."""
        from dreamtui.tui.screens.proposal.proposal import ProposalScreen

        screen = self.screen
        screen.console.typed.release()
        if screen.console.screen is screen and screen.targets.proposal() == row_id:
            masks = row_id not in screen.item.revealed
            screen.app.push_screen(ProposalScreen(self._sketch(view, edited), masks=masks), self.then)

    def _sketch(self, view: "ProposalView", edited: "list[MutationView]") -> "Sketch":
        """What was chosen and written before, when the proposal is still the same; else a new sketch."""
        from dreamtui.tui.session.proposal_sketch import Sketch, key_of

        say, item_id = self.screen.console.say, view.item.id
        known = self._sketches.get(item_id)
        same = known is not None and known.view.mutations == view.mutations
        sketch = known if known is not None and same else Sketch(view)
        if known is not None and not same:
            say("The proposal or its sources changed since; choose again what is to be done", "warning")
        sketch.edits = {key_of(one): one for one in edited}
        if sketch.edits and known is None:
            say("Your words of the result are back")
        self._sketches[item_id] = sketch
        return sketch
