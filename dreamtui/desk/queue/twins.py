"""Items with the same evidence: what two ways of looking found is turned down or put off once, with a record each."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.listing import listing
from dreamtui.desk.queue.lookup import Lookup
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb

MOST = 2_000
"""Waiting items up to which twins are looked for."""
_SHARED = 2
"""Pieces of evidence that two items have in common at least."""
_COMMON = 50
"""Items up to which something they share tells that they belong together."""
_NAME = re.compile(r"`([^`]{3,})`")


class Seen(NamedTuple):
    """What of an item tells whether another is its twin."""

    id: str
    names: frozenset[str]
    """What its title names as code."""
    pieces: frozenset[str]
    """Its evidence, each piece by its place."""


def twins(desk: Desk) -> dict[str, tuple[str, ...]]:
    """By the id of a waiting item that has twins: its group, in the order of the queue."""
    entries = listing(desk, status=Status.PENDING).entries
    if len(entries) > MOST:
        return {}
    kinds = {name: desk.kinds.of(name) for name in {entry.row.kind for entry in entries}}
    seen = [
        Seen(
            entry.row.id,
            frozenset(_NAME.findall(entry.row.title)),
            frozenset(map(_place, entry.row.evidence)),
        )
        for entry in entries
        if Verb.REJECT in kinds[entry.row.kind].slots
        and not kinds[entry.row.kind].screen
        and "agent" not in entry.row.flags.split()
    ]
    return {one: group for group in groups(seen) for one in group}


def _place(piece: Mapping[str, str]) -> str:
    """Where a piece lies; of words that were only told, the words."""
    place = piece["locator"]
    return place if place.partition(":")[2] else f"{place} {piece['quote']}"


def with_twins(desk: Desk, references: Iterable[str]) -> list[str]:
    """These items with their twins, each once."""
    look, known = Lookup(desk), twins(desk)
    found = [look.resolve(one, tuple(Status)).row.id for one in references]
    return list(dict.fromkeys(each for one in found for each in known.get(one, (one,))))


def groups(items: Sequence[Seen]) -> list[tuple[str, ...]]:
    """Items that rest on the same, two or more together, each a twin of all others; an item is in one group only."""
    near: dict[str, set[str]] = defaultdict(set)
    for one, other in _near(items):
        if is_twin(one, other):
            near[one.id].add(other.id)
            near[other.id].add(one.id)
    found = list[list[str]]()
    for item in items:
        group = next((group for group in found if near[item.id].issuperset(group)), None)
        if group is None:
            found.append([item.id])
        else:
            group.append(item.id)
    return [tuple(group) for group in found if len(group) > 1]


def is_twin(one: Seen, other: Seen) -> bool:
    """All of their evidence is the same; or half of it is, and both are about the same name."""
    shared = len(one.pieces & other.pieces)
    if shared < _SHARED:
        return False
    half = 2 * shared >= min(len(one.pieces), len(other.pieces))
    return one.pieces == other.pieces or (half and bool(one.names & other.names))


def _near(items: Sequence[Seen]) -> Iterable[tuple[Seen, Seen]]:
    """Pairs that have something in common which few have."""
    having: dict[str, list[Seen]] = defaultdict(list)
    for item in items:
        for what in {*item.names, "\n".join(sorted(item.pieces))}:
            having[what].append(item)
    for together in having.values():
        if 1 < len(together) <= _COMMON:
            yield from combinations(together, 2)
