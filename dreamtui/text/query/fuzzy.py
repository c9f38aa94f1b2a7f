"""The fuzzy half of the filter: one short slice of rapidfuzz at a time, so that the caller can paint or stop between.

One rapidfuzz call over a long list holds the interpreter lock throughout, and would freeze the console.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from dreamtui.text.query.order import Steps, sorted_steps
from dreamtui.text.query.parse import SHORTEST_FUZZY, Query
from dreamtui.text.query.select import ColumnIndex

CUTOFF = 72.0
"""How similar, from 0 to 100, a title has to be to a fuzzy word."""

_FIRST_SLICE = 128
_SMALLEST = 16
_RANKED = 8_000


@dataclass(frozen=True, slots=True)
class FuzzyHit:
    """An item that is similar enough."""

    place: int
    """Place of the item in the index."""
    score: float
    """How similar, from 0 to 100."""


def load_library() -> None:
    """Import rapidfuzz, which takes some milliseconds, before anybody waits for it."""
    import rapidfuzz.process  # noqa: F401


def fuzzy_words(query: Query, found: int) -> tuple[str, ...]:
    """What to look for fuzzily: words with `~`, else, when nothing holds them as they are, the plain words."""
    if query.fuzzy:
        return query.fuzzy
    return () if found else tuple(word for word in query.words if len(word) >= SHORTEST_FUZZY)


def fuzzy_slices(
    words: Sequence[str],
    index: ColumnIndex,
    order: Sequence[int],
    *,
    slice_seconds: float = 0.006,
    clock: Callable[[], float] = perf_counter,
) -> Iterator[list[FuzzyHit]]:
    """The similar items of each slice of `order`; between two slices the caller may paint, or drop the generator.

    The first slice is empty: it loads the library.
    """
    from rapidfuzz import fuzz, process

    yield []
    texts = index.texts
    start, size, total = 0, _FIRST_SLICE, len(order)
    while start < total and words:
        began = clock()
        places = order[start : start + size]
        lowest: dict[int, float] = {}
        for word in words:
            kept = list(lowest) if lowest or word is not words[0] else places
            found = process.extract(
                word,
                [texts[place] for place in kept],
                scorer=fuzz.partial_ratio,
                processor=None,
                score_cutoff=CUTOFF,
                limit=None,
            )
            lowest = {kept[at]: min(score, lowest.get(kept[at], 100.0)) for _, score, at in found}
        start += size
        yield sorted((FuzzyHit(place, score) for place, score in lowest.items()), key=lambda hit: hit.place)
        spent = clock() - began
        size = max(_SMALLEST, min(size * 2, int(size * slice_seconds * 0.6 / spent) if spent > 0 else size * 2))


def rank_steps(hits: Sequence[FuzzyHit], order: Sequence[int]) -> Steps[list[int]]:
    """Places of all hits, the most similar first, equals as they stand in `order`; in slices of some milliseconds."""
    wanted = {hit.place for hit in hits}
    standing: dict[int, int] = {}
    for start in range(0, len(order) if wanted else 0, _RANKED):
        some = enumerate(order[start : start + _RANKED], start)
        standing.update({place: at for at, place in some if place in wanted})
        yield
    keys: list[int] = []
    for start in range(0, len(hits), _RANKED):
        keys += [standing[hit.place] - round(hit.score) * len(order) for hit in hits[start : start + _RANKED]]
        yield
    ranks = yield from sorted_steps(list(range(len(hits))), keys)
    return [hits[at].place for at in ranks]
