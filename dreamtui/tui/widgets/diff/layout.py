"""The position of each line of a diff on the screen: headings, folds, notes and rows, with their heights. Pure."""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from itertools import accumulate
from typing import NamedTuple

from dreamtui.text.diff.lines import Block
from dreamtui.tui.widgets.cells import width_of, wrap
from dreamtui.tui.widgets.diff.files import PreparedDiff

SHORTEST_FOLD = 3
"""Equal lines that are worth folding; fewer are shown."""

WHOLE = -2
"""Replaces the block of a fold that holds a whole file."""


@unique
class Shape(StrEnum):
    NOTE = "note"
    HEADING = "heading"
    FOLD = "fold"
    ROW = "row"


class DiffEntry(NamedTuple):
    """What takes one or more lines of the screen; a tuple, because there are as many as lines."""

    shape: Shape
    """What sort of entry it is."""
    file: int = 0
    """Which file it belongs to."""
    block: int = -1
    """Which block of the file, -1 for none."""
    row: int = 0
    """Row inside the block, from 0; for a fold its first hidden line."""
    hidden: int = 0
    """How many lines a fold hides."""

    @property
    def run(self) -> tuple[int, int]:
        """File and block: what all rows of a run have in common."""
        return self.file, self.block


@dataclass(frozen=True, slots=True)
class Geometry:
    """Widths of the parts of a line."""

    width: int
    """Cells of the whole line."""
    split: bool
    """Side by side, or unified."""
    digits: int
    """Cells of a line number."""

    @property
    def side(self) -> int:
        """Cells of one side: number, blank, sign, blank and text."""
        return (self.width - 2) // 2 if self.split else self.width - 1

    @property
    def text(self) -> int:
        """Cells of the text of one side."""
        numbers = self.digits if self.split else 2 * self.digits + 1
        return max(4, self.side - numbers - 3)


class DiffLayout:
    """All entries of a diff with the screen line at which each begins."""

    def __init__(
        self,
        files: Sequence[PreparedDiff],
        geometry: Geometry,
        *,
        context: int = 3,
        expanded: Collection[tuple[int, int]] = (),
        notes: int = 0,
    ) -> None:
        self.files = files
        self.geometry = geometry
        self._alone = replace(geometry, split=False)
        self._here = geometry
        """That of the file that is being added."""
        self.context = context
        self.expanded = expanded
        self.entries: list[DiffEntry] = [DiffEntry(Shape.NOTE, row=at) for at in range(notes)]
        self.changes: list[int] = []
        self._heights = [1] * notes
        self._some_read = not all(file.source.record for file in files)
        for number, file in enumerate(files):
            self._add_file(number, file)
        self.starts = [0, *accumulate(self._heights)]

    def geometry_of(self, file: int) -> Geometry:
        """A file that is new or goes has one side, over the whole width."""
        found = self.files[file]
        return self.geometry if found.before and found.after else self._alone

    @property
    def has_sides(self) -> bool:
        """Whether a file is shown side by side; none is before they are laid out."""
        return any(self.geometry_of(number).split for number in range(len(self.files)))

    @property
    def height(self) -> int:
        """Lines of the whole diff."""
        return self.starts[-1]

    def at(self, y: int) -> tuple[int, int]:
        """The entry that covers a line, and which of its lines it is."""
        index = bisect_right(self.starts, y) - 1
        return index, y - self.starts[index]

    def lines_of_change(self, change: int) -> tuple[int, int]:
        """First line, and line after the last, of a change."""
        first = self.changes[change]
        last = first
        while last < len(self.entries) and self.entries[last].run == self.entries[first].run:
            last += 1
        return self.starts[first], self.starts[last]

    def change_beside(self, current: int, step: int, top: int, room: int) -> int:
        """The change after or before the current one; when that is out of sight, the nearest in that direction."""
        start, end = self.lines_of_change(max(0, current))
        if start < top + room and end > top:
            return current + step
        starts = [self.starts[index] for index in self.changes]
        below = next((at for at, line in enumerate(starts) if line >= top), len(starts))
        return below if step > 0 else below - 1

    def text_of_change(self, change: int) -> str:
        """A change as `-` and `+` lines."""
        entry = self.entries[self.changes[change]]
        file = self.files[entry.file]
        block = file.blocks[entry.block]
        old = [f"-{line}" for line in file.before[block.before_start : block.before_end]]
        new = [f"+{line}" for line in file.after[block.after_start : block.after_end]]
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in old + new)

    def _add_file(self, number: int, file: PreparedDiff) -> None:
        self._here = self.geometry_of(number)
        if (
            file.source.record
            and (self._some_read or ".json" in file.source.path)
            and (number, WHOLE) not in self.expanded
        ):
            self._add(DiffEntry(Shape.FOLD, number, WHOLE, 0, file.removed + file.added), 1)
            return
        if file.source.path:
            self._add(DiffEntry(Shape.HEADING, number), 1)
        for index, block in enumerate(file.blocks):
            if block.equal:
                if block.removed < SHORTEST_FOLD:
                    self._add_rows(number, index, block, range(block.removed))
                else:
                    self._add_equal(number, index, block)
            elif file.is_bookkeeping(block) and (number, index) not in self.expanded:
                self._add(DiffEntry(Shape.FOLD, number, index, 0, block.rows), 1)
            else:
                self.changes.append(len(self.entries))
                heights = self._changed_heights(file, index, block)
                self.entries += [DiffEntry(Shape.ROW, number, index, row) for row in range(len(heights))]
                self._heights += heights

    def _add(self, entry: DiffEntry, height: int) -> None:
        self.entries.append(entry)
        self._heights.append(height)

    def _add_equal(self, number: int, index: int, block: Block) -> None:
        file = self.files[number]
        above = self.context if index else 0
        below = self.context if index + 1 < len(file.blocks) else 0
        hidden = range(above, block.rows - below)
        if len(hidden) < SHORTEST_FOLD or (number, index) in self.expanded:
            hidden = range(0)
        self._add_rows(number, index, block, range(hidden.start if hidden else block.rows))
        if hidden:
            self._add(DiffEntry(Shape.FOLD, number, index, hidden.start, len(hidden)), 1)
            self._add_rows(number, index, block, range(hidden.stop, block.rows))

    def _add_rows(self, number: int, index: int, block: Block, rows: range) -> None:
        file, start = self.files[number], block.after_start
        folds: Collection[int] = ()
        if file.source.ours and (number, index) not in self.expanded:
            folds = [row for row in rows if file.is_data(start + row)]
        self.entries += [
            DiffEntry(Shape.FOLD, number, index, row, 1) if row in folds else DiffEntry(Shape.ROW, number, index, row)
            for row in rows
        ]
        self._heights += [1 if row in folds else self._lines(file.right[start + row]) for row in rows]

    def _lines(self, text: str) -> int:
        room = self._here.text
        if len(text) <= room and (text.isascii() or width_of(text) <= room):
            return 1
        return len(wrap(text, room))

    def _changed_heights(self, file: PreparedDiff, index: int, block: Block) -> list[int]:
        """Heights of the rows of a change; lines are paired only where it matters, which is where one wraps."""
        left = [self._lines(text) for text in file.left[block.before_start : block.before_end]]
        right = [self._lines(text) for text in file.right[block.after_start : block.after_end]]
        if not self._here.split:
            return left + right
        if max(left, default=1) == 1 and max(right, default=1) == 1:
            return [1] * block.rows
        return [
            max(
                left[one - block.before_start] if one is not None else 1,
                right[two - block.after_start] if two is not None else 1,
            )
            for one, two in file.pairs(index)
        ]

    def folds(self) -> Iterator[int]:
        """Places of the folds among the entries."""
        return (at for at, entry in enumerate(self.entries) if entry.shape is Shape.FOLD)
