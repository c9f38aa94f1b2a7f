"""Alike pairs and clusters of texts: equal bags first, then the join, then union-find. Independent of input order."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise

from dreamtui.memory.reorganize.likeness import join
from dreamtui.memory.reorganize.likeness.join import Pair, Stop
from dreamtui.memory.reorganize.likeness.scorers import Bag, Scorer

MOST_PAIRS = 200_000
"""Pairs that are looked at closely; with more, the most alike ones are taken and the rest is counted."""
_ALL_OF_A_GROUP = 50
"""Texts of one equal bag up to which each is paired with each; in larger groups each with the next."""


@dataclass(frozen=True, slots=True)
class Alike:
    pairs: tuple[Pair, ...]
    """Most alike first, then by place."""
    total: int
    """How many there are in all."""


class Sets:
    """Union-find: which places belong together."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def find(self, place: int) -> int:
        """The smallest place of the set that a place is in."""
        above = self._above
        while above[place] != place:
            above[place] = above[above[place]]
            place = above[place]
        return place

    def join(self, one: int, other: int) -> None:
        first, second = self.find(one), self.find(other)
        if first != second:
            self._above[max(first, second)] = min(first, second)

    def groups(self) -> list[list[int]]:
        """Sets of two and more, each sorted, in the order of their smallest places."""
        found: dict[int, list[int]] = {}
        for place in range(len(self._above)):
            found.setdefault(self.find(place), []).append(place)
        return [members for members in found.values() if len(members) > 1]


def has_numpy() -> bool:
    """Whether the fast path can be taken."""
    return find_spec("numpy") is not None


def bags_of(texts: Sequence[str], scorer: Scorer) -> list[Bag]:
    """What a scorer weighs in each text; equal texts are weighed once."""
    made: dict[str, Bag] = {}
    weigh = scorer.bag
    for text in texts:
        if text not in made:
            made[text] = weigh(text)
    return [made[text] for text in texts]


def alike(
    texts: Sequence[str], scorer: Scorer, threshold: float, *, fast: bool | None = None, limit: int = MOST_PAIRS,
    stop: Stop | None = None,
) -> Alike:  # fmt: skip
    """Pairs of texts whose likeness reaches the threshold, the `limit` most alike of them."""
    total = 0

    def counted() -> Iterator[Pair]:
        nonlocal total
        for pair in _pairs(texts, scorer, threshold, fast, stop):
            total += 1
            yield pair

    best = heapq.nsmallest(limit, counted(), key=lambda pair: (-pair[2], pair[0], pair[1]))
    return Alike(tuple(best), total)


def clusters(
    texts: Sequence[str], scorer: Scorer, threshold: float, *, fast: bool | None = None, stop: Stop | None = None
) -> list[list[int]]:
    """Places of texts that belong together, directly or through others."""
    sets = Sets(len(texts))
    bags, groups = _grouped(texts, scorer)
    for members in groups:
        for place in members[1:]:
            sets.join(members[0], place)
    for one, other, _ in _joined(bags, scorer, threshold, fast, stop):
        sets.join(groups[one][0], groups[other][0])
    return sets.groups()


def _grouped(texts: Sequence[str], scorer: Scorer) -> tuple[list[Bag], list[list[int]]]:
    """Different bags and the places of the texts that each stands for."""
    bags = bags_of(texts, scorer)
    groups = join.grouped(bags, flat=scorer.binary)
    return [bags[members[0]] for members in groups], groups


def _pairs(
    texts: Sequence[str], scorer: Scorer, threshold: float, fast: bool | None, stop: Stop | None
) -> Iterator[Pair]:
    """Every alike pair of texts once."""
    bags, groups = _grouped(texts, scorer)
    for members in groups:
        for one, other in _within(members):
            yield one, other, 1.0
    for first, second, score in _joined(bags, scorer, threshold, fast, stop):
        for one in groups[first]:
            for other in groups[second]:
                yield min(one, other), max(one, other), score


def _within(members: Sequence[int]) -> Iterable[tuple[int, int]]:
    if len(members) > _ALL_OF_A_GROUP:
        return pairwise(members)
    return ((one, other) for at, one in enumerate(members) for other in members[at + 1 :])


def _joined(bags: list[Bag], scorer: Scorer, threshold: float, fast: bool | None, stop: Stop | None) -> Iterator[Pair]:
    """Pairs of different bags, by numpy where it is there."""
    if has_numpy() if fast is None else fast:
        from dreamtui.memory.reorganize.likeness import join_numpy

        for left, right, score in join_numpy.pairs(bags, threshold, scorer.binary, stop):
            yield from zip(left.tolist(), right.tolist(), score.tolist(), strict=True)
    else:
        yield from join.pairs(bags, threshold, stop)
