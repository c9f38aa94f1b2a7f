"""What changes, side by side or unified, on the Line API: aligned, wrapped at words, walked change by change."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import BindingType
from textual.events import Click, Resize
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from dreamtui.present.changes import FileDiff, masked_file
from dreamtui.text.inert import inert_line
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.widgets.diff.draw import draw_entry, draw_header
from dreamtui.tui.widgets.diff.files import PreparedDiff, notes_above
from dreamtui.tui.widgets.diff.layout import DiffLayout, Geometry, Shape
from dreamtui.tui.widgets.line_pane import LinePane

SPLIT_FROM = 100
"""Cells from which the two sides are beside each other."""

_CACHE = 600
_STYLE_NAMES = (
    "dim",
    "number",
    "divider",
    "gap",
    "heading",
    "fold",
    "note",
    "current",
    "added",
    "added-word",
    "removed",
    "removed-word",
)


class DiffView(LinePane):
    """A diff of one or several files with a line on top that labels the sides."""

    PREFIX = "diff-view"
    STYLES = _STYLE_NAMES
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.DIFF, Scope.PANE)
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Scope.DIFF)
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"diff-view--{name}" for name in _STYLE_NAMES}
    DEFAULT_CSS = """
    DiffView .diff-view--heading { text-style: bold; }
    DiffView .diff-view--added-word { text-style: bold underline; }
    DiffView .diff-view--removed-word { text-style: bold underline; }
    """

    @dataclass
    class ModeChanged(Message):
        """The person chose side by side or unified; worth remembering."""

        diff: "DiffView"
        split: bool
        """Whether the sides are beside each other now."""

    @dataclass
    class Copied(Message):
        """A change is to be put on the clipboard."""

        diff: "DiffView"
        text: str
        """The change as `-` and `+` lines, characters as they are in the files."""

    def __init__(self, *, split: bool | None = None, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.split_wanted = split
        """True for side by side, false for unified, none for what the width allows."""
        self.context = 3
        """Equal lines kept around each change."""
        self.whitespace = False
        """Whether tabs and trailing blanks are shown as marks."""
        self.current = -1
        """The current change, from 0; -1 for none."""
        self.masks = False
        """Whether something of what is shown is masked."""
        self._sources: tuple[FileDiff, ...] = ()
        self._labels = ("now", "after")
        self._files: list[PreparedDiff] = []
        self._expanded: set[tuple[int, int]] = set()
        self._notes: list[str] = []
        self._layout_of_rows = DiffLayout([], Geometry(80, False, 1))
        self._strips: dict[tuple[int, bool], list[Strip]] = {}

    # What is shown

    def show(self, before: str | None, after: str | None, *, labels: tuple[str, str] = ("now", "after")) -> None:
        """Show one text before and after."""
        self.show_files([FileDiff("", before, after)], labels=labels)

    def show_files(
        self, files: Sequence[FileDiff], *, labels: tuple[str, str] = ("now", "after"), reveal: bool = False
    ) -> None:
        """Show several files, each under a heading; secret-like text is masked, here for every screen."""
        given = tuple(files)
        self._sources = given if reveal else tuple(map(masked_file, given))
        self.masks = self._sources != given
        self._labels = (inert_line(labels[0]), inert_line(labels[1]))
        self._expanded.clear()
        self.current = -1
        self._prepare()
        if self.size.width:
            self._lay_out()
            self.jump(0)
            self._go_to_change(0)
        else:
            self._layout_of_rows = DiffLayout([], Geometry(80, False, 1))
            self._strips.clear()

    def _prepare(self) -> None:
        self._files = [PreparedDiff(source, self.whitespace) for source in self._sources]
        self._notes = notes_above(self._files, masked=self.masks)

    @property
    def changes(self) -> int:
        """How many changes there are."""
        return len(self._layout_of_rows.changes)

    @property
    def has_folds(self) -> bool:
        return next(self._layout_of_rows.folds(), None) is not None

    @property
    def is_split(self) -> bool:
        """Whether the two sides are beside each other."""
        return self.size.width >= SPLIT_FROM if self.split_wanted is None else self.split_wanted

    def _lay_out(self) -> None:
        """Compute all positions, and keep the top entry."""
        old = self._layout_of_rows
        top = old.entries[old.at(self.scroll_offset.y)[0]] if self.scroll_offset.y < old.height else None
        longest = max((max(len(file.before), len(file.after)) for file in self._files), default=0)
        geometry = Geometry(max(20, self.cells), self.is_split, max(2, len(str(longest))))
        layout = DiffLayout(
            self._files, geometry, context=self.context, expanded=self._expanded, notes=len(self._notes)
        )
        self._layout_of_rows = layout
        self._strips.clear()
        self.virtual_size = Size(1, layout.height + 1)
        same = [at for at, entry in enumerate(layout.entries) if top and entry.run == top.run]
        if top is not None and same:
            self.jump(layout.starts[min(same, key=lambda at: abs(layout.entries[at].row - top.row))])
        self.refresh()

    def on_resize(self, event: Resize) -> None:
        if event.size.width and self._sources:
            self._lay_out()
            if self.current < 0:
                self._go_to_change(0)

    # Walking

    @property
    def pinned(self) -> int:
        return 1

    def _go_to_change(self, number: int) -> None:
        """Make a change current and bring it into sight with some lines above it."""
        layout = self._layout_of_rows
        self.current = max(-1, min(number, self.changes - 1))
        if self.current >= 0:
            start, end = layout.lines_of_change(self.current)
            top = self.scroll_offset.y
            if start < top or min(end, start + self.room) > top + self.room:
                self.jump(start - min(self.context, self.room // 4))
        self._strips.clear()
        self.refresh()

    @property
    def seen(self) -> int:
        """The current change while any of it is in sight, else the first in sight, else the last above."""
        layout, top = self._layout_of_rows, self.scroll_offset.y
        start, end = layout.lines_of_change(max(0, self.current))
        if self.current >= 0 and start < top + self.room and end > top:
            return self.current
        following = layout.change_beside(self.current, 1, top, self.room)
        is_in_sight = following < self.changes and layout.lines_of_change(following)[0] < top + self.room
        return following if is_in_sight else max(0, following - 1)

    def action_change(self, step: int) -> None:
        """Go to the next or previous change; from a current one out of sight, to the nearest in that direction."""
        if not self.changes:
            return
        wanted = self._layout_of_rows.change_beside(self.current, step, self.scroll_offset.y, self.room)
        if not 0 <= wanted < self.changes:
            self.app.bell()
        self._go_to_change(max(0, min(wanted, self.changes - 1)))

    # Looking differently

    def action_toggle_split(self) -> None:
        """Side by side or unified, at any width."""
        self.split_wanted = not self.is_split
        self._lay_out()
        self.post_message(self.ModeChanged(self, self.is_split))

    def action_toggle_whitespace(self) -> None:
        """Show tabs and trailing blanks as marks, or not."""
        self.whitespace = not self.whitespace
        self._prepare()
        self._lay_out()

    def action_context(self, step: int) -> None:
        """Keep more or fewer equal lines around the changes."""
        self.context = max(0, min(99, self.context + step))
        self._lay_out()

    def action_unfold(self) -> None:
        """Show the folded lines nearest to the middle of what is seen."""
        layout = self._layout_of_rows
        middle = self.scroll_offset.y + self.room // 2
        nearest = min(layout.folds(), key=lambda at: abs(layout.starts[at] - middle), default=None)
        if nearest is not None:
            self._unfold(nearest)

    def _unfold(self, index: int) -> None:
        entry = self._layout_of_rows.entries[index]
        self._expanded.add(entry.run)
        self._lay_out()

    def action_unfold_all(self) -> None:
        """Show all equal lines, or fold them again."""
        folded = [self._layout_of_rows.entries[at] for at in self._layout_of_rows.folds()]
        if folded:
            self._expanded.update(entry.run for entry in folded)
        else:
            self._expanded.clear()
        self._lay_out()

    def action_copy(self) -> None:
        """Ask for the current change to be put on the clipboard."""
        if self.current >= 0:
            self.post_message(self.Copied(self, self.text_of_change()))

    def text_of_change(self) -> str:
        """The current change as `-` and `+` lines."""
        if self.current < 0:
            return ""
        return self._layout_of_rows.text_of_change(self.current)

    def on_click(self, event: Click) -> None:
        """A click on a fold opens it."""
        offset = event.get_content_offset(self)
        if offset is None or not offset.y:
            return
        y = self.scroll_offset.y + offset.y - 1
        if y < self._layout_of_rows.height:
            index, _ = self._layout_of_rows.at(y)
            if self._layout_of_rows.entries[index].shape is Shape.FOLD:
                self._unfold(index)

    # Drawing

    def forget_drawn(self) -> None:
        """Forget drawn lines; the colours changed."""
        self._strips.clear()

    def _header(self) -> Strip:
        width, split = self.cells, self._layout_of_rows.has_sides
        if not self._sources:
            return Strip.blank(width, self.rich_style)
        removed = sum(file.removed for file in self._files)
        added = sum(file.added for file in self._files)
        unlaid = "" if removed or added else "no changes"  # there are some, which are not laid out yet
        where = f"change {self.seen + 1} of {self.changes}" if self.changes else unlaid
        return draw_header(self._labels, (removed, added), where, width, split, self.named_styles()["heading"])

    def render_line(self, y: int) -> Strip:
        """One line of the screen; the first is the header and stays."""
        if y == 0:
            return self._header()
        layout = self._layout_of_rows
        line = self.scroll_offset.y + y - 1
        if line >= layout.height:
            return Strip.blank(self.cells, self.rich_style)
        index, part = layout.at(line)
        entry = layout.entries[index]
        current = self.current >= 0 and entry.run == layout.entries[layout.changes[self.current]].run
        key = (index, current)
        strips = self._strips.get(key)
        if strips is None:
            if len(self._strips) > _CACHE:
                self._strips.clear()
            strips = self._strips[key] = draw_entry(layout, index, self.named_styles(), self._notes, current)
        return strips[part]
