"""Deciding a proposal: planned with what was chosen, shown, confirmed, and recorded by the desk."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView
from dreamtui.model.decision import Plan, Words
from dreamtui.model.verb import Verb
from dreamtui.present.parts import Word
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.screens.proposal.choosing import UNSETTLED, Choosing
from dreamtui.tui.screens.reason.asked import Loading, ReasonRequest
from dreamtui.tui.session.outcomes import ConsoleOutcome
from dreamtui.tui.session.proposal_sketch import Key, Standing, key_of
from dreamtui.tui.texts import proposal as texts
from dreamtui.tui.texts.deciding import YOUR_REASON, labelled
from dreamtui.tui.texts.ways_out import going

if TYPE_CHECKING:
    from dreamtui.tui.screens.proposal.proposal import ProposalScreen

_BEGUN = Words(rationale=YOUR_REASON)


class Planned(NamedTuple):
    """What exactly this would change."""

    words: Words
    """What was chosen and written."""
    plan: Plan


class StandsNow(NamedTuple):
    """The proposal, which differs from what was shown."""

    view: ProposalView
    edits: dict[Key, MutationView]
    """Its changes with the person's words worked in."""


class Accepting:
    """The keys that decide, and the one that shows what accepting would change."""

    def __init__(self, screen: "ProposalScreen") -> None:
        self._screen = screen
        self.is_recording = False

    def do_proposal_preview(self) -> None:
        """What exactly this would change, were everything that is lost let go."""
        sketch = self._screen.sketch
        if sketch.view.spent or (sketch.contradiction and not sketch.choice):
            self._screen.console.say(self._screen.sketch.why_not(), "warning")
        else:
            words = self._screen.sketch.words(_BEGUN)
            words = replace(words, acknowledged=tuple(self._screen.sketch.lost()))
            in_worker(
                self._screen, self._looked(words), self._show,
                group="plan", description="what would change", what="plan",
            )  # fmt: skip

    def do_proposal_accept(self) -> None:
        """Ask for the reason, when everything is settled; what cards show as going is let go with the way out."""
        if self._screen.on_cards and self._screen.sketch.choice:
            self.take(self._screen.sketch.choice)
        else:
            self._accept()

    def take(self, way: str) -> None:
        """Ask for the reason of a way out; left without one, what was chosen before is chosen again."""
        before = self._screen.sketch.standing
        self._screen.sketch.take(way)
        self._screen.show_all()
        self._accept(before)

    def _accept(self, before: Standing | None = None) -> None:
        problem = self._screen.sketch.why_not()
        if problem:
            self._screen.console.say(problem, "warning", about=UNSETTLED)
            self.to_open_loss()
        else:
            words = self._screen.sketch.words(_BEGUN)
            self._ask(Verb.ACCEPT, None, Loading(self._looked(words), self._settled, "plan"), before)

    def _settled(self, planned: "Planned | StandsNow") -> "ReasonRequest | None":
        """The question about exactly what was planned; None if the proposal differs from what was shown."""
        if isinstance(planned, StandsNow):
            self._look_again(planned)
            return None
        return self._request(Verb.ACCEPT, planned)

    def to_open_loss(self) -> None:
        """Put the cursor on the first loss that is open, in whichever change."""
        found = self._screen.sketch.open_losses()
        if found:
            change, _ = found[0]
            self._screen.table.move_to_key(texts.change_id(change))
            self._screen.key = key_of(change)
            self._screen.show_change()
            self._screen.controller(Choosing).to_open_loss()

    def _looked(self, words: Words) -> "Callable[[], Planned | StandsNow]":
        """Plans it in a worker, unless the proposal or its sources differ from what was shown."""
        here, sketch = self._screen.console.here, self._screen.sketch

        def look() -> Planned | StandsNow:
            now = here.proposal(sketch.view.item.id)
            if (now.proposal, now.mutations) != (sketch.view.proposal, sketch.view.mutations):
                edits = {
                    key_of(one): here.edited(now.item.id, one, sketch.edits[key_of(one)].result)
                    for one in now.mutations
                    if key_of(one) in sketch.edits
                }
                return StandsNow(now, edits)
            return Planned(words, here.preview(now.item.id, Verb.ACCEPT, words))

        return look

    def _look_again(self, now: "StandsNow") -> None:
        """Show the new version, with the person's edits merged in, for another look."""
        self._screen.sketch.view, self._screen.sketch.edits = now
        if self._screen.change is None and self._screen.sketch.changes:
            self._screen.key = key_of(self._screen.sketch.changes[0])
        self._screen.show_all()
        self._screen.console.say("The proposal or its sources changed meanwhile; this is what stands now", "warning")

    def _show(self, planned: "Planned | StandsNow") -> None:
        from dreamtui.tui.screens.dialogs.questions import show_changes

        if isinstance(planned, StandsNow):
            self._look_again(planned)
            return
        heading = "Exactly what accepting this would change"
        self._screen.app.push_screen(show_changes(planned.plan.shown, heading, revealed=not self._screen.masks))

    def do_proposal_reject(self) -> None:
        self._ask(Verb.REJECT, None)

    def do_proposal_later(self) -> None:
        """Put it off until a date, as in the queue; what was chosen and written stays for when it comes back."""
        from dreamtui.tui.screens.dialogs.questions import WITH_REASON, until_when

        screen, sessions = self._screen, self._screen.console.sessions
        refs = (sessions.ref(screen.sketch.view.item.id),)

        def dated(until: str | None) -> None:
            if until == WITH_REASON:
                self._ask(Verb.DEFER, None)
            elif until and not self.is_recording:
                self.is_recording = True
                in_worker(
                    screen, lambda: sessions.decide(refs, Verb.DEFER, Words(until=until)), screen.dismiss,
                    group="decide", description="recording a decision", what="decide",
                )  # fmt: skip

        heading = labelled("Later", screen.safe(screen.sketch.view.item.title))
        screen.app.push_screen(until_when(heading, screen.console.here.day, may_have_reason=True), dated)

    def _ask(
        self,
        verb: Verb,
        planned: Planned | None,
        loading: "Loading[Planned | StandsNow] | None" = None,
        before: Standing | None = None,
    ) -> None:
        from dreamtui.tui.screens.reason.rationale import RationaleScreen

        def reasoned(outcome: ConsoleOutcome | None) -> None:
            if outcome is None and before is not None:
                self._screen.sketch.put_back(before)
                self._screen.show_all()
            self._reasoned(outcome)

        self._screen.app.push_screen(RationaleScreen(self._request(verb, planned), loading), reasoned)

    def _request(self, verb: Verb, planned: Planned | None) -> ReasonRequest:
        sessions, item = self._screen.console.sessions, self._screen.sketch.view.item
        here, ref = sessions.here, sessions.ref(item.id)
        expected = planned.plan.changes if planned else None

        def whole(words: Words) -> Words:
            chosen = planned.words if planned else Words()
            return replace(
                words, only=chosen.only, choose=chosen.choose, text=chosen.text, acknowledged=chosen.acknowledged
            )

        def record(words: Words) -> ConsoleOutcome:
            return sessions.decide((ref,), verb, whole(words), expected)

        def preview(words: Words) -> Plan:
            return here.preview(item.id, verb, whole(words))

        sketch, shown = self._screen.sketch, not self._screen.masks
        choice = next((one for one in sketch.view.proposal.choices if one.id == sketch.choice), None)
        said = labelled(str(verb).capitalize(), item.title)
        said = choice.label if choice is not None and verb is Verb.ACCEPT else said
        goes = self._screen.safe(going(sketch.chosen)) if verb is Verb.ACCEPT else ""
        return ReasonRequest(
            verb,
            self._screen.safe(said),
            record,
            (ref,),
            item.title,
            item.evidence,
            item.files,
            of_cases=False,
            retires=goes,
            named=self._left_off() if verb is Verb.ACCEPT else (),
            preview=preview,
            revealed=shown,
        )

    def _left_off(self) -> "tuple[list[Word], ...]":
        """The changes that are switched off, a line in the box; nothing where all are on."""
        words = texts.left_off(self._screen.sketch)
        return ([word._replace(text=self._screen.safe(word.text)) for word in words],) if words else ()

    def _reasoned(self, outcome: ConsoleOutcome | None) -> None:
        if outcome is not None:
            for edited in self._screen.sketch.edits.values():
                self._screen.console.here.drafts.save_result(self._screen.sketch.view.item.id, edited, "")
            self._screen.dismiss(outcome)
