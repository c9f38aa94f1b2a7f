"""Which reverts belong together: those of the same change, and those that touch the same file."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

_WIDE = 20
"""A revert of more files than this is joined to others only by its change: it would bring together what is apart."""
_HUB = 5
"""A file is a hub when more reverts touch it than this, and more than one in `_SHARE` of all."""
_SHARE = 100


@dataclass(slots=True)
class Cluster:
    """Reverts that belong together."""

    rows: list[int] = field(default_factory=list)
    """The reverts."""
    subjects: dict[int, int] = field(default_factory=dict)
    """How many of them are about each subject that joins them."""


def clusters_of(rows: Mapping[int, Sequence[int]], files: Sequence[bool]) -> list[Cluster]:
    """Reverts that share a subject, directly or through others; `files` tells which subjects are files.

    A file that many reverts touch does not bridge the changes that were taken back in it: when they are apart
    otherwise, its reverts are a cluster of its own, and each change that was reverted repeatedly is one too.
    """
    joined, hubs = _joining(rows, files)
    leader = list(range(len(files)))

    def find(number: int) -> int:
        root = number
        while leader[root] != root:
            root = leader[root]
        while leader[number] != root:
            leader[number], number = root, leader[number]
        return root

    for about in joined.values():
        if len(about) > 1:
            root = find(about[0])
            for number in about[1:]:
                leader[find(number)] = root
    together: defaultdict[int, Cluster] = defaultdict(Cluster)
    for row, about in joined.items():
        if about:
            _put(together[find(about[0])], row, about)
    apart: list[Cluster] = []
    for hub, touching in hubs.items():
        homes = {find(joined[row][0]) if joined[row] else -1 for row in touching}
        if len(homes) == 1 and -1 not in homes:
            together[homes.pop()].subjects[hub] = len(touching)
        else:
            apart.append(Cluster(touching, {hub: len(touching)}))
    return [*together.values(), *apart]


def _joining(
    rows: Mapping[int, Sequence[int]], files: Sequence[bool]
) -> tuple[Mapping[int, Sequence[int]], dict[int, list[int]]]:
    """The subjects by which each revert is joined to others, and the reverts of files that join nothing."""
    narrow: dict[int, Sequence[int]] = {}
    for row, about in rows.items():
        wide = len(about) > _WIDE and sum(files[number] for number in about) > _WIDE
        narrow[row] = [number for number in about if not files[number]] if wide else about
    counts = Counter(chain.from_iterable(narrow.values()))
    limit = max(_HUB, len(rows) // _SHARE)
    hubs: dict[int, list[int]] = {number: [] for number, n in counts.items() if n > limit and files[number]}
    if not hubs:
        return narrow, hubs
    joined: dict[int, Sequence[int]] = {}
    for row, about in narrow.items():
        joined[row] = [number for number in about if number not in hubs]
        for number in about:
            if number in hubs:
                hubs[number].append(row)
    return joined, hubs


def _put(cluster: Cluster, row: int, about: Iterable[int]) -> None:
    cluster.rows.append(row)
    counts = cluster.subjects
    for number in about:
        counts[number] = counts.get(number, 0) + 1
