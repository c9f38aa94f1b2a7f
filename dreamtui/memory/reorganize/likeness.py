"""Which texts are alike: what is weighed of each, every pair whose cosine reaches a threshold, and clusters of them.

A scorer makes a bag of parts of a text; likeness is the cosine of two bags. Weights are whole numbers, so that every
way of adding them up gives the same score, which depends on these two texts alone. The join finds exactly the pairs
that comparing all would: parts are ordered by rarity, and two bags that are similar enough share one of the rarest
parts of both (the prefix: what follows it is too light to reach the threshold by itself), so only these are compared.
Where that leads to too many, because few words stand everywhere, shared parts are counted for many bags at once.
The result is independent of the order of the texts.
"""

import heapq
import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import StatementReading, read
from dreamtui.text.words import normalise, tokens

Bag = Mapping[Hashable, int]
"""Parts of a text and how much each weighs."""

_WHOLE = 256
"""What a weight of 1 is where weights are fractions."""


@dataclass(frozen=True, slots=True)
class Scorer:
    name: str
    """What a person types after --scorer."""
    bag: Callable[[str], Bag]
    threshold: float
    """Likeness from which it proposes, unless told otherwise; measured."""
    about: str
    """What it looks at, in a few words."""
    binary: bool = False
    """Whether every weight is 1."""


def _bow(text: str) -> Bag:
    return dict.fromkeys(text.lower().split(), 1)


def _log(text: str) -> Bag:
    return {word: round(_WHOLE * (1 + math.log2(count))) for word, count in Counter(tokens(text)).items()}


def _ngram(text: str) -> Bag:
    return {part: round(_WHOLE * (1 + math.log2(count))) for part, count in _pieces(text).items()}


def _pieces(text: str) -> Counter[str]:
    """Runs of 3 to 5 characters of the words with their ends marked."""
    shown = f" {normalise(text)} "
    return Counter(shown[at : at + size] for size in (3, 4, 5) for at in range(len(shown) - size + 1))


def _stems(text: str) -> Bag:
    """Stems with synonyms joined; verbs that most rules begin with weigh little, figures and names much."""
    return dict(_weighed(read(text)))


def _weighed(reading: StatementReading) -> Iterable[tuple[Hashable, int]]:
    for token in reading.tokens:
        light = token.form in known.LIGHT
        yield token.form, _WHOLE // 2 if light else _WHOLE


def _blend(text: str) -> Bag:
    """Stems and runs of characters, each half of the whole."""
    parts: dict[Hashable, int] = {}
    for name, bag in (("stem", _stems(text)), ("run", _ngram(text))):
        length = math.sqrt(sum(weight * weight for weight in bag.values()))
        for part, weight in bag.items():
            parts[name, part] = round(4096 * weight / length)
    return parts


SCORERS: dict[str, Scorer] = {
    scorer.name: scorer
    for scorer in (
        Scorer("bow", _bow, 0.92, "words as they stand, each counted once (SecondBrain's kind)", binary=True),
        Scorer("log", _log, 0.8, "words, repeated ones by the logarithm of their count"),
        Scorer("ngram", _ngram, 0.7, "runs of three to five characters"),
        Scorer("stems", _stems, 0.8, "by the stems of their words, synonyms counted as one"),
        Scorer("blend", _blend, 0.65, "stems and runs of characters, half each"),
    )
}


def score(one: Bag, other: Bag) -> float:
    """The cosine of two bags, 0 to 1."""
    if len(other) < len(one):
        one, other = other, one
    shared = sum(weight * other[part] for part, weight in one.items() if part in other)
    return cosine(shared, _square(one), _square(other)) if shared else 0.0


def cosine(shared: int, one: int, other: int) -> float:
    """A cosine from whole numbers; the one formula that every path uses, so that all agree to the last bit."""
    return shared / math.sqrt(float(one) * float(other))


def _square(bag: Bag) -> int:
    return sum(weight * weight for weight in bag.values())


Pair = tuple[int, int, float]
"""Places of two bags, the smaller first, and their cosine."""

SLACK = 1e-9
"""Bounds are widened by this, so that no rounding loses a pair; the exact cosine decides in the end."""
SPARSE = 100
"""How many pairs are told apart as bits in the time in which one is compared; measured."""
MAPPED = 1 << 29
"""Bits of all the maps that are kept of which bags have which part."""

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


def joined_pairs(bags: Sequence[Bag], threshold: float, stop: Stop | None = None) -> Iterator[Pair]:
    """Every pair of different bags that reaches the threshold, each once, in no particular order."""
    made = prepare(bags, threshold)
    walk = _by_bits if made.estimate * SPARSE > len(bags) * len(bags) else _by_prefix
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
    own, square, sets, squares = made.sets[here], made.squares[here], made.sets, made.squares
    least = threshold * threshold * square * (1 - SLACK)
    near = [(there, shared) for there in others if (shared := len(own & sets[there])) ** 2 >= least * squares[there]]
    for there, shared in near:  # few of those that were met
        found = cosine(shared, square, squares[there])
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


def _by_bits(made: PreparedBags, threshold: float, stop: Stop | None) -> Iterator[tuple[int, Iterable[int]]]:
    """With each bag the lighter ones that have enough parts in common, if each weighed as much as the heaviest.

    For parts that are met everywhere: of each part a number whose bits are the bags that have it, so that the parts
    that all bags share with one are counted at once. The rarest may be left out; each is taken to be shared.
    """
    rare = max(0, len(made.shared) - MAPPED // max(1, len(made.rows)))
    maps = [0] * (len(made.shared) - rare)
    heaviest = [max([weight for _, weight in row], default=0.0) for row in made.rows]
    reach = [math.sqrt(square) / most if most else 0.0 for square, most in zip(made.squares, heaviest, strict=True)]
    order = sorted(range(len(made.rows)), key=reach.__getitem__)
    lengths = [reach[place] for place in order]
    for step, here in enumerate(order):
        if stop is not None and step % 256 == 0 and stop():
            return
        row, own = made.rows[here], reach[here]
        if not own:
            continue  # nothing is like a bag without parts
        left_out = sum([made.shared[rank] > 1 for rank, _ in row if rank < rare])
        slices = _counted([held for rank, _ in row if rank >= rare and (held := maps[rank - rare])])
        wanted, low, near = max(0, math.ceil((threshold * own) ** 2 * (1 - SLACK)) - left_out), 0, []
        while low < step and wanted >> len(slices) == 0:
            high = bisect_right(lengths, (wanted + left_out) / (threshold * own * (1 - SLACK)), low, step)
            near += [order[low + at] for at in _ones(_at_least(wanted, slices, low, high))]
            wanted, low = wanted + 1, high
        if near:
            yield here, near
        for rank, _ in row:
            if rank >= rare:
                maps[rank - rare] |= 1 << step


def _counted(maps: Sequence[int]) -> list[int]:
    """In how many of the maps each bit is set: the digits of all these counts, the lowest first, as numbers again."""
    slices: list[int] = []
    level = list(maps)
    while level:
        carried: list[int] = []
        while len(level) > 1:
            one, two, three = level.pop(), level.pop(), level.pop() if level else 0
            odd = one ^ two
            level.insert(0, odd ^ three)
            carried.append(one & two | odd & three)
        slices += level
        level = [held for held in carried if held]
    return slices


def _at_least(wanted: int, slices: Sequence[int], low: int, high: int) -> int:
    """Which places from one up to another have a count, told in slices, of at least so many; the first is bit 0."""
    found = (1 << high) - 1
    for digit, held in enumerate(slices):
        found = held & found if wanted >> digit & 1 else held | found
    return (found & (1 << high) - 1) >> low


def _ones(bits: int) -> Iterator[int]:
    """Places of the bits that are set, the lowest first."""
    shown = f"{bits:b}"[::-1]
    at = shown.find("1")
    while at >= 0:
        yield at
        at = shown.find("1", at + 1)


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


def bags_of(texts: Sequence[str], scorer: Scorer) -> list[Bag]:
    """What a scorer weighs in each text; equal texts are weighed once."""
    made: dict[str, Bag] = {}
    weigh = scorer.bag
    for text in texts:
        if text not in made:
            made[text] = weigh(text)
    return [made[text] for text in texts]


def alike(
    texts: Sequence[str],
    scorer: Scorer,
    threshold: float,
    *,
    limit: int = MOST_PAIRS,
    stop: Stop | None = None,
) -> Alike:
    """Pairs of texts whose likeness reaches the threshold, the `limit` most alike of them."""
    total = 0

    def counted() -> Iterator[Pair]:
        nonlocal total
        for pair in _pairs(texts, scorer, threshold, stop):
            total += 1
            yield pair

    best = heapq.nsmallest(limit, counted(), key=lambda pair: (-pair[2], pair[0], pair[1]))
    return Alike(tuple(best), total)


def clusters(texts: Sequence[str], scorer: Scorer, threshold: float, *, stop: Stop | None = None) -> list[list[int]]:
    """Places of texts that belong together, directly or through others."""
    sets = Sets(len(texts))
    bags, groups = _grouped(texts, scorer)
    for members in groups:
        for place in members[1:]:
            sets.join(members[0], place)
    for one, other, _ in joined_pairs(bags, threshold, stop):
        sets.join(groups[one][0], groups[other][0])
    return sets.groups()


def _grouped(texts: Sequence[str], scorer: Scorer) -> tuple[list[Bag], list[list[int]]]:
    """Different bags and the places of the texts that each stands for."""
    bags = bags_of(texts, scorer)
    groups = grouped(bags, flat=scorer.binary)
    return [bags[members[0]] for members in groups], groups


def _pairs(texts: Sequence[str], scorer: Scorer, threshold: float, stop: Stop | None) -> Iterator[Pair]:
    """Every alike pair of texts once."""
    bags, groups = _grouped(texts, scorer)
    for members in groups:
        for one, other in _within(members):
            yield one, other, 1.0
    for first, second, score in joined_pairs(bags, threshold, stop):
        for one in groups[first]:
            for other in groups[second]:
                yield min(one, other), max(one, other), score


def _within(members: Sequence[int]) -> Iterable[tuple[int, int]]:
    if len(members) > _ALL_OF_A_GROUP:
        return pairwise(members)
    return ((one, other) for at, one in enumerate(members) for other in members[at + 1 :])
