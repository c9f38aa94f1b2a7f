"""A list of rows in columns: what history, memory, log, settings, help and the palette are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.style import Style
from textual.message import Message

from dreamtui.present.parts import Column, ListRow
from dreamtui.text.inert import inert_line
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.widgets.cells import cut, fit, settle, width_of
from dreamtui.tui.widgets.lists.long_list import LongList, Piece

TONES = ("dim", "heading", "warning", "ok", "over", "key", "kind")
"""Names of the styles besides `text`, the plain one."""

_LONGEST = 1000


class _State(NamedTuple):
    cursor: bool
    focused: bool


class ColumnPainter:
    """How rows in columns look; exactly one of the columns has no width."""

    NO_ROW: ClassVar[object] = _State(False, False)

    def __init__(self, row_list: "RowList", columns: Sequence[Column]) -> None:
        self._list = row_list
        self._columns = tuple(columns)

    def state(self, item: ListRow, position: int) -> _State:
        return _State(position == self._list.position and not item.heading, self._list.has_focus)

    def pieces(self, item: ListRow, state: _State, styles: dict[str, Style], width: int) -> list[Piece]:
        if item.heading:
            return [(fit(f" {settle(inert_line(item.cells[0].text))}", width), styles["heading"])]
        bar = ("▌" if state.focused else "▏") if state.cursor else " "
        return _blanks_behind([(bar, styles["text"]), *self._cells(item, width - 1, styles)])

    def _cells(self, item: ListRow, width: int, styles: dict[str, Style]) -> list[Piece]:
        shown = [
            (column, cell) for column, cell in zip(self._columns, item.cells, strict=False) if width + 1 >= column.least
        ]
        taken = sum(column.width + 1 for column, _ in shown if column.width)
        rest = max(0, width - taken - 1)
        pieces: list[Piece] = []
        used = 0
        for column, cell in shown:
            room = min(column.width or rest, max(0, width - used))
            text = fit(settle(inert_line(cell.text[:_LONGEST])), room, right=column.right) + " "
            text = cut(text, max(0, width - used)) if width_of(text) > width - used else text
            used += width_of(text)
            pieces.append((text, styles.get(cell.tone, styles["text"])))
        if used < width:
            pieces.append((" " * (width - used), styles["text"]))
        return [piece for piece in pieces if piece[0]]

    def styles(self, state: _State) -> dict[str, Style]:
        """Styles by tone; under the cursor all have its colours, so that they can be read there."""
        component = self._list.get_component_rich_style
        base = component("row-list--cursor") if state.cursor else self._list.rich_style
        styles = {"text": base}
        for tone in TONES:
            own = component(f"row-list--{tone}")
            styles[tone] = base + Style(bold=base.bold or own.bold, color=None if state.cursor else own.color)
        return styles


class RowList(LongList[ListRow]):
    """Rows in columns, with headings. With the keys of `Scope.ROWS` it can be filtered, and its rows copied."""

    SCOPES = (Scope.ROWS, Scope.LIST)
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"row-list--{tone}" for tone in TONES} | {"row-list--cursor"}

    @dataclass
    class FilterWanted(Message):
        """A filter is wanted; the screen asks for the words and calls `filter`."""

        row_list: "RowList"

    @dataclass
    class CopyWanted(Message):
        """The name of a row is to be put on the clipboard."""

        row_list: "RowList"
        row: ListRow

    def __init__(
        self,
        columns: Sequence[Column],
        *,
        empty: str = "Nothing here.",
        scopes: tuple[Scope, ...] = SCOPES,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(ColumnPainter(self, columns), empty=empty, scopes=scopes, id=id, classes=classes)
        self.filtered = ""
        """What is said when a filter lets no row through; empty for the same as without one."""
        self._nothing = empty
        self._words: tuple[str, ...] = ()
        self._rows: Sequence[ListRow] = ()

    # What is shown

    def set_rows(self, rows: Sequence[ListRow]) -> None:
        """Show these rows, as far as the filter lets them through."""
        self._rows = rows
        self._show()

    def filter(self, text: str) -> int:
        """Show only rows that hold all these words; how many that are."""
        self._words = tuple(text.casefold().split())
        self.empty = self.filtered if self._words and self.filtered else self._nothing
        self._show()
        return sum(not self.item_at(at).heading for at in range(self.shown))

    def _show(self) -> None:
        rows = self._rows
        order = [at for at, row in enumerate(rows) if row.heading or row.holds(self._words)]
        if self._words:
            order = [at for n, at in enumerate(order) if not rows[at].heading or self._followed(order, n)]
        self.replace(rows, order)
        self._leave_heading(1)

    def _followed(self, order: Sequence[int], number: int) -> bool:
        """Whether a heading has a row below it."""
        return number + 1 < len(order) and not self._rows[order[number + 1]].heading

    @property
    def chosen(self) -> ListRow | None:
        """The row under the cursor, unless it is a heading."""
        row = self.cursor_item
        return None if row is None or row.heading else row

    def headings(self) -> list[int]:
        """The position of a heading among the rows shown."""
        return [at for at in range(self.shown) if self.item_at(at).heading]

    # The cursor

    def move_to(self, position: int) -> None:
        """Put the cursor on this row; past a heading, in the direction it moved."""
        step = 1 if position >= self.position else -1
        super().move_to(position)
        self._leave_heading(step)

    def _leave_heading(self, step: int) -> None:
        for direction in (step, -step):
            at = self.position
            while 0 <= at < self.shown and self.item_at(at).heading:
                at += direction
            if 0 <= at < self.shown:
                if at != self.position:
                    super().move_to(at)
                if at == 1:
                    self.scroll_to(y=0, animate=False)
                return

    # What its keys do

    def action_ask_filter(self) -> None:
        """Ask for words to filter by."""
        self.post_message(self.FilterWanted(self))

    def action_heading(self, step: int) -> None:
        """Go to the first row below the next heading, or below the one before, around the ends."""
        below = [at + 1 for at in self.headings() if at + 1 < self.shown]
        if not below:
            self.app.bell()
            return
        here = max((number for number, at in enumerate(below) if at <= self.position), default=-1)
        if step < 0 and here < 0:
            here = 0
        at = below[(here + step) % len(below)]
        self.move_to(at)
        if self.scroll_offset.y >= at:
            self.scroll_to(y=at - 1, animate=False)

    def action_copy_row(self) -> None:
        """Ask for the row's name to be copied."""
        if self.chosen is not None:
            self.post_message(self.CopyWanted(self, self.chosen))


def _blanks_behind(pieces: list[Piece]) -> list[Piece]:
    """Leading blanks of a piece moved to the end of the one before, which screenshots need."""
    kept: list[Piece] = []
    for text, style in pieces:
        bare = text.lstrip(" ")
        if kept and bare != text:
            kept[-1] = (kept[-1][0] + text[: len(text) - len(bare)], kept[-1][1])
            text = bare
        if text:
            kept.append((text, style))
    return kept
