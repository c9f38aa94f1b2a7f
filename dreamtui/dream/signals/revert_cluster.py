"""The same change, or the same file, is taken back again and again."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import compress, count
from operator import attrgetter
from typing import NamedTuple, Self

from dreamtui.dream.noise import Ignored
from dreamtui.dream.signals.base import Signal, Subjects
from dreamtui.dream.signals.tally import (
    NEWEST,
    Names,
    Newest,
    Quote,
    Total,
    check_times,
    quote_of,
    session_of,
    spellings,
    times,
    window,
)
from dreamtui.model.item import Finding
from dreamtui.model.mining import Batch, MineSettings, Record
from dreamtui.model.registry import RegistryEntry
from dreamtui.text.reverts import is_revert, reverted_change, same_change

_STARTS = spellings("rev")
_KIND = attrgetter("kind")
_REMEMBERED = 50_000
"""How many summaries are remembered with the change they take back."""
_SHOWN = 60
"""Characters of a reverted change that a title shows."""

Row = tuple[float, int, int, tuple[int, ...], tuple[int, ...]]
"""One revert: seconds, actor, session, the subjects it is about, further actors."""

Packed = tuple[list[str], list[Row], list[list[Quote]]]
"""Subjects, reverts, and the newest quotes of each subject."""


class Cluster(NamedTuple):
    """Reverts that belong together."""

    rows: list[Row]
    """The reverts."""
    subjects: dict[int, int]
    """How many of them are about each subject."""


class RevertCluster(Signal):
    """At least `min_reverts` reverts that are joined by the change they take back or by a file they touch.

    The subject is the change that was reverted most often (`change:…`), else the file that most of them share
    (`file:…`); every other change and file that two of them share is an alias.
    """

    name = "revert_cluster"

    def __init__(self, names: Names, ignored: Ignored, registry: Sequence[RegistryEntry], floor: float) -> None:
        super().__init__(names, ignored, registry, floor)
        self.rows: list[Row] = []
        self.newest = Newest()
        self.subjects = Subjects(bool, self.newest.grow)
        self._changes: dict[str, str] = {}

    def feed(self, batch: Batch) -> None:
        """Remember each revert."""
        records, summaries = batch.records, batch.summaries
        found = [n for n in compress(count(), map(_STARTS.__contains__, batch.heads)) if is_revert(summaries[n])]
        marked = list(compress(count(), map("revert".__eq__, map(_KIND, records))))
        for index in sorted({*found, *marked}) if marked else found:
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
        numbers, ignored = self.subjects, self.ignored
        about = [numbers["file:" + path] for path in set(record.files) if path and not ignored[path]]
        change = self._change(record)
        quoted = about or [numbers[change]] if change else about
        quote: Quote | None = None
        for number in quoted:
            if seconds >= self.newest.bounds[number]:
                quote = quote or quote_of(batch, index, record, seconds)
                self.newest.keep(number, quote)
        if change:
            about = [*about, numbers[change]]
        helpers = tuple([n for name in record.coauthors if (n := self.names[name]) >= 0]) if record.coauthors else ()
        self.rows.append((seconds, actor, session_of(record.session), tuple(about), helpers))

    def _change(self, record: Record) -> str:
        """What the record takes back, as a subject; empty when it is not known."""
        said = f"\0{record.reverted}" if record.reverted else record.summary
        try:
            return self._changes[said]
        except KeyError:
            change = same_change(record.reverted) if record.reverted else reverted_change(said)
            subject = f"change:{change}" if change else ""
            if len(self._changes) > _REMEMBERED:
                self._changes.clear()
            self._changes[said] = subject
            return subject

    def absorb(self, other: Self, numbers: Sequence[int]) -> None:
        """Add the reverts of another."""
        here = [self.subjects[subject] for subject in other.subjects.names]
        for seconds, actor, session, about, helpers in other.rows:
            known = tuple([here[number] for number in about])
            self.rows.append((seconds, numbers[actor], session, known, tuple([numbers[n] for n in helpers])))
        for number, quotes in zip(here, other.newest.quotes, strict=True):
            self.newest.absorb(number, quotes)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        """One for each cluster that is large enough."""
        rows = [row for row in self.rows if row[0] >= since and row[3]]
        for cluster in _clusters(rows, len(self.subjects.names)):
            if len(cluster.rows) >= settings.min_reverts:
                yield self._finding(cluster, since, settings)

    def pack(self) -> Packed:
        """Everything in plain types."""
        return self.subjects.names, self.rows, self.newest.quotes

    def unpack(self, packed: object) -> None:
        """Take over what was packed."""
        import msgspec

        subjects, self.rows, quotes = msgspec.convert(packed, Packed, strict=True)
        if any(self.subjects[subject] != number for number, subject in enumerate(subjects)):
            raise ValueError("an empty subject, or twice the same")
        for number, kept in enumerate(quotes):
            self.newest.absorb(number, kept)
        actors, about = set(range(len(self.names.names))), set(range(len(subjects)))
        if not all(row[1] in actors and actors.issuperset(row[4]) and about.issuperset(row[3]) for row in self.rows):
            raise ValueError("a revert names what is not known")
        check_times((row[0] for row in self.rows), (quote[0] for kept in quotes for quote in kept))

    def _finding(self, cluster: Cluster, since: float, settings: MineSettings) -> Finding:
        """The cluster as a finding."""
        counts = {self.subjects.names[number]: count for number, count in cluster.subjects.items()}
        shared = {subject: count for subject, count in counts.items() if count >= 2} or counts
        ranked = sorted(shared, key=lambda subject: (subject.startswith("file:"), -shared[subject], subject))
        quotes = {quote for number in cluster.subjects for quote in self.newest.quotes[number] if quote[0] >= since}
        total = Total(
            count=len(cluster.rows),
            first=min(row[0] for row in cluster.rows),
            last=max(row[0] for row in cluster.rows),
            actors={self.names.names[number] for row in cluster.rows for number in (row[1], *row[4])},
            sessions={row[2] for row in cluster.rows},
            quotes=nlargest(NEWEST, quotes),
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
        about = row[3]
        if len(about) > 1:
            root = find(about[0])
            for number in about[1:]:
                leader[find(number)] = root
    together: defaultdict[int, Cluster] = defaultdict(lambda: Cluster([], {}))
    for row in rows:
        cluster = together[find(row[3][0])]
        cluster.rows.append(row)
        counts = cluster.subjects
        for number in row[3]:
            counts[number] = counts.get(number, 0) + 1
    return together.values()
