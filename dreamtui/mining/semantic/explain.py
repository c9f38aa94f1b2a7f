"""Why events are one cluster: the nearest pairs, the words they share, and what a stricter distance would leave out."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dreamtui.model.item import Nearness, NearPair
from dreamtui.text.saying import cut
from dreamtui.text.words import content

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_PAIRS = 3
_TERMS = 5
_SHORTEST = 3
_SHOWN = 160
_OUT = 8
_STRICTER = (0.40, 0.35, 0.30, 0.25, 0.20, 0.15, 0.10)


def medoid(vectors: "Floats") -> int:
    """The member that is nearest to all others; the first of equals."""
    return int((vectors @ vectors.sum(axis=0)).round(5).argmax())


def explained(summaries: Sequence[str], vectors: "Floats", eps: float, least: int, counts: Sequence[int]) -> Nearness:
    """What explains a cluster of different texts; `counts` says how many events have each."""
    stricter, out = _left_out(vectors, eps, least, counts)
    return Nearness(
        pairs=_nearest(summaries, vectors),
        terms=_terms(summaries),
        distance=eps,
        stricter=stricter,
        left_out=tuple(cut(" ".join(summaries[index].split()), _SHOWN) for index in out[:_OUT]),
        left_out_count=len(out),
    )


def _nearest(summaries: Sequence[str], vectors: "Floats") -> tuple[NearPair, ...]:
    """The pairs of different words that are nearest to each other, no text in two of them while there are others."""
    import numpy as np

    near = np.triu(vectors @ vectors.T, 1)
    order = np.argsort(-near, axis=None, kind="stable")[: 50 * _PAIRS]
    shown = [cut(" ".join(summary.split()), _SHOWN) for summary in summaries]
    chosen: list[NearPair] = []
    used: set[str] = set()
    for one, other in zip(*np.unravel_index(order, near.shape), strict=True):
        pair = shown[one], shown[other]
        if one < other and pair[0].casefold() != pair[1].casefold() and used.isdisjoint(pair):
            chosen.append(NearPair(*pair, round(float(near[one, other]), 2)))
            used.update(pair)
        if len(chosen) == _PAIRS:
            break
    return tuple(chosen)


def _terms(summaries: Sequence[str]) -> tuple[str, ...]:
    """The words that at least half of the texts have, plurals with their singular, the most frequent first."""
    spelt: dict[str, Counter[str]] = {}
    for summary in summaries:
        for word in {_singular(word): word for word in content(summary) if len(word) >= _SHORTEST}.values():
            spelt.setdefault(_singular(word), Counter())[word] += 1
    counts = {min(forms, key=lambda form: (-forms[form], form)): forms.total() for forms in spelt.values()}
    shared = [word for word in counts if 2 * counts[word] >= len(summaries) and counts[word] > 1]
    return tuple(sorted(shared, key=lambda word: (-counts[word], word))[:_TERMS])


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > _SHORTEST and not word.endswith("ss") else word


def _left_out(vectors: "Floats", eps: float, least: int, counts: Sequence[int]) -> tuple[float, list[int]]:
    """The first smaller distance at which not all stay together, and who then stands outside the largest part."""
    import numpy as np

    from dreamtui.mining.semantic.dbscan import dbscan

    weights = np.array(counts)
    for distance in _STRICTER:
        if distance >= eps:
            continue
        labels = dbscan(vectors, distance, least, weights)
        sizes = Counter(
            {int(label): int(weights[labels == label].sum()) for label in set(labels.tolist()) if label >= 0}
        )
        if not sizes:
            return distance, list(range(len(labels)))
        largest = min(sizes, key=lambda label: (-sizes[label], label))
        if out := np.flatnonzero(labels != largest).tolist():
            return distance, out
    return 0.0, []
