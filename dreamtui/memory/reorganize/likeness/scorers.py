"""Scorers: what of a text is weighed when two are compared. Each makes a bag of parts; likeness is their cosine.

Weights are whole numbers, so that sums are exact and every way of adding them up gives the same score. The score of two
texts depends on these two alone, never on what else is in memory.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

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
