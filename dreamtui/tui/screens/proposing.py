"""From the queue into the proposal pane and back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from dreamtui.model.item import Kind, Status
from dreamtui.tui.screens.undoing import UndoingScreen

if TYPE_CHECKING:
    from dreamtui.desk.proposal_view import MutationView, ProposalView
    from dreamtui.tui.proposal_sketch import Sketch


class ProposingScreen(UndoingScreen):
    """Opens the proposal pane on the item under the cursor, and remembers what was chosen and written there."""

    @dataclass
    class ProposalRead(Message):
        """A proposal was read."""

        row: str
        """Id of its row in the queue."""
        view: "ProposalView"
        """It."""
        edited: "list[MutationView]"
        """Its changes with words that were edited earlier and not recorded."""

    def __init__(self) -> None:
        super().__init__()
        self._sketches: dict[str, Sketch] = {}

    def _proposal(self) -> str:
        """Id of the proposal under the cursor that waits for a decision; empty for anything else."""
        row = self.queue.current
        waits = row is not None and row.kind == Kind.PROPOSAL and row.status in (Status.PENDING, Status.DEFERRED)
        return row.id if row is not None and waits else ""

    def bar_label(self, action_id: str) -> str | None:
        """A single proposal is opened by the key that takes it, which says so; among marked ones `P` opens it."""
        label = super().bar_label(action_id)
        if action_id == "review.proposal":
            return None if self.filled and self._proposal() and not self._is_single() else ""
        return f"look and {label}" if action_id == "review.take" and label and self._is_single() else label

    def _is_single(self) -> bool:
        """Whether the decision keys mean the proposal under the cursor alone."""
        return bool(self._proposal()) and [one.id for one in self.targets()] == [self._proposal()]

    def do_review_take(self) -> None:
        """A single proposal is looked at statement by statement before it is accepted, there."""
        if self._is_single():
            self.do_review_proposal()
        else:
            super().do_review_take()

    def do_review_proposal(self) -> None:
        """Read the proposal under the cursor, then show it."""
        item_id = self._proposal()
        if item_id:
            self.console.hold_keys()
            self._read_proposal(item_id)
        else:
            self.console.say("This is no proposal that waits for a decision")

    @work(thread=True, exclusive=True, exit_on_error=False, group="proposal", description="reading a proposal")
    def _read_proposal(self, item_id: str) -> None:
        services, here = self.console.services, self.console.services.here

        def read() -> ProposingScreen.ProposalRead:
            view = services.proposal(item_id)
            edited = here.edited_before(view)
            return self.ProposalRead(item_id, view, edited)

        self.guarded(read, lambda found: found, "proposal")

    def on_proposing_screen_proposal_read(self, event: ProposalRead) -> None:
        """Show it, with what was chosen and written before when it is still the same."""
        from dreamtui.tui.proposal_sketch import Sketch, key_of
        from dreamtui.tui.screens.proposal import ProposalScreen

        event.stop()
        self.console.typed.release()
        if self.console.screen is not self or self._proposal() != event.row:
            return
        item_id = event.view.item.id
        known = self._sketches.get(item_id)
        same = known is not None and known.view.mutations == event.view.mutations
        sketch = known if known is not None and same else Sketch(event.view)
        if known is not None and not same:
            self.console.say("The proposal or its sources changed since; choose again what is to be done", "warning")
        sketch.edits = {key_of(one): one for one in event.edited}
        if sketch.edits and known is None:
            self.console.say("Your words of the result are back")
        self._sketches[item_id] = sketch
        current = self.queue.current
        masks = current is None or current.id not in self.item.revealed
        self.app.push_screen(ProposalScreen(sketch, masks=masks), self._reasoned)
