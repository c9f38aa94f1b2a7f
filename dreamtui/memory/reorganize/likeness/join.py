"""Every pair of bags whose cosine reaches a threshold: exactly those, without comparing all with all. Standard library.

Parts are ordered by rarity. Two bags that are similar enough share one of the rarest parts of both (the prefix: what
follows it is too light to reach the threshold by itself), so only bags that share a prefix part are compared.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from dreamtui.memory.reorganize.likeness.scorers import Bag, cosine

Pair = tuple[int, int, float]
"""Places of two bags, the smaller first, and their cosine."""

SLACK = 1e-9
"""Bounds are widened by this, so that no rounding loses a pair; the exact cosine decides in the end."""
QUADRATIC = 30_000_000
"""Estimated comparisons from which comparing all with all in dense form is quicker than walking the lists."""

Stop = Callable[[], bool]
"""Whether the caller wants the work to end."""


@dataclass(frozen=True, slots=True)
class PreparedBags:
    """Different bags in a form to be joined."""

    rows: list[list[tuple[int, int]]]
    """Rank of each part by rarity and its weight, the rarest first."""
    squares: list[int]
    """Sum of the squared weights of each bag."""
    prefixes: list[int]
    """How many parts of each bag have to be looked up."""
    shared: list[int]
    """In how many bags the part of each rank stands."""
    flat: bool
    """Whether every weight is 1."""
    sets: list[frozenset[int]]
    """The parts of each bag, where every weight is 1."""

    @property
    def estimate(self) -> int:
        """How many comparisons the lists lead to at most."""
        longest: Counter[int] = Counter()
        for row, prefix in zip(self.rows, self.prefixes, strict=True):
            longest.update(rank for rank, _ in row[:prefix])
        return sum(count * (count - 1) // 2 for count in longest.values())


def grouped(bags: Sequence[Bag], *, flat: bool) -> list[list[int]]:
    """Places of equal bags together, in the order of their first place; empty bags are left out."""
    rough: dict[int, list[int]] = {}
    for place, bag in enumerate(bags):
        if bag:
            rough.setdefault(sum(map(hash, bag)), []).append(place)
    groups: list[list[int]] = []
    for places in rough.values():
        if len(places) == 1:
            groups.append(places)
            continue
        equal: dict[frozenset[Hashable], list[int]] = {}
        for place in places:
            parts = bags[place]
            equal.setdefault(frozenset(parts) if flat else frozenset(parts.items()), []).append(place)
        groups += equal.values()
    return sorted(groups)


def prepare(bags: Sequence[Bag], threshold: float) -> PreparedBags:
    """The bags with their parts ordered by rarity."""
    seen = Counter(chain.from_iterable(bags))
    order = sorted(seen, key=seen.__getitem__)
    rank: Mapping[Hashable, int] = {part: place for place, part in enumerate(order)}
    rows = [sorted([(rank[part], weight) for part, weight in bag.items()]) for bag in bags]
    squares = [sum([weight * weight for _, weight in row]) for row in rows]
    flat = all(square == len(row) for square, row in zip(squares, rows, strict=True))
    if flat:
        lengths = [square - math.ceil(square * threshold * threshold * (1 - SLACK)) + 1 for square in squares]
        sets = [frozenset([part for part, _ in row]) for row in rows]
    else:
        lengths = [
            prefix_length([w for _, w in row], square, threshold) for row, square in zip(rows, squares, strict=True)
        ]
        sets = []
    return PreparedBags(rows, squares, lengths, [seen[part] for part in order], flat, sets)


def prefix_length(weights: Sequence[int], square: int, threshold: float) -> int:
    """How many of the rarest parts: what follows is lighter than the threshold allows."""
    bound = threshold * threshold * square * (1 - SLACK)
    rest = 0
    for place in range(len(weights) - 1, -1, -1):
        rest += weights[place] * weights[place]
        if rest >= bound:
            return place + 1
    return 0


def pairs(bags: Sequence[Bag], threshold: float, stop: Stop | None = None) -> Iterator[Pair]:
    """Every pair of different bags that reaches the threshold, each once, in no particular order."""
    made = prepare(bags, threshold)
    dense = made.estimate > QUADRATIC and made.estimate > len(bags) * len(bags) // 8
    walk = _all_with_all if dense else _by_prefix
    verify = _verify_flat if made.flat else _verify
    for here, others in walk(made, threshold, stop):
        for there, found in verify(made, here, others, threshold):
            yield (here, there, found) if here < there else (there, here, found)


def _verify(made: PreparedBags, here: int, others: Iterable[int], threshold: float) -> Iterator[tuple[int, float]]:
    """Those of the others whose exact cosine reaches the threshold."""
    own, square = dict(made.rows[here]), made.squares[here]
    for there in others:
        shared = sum([own[part] * weight for part, weight in made.rows[there] if part in own])
        found = cosine(shared, square, made.squares[there])
        if found >= threshold:
            yield there, found


def _verify_flat(made: PreparedBags, here: int, others: Iterable[int], threshold: float) -> Iterator[tuple[int, float]]:
    """The same where every weight is 1: the size of the intersection."""
    own, square, sets = made.sets[here], made.squares[here], made.sets
    for there in others:
        found = cosine(len(own & sets[there]), square, made.squares[there])
        if found >= threshold:
            yield there, found


def _by_prefix(made: PreparedBags, threshold: float, stop: Stop | None) -> Iterator[tuple[int, Iterable[int]]]:
    """With each bag the lighter ones that share a part of both prefixes and, for weights of 1, are not too small."""
    lists: dict[int, list[int]] = {}
    sizes: dict[int, list[int]] = {}
    closest = threshold * threshold * (1 - SLACK) if made.flat else 0.0
    for step, place in enumerate(sorted(range(len(made.rows)), key=made.squares.__getitem__)):
        if stop is not None and step % 1024 == 0 and stop():
            return
        square = made.squares[place]
        met: set[int] = set()
        for rank, _ in made.rows[place][: made.prefixes[place]]:
            if made.shared[rank] < 2:
                continue
            listed = lists.setdefault(rank, [])
            if listed:
                met.update(listed[bisect_left(sizes[rank], square * closest) :] if made.flat else listed)
            listed.append(place)
            sizes.setdefault(rank, []).append(square)
        if met:
            yield place, met


def _all_with_all(made: PreparedBags, threshold: float, stop: Stop | None) -> Iterator[tuple[int, Iterable[int]]]:
    """With each bag the later ones whose parts, as bits of a number, overlap enough: for few parts, met everywhere."""
    bits = [sum(1 << rank for rank, _ in row) for row in made.rows]
    heaviest = [max(weight for _, weight in row) for row in made.rows]
    bounds = [
        threshold * math.sqrt(square) * (1 - SLACK) / top for square, top in zip(made.squares, heaviest, strict=True)
    ]
    for here in range(len(bits)):
        if stop is not None and here % 64 == 0 and stop():
            return
        own, least, reach = bits[here], threshold and bounds[here] / threshold, range(here + 1, len(bits))
        yield here, [there for there in reach if (own & bits[there]).bit_count() >= least * bounds[there]]
