"""The same join with numpy: the same pairs and, because weights are whole numbers, the same scores to the last bit."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from dreamtui.memory.reorganize.likeness.join import SLACK, Stop
from dreamtui.memory.reorganize.likeness.scorers import Bag

Ints = npt.NDArray[np.int64]
Chunk = tuple[Ints, Ints, npt.NDArray[np.float64]]
"""Places of the first bags, of the second ones, and the cosines."""

BLOCK = 250_000
"""Candidate pairs held in memory at once."""
SLICE = 16_384
"""Pairs whose cosines are computed at once: few enough that their parts stay in the processor's cache."""
_PER_PAIR = 40.0
"""What one candidate pair costs, in the time that a dense product needs for one multiplication, times a hundred."""


class Rows:
    """Bags as flat arrays: row by row, in each row the rarest part first."""

    def __init__(self, bags: Sequence[Bag], threshold: float, binary: bool) -> None:
        self.count, self.threshold, self.binary = len(bags), threshold, binary
        lengths = np.fromiter(map(len, bags), np.int64, len(bags))
        numbers: dict[Hashable, int] = {}
        number = numbers.setdefault
        flat = np.array([number(part, len(numbers)) for part in chain.from_iterable(bags)], np.int64)
        weights = (
            np.ones(len(flat), np.int64)
            if binary
            else np.fromiter(chain.from_iterable(bag.values() for bag in bags), np.int64, len(flat))
        )
        seen = np.bincount(flat, minlength=1)
        rank = np.empty(len(seen), np.int64)
        rank[np.argsort(seen, kind="stable")] = np.arange(len(seen))
        self.parts = len(seen)
        self.row = np.repeat(np.arange(self.count), lengths)
        keys = self.row * self.parts + rank[flat]
        order = np.argsort(keys, kind="stable")
        self.keys, self.part, self.weight = keys[order], rank[flat[order]], weights[order]
        self.shared = np.sort(seen, kind="stable")
        self.start = np.concatenate(([0], np.cumsum(lengths)))
        self.length = lengths
        self.square = np.add.reduceat(self.weight * self.weight, self.start[:-1])
        self.signature = np.bitwise_or.reduceat(np.uint64(1) << (self.part % 64).astype(np.uint64), self.start[:-1])

    def prefix(self) -> tuple[Ints, Ints]:
        """Row of every entry that has to be looked up, part by part, and how many of those after it may be like it."""
        squares = self.weight * self.weight
        before = np.cumsum(squares) - squares
        rest = self.square[self.row] - (before - before[self.start[:-1]][self.row])
        bound = self.threshold * self.threshold * (1 - SLACK) * self.square[self.row]
        chosen = np.flatnonzero((rest >= bound) & (self.shared[self.part] > 1))
        part, row = self.part[chosen], self.row[chosen]
        if not len(part):
            return row, row
        widest = int(self.length.max()) + 1
        size = self.length[row] if self.binary else np.zeros(len(row), np.int64)
        place = part * widest + size
        order = np.argsort(place, kind="stable")
        place, size = place[order], size[order]
        farthest = np.minimum(size / (self.threshold**2 * (1 - SLACK)), widest - 1).astype(np.int64)
        ends = np.searchsorted(place, place - size + (farthest if self.binary else 0), side="right")
        return row[order], ends - np.arange(len(row)) - 1

    def cosines(self, left: Ints, right: Ints) -> npt.NDArray[np.float64]:
        """The exact cosine of each pair of rows, a slice at a time."""
        starts = range(0, len(left), SLICE)
        return np.concatenate([self._cosines(left[at : at + SLICE], right[at : at + SLICE]) for at in starts])

    def _cosines(self, left: Ints, right: Ints) -> npt.NDArray[np.float64]:
        """The exact cosine of each pair of a slice."""
        short = self.length[left] <= self.length[right]
        left, right = np.where(short, left, right), np.where(short, right, left)
        lengths = self.length[left]
        ends = np.cumsum(lengths)
        at = np.arange(ends[-1]) - np.repeat(ends - lengths, lengths) + np.repeat(self.start[left], lengths)
        wanted = np.repeat(right * self.parts, lengths) + self.part[at]
        place = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        product = np.where(self.keys[place] == wanted, self.weight[at] * self.weight[place], 0)
        shared = np.add.reduceat(product, ends - lengths)
        return shared / np.sqrt(self.square[left].astype(np.float64) * self.square[right].astype(np.float64))


def pairs(bags: Sequence[Bag], threshold: float, binary: bool, stop: Stop | None = None) -> Iterator[Chunk]:
    """Chunks of every pair of different bags that reaches the threshold, each once, the smaller place first."""
    rows = Rows(bags, threshold, binary)
    row, partners = rows.prefix()
    if not len(row):
        return
    estimate = int(partners.sum())
    common = int((rows.shared > 1).sum())
    if estimate * _PER_PAIR * 100 > float(rows.count) ** 2 * common / 2:
        yield from _dense(rows, stop)
    else:
        yield from _sparse(rows, row, partners, stop)


def _sparse(rows: Rows, row: Ints, partners: Ints, stop: Stop | None) -> Iterator[Chunk]:
    """Pairs that share a prefix part, in blocks; each pair is met first where its rarest shared part is."""
    sums = np.cumsum(partners)
    if not int(sums[-1]):
        return
    inner = np.searchsorted(sums, np.arange(BLOCK, int(sums[-1]), BLOCK), side="right")
    borders = np.unique(np.concatenate(([0], inner, [len(partners)])))
    seen = np.empty(0, np.int64)
    for begin, end in pairwise(borders.tolist()):
        if stop is not None and stop():
            return
        many = partners[begin:end]
        total = int(many.sum())
        if not total:
            continue
        first = np.repeat(np.arange(begin, end), many)
        second = first + 1 + np.arange(total) - np.repeat(np.cumsum(many) - many, many)
        left, right = row[first], row[second]
        left, right = np.minimum(left, right), np.maximum(left, right)
        kept = _possible(rows, left, right)
        keys = np.setdiff1d(np.unique(left[kept] * rows.count + right[kept]), seen, assume_unique=True)
        if not len(keys):
            continue
        left, right = keys // rows.count, keys % rows.count
        score = rows.cosines(left, right)
        good = score >= rows.threshold
        seen = np.union1d(seen, keys[good])
        yield left[good], right[good], score[good]


def _possible(rows: Rows, left: Ints, right: Ints) -> npt.NDArray[np.bool_]:
    """Whether a pair of bags with weights of 1 can reach the threshold: by size, and by the bits of its signature."""
    if not rows.binary:
        return np.ones(len(left), np.bool_)
    one, other = rows.length[left], rows.length[right]
    needed = rows.threshold * np.sqrt(one * other) * (1 - SLACK)
    kept: npt.NDArray[np.bool_] = np.minimum(one, other) >= needed
    missing = _bits(rows.signature[left] & ~rows.signature[right])
    kept &= one - missing >= needed
    return kept


def _bits(numbers: Any) -> Any:
    """How many bits of each number are set."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(numbers).astype(np.int64)
    return np.unpackbits(numbers.view(np.uint8).reshape(-1, 8), axis=1).sum(axis=1, dtype=np.int64)


def _dense(rows: Rows, stop: Stop | None) -> Iterator[Chunk]:
    """All with all by tiled dense products: for few parts that stand in most bags."""
    common = np.flatnonzero(rows.shared > 1)
    column = np.full(rows.parts, -1, np.int64)
    column[common] = np.arange(len(common))
    chosen = column[rows.part] >= 0
    exact: Any = np.float32 if int(rows.square.max()) < 1 << 24 else np.float64
    square = rows.square.astype(np.float64)
    tile = max(64, min(2048, (1 << 24) // max(len(common), 1)))

    def block(begin: int, end: int) -> npt.NDArray[Any]:
        span = slice(int(rows.start[begin]), int(rows.start[end]))
        inside = chosen[span]
        made = np.zeros((end - begin, len(common)), exact)
        made[rows.row[span][inside] - begin, column[rows.part[span][inside]]] = rows.weight[span][inside]
        return made

    for top in range(0, rows.count, tile):
        low = min(top + tile, rows.count)
        upper = block(top, low)
        for side in range(top, rows.count, tile):
            if stop is not None and stop():
                return
            far = min(side + tile, rows.count)
            shared = upper @ block(side, far).T
            score = shared / np.sqrt(np.multiply.outer(square[top:low], square[side:far]))
            left, right = np.nonzero(score >= rows.threshold)
            kept = left + top < right + side
            left, right = left[kept], right[kept]
            yield left + top, right + side, score[left, right].astype(np.float64)
