"""A cheap test for the records that any signal may want, which drops three in four."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import product

from dreamtui.model.mining.interface import MinedRecord


def spellings(*words: str) -> frozenset[str]:
    """Each word in every mixture of upper and lower case."""
    return frozenset(
        "".join(letters) for word in words for letters in product(*zip(word.lower(), word.upper(), strict=True))
    )


_FIXES = spellings("fix", "hot", "bug")
_REVERTS = spellings("rev")
_OPENINGS = _FIXES | _REVERTS


@dataclass(slots=True)
class Likely:
    """Indexes of the records that may matter, by what they look like; each signal checks again."""

    fixes: list[int] = field(default_factory=list)
    """The summary begins like a fix."""
    reverts: list[int] = field(default_factory=list)
    """The summary begins like a revert, or the kind is `revert`."""
    errors: list[int] = field(default_factory=list)
    """The summary has the capital E of an `Error` or `Exception`."""
    known: list[int] = field(default_factory=list)
    """One of its files is in `known`."""
    named: list[int] = field(default_factory=list)
    told: dict[int, str] = field(default_factory=dict)
    """What it is about, if its source says so; event logs and commits do not."""


def sift(records: Sequence[MinedRecord], known: AbstractSet[str]) -> Likely:
    """Find the records that may matter; only the first expression runs for every event.

    A signal that wants other records adds its condition to both expressions.
    """
    free = known.isdisjoint
    some = [
        n
        for n, record in enumerate(records)
        if (words := record.summary)[:3] in _OPENINGS
        or "E" in words
        or record.sha
        or record.kind == "revert"
        or not free(record.files)
    ]
    likely = Likely()
    fixes, reverts, errors, files = likely.fixes, likely.reverts, likely.errors, likely.known
    for n in some:
        record = records[n]
        words = record.summary
        head = words[:3]
        if head in _FIXES:
            fixes.append(n)
        if head in _REVERTS or record.kind == "revert":
            reverts.append(n)
        if "E" in words:
            errors.append(n)
        if record.sha:
            likely.named.append(n)
        if not free(record.files):
            files.append(n)
    return likely
