"""How much two texts look alike: a cosine over their words and the letter triples in them, from 0 to 1.

It looks at wording only. It marks what a person may want to compare; it decides nothing.
"""

import math
from collections.abc import Iterable
from functools import lru_cache

from dreamtui.text.words import content

NEAR = 0.6
"""From here on two texts are worth a mark beside each other."""


@lru_cache(maxsize=65536)
def _triples(word: str) -> frozenset[str]:
    """Letter triples of a word with its ends marked, so that `test` and `tests` share most of them."""
    padded = f"^{word}$"
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


class TextProfile:
    """What of one text is compared; made once where one text meets many."""

    __slots__ = ("parts", "words")

    def __init__(self, text: str) -> None:
        self.words = frozenset(content(text))
        self.parts: frozenset[str] = frozenset().union(*map(_triples, self.words))

    def like(self, other: "TextProfile") -> float:
        """The likeness of two profiles: half by whole words, half by letter triples."""
        if self.words == other.words:
            return 1.0 if self.words else 0.0
        return (cosine(self.words, other.words) + cosine(self.parts, other.parts)) / 2


def cosine(one: frozenset[str], two: frozenset[str]) -> float:
    """The cosine of two bags of words, each word counted once."""
    shared = len(one & two)
    return shared / math.sqrt(len(one) * len(two)) if shared else 0.0


def similarity(one: str, two: str) -> float:
    """How much two texts look alike; the same both ways, 1 for the same words in any order."""
    return TextProfile(one).like(TextProfile(two))


def coverage(words: Iterable[str], text: str) -> float:
    """The share of the words that the text says too, in the same or nearly the same form."""
    wanted = frozenset(words)
    said = frozenset(content(text))
    return sum(1 for word in wanted if word in said or _inflected(word, said)) / len(wanted) if wanted else 0.0


def _inflected(word: str, said: frozenset[str]) -> bool:
    """Whether another form of the word is among those said: `tests` for `test`, `renamed` for `rename`."""
    if len(word) < 4 or not word.isalpha():
        return False
    stem = word.rstrip("s")
    return any(
        other.isalpha() and (other.startswith(stem) or word.startswith(other)) and abs(len(other) - len(word)) <= 3
        for other in said
        if len(other) >= 4
    )


def nearest(text: str, others: Iterable[tuple[str, str]], at_least: float = NEAR) -> list[tuple[str, float]]:
    """Ids and likeness of the texts that look like this one, best first, then by id."""
    own = TextProfile(text)
    found = [(name, score) for name, other in others if (score := own.like(TextProfile(other))) >= at_least]
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))
