"""Tells at a glance which records a signal may want, so that three in four cost next to nothing."""

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
    """The index of each record that a signal may want, by what it looks like; each signal decides for itself."""

    fixes: list[int] = field(default_factory=list)
    """The summary begins like a fix."""
    reverts: list[int] = field(default_factory=list)
    """The summary begins like a revert, or the kind is `revert`."""
    errors: list[int] = field(default_factory=list)
    """The summary has the capital E of an `Error` or `Exception`."""
    known: list[int] = field(default_factory=list)
    """A file of it is one of those that matter."""
    named: list[int] = field(default_factory=list)
    told: dict[int, str] = field(default_factory=dict)
    """What it is about, where its source knows; of event logs and commits there are none."""


def sift(records: Sequence[MinedRecord], known: AbstractSet[str]) -> Likely:
    """Sort out what a signal may want; the first expression is the only thing that runs for every event.

    `known` are the files that matter to a signal. A signal that wants other records adds its condition to both.
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
