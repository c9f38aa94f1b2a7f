"""The fuzzy half of the filter.

One rapidfuzz call over a long list holds the interpreter lock throughout, and would freeze the console: so a slice at a
time.
"""

from collections.abc import Iterator, Sequence

from dreamtui.text.query.parse import SHORTEST_FUZZY, Query
from dreamtui.text.query.select import TextIndex

CUTOFF = 72.0
"""How similar, from 0 to 100, a title has to be to a fuzzy word."""

SLICE = 2_000
"""Texts that are compared in one call, in a millisecond or two."""


def load_library() -> None:
    """Import rapidfuzz, which takes some milliseconds, before anybody waits for it."""
    import rapidfuzz.process  # noqa: F401


def fuzzy_words(query: Query, found: int) -> tuple[str, ...]:
    """What to look for fuzzily: words with `~`, else, when nothing holds them as they are, the plain words."""
    if query.fuzzy:
        return query.fuzzy
    return () if found else tuple(word for word in query.words if len(word) >= SHORTEST_FUZZY)


def similar(words: Sequence[str], index: TextIndex, order: Sequence[int]) -> list[int]:
    """Places of the items that are similar to all these words, the most similar first, equals as they stand."""
    texts, scores = index.texts(), dict.fromkeys(order, 100.0)
    for word in words:
        scores = {place: min(score, scores[place]) for place, score in _scored(word, texts, list(scores))}
    return sorted(scores, key=lambda place: -round(scores[place])) if words else []


def _scored(word: str, texts: Sequence[str], places: Sequence[int]) -> Iterator[tuple[int, float]]:
    """Those of the places whose texts are similar enough, in their order, with how similar they are."""
    from rapidfuzz import fuzz, process

    for start in range(0, len(places), SLICE):
        some = places[start : start + SLICE]
        found = process.extract(
            word,
            [texts[place] for place in some],
            scorer=fuzz.partial_ratio,
            processor=None,
            score_cutoff=CUTOFF,
            limit=None,
        )
        yield from ((some[at], score) for at, score in sorted((at, score) for _, score, at in found))
