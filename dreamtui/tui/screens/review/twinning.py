"""Twins: waiting items with the same evidence, which one rejection or one date covers."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dreamtui.model.verb import Verb
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.session.queue_items import QueueItem, slots_of
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.tui.screens.review.review import ReviewScreen

MOST = 2_000
"""Rows up to which they are looked for after each reading of the queue."""

COVERED = frozenset({Verb.REJECT, Verb.DEFER})
"""What is said of the whole group; a rule is made of one of them."""


class Twinning:
    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen
        self._groups: Mapping[Ref, tuple[Ref, ...]] = {}

    def look(self) -> None:
        """Find them, where the whole queue is there and not long."""
        screen = self._screen
        view = screen.queue.view
        if not view.partial and len(view.items) <= MOST:
            in_worker(
                screen, screen.console.sessions.twins, self._found,
                group="twins", description="looking for twins", what="twins",
            )  # fmt: skip

    def _found(self, groups: Mapping[Ref, tuple[Ref, ...]]) -> None:
        if groups != self._groups:
            self._groups = groups
            self._screen.queue.items.show_twins({ref: len(group) - 1 for ref, group in groups.items()})
            self._screen.refresh_keys()
            self.name()

    def name(self) -> None:
        """Say in the item's half which items are its twins."""
        screen = self._screen
        if screen.filled:
            current = screen.queue.current
            screen.item.show_twins(self.covered([current], Verb.REJECT)[1:] if current is not None else ())

    def covered(self, items: Sequence[QueueItem], verb: Verb | None) -> list[QueueItem]:
        """What a decision about items is about: the items first, then their twins that wait as they do."""
        statuses = {ref: item.status for item in items for ref in self._groups.get(item.ref, ())}
        if verb not in COVERED or not statuses:
            return list(items)
        known = {item.ref for item in items}
        twins = (row for row in self._screen.queue.view.items if row.ref in statuses and row.ref not in known)
        return [*items, *(row for row in twins if row.status == statuses[row.ref] and verb in slots_of(row))]

    def is_group(self, items: Sequence[QueueItem]) -> bool:
        return len({self._groups.get(item.ref, (item.ref,)) for item in items}) == 1
