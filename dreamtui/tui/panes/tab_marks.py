"""Marks belong to the tab they were made in: in another one they sleep, and nothing is done to them."""

from collections.abc import Hashable, Sequence

from dreamtui.tui.session.queue_items import TABS, QueueItem


class TabMarks:
    """The marks of the tabs that are not shown, by the number of the tab."""

    def __init__(self) -> None:
        self._asleep: dict[int, frozenset[Hashable]] = {}

    def __bool__(self) -> bool:
        return bool(self._asleep)

    def turn(self, before: int, after: int, marked: frozenset[Hashable]) -> frozenset[Hashable]:
        """Another tab is shown: put the marks of the one before to sleep, and give those of this one."""
        if marked:
            self._asleep[before] = marked
        return self._asleep.pop(after, frozenset())

    def forget(self) -> None:
        """Nothing is marked any more."""
        self._asleep.clear()

    def keep_those_of(self, items: Sequence[QueueItem]) -> None:
        """Forget marks of items that are not in their tab any more."""
        if not self._asleep:
            return
        wanted = frozenset[Hashable]().union(*self._asleep.values())
        status = {item.key: item.status for item in items if item.key in wanted}
        for number, keys in list(self._asleep.items()):
            left = frozenset(key for key in keys if status.get(key, "") in TABS[number].statuses)
            self._asleep[number] = left
            if not left:
                del self._asleep[number]

    def words(self) -> str:
        """`1 marked in Decided`; empty when no marks sleep."""
        return ", ".join(f"{len(keys)} marked in {TABS[number].name}" for number, keys in sorted(self._asleep.items()))
