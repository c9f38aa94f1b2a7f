"""Tells at a glance which records no signal can want, so that three in four cost next to nothing."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import product

from dreamtui.model.mining import Record


def spellings(*words: str) -> frozenset[str]:
    """Each word in every mixture of upper and lower case."""
    return frozenset(
        "".join(letters) for word in words for letters in product(*zip(word.lower(), word.upper(), strict=True))
    )


FIXES = spellings("fix", "hot", "bug")
"""How the summary of a fix begins."""
REVERTS = spellings("rev")
"""How the summary of a revert begins."""
_OPENINGS = FIXES | REVERTS


def sift(records: Sequence[Record], known: AbstractSet[str]) -> list[int]:
    """The index of each record that a signal may want; `known` are the files that matter to one.

    A revert or fix by its first three letters, a revert by its kind, an error's name by its capital E (`Error`,
    `Exception`), and whatever names a commit. One expression, because nothing else runs for every event; a signal
    that wants other records adds its condition here.
    """
    free = known.isdisjoint
    return [
        n
        for n, record in enumerate(records)
        if (words := record.summary)[:3] in _OPENINGS
        or "E" in words
        or record.sha
        or record.kind == "revert"
        or not free(record.files)
    ]
