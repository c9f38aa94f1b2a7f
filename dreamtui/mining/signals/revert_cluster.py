"""Clusters of reverts: of the same change, or of changes to the same file."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest
from itertools import chain, pairwise
from typing import Self
from zlib import crc32

from dreamtui.mining.noise import Ignored
from dreamtui.mining.signals.base import SESSION, Signal, Subjects
from dreamtui.mining.signals.reverts import is_revert, reverted_change, same_change
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import (
    NEWEST,
    Names,
    PackedColumns,
    Quote,
    Quotes,
    Total,
    once,
    quote_of,
    times,
    window,
)
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings
from dreamtui.model.mining.registry import RegistryEntry

_WIDE = 20
"""A revert of more files is joined to others only by its change: its files would join unrelated ones."""
_HUB = 5
"""A file is a hub when more reverts touch it than this, and more than one in `_SHARE` of all."""
_SHARE = 100


@dataclass(slots=True)
class Cluster:
    rows: list[int] = field(default_factory=list)
    subjects: dict[int, int] = field(default_factory=dict)
    """How many reverts each joining subject has."""


def clusters_of(rows: Mapping[int, Sequence[int]], files: Sequence[bool]) -> list[Cluster]:
    """Reverts that share a subject, directly or transitively; `files` says which subjects are files.

    A file that many reverts touch (a hub) does not join the changes reverted in it: if nothing else joins them, its
    reverts are one cluster, and each change that was reverted repeatedly is another.
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
    """The joining subjects of each revert, and the reverts of hub files."""
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


_SHOWN = 60
"""Most characters of a reverted change in a title."""
Packed = tuple[list[str], bytes, bytes, bytes, dict[int, tuple[int, ...]], PackedColumns]
"""Subjects; each revert's actor and session, the end of its subjects, and these; further actors; quotes."""


class _Places(dict[str, int]):
    """Maps a file to the number of its subject, -1 if it is ignored."""

    def __init__(self, subjects: Subjects, ignored: Ignored) -> None:
        super().__init__()
        self._subjects, self._ignored = subjects, ignored

    def __missing__(self, path: str) -> int:
        number = -1 if not path or self._ignored[path] else self._subjects[f"file:{path}"]
        self[path] = number
        return number


class RevertCluster(Signal):
    """At least `min_reverts` reverts that are joined by the change they revert or by a file they touch.

    The subject is the change reverted most often (`change:…`), else the file most of them share (`file:…`); all
    other changes and files that two of them share are aliases. See `clusters_of` for what joins nothing.
    """

    name = "revert_cluster"

    def __init__(self, names: Names, ignored: Ignored, registry: Sequence[RegistryEntry], floor: float) -> None:
        super().__init__(names, ignored, registry, floor)
        self.subjects = Subjects(bool)
        self._places = _Places(self.subjects, ignored)
        self._quotes = Quotes()
        self._who, self._ends, self._about = array("Q"), array("I"), array("I")
        self._helpers: dict[int, tuple[int, ...]] = {}

    def feed(self, batch: Batch, likely: Likely) -> None:
        for index in likely.reverts:
            record = batch.records[index]
            if record.kind == "revert" or is_revert(record.summary):
                self._remember(batch, index)

    def _remember(self, batch: Batch, index: int) -> None:
        record = batch.records[index]
        seconds = record.ts.timestamp()
        if seconds < self.floor:
            return
        if record.sha and batch.aside is not None:
            batch.aside.add(index)
            return
        actor = self.names[record.actor]
        if actor < 0:
            return
        places = self._places
        self._about.extend([number for path in once(record.files) if (number := places[path]) >= 0])
        change = same_change(record.reverted) if record.reverted else reverted_change(record.summary)
        if change:
            self._about.append(self.subjects["change:" + change])
        self._ends.append(len(self._about))
        if record.coauthors:
            self._helpers[len(self._who)] = tuple([n for name in record.coauthors if (n := self.names[name]) >= 0])
        self._who.append(actor << 32 | crc32(record.session.encode()))
        self._quotes.add(quote_of(batch, index, record, seconds, self.names.names[actor]))

    def absorb(self, other: Self, numbers: Sequence[int]) -> None:
        here = [self.subjects[subject] for subject in other.subjects.names]
        before, rows = len(self._about), len(self._who)
        self._about.extend([here[number] for number in other._about])
        self._ends.extend([before + end for end in other._ends])
        self._who.extend([numbers[one >> 32] << 32 | one & SESSION for one in other._who])
        for row, helpers in other._helpers.items():
            self._helpers[rows + row] = tuple([numbers[n] for n in helpers])
        self._quotes.extend(other._quotes)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        rows: dict[int, Sequence[int]] = {}
        start = 0
        for row, (end, seconds) in enumerate(zip(self._ends, self._quotes.seconds, strict=True)):
            if end > start and seconds >= since:
                rows[row] = self._about[start:end]
            start = end
        files = [subject.startswith("file:") for subject in self.subjects.names]
        quotes = self._quotes.rows()
        for cluster in clusters_of(rows, files):
            if len(cluster.rows) >= settings.min_reverts:
                yield self._finding(cluster, rows, quotes, settings)

    def pack(self) -> bytes:
        import msgspec

        columns = (self._who.tobytes(), self._ends.tobytes(), self._about.tobytes())
        packed: Packed = (self.subjects.names, *columns, self._helpers, self._quotes.pack())
        return msgspec.msgpack.encode(packed)

    def unpack(self, packed: bytes) -> None:
        import msgspec

        subjects, who, ends, about, self._helpers, quotes = msgspec.msgpack.decode(packed, type=Packed)
        if any(self.subjects[subject] != number for number, subject in enumerate(subjects)):
            raise ValueError("an empty subject, or twice the same")
        for column, data in ((self._who, who), (self._ends, ends), (self._about, about)):
            column.frombytes(data)
        self._quotes = Quotes.unpack(quotes)
        rows, last = len(self._quotes), self._ends[-1] if self._ends else 0
        if {len(self._who), len(self._ends)} != {rows} or last != len(self._about):
            raise ValueError("columns of different length")
        if any(end < before for before, end in pairwise(self._ends)):
            raise ValueError("a revert ends before it begins")
        actors = {one >> 32 for one in self._who}.union(*self._helpers.values())
        known = set(self._about) <= set(range(len(subjects))) and actors <= set(range(len(self.names.names)))
        if not known or not self._helpers.keys() <= set(range(rows)):
            raise ValueError("a revert names what is not known")

    def _finding(
        self, cluster: Cluster, about: Mapping[int, Sequence[int]], known: Sequence[Quote], settings: MineSettings
    ) -> Finding:
        subjects, names, rows = self.subjects.names, self.names.names, cluster.rows
        counts = {subjects[number]: count for number, count in cluster.subjects.items()}
        shared = {subject: count for subject, count in counts.items() if count >= 2} or counts
        ranked = sorted(shared, key=lambda subject: (subject.startswith("file:"), -shared[subject], subject))
        quotes = [known[row] for row in rows]
        moments = [quote[0] for quote in quotes]
        who = {self._who[row] for row in rows}
        helpers = chain.from_iterable(self._helpers.get(row, ()) for row in rows) if self._helpers else ()
        total = Total(
            count=len(rows),
            first=min(moments),
            last=max(moments),
            actors={names[number] for number in {one >> 32 for one in who}.union(helpers)},
            sessions={one & SESSION for one in who},
            quotes=nlargest(NEWEST, quotes),
        )
        touched = {subjects[number] for row in rows for number in about[row]}
        files = tuple(sorted(name.removeprefix("file:") for name in touched if name.startswith("file:")))
        title = _title(ranked[0], shared[ranked[0]], settings)
        found = total.finding(self.name, ranked[0], title, files, total.count)
        return replace(found, aliases=tuple(sorted(ranked[1:])))


def _title(subject: str, count: int, settings: MineSettings) -> str:
    kind, _, what = subject.partition(":")
    if kind == "change":
        words = what if len(what) <= _SHOWN else what[: _SHOWN - 1] + "…"
        return f"`{words}` was reverted {times(count)} {window(settings)}"
    return f"{count} {'revert' if count == 1 else 'reverts'} touching `{what}` {window(settings)}"
