"""Which lines two texts have in common: a longest common subsequence, taken a window at a time on long texts."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

WINDOW = 4_000
"""Lines of each side that are compared at once; time and memory grow with its square."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of lines that both texts have, or that differ: half-open ranges on both sides."""

    equal: bool
    before_start: int
    before_end: int
    after_start: int
    after_end: int

    @property
    def removed(self) -> int:
        return self.before_end - self.before_start

    @property
    def added(self) -> int:
        return self.after_end - self.after_start

    @property
    def rows(self) -> int:
        """How many rows it takes side by side."""
        return max(self.removed, self.added)


def split_lines(text: str) -> list[str]:
    """The lines with their newlines; joined they give the text back. Only the newline ends a line."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def align_lines(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[Block]:
    """Blocks that cover both sides in order, equal and different in turn."""
    blocks: list[Block] = []
    old = new = 0
    for old_start, new_start, length in (*_equal_runs(before, after), (len(before), len(after), 0)):
        if old < old_start or new < new_start:
            blocks.append(Block(False, old, old_start, new, new_start))
        old, new = old_start + length, new_start + length
        if length:
            blocks.append(Block(True, old_start, old, new_start, new))
    return blocks


def _equal_runs(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[tuple[int, int, int]]:
    """Runs of equal lines as (old start, new start, length), in order, neighbours joined."""
    from rapidfuzz.distance import LCSseq

    numbers: dict[Hashable, int] = {}  # rapidfuzz compares hashes, which two different lines may share
    left = [numbers.setdefault(line, len(numbers)) for line in before]
    right = [numbers.setdefault(line, len(numbers)) for line in after]
    runs: list[tuple[int, int, int]] = []
    old = new = 0
    while old < len(left) and new < len(right):
        end_old = end_new = 0
        for operation in LCSseq.opcodes(left[old : old + WINDOW], right[new : new + WINDOW]):
            if operation.tag != "equal":
                continue
            end_old, end_new = operation.src_end, operation.dest_end
            start, there, length = old + operation.src_start, new + operation.dest_start, end_old - operation.src_start
            if runs and (runs[-1][0] + runs[-1][2], runs[-1][1] + runs[-1][2]) == (start, there):
                start, there, length = runs[-1][0], runs[-1][1], runs.pop()[2] + length
            runs.append((start, there, length))
        if max(end_old, end_new) < WINDOW // 2:  # a step that is always large: nothing near the start is alike
            end_old = end_new = WINDOW // 2
        old, new = old + end_old, new + end_new
    return runs
