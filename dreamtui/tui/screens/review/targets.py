"""Which items the decision keys of the review screen mean now, and what each key does to them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb
from dreamtui.tui.session.queue_items import QueueItem, shared_slots
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.tui.screens.review.review import ReviewScreen

Chosen = tuple[Verb, list[QueueItem]]
"""A decision, and the items it is about."""


class Targets:
    """The marked rows, else the one under the cursor; looked up at each question."""

    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen

    def items(self) -> list[QueueItem]:
        """The marked ones of the rows shown, unless the focus is in the item's half; else the one under the cursor."""
        screen = self._screen
        inside = screen.filled and screen.item.has_focus_within
        marked = [] if inside else [item for item in screen.queue.items.marks.rows() if isinstance(item, QueueItem)]
        current = screen.queue.current
        return marked or ([current] if current is not None else [])

    def slots(self, items: Sequence[QueueItem] | None = None) -> Slots | None:
        """What the decision keys do; None if the items need different decisions."""
        return shared_slots(self.items() if items is None else items)

    def chosen(self, place: int, about: list[QueueItem] | None = None) -> Chosen | None:
        """What the key in this place decides about which items; says why not where it decides nothing."""
        console = self._screen.console
        items = self.items() if about is None else about
        if not items:
            console.say("There is no item here")
            return None
        slots = self.slots(items)
        if slots is None:
            console.say("The marked items need different decisions; decide them apart", "warning")
            return None
        verb = slots[place]
        if verb is None:
            none = "nothing; H and u there undo a decision"
            possible = " or ".join(one.key_word for one in slots.verbs()) or none
            console.say(f"That does not apply to {items[0].name}; possible: {possible}", "warning")
            return None
        if about is None:
            items = self._screen.twinning.covered(items, verb)
        if why := console.sessions.closed(item.ref for item in items):
            console.say(f"Nothing can be decided in {why}", "warning")
            return None
        return verb, items

    def label(self, place: int) -> str:
        """What this key does, for the key bar, and to how many, or to one alone of twins; empty if it does nothing."""
        items = self.items()
        slots = self.slots(items)
        verb = slots[place] if slots is not None else None
        if verb is None or self._screen.console.read_only:
            return ""
        twinning = self._screen.twinning
        count = len(twinning.covered(items, verb))
        if items != [self._screen.queue.current]:  # "both", "all" and "this" are said of the row under the cursor
            return f"{verb.key_word} {count} {'marked' if count == len(items) else 'with twins'}"
        if count > 1:
            return f"{verb.key_word} both" if count == 2 else f"{verb.key_word} all {count}"
        return f"{verb.key_word} this" if len(twinning.covered(items, Verb.REJECT)) > 1 else verb.key_word

    # Proposals, which are looked at before they are accepted

    def proposal(self) -> Ref | None:
        """The proposal under the cursor that waits for a decision; none for anything else."""
        row = self._screen.queue.current
        waits = row is not None and row.type.screen == "proposal" and row.status in (Status.PENDING, Status.DEFERRED)
        return row.ref if row is not None and waits else None

    def is_proposal(self) -> bool:
        """Whether the decision keys mean the proposal under the cursor alone."""
        found = self.proposal()
        return found is not None and [one.ref for one in self.items()] == [found]

    def can_be_taken(self) -> bool:
        """Whether the proposal under the cursor can be accepted as it stands, with what was settled of it before."""
        screen = self._screen
        detail = screen.item.detail if screen.filled else None
        current = screen.queue.current
        if detail is None or current is None or detail.ref != current.ref:
            return False
        if detail.shown.kind.actions().spent(detail.shown.held):
            return False
        sketch = screen.deciding.proposing.sketch_of(current.ref)
        return not detail.unsettled if sketch is None else not sketch.why_not()
