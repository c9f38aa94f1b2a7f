"""Which items are marked: single marks, and a range that is being made. Pure."""

from collections.abc import Hashable, Iterable, Sequence


class Marks:
    """Marks by the keys of rows, so that they outlive filters and sorts, and the start of a range by position."""

    def __init__(self, keys: Iterable[Hashable] = ()) -> None:
        self._keys = set(keys)
        self._anchor: int | None = None

    @property
    def keys(self) -> frozenset[Hashable]:
        """Rows marked one by one or by ranges that are finished."""
        return frozenset(self._keys)

    @property
    def selecting(self) -> bool:
        """Whether a range is being made."""
        return self._anchor is not None

    def holds(self, key: Hashable, position: int, cursor: int) -> bool:
        """Whether the row counts as marked, with the cursor at the other end of the range."""
        if key in self._keys:
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

    def toggle(self, key: Hashable) -> None:
        """Mark the item, or take its mark back."""
        self._keys ^= {key}

    def add(self, keys: Iterable[Hashable]) -> None:
        """Mark these too."""
        self._keys.update(keys)

    def all_or_none(self, shown: Sequence[Hashable]) -> None:
        """Mark all of these; when all of them are marked, nothing at all."""
        if all(key in self._keys for key in shown):
            self._keys.clear()
        else:
            self._keys.update(shown)
