"""Which items are marked: single marks, and a range that is being made. Pure."""

from collections.abc import Iterable, Sequence


class Marks:
    """Marks by item id, so that they outlive filters and sorts, and the start of a range by position."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._ids = set(ids)
        self._anchor: int | None = None

    @property
    def ids(self) -> frozenset[str]:
        """Ids marked one by one or by ranges that are finished."""
        return frozenset(self._ids)

    @property
    def selecting(self) -> bool:
        """Whether a range is being made."""
        return self._anchor is not None

    def holds(self, item_id: str, position: int, cursor: int) -> bool:
        """Whether the row counts as marked, with the cursor at the other end of the range."""
        if item_id in self._ids:
            return True
        return self._anchor is not None and min(self._anchor, cursor) <= position <= max(self._anchor, cursor)

    def range_to(self, cursor: int) -> range:
        """Positions of the range being made; empty when there is none."""
        if self._anchor is None:
            return range(0)
        return range(min(self._anchor, cursor), max(self._anchor, cursor) + 1)

    def begin_range(self, position: int) -> None:
        """Start a range at this row."""
        self._anchor = position

    def leave_range(self) -> None:
        """Forget the range."""
        self._anchor = None

    def toggle(self, item_id: str) -> None:
        """Mark the item, or take its mark back."""
        self._ids ^= {item_id}

    def add(self, ids: Iterable[str]) -> None:
        """Mark these too."""
        self._ids.update(ids)

    def all_or_none(self, shown: Sequence[str]) -> None:
        """Mark all of these; when all of them are marked, nothing at all."""
        if all(item_id in self._ids for item_id in shown):
            self._ids.clear()
        else:
            self._ids.update(shown)
