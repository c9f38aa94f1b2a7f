"""Two texts prepared for the diff: aligned lines, and what is shown of each, inert. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dreamtui.present.changes import RETIRED, FileDiff
from dreamtui.text.diff.lines import Block, align_lines, pair_lines, split_lines
from dreamtui.text.inert import inert, make_inert
from dreamtui.tui.widgets.cells import expand_tabs, settle, show_uneven

LONGEST = 200_000
"""Characters of one line that are shown; how many more there are is said."""

TAB = 4
"""Cells between tab stops."""

_MACHINE = ("<!-- dreamtui: {", "<!-- dotagent-meta:")


READ_STAYS = "What people and agents read stays as it is; this is for the record"
"""Shown above a diff of nothing but records."""

MASKED = "Secret-like text is masked; V on its item in the queue shows it"
"""Shown above a diff in which something is masked."""


@dataclass
class PreparedDiff:
    """A file with its lines aligned and what is shown of them."""

    source: FileDiff
    whitespace: bool
    """Whether tabs, trailing blanks and carriage returns are shown everywhere."""
    before: list[str] = field(init=False)
    """Old lines with their newlines."""
    after: list[str] = field(init=False)
    """New lines with their newlines."""
    blocks: list[Block] = field(init=False)
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
        if self.source.ours:
            self.blocks = [part for block in self.blocks for part in self._apart(block)]
        self.left, hidden_before = _shown(old, self.before, self.whitespace)
        self.right, hidden_after = _shown(new, self.after, self.whitespace)
        self.hidden = max(hidden_before, hidden_after)
        carriage_returns = old.count("\r\n") + new.count("\r\n")
        mixed = 0 < carriage_returns < old.count("\n") + new.count("\n")
        for block in self.blocks:
            if not block.equal:
                self._reveal(block, (" ", "\t", "\r") if mixed else (" ", "\t"))

    def _apart(self, block: Block) -> list[Block]:
        """A changed block with our own line of JSON in a block of its own."""
        if block.equal:
            return [block]
        old = _machine_line(self.before, block.before_start, block.before_end)
        new = _machine_line(self.after, block.after_start, block.after_end)
        if old is None and new is None:
            return [block]
        left, right = block.before_end if old is None else old, block.after_end if new is None else new
        left_end, right_end = left + (old is not None), right + (new is not None)
        parts = (
            Block(False, block.before_start, left, block.after_start, right),
            Block(False, left, left_end, right, right_end),
            Block(False, left_end, block.before_end, right_end, block.after_end),
        )
        return [part for part in parts if part.rows]

    def is_data(self, line: int) -> bool:
        """Whether a new line is our own line of JSON."""
        return self.source.ours and _is_machine(self.after[line])

    def is_bookkeeping(self, block: Block) -> bool:
        """Whether nothing but our own line of JSON changes in it."""
        if not self.source.ours or block.equal or max(block.removed, block.added) > 1:
            return False
        lines = (
            *self.before[block.before_start : block.before_end],
            *self.after[block.after_start : block.after_end],
        )
        return all(map(_is_machine, lines))

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
        """Which lines of a changed block are side by side, as line numbers from 0; computed on demand."""
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
        """The line beside an old, or else a new, line of a changed block."""
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
            return f"new file, {_lines(self.added)}"
        if self.source.after is None:
            return f"file deleted, {_lines(self.removed)}"
        if self.source.moves:
            changed = f", −{self.removed} +{self.added}" if self.removed or self.added else " as it is"
            return f"{'is retired' if self.source.path.partition(' → ')[2].startswith(RETIRED) else 'moves'}{changed}"
        return f"−{self.removed} removed  +{self.added} added" if self.removed or self.added else "unchanged"


def notes_above(files: Sequence[PreparedDiff], *, masked: bool) -> list[str]:
    """What is to be known before the files are read."""
    hidden = sum(file.hidden for file in files)
    notes = [f"⚠ {hidden} hidden {'character' if hidden == 1 else 'characters'} shown as marks"] if hidden else []
    notes += [f"⚠ {MASKED}"] if masked else []
    if files and all(file.source.record for file in files):
        notes.append(READ_STAYS)
    elif files and not any(file.removed or file.added or file.source.moves for file in files):
        notes.append("No difference.")
    return notes


def _machine_line(lines: Sequence[str], start: int, end: int) -> int | None:
    """The first line of a range that is our line of JSON."""
    return next((at for at in range(start, end) if _is_machine(lines[at])), None)


def _is_machine(line: str) -> bool:
    """Whether a line is the comment with JSON that we, or dotagent, keep in a file."""
    return line.startswith(_MACHINE) and line.rstrip().endswith("} -->")


def _lines(count: int) -> str:
    return f"{count} line" if count == 1 else f"{count} lines"


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
