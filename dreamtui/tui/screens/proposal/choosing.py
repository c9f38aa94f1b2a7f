"""What is chosen and written in a proposal: changes on or off, statements let go or kept, results edited."""

from typing import TYPE_CHECKING

from dreamtui.desk.reorganize.proposal_view import MutationView
from dreamtui.model.proposal import Fate, MutationKind
from dreamtui.text.danger.risks import mask
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.session.proposal_sketch import key_of

if TYPE_CHECKING:
    from dreamtui.tui.screens.proposal.proposal import ProposalScreen

UNSETTLED = "unsettled"
"""What is said about a proposal that cannot be accepted as it is; it goes as soon as something else is chosen."""


class Choosing:
    """The keys that change what would be done; nothing is recorded."""

    def __init__(self, screen: "ProposalScreen") -> None:
        self._screen = screen

    def do_proposal_choose(self) -> None:
        """Switch the change on or off, or take a way out."""
        row, change = self._screen.table.cursor_item, self._screen.change
        if not self._screen.table.display:
            self._screen.console.say("There is one change only: accept it or reject it")
            return
        if row is not None and row.id.startswith("choice "):
            self._screen.sketch.choose(row.id.removeprefix("choice "))
        elif change is not None:
            problem = self._screen.sketch.switch(change)
            if problem:
                self._screen.console.say(problem, "warning")
        self._screen.show_all()

    def do_proposal_let_go(self) -> None:
        """Let the statement under the cursor go; on any other, go to the next that is lost."""
        said, change = self._screen.statement, self._screen.change
        idle = change is not None and self._screen.sketch.does_nothing(change)
        if said is None or said.fate is not Fate.LOST or idle:
            if not (self.to_open_loss() or self._to_change_with_one()):
                self._screen.console.say("Nothing that is lost is still open")
            return
        if self._screen.sketch.acknowledge(said.text):
            self.to_open_loss()
        self._screen.show_all()

    def _to_change_with_one(self) -> bool:
        """Go to the first change that is on and has an open loss, and to this."""
        found = next((one for one, _ in self._screen.sketch.open_losses()), None)
        if found is None:
            return False
        self._screen.go_to(found)
        return self.to_open_loss()

    def to_open_loss(self, *, enter: bool = True) -> bool:
        """Put the cursor on the next statement of this change that is lost and still open; the focus goes along
        unless it is not to `enter`.
        """
        change = self._screen.change
        statements = () if change is None or self._screen.sketch.does_nothing(change) else change.statements
        for number, one in enumerate(statements):
            if one.fate is Fate.LOST and not self._screen.sketch.is_let_go(one.text):
                if enter:
                    self._screen.statements.focus()
                return self._screen.statements.move_to_key(str(number))
        return False

    def do_proposal_keep(self) -> None:
        """Put the lost statement into the result."""
        said, change = self._screen.statement, self._screen.change
        idle = change is None or self._screen.sketch.does_nothing(change)
        if said is None or change is None or idle or said.fate is not Fate.LOST:
            self._screen.console.say("Only a lost statement can be kept; this one is not lost")
        elif self._may_edit(change):
            self._work_in(change, self._screen.sketch.with_statement(change, said.text))

    # The words

    def _may_edit(self, change: MutationView) -> bool:
        problem = self._screen.sketch.may_edit(change)
        if problem:
            self._screen.console.say(problem, "warning")
        return not problem

    def do_proposal_edit(self) -> None:
        """Edit the result in a box."""
        from dreamtui.tui.screens.proposal.result import ResultScreen

        change = self._screen.change
        if change is None or not self._may_edit(change):
            return
        if self._screen.masks and mask(change.result) != change.result:
            self._screen.console.say("Part of it is masked; V in the queue shows it, then it can be edited", "warning")
            return

        def written(text: str | None) -> None:
            if text is not None and text.strip():
                self._work_in(change, text)

        split = change.mutation.kind is MutationKind.SPLIT
        here, item_id = self._screen.console.here, self._screen.sketch.view.item.id

        def save(text: str) -> None:
            here.drafts.save_result(item_id, change, text)

        self._screen.app.push_screen(ResultScreen(change.mutation.title, change.result, save, parts=split), written)

    def do_proposal_restore(self) -> None:
        """The result as it was proposed."""
        if not self._as_proposed():
            self._screen.console.say("The result is as it was proposed")

    def _as_proposed(self) -> bool:
        """Forget the person's words; returns whether there were any."""
        edited = self._screen.sketch.edits.pop(self._screen.key, None) if self._screen.key is not None else None
        if edited is not None:
            self._screen.console.here.drafts.save_result(self._screen.sketch.view.item.id, edited, "")
            self._screen.show_all()
        return edited is not None

    def put(self, text: str) -> None:
        """Make this the result of the change that is shown."""
        screen, change = self._screen, self._screen.change
        proposed = next((one for one in screen.sketch.view.mutations if key_of(one) == screen.key), None)
        if change is None or proposed is None or not self._may_edit(change):
            return
        if text == proposed.result:
            self._as_proposed()
        elif text != change.result:
            self._work_in(change, text)

    def _work_in(self, change: MutationView, text: str) -> None:
        here, item_id = self._screen.console.here, self._screen.sketch.view.item.id

        def work_in() -> MutationView:
            here.drafts.save_result(item_id, change, text)
            return here.edited(item_id, change, text)

        in_worker(self._screen, work_in, self._edited, group="edit", description="working words in", what="edit")

    def _edited(self, change: MutationView) -> None:
        """Show what becomes of every statement with other words."""
        key = key_of(change)
        self._screen.sketch.edits[key] = change
        if self._screen.sketch.contradiction and not self._screen.sketch.choice:
            self._screen.sketch.choose(key[0])
        self._screen.show_all()
