"""Which lines two texts have in common. Pure, and never quadratic on long texts.

Lines are first held together where they are unique on both sides, then again between those places; only small gaps
are compared line by line.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

SMALL_GAP = 4_000
"""Product of the two lengths up to which a gap without unique lines is compared line by line."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of lines that both texts have, or that differ: half-open ranges on both sides."""

    equal: bool
    """Whether the lines are the same on both sides."""
    before_start: int
    """First line on the old side."""
    before_end: int
    """Line after the last on the old side."""
    after_start: int
    """First line on the new side."""
    after_end: int
    """Line after the last on the new side."""

    @property
    def removed(self) -> int:
        """How many old lines it has."""
        return self.before_end - self.before_start

    @property
    def added(self) -> int:
        """How many new lines it has."""
        return self.after_end - self.after_start

    @property
    def rows(self) -> int:
        """How many rows it takes side by side."""
        return max(self.removed, self.added)


_Range = tuple[int, int, int, int]


def split_lines(text: str) -> list[str]:
    """The lines with their newlines; joined they give the text back. Only the newline ends a line."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def align_lines(before: Sequence[str], after: Sequence[str]) -> list[Block]:
    """Blocks that cover both sides in order, equal and different in turn."""
    matches = _matching_runs(before, after)
    blocks: list[Block] = []
    old = new = 0
    for old_start, new_start, length in (*matches, (len(before), len(after), 0)):
        if old < old_start or new < new_start:
            blocks.append(Block(False, old, old_start, new, new_start))
        old, new = old_start + length, new_start + length
        if length:
            blocks.append(Block(True, old_start, old, new_start, new))
    return blocks


def _matching_runs(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int, int]]:
    """Runs of equal lines as (old start, new start, length), in order, neighbours joined."""
    found: list[tuple[int, int, int]] = []
    waiting: list[_Range] = [(0, len(before), 0, len(after))]
    while waiting:
        old, old_end, new, new_end = waiting.pop()
        if old < old_end and new < new_end and before[old] == after[new]:
            head = _common_head(before, after, old, old_end, new, new_end)
            found.append((old, new, head))
            old, new = old + head, new + head
        if old < old_end and new < new_end and before[old_end - 1] == after[new_end - 1]:
            tail = _common_tail(before, after, old, old_end, new, new_end)
            old_end, new_end = old_end - tail, new_end - tail
            found.append((old_end, new_end, tail))
        if old < old_end and new < new_end and not set(before[old:old_end]).isdisjoint(after[new:new_end]):
            gap = (old, old_end, new, new_end)
            anchors = _unique_anchors(before, after, gap)
            if not anchors and (old_end - old) * (new_end - new) <= SMALL_GAP:
                found += _small_gap(before, after, gap)
                continue
            anchors = anchors or _counted_anchors(before, after, gap)
            if anchors:
                waiting += _between(anchors, gap)
                found += [(at, there, 1) for at, there in anchors]
    return _joined(sorted(found))


def _common_head(before: Sequence[str], after: Sequence[str], old: int, old_end: int, new: int, new_end: int) -> int:
    most = min(old_end - old, new_end - new)
    count = 0
    while count < most and before[old + count] == after[new + count]:
        count += 1
    return count


def _common_tail(before: Sequence[str], after: Sequence[str], old: int, old_end: int, new: int, new_end: int) -> int:
    most = min(old_end - old, new_end - new)
    count = 0
    while count < most and before[old_end - count - 1] == after[new_end - count - 1]:
        count += 1
    return count


def _unique_anchors(before: Sequence[str], after: Sequence[str], gap: _Range) -> list[tuple[int, int]]:
    """Lines that stand exactly once on each side of the gap, the longest series that keeps its order."""
    old, old_end, new, new_end = gap
    old_counts = Counter(before[old:old_end])
    new_counts = Counter(after[new:new_end])
    where = {after[at]: at for at in range(new, new_end) if new_counts[after[at]] == 1}
    here = (at for at in range(old, old_end) if old_counts[before[at]] == 1)
    return _longest_rising([(at, where[before[at]]) for at in here if before[at] in where])


def _counted_anchors(before: Sequence[str], after: Sequence[str], gap: _Range) -> list[tuple[int, int]]:
    """For a long gap without unique lines: the first of each line with the first, the second with the second."""
    old, old_end, new, new_end = gap
    seen: Counter[str] = Counter()
    where: dict[tuple[str, int], int] = {}
    for at in range(new, new_end):
        where[after[at], seen[after[at]]] = at
        seen[after[at]] += 1
    seen.clear()
    pairs: list[tuple[int, int]] = []
    for at in range(old, old_end):
        there = where.get((before[at], seen[before[at]]))
        seen[before[at]] += 1
        if there is not None:
            pairs.append((at, there))
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence whose second members rise; the first members already do."""
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for index, (_, there) in enumerate(pairs):
        length = bisect_left(ends, there)
        previous.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(there)
            last.append(index)
        else:
            ends[length], last[length] = there, index
    chosen: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = previous[index]
    return chosen[::-1]


def _between(anchors: Sequence[tuple[int, int]], gap: _Range) -> list[_Range]:
    """The ranges before, between and after the anchors."""
    old, old_end, new, new_end = gap
    edges = [(old - 1, new - 1), *anchors, (old_end, new_end)]
    return [
        (one[0] + 1, two[0], one[1] + 1, two[1])
        for one, two in pairwise(edges)
        if one[0] + 1 < two[0] and one[1] + 1 < two[1]
    ]


def _small_gap(before: Sequence[str], after: Sequence[str], gap: _Range) -> list[tuple[int, int, int]]:
    """The longest common series of lines, by the whole table: the gap is small, and none of its lines is unique."""
    old, old_end, new, new_end = gap
    left, right = before[old:old_end], after[new:new_end]
    longest = _suffix_table(left, right)
    runs: list[tuple[int, int, int]] = []
    one = two = 0
    while one < len(left) and two < len(right):
        if left[one] == right[two]:
            runs.append((old + one, new + two, 1))
            one, two = one + 1, two + 1
        elif longest[one + 1][two] >= longest[one][two + 1]:
            one += 1
        else:
            two += 1
    return runs


def _suffix_table(left: Sequence[str], right: Sequence[str]) -> list[list[int]]:
    """For each pair of suffixes the length of their longest common subsequence."""
    table = [[0] * (len(right) + 1)]
    for one in reversed(left):
        below = table[-1]
        row = [0] * (len(right) + 1)
        for at in range(len(right) - 1, -1, -1):
            row[at] = below[at + 1] + 1 if one == right[at] else max(below[at], row[at + 1])
        table.append(row)
    return table[::-1]


def _joined(runs: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    joined: list[tuple[int, int, int]] = []
    for old, new, length in runs:
        if joined and joined[-1][0] + joined[-1][2] == old and joined[-1][1] + joined[-1][2] == new:
            joined[-1] = (joined[-1][0], joined[-1][1], joined[-1][2] + length)
        else:
            joined.append((old, new, length))
    return joined
