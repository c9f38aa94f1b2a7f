"""Deciding on the review screen: the keys, the errands they lead to, and what is shown afterwards."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.tui.actions.registry import Scope, shown_keys
from dreamtui.tui.controllers.drafts import Drafts
from dreamtui.tui.controllers.outputs import Outputs
from dreamtui.tui.controllers.proposing import Proposing
from dreamtui.tui.controllers.reasons import Reasons
from dreamtui.tui.controllers.taking_back import TakingBack
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.screens.review.targets import Targets
from dreamtui.tui.session.orphan_drafts import WordsRow
from dreamtui.tui.session.queue_items import AFTER, TABS, QueueItem
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.model.decision import Words
    from dreamtui.tui.screens.review.review import ReviewScreen
    from dreamtui.tui.session.outcomes import ConsoleOutcome, MadeDecision

TAKE, REFUSE, LATER, REOPEN = range(4)
"""Places of the decision keys among the slots of an item."""

PLACES = {"review.take": TAKE, "review.refuse": REFUSE, "review.later": LATER, "review.reopen": REOPEN}
"""The place of each decision key."""


class Deciding:
    """The way from a key to a record, and on to the next item."""

    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen
        self.targets = Targets(screen)
        """What the decision keys mean now."""
        self.reasons = Reasons(screen, self.reasoned)
        self.proposing = Proposing(screen, self.reasoned)
        """Shows a proposal statement by statement."""
        self.taking_back = TakingBack(screen, self.reasoned)
        self.drafting = Drafts(screen)
        """Goes on with words begun."""
        self.outputs = Outputs(screen, lambda: screen.reading.queue())
        self._go_to: tuple[Ref, ...] = ()
        self._made_on: dict[frozenset[Ref], Ref] = {}
        """By what was decided together: the row that the cursor was on."""
        self._again = False

    # The decision keys

    def do_review_take(self) -> None:
        """Graduate, accept, or keep with a new reason; a single proposal is looked at before it is accepted."""
        if self.targets.is_proposal():
            self.do_review_proposal()
        else:
            self.reasons.ask(self.targets.chosen(TAKE))

    def do_review_proposal(self) -> None:
        """Show the proposal under the cursor statement by statement."""
        found = self.targets.proposal()
        if found is not None:
            self.proposing.look_closely(found)
        else:
            self._screen.console.say("This is not a proposal that waits for a decision")

    def do_review_refuse(self) -> None:
        """Reject or retire."""
        self.reasons.ask(self.targets.chosen(REFUSE))

    def do_review_later(self) -> None:
        """Put off until a date, with a reason if there is one; what is sent back instead needs one."""
        chosen = self.targets.chosen(LATER)
        if chosen is None:
            return
        if chosen[0].needs_reason:
            self.reasons.ask(chosen)
            return
        from dreamtui.model.decision import Words
        from dreamtui.tui.screens.dialogs.questions import WITH_REASON, until_when
        from dreamtui.tui.texts.deciding import each_named, labelled, whole_title

        verb, items = chosen

        def dated(until: str | None) -> None:
            if until == WITH_REASON:
                self.reasons.ask(chosen)
            elif until:
                self._confirmed(verb, items, Words(until=until), f"until {until}")

        day, several = self._screen.console.here.day, len(items) > 1
        what = whole_title(items[0])
        if several:
            what = f"{len(items)} {'with the same evidence' if self._screen.twinning.is_group(items) else 'items'}"
        about = each_named(items) if several else ()
        self._screen.app.push_screen(until_when(labelled("Later", what), day, about=about, may_have_reason=True), dated)

    def do_review_reopen(self) -> None:
        from dreamtui.model.decision import Words

        chosen = self.targets.chosen(REOPEN)
        if chosen is not None:
            self._confirmed(*chosen, Words(), "")

    def _confirmed(self, verb: Verb, items: Sequence[QueueItem], words: "Words", more: str) -> None:
        """Record immediately for one item; several are confirmed by name."""
        decide = partial(self._decide, items, verb, words)
        if len(items) == 1 or self._screen.twinning.is_group(items):
            decide()
            return
        from dreamtui.tui.screens.dialogs.questions import confirm

        question = f"{verb.key_word.capitalize()} {len(items)} items {more}".rstrip() + "?"
        sure = confirm(question, self.reasons.named(verb, items), verb.key_word)
        self._screen.app.push_screen(sure, lambda yes: decide() if yes else None)

    def _decide(self, items: Sequence[QueueItem], verb: Verb, words: "Words") -> None:
        from dreamtui.tui.texts.deciding import own_title

        console, refs = self._screen.console, [item.ref for item in items]

        def recorded(outcome: "ConsoleOutcome") -> None:
            console.sitting.call(outcome.made, refs[0], own_title(items[0]))
            self.recorded(outcome)

        in_worker(
            self._screen, lambda: console.sessions.decide(refs, verb, words), recorded,
            group="decide", description="recording a decision", what="decide", exclusive=False,
        )  # fmt: skip

    def do_review_undo(self) -> None:
        """A decision of this sitting immediately; any other with a reason."""
        self.taking_back.newest()

    def do_review_redo(self) -> None:
        """Take the last undo back."""
        self.taking_back.redo_newest()

    # Words begun

    def do_review_edit(self) -> None:
        """The words of the item in place."""
        self._write_on("rule")

    def do_review_edit_outside(self) -> None:
        """The words of the item in another program."""
        self._write_on("editor")

    def _write_on(self, begin: str) -> None:
        """Go on with the draft there is, else begin with what the item would become."""
        draft = self.drafting.about_targets()
        if isinstance(self._screen.queue.current, WordsRow):
            console = self._screen.console
            console.say("Nothing can be decided with this draft; Y copies it, x discards it", "warning")
        elif draft is not None:
            self.drafting.go_on(draft, begin)
        elif self.targets.proposal() and len(self.targets.items()) == 1:
            self.do_review_proposal()
        else:
            self.reasons.ask(self.targets.chosen(TAKE), begin)

    def do_review_discard(self) -> None:
        """Discard the draft of the item under the cursor, on confirmation; without one, unfold changes."""
        drafts = self.drafting.of(self._screen.queue.current)
        if drafts:
            self.drafting.discard(drafts)
        elif self._screen.filled and self._screen.item.tab == "change" and self._screen.item.diff.has_folds:
            self._screen.item.diff.action_unfold()
        else:
            self._screen.console.say("This item has no draft")

    def do_review_copy_text(self) -> None:
        """In the tab of drafts the words begun, else the item's text."""
        drafts = self.drafting.of(self._screen.queue.current) if TABS[self._screen.queue.tab].begun else []
        if drafts:
            self.drafting.copy(drafts)
        else:
            self._screen.looking.copy_text()

    # The outputs

    def do_review_write(self) -> None:
        """Show what the outputs would become."""
        self.outputs.write()

    # Afterwards

    def reasoned(self, outcome: "ConsoleOutcome | None") -> None:
        """A box was closed: something was recorded, or words were begun."""
        if outcome is not None:
            self.recorded(outcome)
        else:
            self._screen.top.refresh()

    def recorded(self, outcome: "ConsoleOutcome") -> None:
        """Note, say and show what was recorded; then go to the next undecided item."""
        from dreamtui.tui.telling import tell

        for made in outcome.made:
            self._screen.console.sessions.drafts.drop((made.item,), made.verb)
        tell(self._screen.console, outcome)
        verb = outcome.made[0].verb if outcome.made else Verb.ADD
        items = [made.item for made in outcome.made]
        if verb in (Verb.UNDO, Verb.REDO):
            first = self._made_on.get(frozenset(items))
            self._go_to = (*((first,) if first else ()), *(one for one in items if one != first))
            self._again = verb is Verb.REDO
            self._screen.reading.again(items)
        else:
            self._remember_row(outcome.made)
            self._leave_behind(outcome.made)
        if self._screen.queue.items.marks.keys:
            self._screen.queue.items.marks.set(self._screen.queue.items.marks.keys - set(items))
        self._screen.top.refresh()

    def _remember_row(self, decisions: "Sequence[MadeDecision]") -> None:
        """The row that the decision was made on, to which an undo leads back; its record may have another name."""
        current, items = self._screen.queue.current, [made.item for made in decisions]
        if current is not None and (
            current.ref in items or any(made.ref in self._screen.console.sitting.called for made in decisions)
        ):
            self._made_on[frozenset(items)] = current.ref
        elif items:
            self._made_on[frozenset(items)] = items[0]

    def _leave_behind(self, decisions: "Sequence[MadeDecision]") -> None:
        """Change the rows immediately, and read everything again if that is quick."""
        after = {made.item: AFTER.get(made.verb) for made in decisions}
        queue, console = self._screen.queue, self._screen.console
        reopened = [made.item for made in decisions if made.verb is Verb.REOPEN]
        left = frozenset({*after, *self._settled_with(decisions)})
        if not reopened and console.auto_advance and (following := queue.items.undecided_after(left)):
            queue.items.wish(following)
        queue.show(queue.view.decided(after), console.here.now)
        if reopened:
            self._follow(reopened)
        self._screen.reading.again(list(after))
        current = self._screen.queue.current
        if current is not None:
            self._screen.reading.detail(current)

    def _settled_with(self, decisions: "Sequence[MadeDecision]") -> "Iterator[Ref]":
        """The row that the decisions were made on, whose record may be of another name, and what leaves with it."""
        row = self._made_on.get(frozenset(made.item for made in decisions))
        if row is not None:
            yield row
        for made in decisions:
            yield from (one.ref for one in self._screen.queue.view.settled_by(made.verb, [made.item]))

    def _follow(self, reopened: Sequence[Ref]) -> None:
        """Stand on the first of what was put back, where it waits to be decided again."""
        queue = self._screen.queue
        queue.items.wish(reopened[0])
        if Status.PENDING.value not in TABS[queue.tab].statuses:
            queue.choose_tab(0)
        if not queue.items.move_to_key(reopened[0]):
            self._go_to = tuple(reopened)

    def after_queue_read(self) -> None:
        """After an undo the cursor goes to the item; if that is in another tab, it says so."""
        from dreamtui.tui.texts import deciding as texts

        wanted, self._go_to = self._go_to, ()
        if not wanted or any(self._screen.queue.items.move_to_key(one) for one in wanted):
            return
        found = [item for item in self._screen.queue.view.items if item.ref in wanted]
        if not found:
            return
        titles = [item.title for item in found]
        place = next(at for at, tab in enumerate(TABS) if found[0].status in tab.statuses)
        if place == self._screen.queue.tab:
            self._screen.console.say(f"{texts.hidden(titles)} by the filter; esc clears it", timeout=8.0, about="place")
            return
        steps = self._screen.queue.steps_to(place)
        step = "review.next-tab" if steps > 0 else "review.previous-tab"
        key = shown_keys(self._screen.console.keymap.keys.get(step, ""), 1)
        first = shown_keys(self._screen.console.keymap.keys.get("review.back", ""), 1)
        away = Scope.QUEUE not in self._screen.scopes()  # its page has the focus, where these keys do nothing
        said = texts.back_in(titles, TABS[place].name, abs(steps), key, again=self._again, first=first if away else "")
        self._screen.console.say(said, timeout=8.0, about="place")
