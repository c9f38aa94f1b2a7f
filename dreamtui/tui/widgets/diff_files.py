"""Two texts prepared for the diff: aligned lines, and what is shown of each, inert. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dreamtui.text.align import Block, align_lines, split_lines
from dreamtui.text.inert import inert, make_inert
from dreamtui.text.pairs import pair_lines
from dreamtui.tui.widgets.cells import expand_tabs, settle, show_uneven

LONGEST = 200_000
"""Characters of one line that are shown; how many more there are is said."""

TAB = 4
"""Cells between tab stops."""


@dataclass(frozen=True, slots=True)
class FileDiff:
    """One file before and after, as text; none stands for a file that is not there."""

    path: str
    """What the heading says; empty for a lone text without a heading."""
    before: str | None
    """The text now."""
    after: str | None
    """The text afterwards."""


def decode(data: bytes | None) -> str | None:
    """Bytes as text for a diff: what is not UTF-8 becomes a surrogate, and is marked when it is shown."""
    return None if data is None else data.decode("utf-8", "surrogateescape")


@dataclass
class Prepared:
    """A file with its lines aligned and what is shown of them."""

    source: FileDiff
    """The texts."""
    whitespace: bool
    """Whether tabs, trailing blanks and carriage returns are shown everywhere."""
    before: list[str] = field(init=False)
    """Old lines with their newlines."""
    after: list[str] = field(init=False)
    """New lines with their newlines."""
    blocks: list[Block] = field(init=False)
    """Equal and changed runs."""
    left: list[str] = field(init=False)
    """What is shown of the old lines."""
    right: list[str] = field(init=False)
    """What is shown of the new lines."""
    hidden: int = field(init=False)
    """How many characters were replaced by marks."""
    _pairs: dict[int, list[tuple[int | None, int | None]]] = field(init=False, default_factory=dict)

    _rows: dict[int, dict[int | None, int]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        old, new = self.source.before or "", self.source.after or ""
        self.before, self.after = split_lines(old), split_lines(new)
        self.blocks = align_lines(self.before, self.after)
        self.left, hidden_before = _shown(old, self.before, self.whitespace)
        self.right, hidden_after = _shown(new, self.after, self.whitespace)
        self.hidden = max(hidden_before, hidden_after)
        carriage_returns = old.count("\r\n") + new.count("\r\n")
        mixed = 0 < carriage_returns < old.count("\n") + new.count("\n")
        for block in self.blocks:
            if not block.equal:
                self._reveal(block, (" ", "\t", "\r") if mixed else (" ", "\t"))

    def _reveal(self, block: Block, endings: tuple[str, ...]) -> None:
        """Changed lines with something at their end that is not seen, or that differ in nothing else, show marks."""
        left = self.left[block.before_start : block.before_end]
        right = self.right[block.after_start : block.after_end]
        same = set(left) & set(right)
        for raw, shown, start, end in (
            (self.before, self.left, block.before_start, block.before_end),
            (self.after, self.right, block.after_start, block.after_end),
        ):
            for at in range(start, end):
                if shown[at] in same or not raw[at].endswith("\n") or raw[at].removesuffix("\n").endswith(endings):
                    shown[at] = reveal(raw[at])

    def pairs(self, index: int) -> list[tuple[int | None, int | None]]:
        """Which lines of a changed block stand side by side, as line numbers from 0; made when first asked for."""
        if index not in self._pairs:
            block = self.blocks[index]
            left = self.left[block.before_start : block.before_end]
            right = self.right[block.after_start : block.after_end]
            self._pairs[index] = [
                (
                    None if one is None else block.before_start + one,
                    None if two is None else block.after_start + two,
                )
                for one, two in pair_lines(left, right)
            ]
        return self._pairs[index]

    def partner(self, index: int, line: int, *, of_old: bool = True) -> int | None:
        """The line that stands beside an old, or else a new, line of a changed block."""
        block, pairs = self.blocks[index], self.pairs(index)
        if (block.removed >= block.added) == of_old:
            row = line - (block.before_start if of_old else block.after_start)
        else:
            row = self._row_of(index)[line]
        return pairs[row][1 if of_old else 0]

    def _row_of(self, index: int) -> dict[int | None, int]:
        """Rows by the line of the shorter side."""
        if index not in self._rows:
            block = self.blocks[index]
            shorter = 1 if block.removed >= block.added else 0
            self._rows[index] = {pair[shorter]: row for row, pair in enumerate(self.pairs(index))}
        return self._rows[index]

    @cached_property
    def removed(self) -> int:
        """How many lines only the old side has."""
        return sum(block.removed for block in self.blocks if not block.equal)

    @cached_property
    def added(self) -> int:
        """How many lines only the new side has."""
        return sum(block.added for block in self.blocks if not block.equal)

    @property
    def verdict(self) -> str:
        """What happens to the file, in words."""
        if self.source.before is None and self.source.after is None:
            return "no such file"
        if self.source.before is None:
            return f"new file, {self.added} lines"
        if self.source.after is None:
            return f"file goes, {self.removed} lines"
        return f"−{self.removed} removed  +{self.added} added" if self.removed or self.added else "unchanged"


def _shown(text: str, lines: Sequence[str], whitespace: bool) -> tuple[list[str], int]:
    """What is shown of each line, made inert in one pass, and how many characters were marked."""
    made = make_inert(text)
    if whitespace:
        return [reveal(line, newline=False) for line in lines], made.marks
    shown = settle(made.text).split("\n")[: len(lines)]
    if "\t" in text or len(text) > LONGEST:
        shown = [_limited(expand_tabs(line, TAB)) if len(line) > LONGEST or "\t" in line else line for line in shown]
    return shown, made.marks


def _limited(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}⟨{len(line) - LONGEST} more characters⟩"


def reveal(line: str, *, newline: bool = True) -> str:
    """A line with marks for tabs, trailing blanks, a carriage return, emoji selectors and a missing newline."""
    body = line.removesuffix("\n")
    ending = "" if line.endswith("\n") or not newline else "⟨no newline at the end⟩"
    if body.endswith("\r"):
        body, ending = body[:-1], "␍" + ending
    bare = body.rstrip(" ")
    shown = inert(show_uneven(bare)) + "·" * (len(body) - len(bare))
    return _limited(expand_tabs(shown, TAB, "→")) + ending
