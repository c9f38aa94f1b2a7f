"""DBSCAN by cosine distance, with the labels of scikit-learn's, in tiles.

No matrix of all distances and no list of neighbours is ever in memory: what is near is kept as bits, tile by tile, and
what does not fit into the budget is multiplied a second time. Products are made in single precision; a pair so near to
the threshold that rounding could decide is computed again in double precision.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.intp]
    Bits = NDArray[np.bool_]

NOISE = -1
_TILE = 2048
_STRIP = 256
"""Rows of a tile whose pairs are listed at a time."""
_BUDGET = 64 << 20
"""Bytes of neighbourhoods that are kept, an eighth of a byte a pair."""
_ROUNDING = 2e-5
"""Further from the threshold than this, single precision says on which side a product lies."""


def dbscan(vectors: "Floats", eps: float, least: int, weights: "Numbers | None" = None) -> "Numbers":
    """The cluster of each vector, numbered by the first core member, and -1 for noise.

    `least` vectors within `eps`, itself included, make a core member; one with a weight counts as so many equal ones.
    """
    near = _Near(vectors, eps)
    count = len(vectors)
    weight = np.ones(count, np.intp) if weights is None else weights
    mass = np.zeros(count, np.intp)
    for rows, columns, mask in near.tiles():
        mass[rows] += mask @ weight[columns] if weights is not None else mask.sum(axis=1)
        if rows != columns:
            mass[columns] += weight[rows] @ mask if weights is not None else mask.sum(axis=0)
    core = mass >= least
    parent = np.arange(count)
    for rows, columns, mask in near.tiles():
        for at, to in _pairs(mask, core[rows], core[columns]):
            _join(parent, at + rows.start, to + columns.start)
    first = np.where(core, _roots(parent, np.arange(count)), count)
    if not core.all():  # other members belong to the first cluster that has a core near them
        for rows, columns, mask in near.tiles():
            for at, to in _pairs(mask, core[rows], ~core[columns]):
                np.minimum.at(first, to + columns.start, first[at + rows.start])
            for at, to in _pairs(mask, ~core[rows], core[columns]):
                np.minimum.at(first, at + rows.start, first[to + columns.start])
    labels = np.full(count, NOISE, np.intp)
    found = first < count
    labels[found] = np.unique(first[found], return_inverse=True)[1]
    return labels


class _Near:
    """Which vectors lie within a distance of each other."""

    def __init__(self, vectors: "Floats", eps: float) -> None:
        self._given = vectors
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
        self._lengths = np.where(lengths > 0, lengths, 1.0)
        self._units = (vectors / self._lengths[:, None]).astype(np.float32, copy=False)
        self._eps = eps
        self._kept: dict[tuple[int, int], NDArray[np.uint8]] = {}
        self._left = _BUDGET

    def tiles(self) -> "Iterator[tuple[slice, slice, Bits]]":
        """The rows and columns of each tile on and above the diagonal that has a pair in it, and which are near."""
        count = len(self._units)
        for top in range(0, count, _TILE):
            rows = slice(top, min(top + _TILE, count))
            for left in range(top, count, _TILE):
                columns = slice(left, min(left + _TILE, count))
                mask = self._tile(rows, columns)
                if mask is not None:
                    yield rows, columns, mask

    def _tile(self, rows: slice, columns: slice) -> "Bits | None":
        size = rows.stop - rows.start, columns.stop - columns.start
        packed = self._kept.get((rows.start, columns.start))
        if packed is not None:
            return np.unpackbits(packed, count=size[0] * size[1]).view(np.bool_).reshape(size) if packed.size else None
        mask = self._computed(rows, columns)
        packed = np.packbits(mask) if mask.any() else np.empty(0, np.uint8)
        if packed.nbytes <= self._left:
            self._kept[rows.start, columns.start] = packed
            self._left -= packed.nbytes
        return mask if packed.size else None

    def _computed(self, rows: slice, columns: slice) -> "Bits":
        least = 1.0 - self._eps
        products = self._units[rows] @ self._units[columns].T
        mask: Bits = products >= np.float32(least + _ROUNDING)
        wide = products >= np.float32(least - _ROUNDING)
        if np.count_nonzero(wide) != np.count_nonzero(mask):
            at, to = np.nonzero(wide & ~mask)
            one, other = at + rows.start, to + columns.start
            exact = np.einsum("ij,ij->i", self._given[one], self._given[other], dtype=np.float64)
            mask[at, to] = 1.0 - exact / (self._lengths[one] * self._lengths[other]) <= self._eps
        return mask


def _roots(parent: "Numbers", of: "Numbers") -> "Numbers":
    found = parent[of]
    while True:
        further = parent[found]
        if np.array_equal(further, found):
            return found
        found = further


def _join(parent: "Numbers", ones: "Numbers", others: "Numbers") -> None:
    """Put pairs into one component each; the root of a component is its smallest number."""
    while len(ones):
        ones, others = _roots(parent, ones), _roots(parent, others)
        apart = ones != others
        ones, others = ones[apart], others[apart]
        np.minimum.at(parent, np.maximum(ones, others), np.minimum(ones, others))
    np.take(parent, parent, out=parent)


def _pairs(mask: "Bits", rows: "Bits", columns: "Bits") -> "Iterator[tuple[Numbers, Numbers]]":
    """The pairs of a tile between chosen rows and columns, some rows at a time."""
    for top in range(0, len(mask), _STRIP):
        at, to = np.divmod(np.flatnonzero(mask[top : top + _STRIP]), mask.shape[1])
        at += top
        wanted = rows[at] & columns[to]
        yield at[wanted], to[wanted]
