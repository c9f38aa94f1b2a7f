"""The queue: items with sign, word, risk, age and weight, marked one by one, by ranges, or all that are shown."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import ClassVar, NamedTuple, Protocol

from rich.style import Style
from textual.message import Message

from dreamtui.text.query.row import UNDECIDED, Listed
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.widgets.lists.long_list import Keyed, LongList, Piece
from dreamtui.tui.widgets.lists.row_parts import RowLook, row_parts, shows_title

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MARK_EDGE = 1
_TAG = 9


class Row(Listed, Keyed, Protocol):
    """An item as the list shows it."""


class RowState(NamedTuple):
    """What a row's looks depend on."""

    cursor: bool
    marked: bool
    focused: bool


class Marks:
    """Marks by the keys of rows, so that they outlive filters and sorts, and the start of a range by position."""

    def __init__(self, item_list: "ItemList") -> None:
        self._list = item_list
        self._keys: set[Hashable] = set()
        self._anchor: int | None = None
        self._rows: list[Row] | None = None

    @property
    def keys(self) -> frozenset[Hashable]:
        """Keys of all marked items, shown or not, with those of a range being made."""
        return frozenset(self._keys).union(self._range_keys())

    def set(self, keys: Iterable[Hashable]) -> None:
        """Mark these and no others."""
        self._keys, self._anchor = set(keys), None
        self.changed()

    def retain(self, items: Sequence[Row]) -> bool:
        """Take the marks of all other items; whether there were any."""
        self._anchor = None
        lost = self._keys.difference(item.key for item in items) if self._keys else frozenset()
        self._keys -= lost
        return bool(lost)

    def rows(self) -> Sequence[Row]:
        """Those of the rows shown that are marked, in their order."""
        if self._rows is None:
            marked = self.keys
            rows = map(self._list.item_at, range(self._list.shown)) if marked else ()
            self._rows = [item for item in rows if item.key in marked]
        return self._rows

    def rows_changed(self) -> None:
        """Other rows are shown."""
        self._rows = None

    def holds(self, item: Row, position: int) -> bool:
        """Whether a row is marked, or in the range being made."""
        return item.key in self._keys or position in self._range()

    @property
    def selecting(self) -> bool:
        """Whether a range is being made."""
        return self._anchor is not None

    def toggle(self, key: Hashable) -> None:
        """Mark the item, or take its mark back."""
        self._keys ^= {key}
        self.changed()

    def begin_range(self) -> None:
        """Start a range at the cursor."""
        if self._list.shown:
            self._anchor = self._list.position
        self.changed()

    def end_range(self) -> None:
        """Mark all rows of the range."""
        self._keys.update(self._range_keys())
        self.leave_range()

    def leave_range(self) -> None:
        """Leave the range without marking it."""
        self._anchor = None
        self.changed()

    def all_or_none(self) -> None:
        """Mark every row shown; when all of them are marked, nothing at all."""
        self._anchor = None
        shown = [self._list.item_at(at).key for at in range(self._list.shown)]
        if all(key in self._keys for key in shown):
            self._keys.clear()
        else:
            self._keys.update(shown)
        self.changed(cleared=not self._keys)

    def changed(self, *, cleared: bool = False) -> None:
        self._rows = None
        self._list.refresh()
        self._list.post_message(self._list.MarksChanged(self._list, len(self.keys), self.selecting, cleared))

    def _range(self) -> range:
        """Positions of the range being made, with the cursor at its other end; empty when there is none."""
        if self._anchor is None:
            return range(0)
        cursor = self._list.position
        return range(min(self._anchor, cursor), max(self._anchor, cursor) + 1)

    def _range_keys(self) -> list[Hashable]:
        return [self._list.item_at(at).key for at in self._range()]


class ItemPainter:
    """How the rows of the queue look: what of an item fits, and the colours of cursor, marks and risks."""

    NO_ROW: ClassVar[object] = RowState(False, False, False)

    def __init__(self, item_list: "ItemList") -> None:
        self._list = item_list
        self.now = _EPOCH
        self.found: tuple[str, ...] = ()
        """Words of the filter, marked in titles."""
        self.tags: Sequence[str] = ()
        """Names of the workspaces whose rows these are; none for one alone."""
        self.twins: Mapping[Hashable, int] = {}
        """How many other items have the same evidence, by the key of a row."""
        self.weeks = False
        """Whether rows have the weeks of their evidence, where these fit."""
        self.plain = False
        """Whether only ASCII can be shown."""
        self.alike = False
        """Whether all rows have one status, which the tab says already."""

    def state(self, item: Row, position: int) -> RowState:
        at = self._list
        return RowState(position == at.position, at.marks.holds(item, position), at.has_focus)

    def pieces(self, item: Row, state: RowState, styles: dict[str, Style], width: int) -> list[Piece]:
        return [(text, styles[name]) for name, text in row_parts(item, self.look(item, state, width))]

    def look(self, item: Row, state: RowState, width: int) -> RowLook:
        tag = min(_TAG, max(map(len, self.tags), default=0))
        twins = self.twins.get(item.key, 0) if self.twins else 0
        return RowLook(
            width,
            self.now,
            self.found,
            *state,
            alike=self.alike,
            twins=twins,
            weeks=self.weeks,
            plain=self.plain,
            tag=tag,
        )

    def styles(self, state: RowState) -> dict[str, Style]:
        """Under the cursor all pieces have its colours, so that they can be read there."""
        base = self._list.rich_style
        if state.cursor or state.marked:
            base = self._list.get_component_rich_style(f"item-list--{'cursor' if state.cursor else 'marked'}")
        styles = {"title": base, "word": base, "bar": base, "found": base + Style(underline=True)}
        for name in ("dim", "risk", "kind", "mark"):
            own = self._list.get_component_rich_style(f"item-list--{name}")
            styles[name] = base + Style(bold=base.bold or name == "risk", color=None if state.cursor else own.color)
        return styles


class ItemList(LongList[Row]):
    """The rows of the queue. Keys have to be unique in it. It posts `Highlighted`, `Opened` and `MarksChanged`."""

    SCOPES = (Scope.QUEUE, Scope.LIST)
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "item-list--cursor",
        "item-list--marked",
        "item-list--dim",
        "item-list--risk",
        "item-list--kind",
        "item-list--mark",
    }

    @dataclass
    class MarksChanged(Message):
        """Other rows are marked than before."""

        item_list: "ItemList"
        """The list; `marks` has the keys."""
        count: int
        """How many items are marked, shown or not."""
        selecting: bool
        """Whether a range is being made."""
        cleared: bool = False
        """Whether all marks were to go, those of other tabs too."""

    @dataclass
    class NotAllThere(Message):
        """All rows were to be marked while some are still to come."""

        item_list: "ItemList"

    @dataclass
    class NoneWaits(Message):
        """The next item that waits was wanted, and there is no other."""

        item_list: "ItemList"

    def __init__(self, *, empty: str = "Nothing here.", id: str | None = None, classes: str | None = None) -> None:
        self.looks = ItemPainter(self)
        super().__init__(self.looks, empty=empty, id=id, classes=classes)
        self.marks = Marks(self)
        self.partial = False
        """Whether more rows are still to come, so that “all” would not be all."""

    # What is shown

    def set_items(
        self,
        items: Sequence[Row],
        order: Sequence[int] | None = None,
        *,
        now: datetime,
        found: tuple[str, ...] = (),
    ) -> None:
        """Show these items, in this order of places in them; `found` are the words of the filter, marked in titles.

        A mark goes with its item.
        """
        self.looks.now, self.looks.found = now, found
        lost = self.marks.retain(items)
        self.replace(items, range(len(items)) if order is None else order)
        if lost:
            self.marks.changed()

    def show_twins(self, twins: Mapping[Hashable, int]) -> None:
        """Say of these rows that others have the same evidence."""
        self.looks.twins = twins
        self.redraw()

    @property
    def names_cursor(self) -> bool:
        """Whether the title of the item under the cursor stands whole in its row."""
        item = self.cursor_item
        if item is None:
            return False
        look = self.looks.look(item, self.looks.state(item, self.position), self.cells)
        return shows_title(item, look)

    def set_order(self, order: Sequence[int], *, found: tuple[str, ...] = ()) -> None:
        """Show other rows of the same items, after a filter or a sort; a range that was being made is marked."""
        if self.marks.selecting:
            self.marks.end_range()
        self.looks.found = found
        self.reorder(order)

    def next_undecided(self, step: int = 1) -> bool:
        """Go to the next item that waits for a decision, around the end if need be; false when there is no other."""
        count = self.shown
        for away in range(1, count):
            at = (self.position + step * away) % count
            if str(self.item_at(at).status) in UNDECIDED:
                self.move_to(at)
                return True
        return False

    def undecided_after(self, keys: frozenset[Hashable]) -> Hashable | None:
        """Key of the first row that waits, at or after the first of these, around the end; never one of these."""
        rows = [self.item_at(at) for at in range(self.shown)]
        first = next((at for at, item in enumerate(rows) if item.key in keys), 0)
        around = chain(rows[first:], rows[:first])
        return next((item.key for item in around if str(item.status) in UNDECIDED and item.key not in keys), None)

    def action_undecided(self, step: int) -> None:
        """Go to the next or previous item that waits for a decision."""
        if not self.next_undecided(step):
            self.post_message(self.NoneWaits(self))

    def clicked_edge(self, x: int) -> bool:
        """The left edge marks the row."""
        if x <= _MARK_EDGE:
            self.action_mark(advance=False)
        return x <= _MARK_EDGE

    def replace(self, items: Sequence[Row], order: Sequence[int]) -> None:
        """Show these rows; others of them may be marked."""
        self.marks.rows_changed()
        super().replace(items, order)

    # Marks

    def action_mark(self, advance: bool = True) -> None:
        """Mark the row, or take the mark back, and go on; in a range, mark the range."""
        item = self.cursor_item
        if self.marks.selecting:
            self.marks.end_range()
        elif item is not None:
            self.marks.toggle(item.key)
            if advance:
                self.action_move(1)

    def action_range(self) -> None:
        """Begin a range at the cursor, or mark all rows of the one begun."""
        if self.marks.selecting:
            self.marks.end_range()
        else:
            self.marks.begin_range()

    def action_extend(self, step: int) -> None:
        """Move and take the rows on the way into a range."""
        if not self.marks.selecting:
            self.marks.begin_range()
        self.action_move(step)

    def action_cancel_range(self) -> None:
        self.marks.leave_range()

    def action_mark_all(self) -> None:
        """Mark every row shown; when all of them are, take every mark back. While rows are still to come, nothing."""
        if self.partial:
            self.post_message(self.NotAllThere(self))
        else:
            self.marks.all_or_none()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape belongs to the list only while a range is being made."""
        return self.marks.selecting if action == "cancel_range" else True

    def cursor_moved(self) -> None:
        """A range being made grew or shrank."""
        if self.marks.selecting:
            self.marks.changed()
