"""Deciding on the review screen: which items, with which words, and what is shown afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Decision, Verb
from dreamtui.model.item import Kind
from dreamtui.tui.actions import shown_keys
from dreamtui.tui.queue_items import AFTER, NAMES, TABS, QueueItem, Slots, slots_of
from dreamtui.tui.screens.leaving import LeavingScreen

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome
    from dreamtui.review.sheaf import Words
    from dreamtui.tui.widgets.text_pane import PaneLine


class DecidingScreen(LeavingScreen):
    """The way from a key to a record, and on to the next item."""

    @dataclass
    class Decided(Message):
        """Something was recorded without a reason having been asked for."""

        outcome: "Outcome"
        """What the desk says."""

    def __init__(self) -> None:
        super().__init__()
        self._go_to: tuple[str, ...] = ()
        self._again = False
        self._waiting: tuple[Verb, list[QueueItem], str] | None = None

    # Which items

    def targets(self) -> list[QueueItem]:
        """Of the rows shown the marked ones, unless somebody is in the item's half; else the one under the cursor."""
        inside = self.filled and self.item.has_focus_within
        marked = [] if inside else [item for item in self.queue.items.marked_rows() if isinstance(item, QueueItem)]
        current = self.queue.current
        return marked or ([current] if current is not None else [])

    def slots(self, items: Sequence[QueueItem] | None = None) -> Slots | None:
        """What the decision keys stand for now; nothing where the items need different decisions."""
        found = {slots_of(item) for item in (self.targets() if items is None else items)[:2000]}
        return found.pop() if len(found) == 1 else None

    def bar_label(self, action_id: str) -> str | None:
        """The decision keys say what they do to this item, or are not shown; where words are typed, no letter is."""
        if action_id == "review.back" or self.queue.field.has_focus:
            return self.way_back() if action_id == "review.back" else ""
        if action_id == "review.reveal" and self.filled and self.item.detail is not None:
            return None if self.item.detail.key not in self.item.revealed else "mask"
        place = {"review.take": 0, "review.refuse": 1, "review.later": 2, "review.reopen": 3}.get(action_id)
        if place is not None and not self.filled:
            return ""
        if place is None:
            return "" if action_id == "review.undo" and not self.console.sitting.done else None
        slots = self.slots()
        verb = slots[place] if slots is not None else None
        if verb is None or self.console.read_only:
            return ""
        count = len(self.targets())
        return f"{NAMES[verb]} {count}" if count > 1 else NAMES[verb]

    def applies(self, action_id: str) -> bool:
        """A row is needed to act on one, something masked to show it, rows to filter them or a filter to change."""
        if action_id in ("review.open-evidence", "list.mark"):
            return self.queue.current is not None
        if action_id == "review.reveal":
            return self.filled and self.queue.current is not None and self.item.hides_something
        if action_id == "review.filter":
            return bool(self.queue.items.shown or self.queue.field.value)
        return super().applies(action_id)

    def _verb(self, place: int, about: list[QueueItem] | None = None) -> tuple[Verb, list[QueueItem]] | None:
        items = self.targets() if about is None else about
        if not items:
            self.console.say("There is no item here")
            return None
        slots = self.slots(items)
        if slots is None:
            self.console.say("The marked items need different decisions; decide them apart", "warning")
            return None
        verb = slots[place]
        if verb is None:
            possible = " or ".join(NAMES[one] for one in slots.verbs()) or "nothing; H and u there take a decision back"
            self.console.say(f"That does not apply to {items[0].id}; possible: {possible}", "warning")
            return None
        if why := self.console.services.closed([item.id for item in items]):
            self.console.say(f"Nothing can be decided in {why}", "warning")
            return None
        return verb, items

    # The decision keys

    def do_review_take(self) -> None:
        """Graduate, accept, or keep with a new reason."""
        self._with_reason(self._verb(0))

    def do_review_refuse(self) -> None:
        """Reject or retire."""
        self._with_reason(self._verb(1))

    def do_review_later(self) -> None:
        """Put off until a date."""
        chosen = self._verb(2)
        if chosen is None:
            return
        from dreamtui.review.sheaf import Words
        from dreamtui.tui.screens.defer import DateScreen

        verb, items = chosen

        def dated(until: str | None) -> None:
            if until:
                self._confirmed(verb, items, Words(until=until), f"until {until}")

        what = items[0].title if len(items) == 1 else f"{len(items)} items"
        self.app.push_screen(DateScreen(f"Later: {what}"), dated)

    def do_review_reopen(self) -> None:
        """Back into the queue."""
        from dreamtui.review.sheaf import Words

        chosen = self._verb(3)
        if chosen is not None:
            self._confirmed(*chosen, Words(), "")

    def _confirmed(self, verb: Verb, items: Sequence[QueueItem], words: "Words", more: str) -> None:
        """Record at once for one item; several are confirmed by name."""

        ids = [item.id for item in items]
        if len(items) == 1:
            self._decide(ids, verb, words)
            return
        from dreamtui.tui.screens.confirm import ConfirmScreen

        def sure(yes: bool | None) -> None:
            if yes:
                self._decide(ids, verb, words)

        question = f"{NAMES[verb].capitalize()} {len(items)} items {more}".rstrip() + "?"
        self.app.push_screen(ConfirmScreen(question, self._named(verb, items), NAMES[verb]), sure)

    def _named(self, verb: Verb, items: Sequence[QueueItem]) -> "list[PaneLine]":
        """What is to be confirmed: the items, and what one should know of deciding them together."""
        from dreamtui.tui.texts import deciding as texts

        spread = self.console.services.spread([item.id for item in items])
        return [*texts.together(verb, items, spread), *texts.names(items, self._retired_by(verb, items))]

    def _retired_by(self, verb: Verb, items: Sequence[QueueItem]) -> dict[str, str]:
        """The words of the live rules that this decision would retire, by item."""
        ids = [item.id for item in items if item.kind == Kind.CANDIDATE] if verb is Verb.REJECT else []
        return self.console.services.live_rules(ids) if ids else {}

    @work(thread=True, exclusive=False, exit_on_error=False, group="decide", description="recording a decision")
    def _decide(self, ids: Sequence[str], verb: Verb, words: "Words") -> None:
        self.guarded(lambda: self.console.services.decide(ids, verb, words), self.Decided, "decide")

    def on_deciding_screen_decided(self, event: Decided) -> None:
        """Show it."""
        event.stop()
        self.recorded(event.outcome)

    # With a reason

    def _with_reason(self, chosen: tuple[Verb, list[QueueItem]] | None, begin: str = "") -> None:
        if chosen is None:
            return
        from dreamtui.tui.screens.rationale import Asked, RationaleScreen
        from dreamtui.tui.texts import deciding as texts

        verb, items = chosen
        services, detail = self.console.services, self.item.detail
        single = items[0] if len(items) == 1 else None
        shown = detail.shown if detail and single and detail.key == single.id else None
        if single is not None and shown is None:
            self._waiting = (*chosen, begin)
            self.console.hold_keys()
            self.read_detail(single)
            return
        ids = tuple(item.id for item in items)
        expected, rules = self._seen(single, verb), self._retired_by(verb, items)
        self.app.push_screen(
            RationaleScreen(
                Asked(
                    verb=verb,
                    heading=texts.heading(verb, items, rules),
                    retires=texts.retiring(rules),
                    record=lambda words: services.decide(ids, verb, words, expected),
                    ids=ids,
                    title=single.title if single else "",
                    evidence=shown.item.evidence if shown else (),
                    files=shown.item.files if shown else (),
                    suggestion=texts.suggestion(shown, verb) if shown else "",
                    warning=(lambda typed: texts.rewrites(shown, typed)) if shown else None,
                    preview=(lambda words: services.preview(ids[0], verb, words)) if single else None,
                    sure=tuple(self._named(verb, items)) if single is None else (),
                    sentence=texts.sentence(shown, verb) if shown else "",
                    revealed=single is not None and single.id in self.item.revealed,
                    begin=begin,
                )
            ),
            self._reasoned,
        )

    def detail_shown(self, item_id: str) -> None:
        """An item was read: a decision key that was pressed before goes on now, if the cursor has not moved."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return
        if waiting[1][0].id == item_id and self.console.screen is self:
            self._with_reason(waiting[:2], waiting[2])
        else:
            self.console.typed.release()

    def _seen(self, single: QueueItem | None, verb: Verb) -> ChangeSet | None:
        """The changes that were shown of this very decision; a file that changed since is not overwritten unseen."""
        return self.item.plan_shown(single.id, verb) if single is not None else None

    def _reasoned(self, outcome: "Outcome | None") -> None:
        if outcome is not None:
            self.recorded(outcome)
        else:
            self.refresh_header()

    def words_begun(self, item_id: str, verb: Verb) -> "Words":
        """The words of a draft, or a sign where they will stand, for a preview, in which every loss is let go."""
        from dreamtui.review.proposals import ALL
        from dreamtui.review.sheaf import Words
        from dreamtui.text.dates import add_days

        draft = self.console.services.load_draft(item_id, verb)
        until = add_days(self.console.services.now, 7) if verb is Verb.DEFER else ""
        if draft is None:
            from dreamtui.tui.texts.deciding import suggestion

            detail = self.item.detail
            shown = detail.shown if detail and detail.key == item_id and verb is Verb.GRADUATE else None
            reason = "" if verb in (Verb.DEFER, Verb.REOPEN) else "‹your reason›"
            return Words(reason, suggestion(shown, verb) if shown else "", until=until, acknowledged=(ALL,))
        reason = draft.rationale or "‹your reason›"
        return Words(reason, draft.rule, draft.disposition, as_note=draft.as_note, acknowledged=(ALL,))

    # Afterwards

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
