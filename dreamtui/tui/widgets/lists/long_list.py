"""A list of any length on the Line API: a cursor on things with keys, only the rows on the screen are drawn."""

import textwrap
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingsMap
from textual.events import Click, Resize
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from dreamtui.tui.actions.registry import Scope, bindings_of

SCROLL_OFF = 2
"""Rows of context kept above and below the cursor."""

_CACHE = 2000
_NEAR = 200


class Keyed(Protocol):
    """Anything with a key."""

    @property
    def key(self) -> Hashable:
        """Unique in the list, and the same after a refresh."""


T = TypeVar("T", bound=Keyed)
Drawn = TypeVar("Drawn", contravariant=True)

Piece = tuple[str, Style]
"""Plain text and its style."""


class RowPainter(Protocol[Drawn]):
    """How the rows of a list look."""

    NO_ROW: ClassVar[object]
    """The state of a row on which neither cursor nor mark is."""

    def state(self, item: Drawn, position: int) -> object:
        """Everything a row's looks depend on beside its item; hashable."""

    def pieces(self, item: Drawn, state: Any, styles: dict[str, Style], width: int) -> list[Piece]:
        """The pieces of a row, exactly `width` cells together, already inert."""

    def styles(self, state: Any) -> dict[str, Style]:
        """The styles of the pieces of a row in this state, by name; `dim` is that of words about no row."""


class LongList(ScrollView, Generic[T], can_focus=True):
    """Rows of things in some order, and a cursor that stays on its thing through every refresh, filter and sort."""

    ALLOW_SELECT = False
    SCOPES: tuple[Scope, ...] = (Scope.LIST,)
    """The scopes whose keys are alive while it has the focus."""
    DEFAULT_CSS = """
    LongList { overflow-x: hidden; overflow-y: scroll; scrollbar-size-vertical: 1; height: 1fr; }
    """

    @dataclass
    class Highlighted(Message):
        """The cursor stands on another thing, or on none."""

        item_list: "LongList[Any]"
        item: Keyed | None
        """What the cursor stands on."""
        position: int
        """Its position among the rows shown, from 0."""

    @dataclass
    class Opened(Message):
        """What the cursor stands on is to be opened."""

        item_list: "LongList[Any]"
        item: Keyed

    def __init__(
        self,
        painter: RowPainter[T],
        *,
        empty: str = "Nothing here.",
        scopes: tuple[Scope, ...] = (),
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.SCOPES = scopes or self.SCOPES
        self._bindings.key_to_bindings.update(BindingsMap(bindings_of(*self.SCOPES)).key_to_bindings)
        self._painter = painter
        self.empty = empty
        """What is said when there are no rows."""
        self._items: Sequence[T] = ()
        self._order: Sequence[int] = ()
        self._position = 0
        self._wanted: Hashable | None = None
        self.moves = 0
        """How often the cursor was put on another row."""
        self._strips: dict[tuple[int, object], Strip] = {}
        self._style_cache: dict[object, dict[str, Style]] = {}

    def clicked_edge(self, x: int) -> bool:
        """A row was clicked in this column: whether that did something of its own."""
        return False

    # What is shown

    def replace(self, items: Sequence[T], order: Sequence[int]) -> None:
        """Show these rows: places in `items`, in this order. The cursor stays on its thing while that is there."""
        before = self.cursor_item
        on_screen = self._position - self.scroll_offset.y
        if items is self._items and before is not None and self._wanted in (None, before.key):
            at = _first_of(self._order[self._position : self._position + _NEAR + 1], order)
            self._position = at if at is not None else max(0, min(self._position, len(order) - 1))
            self._order = order
        else:
            following = self._keys_after_cursor() if before is not None else ()
            self._items, self._order = items, order
            self._position = self._position_of(self._wanted, before.key if before is not None else None, following)
        self._strips.clear()
        if self.virtual_size.height != len(order):
            self.virtual_size = Size(1, len(order))
        if self.is_mounted:
            self.scroll_to(y=max(0, self._position - on_screen), animate=False)
            self.show_cursor()
            self.refresh()
        now_at = self.cursor_item
        if now_at is not before:
            self.post_message(self.Highlighted(self, now_at, self._position))

    def reorder(self, order: Sequence[int]) -> None:
        """Show other rows of the same things."""
        self.replace(self._items, order)

    def _keys_after_cursor(self) -> Sequence[Hashable]:
        near = self._order[self._position + 1 : self._position + _NEAR]
        return [self._items[place].key for place in near]

    def _position_of(self, wanted: Hashable | None, current: Hashable | None, following: Sequence[Hashable]) -> int:
        """The position of the row chosen last, else of the one shown last, else of the next one that is still there."""
        interesting = {wanted, current, *following} - {None}
        items = self._items
        if not interesting:
            return 0
        first = current if wanted is None else wanted
        where: dict[Hashable, int] = {}
        for at, place in enumerate(self._order):
            if (key := items[place].key) in interesting:
                where[key] = at
                if key == first:
                    return at
        for each in (wanted, current, *following):
            if each in where:
                return where[each]
        return max(0, min(self._position, len(self._order) - 1))

    @property
    def shown(self) -> int:
        """How many rows are shown."""
        return len(self._order)

    @property
    def total(self) -> int:
        """How many things there are, shown or not."""
        return len(self._items)

    @property
    def position(self) -> int:
        """Position of the cursor among the rows shown."""
        return self._position

    @property
    def cursor_item(self) -> T | None:
        """What the cursor stands on."""
        return self.item_at(self._position) if 0 <= self._position < len(self._order) else None

    def item_at(self, position: int) -> T:
        """The thing in this row."""
        return self._items[self._order[position]]

    # The cursor

    def move_to(self, position: int) -> None:
        """Put the cursor on this row, as near as there are rows."""
        position = max(0, min(position, len(self._order) - 1))
        if position == self._position or not self._order:
            return
        old, self._position = self._position, position
        self.moves += 1
        item = self.item_at(position)
        self._wanted = item.key
        if not self.show_cursor():
            self.refresh_line(old)
            self.refresh_line(position)
        self.cursor_moved()
        self.post_message(self.Highlighted(self, item, position))

    def cursor_moved(self) -> None:
        """Called after the cursor went to another row."""

    def show_first(self, *, unless_moved_since: int) -> None:
        """Put the cursor on the first row for now, unless it was moved meanwhile to one that is still there.

        What it was moved to last comes back with other rows.
        """
        item = self.cursor_item
        stays = item is not None and item.key == self._wanted and self.moves != unless_moved_since
        if self._position and self._order and not stays:
            self._position = 0
            if self.is_mounted:
                self.show_cursor()
                self.refresh()
            self.post_message(self.Highlighted(self, self.cursor_item, 0))

    def wish(self, wanted: Hashable) -> None:
        """Have the cursor on the thing with this key as soon as it is shown."""
        self._wanted = wanted

    def move_to_key(self, wanted: Hashable) -> bool:
        """Put the cursor on the thing with this key; false when it is not shown."""
        for at, place in enumerate(self._order):
            if self._items[place].key == wanted:
                self._wanted = wanted
                self.move_to(at)
                return True
        return False

    @property
    def cells(self) -> int:
        """How wide a row is: the list without its scroll bar, whose place is always kept, so that nothing reflows."""
        return self.scrollable_content_region.width

    @property
    def rows_on_screen(self) -> int:
        return max(1, self.scrollable_content_region.height)

    def show_cursor(self) -> bool:
        """Scroll so that the cursor has its context; true when something moved."""
        height, top = self.rows_on_screen, self.scroll_offset.y
        margin = min(SCROLL_OFF, (height - 1) // 2)
        target = min(top, self._position - margin)
        target = max(target, self._position + margin + 1 - height)
        target = max(0, min(target, len(self._order) - height))
        if target == top:
            return False
        self.scroll_to(y=target, animate=False)
        return True

    def on_resize(self, event: Resize) -> None:
        """Keep the cursor in sight."""
        self._strips.clear()
        self.show_cursor()

    def on_click(self, event: Click) -> None:
        """Go to the row clicked; a second click opens it."""
        offset = event.get_content_offset(self)
        if offset is None or self.scroll_offset.y + offset.y >= self.shown:
            return
        self.move_to(self.scroll_offset.y + offset.y)
        if not self.clicked_edge(offset.x) and event.chain == 2:
            self.action_open()

    def action_move(self, step: int) -> None:
        """Move the cursor by rows."""
        self.move_to(self._position + step)

    def action_first(self) -> None:
        """Go to the first row."""
        self.move_to(0)

    def action_last(self) -> None:
        """Go to the last row."""
        self.move_to(len(self._order) - 1)

    def action_half_page(self, step: int) -> None:
        """Move by half the height."""
        self.move_to(self._position + step * max(1, self.rows_on_screen // 2))

    def action_page(self, step: int) -> None:
        self.move_to(self._position + step * max(1, self.rows_on_screen - 1))

    def action_open(self) -> None:
        """Ask for what the cursor stands on to be opened."""
        item = self.cursor_item
        if item is not None:
            self.post_message(self.Opened(self, item))

    # Drawing

    def redraw(self) -> None:
        """Draw all rows again: what their looks depend on has changed."""
        self._strips.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """Forget what was drawn in other colours."""
        super().notify_style_update()
        self._strips.clear()
        self._style_cache.clear()

    def _styles(self, state: object) -> dict[str, Style]:
        if state not in self._style_cache:
            self._style_cache[state] = self._painter.styles(state)
        return self._style_cache[state]

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        position, width = self.scroll_offset.y + y, self.cells
        if position >= len(self._order):
            words = [] if self._order or not y else textwrap.wrap(self.empty, max(1, width - 3))[y - 1 : y]
            if not words:
                return Strip.blank(width, self.rich_style)
            said = Segment(f"  {words[0]}", self._styles(self._painter.NO_ROW)["dim"])
            return Strip([said]).adjust_cell_length(width, self.rich_style)
        place = self._order[position]
        item = self._items[place]
        state = self._painter.state(item, position)
        strip = self._strips.get((place, state))
        if strip is None:
            if len(self._strips) > _CACHE:
                self._strips.clear()
            pieces = self._painter.pieces(item, state, self._styles(state), width)
            strip = self._strips[place, state] = Strip([Segment(text, style) for text, style in pieces], width)
        return strip


def _first_of(wanted: Sequence[int], order: Sequence[int]) -> int | None:
    """The position in the order of the first of these places that is in it."""
    found = frozenset(wanted).intersection(order)
    return next((order.index(place) for place in wanted if place in found), None)
