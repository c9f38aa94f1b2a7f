"""The proposal pane: what is chosen, written and let go; the reason is asked for, and the desk decides."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.proposal import Fate, MutationKind
from dreamtui.model.verb import Verb
from dreamtui.text.danger.risks import mask
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.screens.dialogs.asked import ReasonRequest
from dreamtui.tui.screens.proposal.sketching import SketchScreen
from dreamtui.tui.session.outcomes import ConsoleOutcome
from dreamtui.tui.session.proposal_sketch import Key, key_of
from dreamtui.tui.texts import proposal as texts
from dreamtui.tui.texts.deciding import YOUR_REASON

_BEGUN = Words(rationale=YOUR_REASON)


class Planned(NamedTuple):
    """What exactly this would change."""

    words: Words
    """What was chosen and written."""
    changes: ChangeSet
    """The files."""


class ProposalScreen(SketchScreen):
    """One proposal; gives back what was recorded, or nothing."""

    SCOPES = (Scope.PROPOSAL,)

    # Choosing

    def do_proposal_choose(self) -> None:
        """Switch the change on or off, or take a way out."""
        row, change = self.table.cursor_item, self.change
        if not self.table.display:
            self.console.say("There is one change only: accept it or reject it")
            return
        if row is not None and row.id.startswith("choice "):
            self.sketch.choose(row.id.removeprefix("choice "))
        elif change is not None:
            problem = self.sketch.switch(change)
            if problem:
                self.console.say(problem, "warning")
        self.show_all()
        self.refresh_keys()

    def do_proposal_let_go(self) -> None:
        """Let the statement under the cursor go; on any other, go to the next that is lost."""
        said = self.statement
        if said is None or said.fate is not Fate.LOST:
            if not self._to_open_loss():
                self.console.say("No statement of this change is lost and still open")
            return
        if self.sketch.acknowledge(said.text):
            self._to_open_loss()
        self.show_all()
        self.refresh_keys()

    def _to_open_loss(self) -> bool:
        """Put the cursor on the next statement of this change that is lost and still open."""
        statements = self.change.statements if self.change is not None else ()
        for number, one in enumerate(statements):
            if one.fate is Fate.LOST and not self.sketch.is_let_go(one.text):
                self.statements.focus()
                return self.statements.move_to_key(str(number))
        return False

    def do_proposal_keep(self) -> None:
        """Put the lost statement into the result."""
        said, change = self.statement, self.change
        if said is None or change is None or said.fate is not Fate.LOST:
            self.console.say("Only a lost statement can be kept; this one is not lost")
        elif self._may_edit(change):
            self._work_in(change, self.sketch.with_statement(change, said.text))

    # The words

    def _may_edit(self, change: MutationView) -> bool:
        problem = self.sketch.may_edit(change)
        if problem:
            self.console.say(problem, "warning")
        return not problem

    def do_proposal_edit(self) -> None:
        """Edit the result in a box."""
        from dreamtui.tui.screens.proposal.result import ResultScreen

        change = self.change
        if change is None or not self._may_edit(change):
            return
        if self.masks and mask(change.result) != change.result:
            self.console.say("Part of it is masked; V in the queue shows it, then it can be edited", "warning")
            return

        def written(text: str | None) -> None:
            if text is not None and text.strip():
                self._work_in(change, text)

        split = change.mutation.kind is MutationKind.SPLIT
        here, item_id = self.console.here, self.sketch.view.item.id

        def save(text: str) -> None:
            here.drafts.save_result(item_id, change, text)

        self.app.push_screen(ResultScreen(change.mutation.title, change.result, save, parts=split), written)

    def do_proposal_restore(self) -> None:
        """The result as it was proposed."""
        edited = self.sketch.edits.pop(self.key, None) if self.key is not None else None
        if edited is None:
            self.console.say("The result is as it was proposed")
            return
        self.console.here.drafts.save_result(self.sketch.view.item.id, edited, "")
        self.show_all()
        self.refresh_keys()

    def _work_in(self, change: MutationView, text: str) -> None:
        here, item_id = self.console.here, self.sketch.view.item.id

        def work_in() -> MutationView:
            here.drafts.save_result(item_id, change, text)
            return here.edited(item_id, change, text)

        in_worker(self, work_in, self._edited, group="edit", description="working words in", what="edit")

    def _edited(self, change: MutationView) -> None:
        """Show what becomes of every statement with other words."""
        key = key_of(change)
        self.sketch.edits[key] = change
        if self.sketch.contradiction and not self.sketch.choice:
            self.sketch.choose(key[0])
        self.show_all()
        self.refresh_keys()

    # Deciding

    def do_proposal_preview(self) -> None:
        """What exactly this would change, were everything that is lost let go."""
        if self.sketch.contradiction and not self.sketch.choice:
            self.console.say(self.sketch.why_not(), "warning")
        else:
            self._plan(deciding=False)

    def do_proposal_accept(self) -> None:
        """Ask for the reason, when everything is settled."""
        problem = self.sketch.why_not()
        if problem:
            self.console.say(problem, "warning")
            self._to_problem()
        else:
            self.console.typed.prepare()
            self._plan(deciding=True)

    def _to_problem(self) -> None:
        """Put the cursor on the first loss that is open."""
        found = self.sketch.open_losses()
        if found:
            change, _ = found[0]
            self.table.move_to_key(texts.change_id(change))
            self.key = key_of(change)
            self.show_change()
            self._to_open_loss()

    def _plan(self, *, deciding: bool) -> None:
        """Plan it, then ask for a reason or show it, unless the proposal or its sources are not what was shown."""
        here, sketch = self.console.here, self.sketch
        words = sketch.words(_BEGUN)
        if not deciding:
            words = replace(words, acknowledged=tuple(sketch.lost()))

        def look() -> Callable[[], None]:
            now = here.proposal(sketch.view.item.id)
            if (now.proposal, now.mutations) != (sketch.view.proposal, sketch.view.mutations):
                edits = {
                    key_of(one): here.edited(now.item.id, one, sketch.edits[key_of(one)].result)
                    for one in now.mutations
                    if key_of(one) in sketch.edits
                }
                return partial(self._look_again, now, edits)
            planned = Planned(words, here.preview(now.item.id, Verb.ACCEPT, words).changes)
            return partial(self._ask, Verb.ACCEPT, planned) if deciding else partial(self._show, planned.changes)

        in_worker(self, look, lambda then: then(), group="plan", description="what would change", what="plan")

    def _look_again(self, view: ProposalView, edits: dict[Key, MutationView]) -> None:
        """Show it as it stands now, with the person's words worked in, and let the person look."""
        self.console.typed.release()
        self.sketch.view, self.sketch.edits = view, edits
        if self.change is None and self.sketch.changes:
            self.key = key_of(self.sketch.changes[0])
        self.show_all()
        self.console.say("The proposal or its sources changed meanwhile; this is what stands now", "warning")

    def _show(self, changes: ChangeSet) -> None:
        from dreamtui.tui.screens.dialogs.questions import show_changes

        heading = "Exactly what accepting this would change"
        self.app.push_screen(show_changes(changes, heading, revealed=not self.masks))

    def do_proposal_reject(self) -> None:
        """Ask why not."""
        self._ask(Verb.REJECT, None)

    def _ask(self, verb: Verb, planned: Planned | None) -> None:
        from dreamtui.tui.screens.dialogs.rationale import RationaleScreen

        sessions, item = self.console.sessions, self.sketch.view.item
        here, ref = sessions.here, sessions.ref(item.id)
        expected = planned.changes if planned else None

        def whole(words: Words) -> Words:
            chosen = planned.words if planned else Words()
            return replace(
                words, only=chosen.only, choose=chosen.choose, text=chosen.text, acknowledged=chosen.acknowledged
            )

        def record(words: Words) -> ConsoleOutcome:
            return sessions.decide((ref,), verb, whole(words), expected)

        def preview(words: Words) -> Plan:
            return here.preview(item.id, verb, whole(words))

        heading = f"{str(verb).capitalize()}: {self.safe(item.title)}"
        shown = not self.masks
        asked = ReasonRequest(
            verb, heading, record, (ref,), item.title, item.evidence, item.files, preview=preview, revealed=shown
        )
        self.app.push_screen(RationaleScreen(asked), self._reasoned)

    def _reasoned(self, outcome: ConsoleOutcome | None) -> None:
        if outcome is not None:
            for edited in self.sketch.edits.values():
                self.console.here.drafts.save_result(self.sketch.view.item.id, edited, "")
            self.dismiss(outcome)
