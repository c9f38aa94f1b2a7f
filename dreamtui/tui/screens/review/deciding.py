"""Deciding on the review screen: the keys, the errands they lead to, and what is shown afterwards."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from dreamtui.model.decision import Decision, Verb
from dreamtui.tui.actions.registry import shown_keys
from dreamtui.tui.controllers.drafts import Drafts
from dreamtui.tui.controllers.outputs import Outputs
from dreamtui.tui.controllers.proposing import Proposing
from dreamtui.tui.controllers.reasons import Reasons
from dreamtui.tui.controllers.taking_back import TakingBack
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.screens.review.looking import LookingScreen
from dreamtui.tui.screens.review.targets import Targets
from dreamtui.tui.session.orphan_drafts import WordsRow
from dreamtui.tui.session.queue_items import AFTER, NAMES, TABS, QueueItem

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.kinds.item_files import Words

TAKE, REFUSE, LATER, REOPEN = range(4)
"""Places of the decision keys among the slots of an item."""

PLACES = {"review.take": TAKE, "review.refuse": REFUSE, "review.later": LATER, "review.reopen": REOPEN}
"""The place of each decision key."""


class DecidingScreen(LookingScreen):
    """The way from a key to a record, and on to the next item."""

    def __init__(self) -> None:
        super().__init__()
        self.targets = Targets(self)
        """What the decision keys mean now."""
        self.reasons = Reasons(self, self.reasoned)
        """Asks why."""
        self.proposing = Proposing(self, self.reasoned)
        """Shows a proposal statement by statement."""
        self.taking_back = TakingBack(self, self.reasoned)
        """Undo and redo."""
        self.drafting = Drafts(self)
        """Goes on with words begun."""
        self.outputs = Outputs(self, self.read_queue)
        """Writes CLAUDE.md and MEMORY.md."""
        self._go_to: tuple[str, ...] = ()
        self._again = False

    # The key bar

    def bar_label(self, action_id: str) -> str | None:
        """The decision keys say what they do to this item, or are not shown; where words are typed, no letter is."""
        if action_id == "review.back":
            return self.way_back()
        if self.queue.field.has_focus:
            return ""
        if action_id in PLACES:
            label = self.targets.label(PLACES[action_id]) if self.filled else ""
            return f"look and {label}" if action_id == "review.take" and label and self.targets.is_proposal() else label
        if action_id == "review.proposal":  # of a single one the key that takes it says so
            return None if self.filled and self.targets.proposal() and not self.targets.is_proposal() else ""
        if action_id == "review.reveal" and self.filled and self.item.detail is not None:
            return None if self.item.detail.key not in self.item.revealed else "mask"
        return "" if action_id == "review.undo" and not self.console.sitting.done else None

    def applies(self, action_id: str) -> bool:
        """A row is needed to act on one, something masked to show it, rows to filter them or a filter to change."""
        if action_id in ("review.open-evidence", "list.mark"):
            return self.queue.current is not None
        if action_id == "review.reveal":
            return self.filled and self.queue.current is not None and self.item.hides_something
        if action_id == "review.filter":
            return bool(self.queue.items.shown or self.queue.field.value)
        return super().applies(action_id)

    def will_ask(self, action_id: str) -> bool:
        """An undo asks only for what was decided before this sitting."""
        return super().will_ask(action_id) and not (action_id == "review.undo" and self.console.sitting.done)

    # The decision keys

    def do_review_take(self) -> None:
        """Graduate, accept, or keep with a new reason; a single proposal is looked at before it is accepted."""
        if self.targets.is_proposal():
            self.do_review_proposal()
        else:
            self.reasons.ask(self.targets.chosen(TAKE))

    def do_review_proposal(self) -> None:
        """Show the proposal under the cursor statement by statement."""
        item_id = self.targets.proposal()
        if item_id:
            self.proposing.look_closely(item_id)
        else:
            self.console.say("This is no proposal that waits for a decision")

    def do_review_refuse(self) -> None:
        """Reject or retire."""
        self.reasons.ask(self.targets.chosen(REFUSE))

    def do_review_later(self) -> None:
        """Put off until a date."""
        chosen = self.targets.chosen(LATER)
        if chosen is None:
            return
        from dreamtui.kinds.item_files import Words
        from dreamtui.tui.screens.dialogs.defer import DateScreen

        verb, items = chosen

        def dated(until: str | None) -> None:
            if until:
                self._confirmed(verb, items, Words(until=until), f"until {until}")

        what = items[0].title if len(items) == 1 else f"{len(items)} items"
        self.app.push_screen(DateScreen(f"Later: {what}"), dated)

    def do_review_reopen(self) -> None:
        """Back into the queue."""
        from dreamtui.kinds.item_files import Words

        chosen = self.targets.chosen(REOPEN)
        if chosen is not None:
            self._confirmed(*chosen, Words(), "")

    def _confirmed(self, verb: Verb, items: Sequence[QueueItem], words: "Words", more: str) -> None:
        """Record at once for one item; several are confirmed by name."""
        decide = partial(self._decide, [item.id for item in items], verb, words)
        if len(items) == 1:
            decide()
            return
        from dreamtui.tui.screens.dialogs.confirm import ConfirmScreen

        question = f"{NAMES[verb].capitalize()} {len(items)} items {more}".rstrip() + "?"
        confirm = ConfirmScreen(question, self.reasons.named(verb, items), NAMES[verb])
        self.app.push_screen(confirm, lambda yes: decide() if yes else None)

    def _decide(self, ids: Sequence[str], verb: Verb, words: "Words") -> None:
        in_worker(
            self, lambda: self.console.services.decide(ids, verb, words), self.recorded,
            group="decide", description="recording a decision", what="decide", exclusive=False,
        )  # fmt: skip

    def do_review_undo(self) -> None:
        """One's own of this sitting at once; any other with a reason."""
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
        if isinstance(self.queue.current, WordsRow):
            self.console.say("Nothing can be decided with these words; Y copies them, x discards them", "warning")
        elif draft is not None:
            self.drafting.go_on(draft, begin)
        elif self.targets.proposal() and len(self.targets.items()) == 1:
            self.do_review_proposal()
        else:
            self.reasons.ask(self.targets.chosen(TAKE), begin)

    def do_review_discard(self) -> None:
        """Forget the words begun about the item under the cursor, when somebody agrees; with none, unfold changes."""
        drafts = self.drafting.of(self.queue.current)
        if drafts:
            self.drafting.discard(drafts)
        elif self.filled and self.item.tab == "change" and self.item.diff.has_folds:
            self.item.diff.action_unfold()
        else:
            self.console.say("No words were begun about this item")

    def do_review_copy_text(self) -> None:
        """In the tab of drafts the words begun, else the item's text."""
        drafts = self.drafting.of(self.queue.current) if TABS[self.queue.tab].begun else []
        if drafts:
            self.drafting.copy(drafts)
        else:
            self.copy_text()

    # The outputs

    def do_review_write(self) -> None:
        """Show what the outputs would become."""
        self.outputs.write()

    def do_app_quit(self) -> None:
        """Leave; with decisions of this sitting, first show what they do to the outputs."""
        self.outputs.leave()

    # Afterwards

    def reasoned(self, outcome: "Outcome | None") -> None:
        """A box was closed: something was recorded, or words were begun."""
        if outcome is not None:
            self.recorded(outcome)
        else:
            self.refresh_header()

    def recorded(self, outcome: "Outcome") -> None:
        """Remember, say and show what was recorded; then the next undecided item."""
        from dreamtui.tui.telling import tell

        decisions = outcome.decisions
        for decision in decisions:
            self.console.services.drop_draft(decision.item, decision.verb)
        tell(self.console, outcome)
        verb = decisions[0].verb if decisions else Verb.ADD
        if verb in (Verb.UNDO, Verb.REDO):
            self._go_to, self._again = tuple(made.item for made in decisions), verb is Verb.REDO
            self.read_again([decision.item for decision in decisions])
        else:
            self._leave_behind(decisions)
        if self.queue.items.marked:
            self.queue.items.marked -= {decision.item for decision in decisions}
        self.refresh_header()

    def _leave_behind(self, decisions: Sequence[Decision]) -> None:
        """Change the rows at once, and read everything again where that is quick."""
        after = {decision.item: AFTER.get(decision.verb) for decision in decisions}
        if self.console.auto_advance and (following := self.queue.items.undecided_after(frozenset(after))):
            self.queue.items.wish(following)
        self.queue.show(self.queue.view.decided(after), self.console.services.now)
        self.read_again(list(after))
        current = self.queue.current
        if current is not None:
            self.read_detail(current)

    def after_queue_read(self) -> None:
        """After an undo the cursor goes to what was taken back; where it is in another tab, that is said."""
        from dreamtui.tui.texts import deciding as texts

        wanted, self._go_to = self._go_to, ()
        if not wanted or any(self.queue.items.move_to_id(one) for one in wanted):
            return
        found = [item for item in self.queue.view.items if item.id in wanted]
        if not found:
            return
        titles = [item.title for item in found]
        place = next(at for at, tab in enumerate(TABS) if found[0].status in tab.statuses)
        if place == self.queue.tab:
            self.console.say(f"{texts.hidden(titles)} by the filter; esc clears it", timeout=8.0, about="place")
            return
        steps = place - self.queue.tab
        step = "review.next-tab" if steps > 0 else "review.previous-tab"
        key = shown_keys(self.console.keymap.keys.get(step, ""), 1)
        said = texts.back_in(titles, TABS[place].name, abs(steps), key, again=self._again)
        self.console.say(said, timeout=8.0, about="place")
