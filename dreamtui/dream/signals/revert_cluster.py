"""The same change, or the same file, is taken back again and again."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from heapq import nlargest
from typing import NamedTuple, Self
from zlib import crc32

from dreamtui.dream.noise import Ignored
from dreamtui.dream.signals.base import Signal, Subjects
from dreamtui.dream.signals.sieve import REVERTS
from dreamtui.dream.signals.tally import (
    NEWEST,
    Names,
    PackedQuotes,
    Quote,
    Total,
    check_times,
    once,
    pack_quotes,
    quote_of,
    times,
    unpack_quotes,
    window,
)
from dreamtui.model.item import Finding
from dreamtui.model.mining import Batch, MineSettings
from dreamtui.model.registry import RegistryEntry
from dreamtui.text.reverts import is_revert, reverted_change, same_change

_SHOWN = 60
"""Characters of a reverted change that a title shows."""

Row = tuple[float, int, tuple[int, ...], tuple[int, ...], int, Quote]
"""One revert: seconds, actor, the subjects it is about, further actors, session, quote."""

PackedRow = tuple[float, int, tuple[int, ...], tuple[int, ...], int]
Packed = tuple[list[str], list[PackedRow], PackedQuotes]
"""Subjects, reverts, and their quotes."""


class Cluster(NamedTuple):
    """Reverts that belong together."""

    rows: list[Row]
    """The reverts."""
    subjects: dict[int, int]
    """How many of them are about each subject."""


class _Places(dict[str, int]):
    """The number of the subject that stands for a file, -1 for one that is ignored."""

    def __init__(self, subjects: Subjects, ignored: Ignored) -> None:
        super().__init__()
        self._subjects, self._ignored = subjects, ignored

    def __missing__(self, path: str) -> int:
        number = -1 if not path or self._ignored[path] else self._subjects[f"file:{path}"]
        self[path] = number
        return number


class RevertCluster(Signal):
    """At least `min_reverts` reverts that are joined by the change they take back or by a file they touch.

    The subject is the change that was reverted most often (`change:…`), else the file that most of them share
    (`file:…`); every other change and file that two of them share is an alias.
    """

    name = "revert_cluster"

    def __init__(self, names: Names, ignored: Ignored, registry: Sequence[RegistryEntry], floor: float) -> None:
        super().__init__(names, ignored, registry, floor)
        self.rows: list[Row] = []
        self.subjects = Subjects(bool)
        self._places = _Places(self.subjects, ignored)

    def feed(self, batch: Batch, likely: Sequence[int]) -> None:
        """Remember each revert."""
        for index in likely:
            record = batch.records[index]
            words = record.summary
            if record.kind == "revert" or (words[:3] in REVERTS and is_revert(words)):
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
        about = [number for path in once(record.files) if (number := places[path]) >= 0]
        change = same_change(record.reverted) if record.reverted else reverted_change(record.summary)
        if change:
            about.append(self.subjects["change:" + change])
        helpers = tuple([n for name in record.coauthors if (n := self.names[name]) >= 0]) if record.coauthors else ()
        name = self.names.names[actor]
        session = crc32(record.session.encode())
        self.rows.append(
            (seconds, actor, tuple(about), helpers, session, quote_of(batch, index, record, seconds, name))
        )

    def absorb(self, other: Self, numbers: Sequence[int]) -> None:
        """Add the reverts of another."""
        here = [self.subjects[subject] for subject in other.subjects.names]
        for seconds, actor, about, helpers, session, quote in other.rows:
            known = tuple([here[number] for number in about])
            self.rows.append((seconds, numbers[actor], known, tuple([numbers[n] for n in helpers]), session, quote))

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        """One for each cluster that is large enough."""
        rows = [row for row in self.rows if row[0] >= since and row[2]]
        for cluster in _clusters(rows, len(self.subjects.names)):
            if len(cluster.rows) >= settings.min_reverts:
                yield self._finding(cluster, settings)

    def pack(self) -> bytes:
        """Everything as MessagePack."""
        import msgspec

        quotes = pack_quotes([[row[5] for row in self.rows]])
        packed: Packed = (self.subjects.names, [row[:5] for row in self.rows], quotes)
        return msgspec.msgpack.encode(packed)

    def unpack(self, packed: bytes) -> None:
        """Take over what was packed."""
        import msgspec

        subjects, rows, quotes = msgspec.msgpack.decode(packed, type=Packed)
        if any(self.subjects[subject] != number for number, subject in enumerate(subjects)):
            raise ValueError("an empty subject, or twice the same")
        actors, about = set(range(len(self.names.names))), set(range(len(subjects)))
        if not all(row[1] in actors and about.issuperset(row[2]) and actors.issuperset(row[3]) for row in rows):
            raise ValueError("a revert names what is not known")
        check_times(row[0] for row in rows)
        (kept,) = unpack_quotes(quotes)
        self.rows = [(*row, quote) for row, quote in zip(rows, kept, strict=True)]

    def _finding(self, cluster: Cluster, settings: MineSettings) -> Finding:
        """The cluster as a finding."""
        counts = {self.subjects.names[number]: count for number, count in cluster.subjects.items()}
        shared = {subject: count for subject, count in counts.items() if count >= 2} or counts
        ranked = sorted(shared, key=lambda subject: (subject.startswith("file:"), -shared[subject], subject))
        total = Total(
            count=len(cluster.rows),
            first=min(row[0] for row in cluster.rows),
            last=max(row[0] for row in cluster.rows),
            actors={self.names.names[number] for row in cluster.rows for number in (row[1], *row[3])},
            sessions={row[4] for row in cluster.rows},
            quotes=nlargest(NEWEST, [row[5] for row in cluster.rows]),
        )
        files = tuple(sorted(s.removeprefix("file:") for s in counts if s.startswith("file:")))
        title = _title(ranked[0], shared[ranked[0]], settings)
        found = total.finding(self.name, ranked[0], title, files, total.count)
        return replace(found, aliases=tuple(sorted(ranked[1:])))


def _title(subject: str, count: int, settings: MineSettings) -> str:
    """What was reverted, how often."""
    kind, _, what = subject.partition(":")
    if kind == "change":
        words = what if len(what) <= _SHOWN else what[: _SHOWN - 1] + "…"
        return f"`{words}` was reverted {times(count)} {window(settings)}"
    return f"{count} {'revert' if count == 1 else 'reverts'} touching `{what}` {window(settings)}"


def _clusters(rows: Sequence[Row], subjects: int) -> Iterable[Cluster]:
    """Rows that share a subject, directly or through others."""
    leader = list(range(subjects))

    def find(number: int) -> int:
        root = number
        while leader[root] != root:
            root = leader[root]
        while leader[number] != root:
            leader[number], number = root, leader[number]
        return root

    for row in rows:
        about = row[2]
        if len(about) > 1:
            root = find(about[0])
            for number in about[1:]:
                leader[find(number)] = root
    together: defaultdict[int, Cluster] = defaultdict(lambda: Cluster([], {}))
    for row in rows:
        cluster = together[find(row[2][0])]
        cluster.rows.append(row)
        counts = cluster.subjects
        for number in row[2]:
            counts[number] = counts.get(number, 0) + 1
    return together.values()
