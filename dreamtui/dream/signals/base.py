"""What a signal is: it is fed records, merged with others of its kind, and asked for findings."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import ClassVar, Self
from zlib import crc32

from dreamtui.dream.noise import Ignored
from dreamtui.dream.signals.tally import (
    Names,
    Newest,
    PackedQuotes,
    Quote,
    Total,
    check_times,
    pack_quotes,
    quote_of,
    unpack_quotes,
)
from dreamtui.model.item import Finding
from dreamtui.model.mining import Batch, MineSettings
from dreamtui.model.registry import RegistryEntry

Packed = tuple[
    list[str], bytes, bytes, bytes, list[tuple[int, float, int]], list[str], list[dict[int, float]], PackedQuotes
]
"""Subjects; of each hit subject, time, actor and session; further actors; paths; files and newest quotes by subject."""

Hit = tuple[int, Iterable[str], Sequence[str]]
"""Index of a record in its batch, the subjects it counts for, the files to note with them."""

_SESSION = (1 << 32) - 1


class Signal(ABC):
    """A kind of pattern that is looked for in events."""

    name: ClassVar[str]
    """How it is called in configuration, in titles' ids and on the command line."""

    def __init__(self, names: Names, ignored: Ignored, registry: Sequence[RegistryEntry], floor: float) -> None:
        self.names = names
        self.ignored = ignored
        self.registry = registry
        self.floor = floor

    @abstractmethod
    def feed(self, batch: Batch) -> None:
        """Remember what matters of these records."""

    @abstractmethod
    def absorb(self, other: Self, numbers: Sequence[int]) -> None:
        """Remember also what the other remembers; `numbers` translates its actors."""

    @abstractmethod
    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        """What was found from a time on."""

    @abstractmethod
    def pack(self) -> bytes:
        """What is remembered, as MessagePack."""

    @abstractmethod
    def unpack(self, packed: bytes) -> None:
        """Take over what was packed; ValueError for anything that cannot have been packed."""


def _nothing() -> None:
    """Nothing has to grow."""


class Subjects(dict[str, int]):
    """Numbers for subjects, -1 for one that is not admitted; `grow` is told of each new one."""

    def __init__(self, admits: Callable[[str], bool], grow: Callable[[], None] = _nothing) -> None:
        super().__init__()
        self.names: list[str] = []
        self._admits, self._grow = admits, grow

    def __missing__(self, subject: str) -> int:
        number = len(self.names) if self._admits(subject) else -1
        if number >= 0:
            self.names.append(subject)
            self._grow()
        self[subject] = number
        return number


class CountingSignal(Signal):
    """A signal that counts events by subject.

    Each hit is a line of three flat columns, which costs little to add, to merge and to pack; they are sorted by
    subject when findings are asked for.
    """

    def __init__(self, names: Names, ignored: Ignored, registry: Sequence[RegistryEntry], floor: float) -> None:
        super().__init__(names, ignored, registry, floor)
        self.subjects = Subjects(self.admits, self._grow)
        self.newest = Newest()
        self.paths = Subjects(bool)
        self.files: list[dict[int, float]] = []
        self.helpers: list[tuple[int, float, int]] = []
        self._about, self._times, self._who = array("I"), array("d"), array("Q")

    def admits(self, subject: str) -> bool:
        """Whether this subject counts; asked once a subject."""
        return bool(subject)

    def _grow(self) -> None:
        self.newest.grow()
        self.files.append({})

    def count(self, batch: Batch, hits: Iterable[Hit]) -> None:
        """Count records for their subjects and note files; one loop a batch, because it runs for every hit."""
        records, aside, floor, names, numbers = batch.records, batch.aside, self.floor, self.names, self.subjects
        paths = self.paths
        about, times, who, bounds = self._about.append, self._times.append, self._who.append, self.newest.bounds
        for index, subjects, files in hits:
            record = records[index]
            seconds = record.ts.timestamp()
            if seconds < floor:
                continue
            if record.sha and aside is not None:
                aside.add(index)
                continue
            actor = names[record.actor]
            if actor < 0:
                continue
            one = actor << 32 | crc32(record.session.encode())
            quote: Quote | None = None
            for subject in subjects:
                number = numbers[subject]
                if number < 0:
                    continue
                about(number)
                times(seconds)
                who(one)
                if seconds >= bounds[number]:
                    quote = quote or quote_of(batch, index, record, seconds, names.names[actor])
                    self.newest.keep(number, quote)
                if files:
                    latest = self.files[number]
                    for path in files:
                        place = paths[path]
                        if place not in latest or latest[place] < seconds:
                            latest[place] = seconds
                if record.coauthors:
                    helpers = (names[name] for name in record.coauthors)
                    self.helpers.extend((number, seconds, helper) for helper in helpers if helper >= 0)

    def absorb(self, other: Self, numbers: Sequence[int]) -> None:
        """Add the hits of another."""
        here = [self.subjects[subject] for subject in other.subjects.names]
        self._about.extend(array("I", map(here.__getitem__, other._about)))
        self._times.extend(other._times)
        self._who.extend(array("Q", [numbers[who >> 32] << 32 | who & _SESSION for who in other._who]))
        self.helpers.extend((here[number], seconds, numbers[actor]) for number, seconds, actor in other.helpers)
        for number, quotes in zip(here, other.newest.quotes, strict=True):
            self.newest.absorb(number, quotes)
        paths = [self.paths[path] for path in other.paths.names]
        for number, theirs in zip(here, other.files, strict=True):
            ours = self.files[number]
            for place, seconds in theirs.items():
                path = paths[place]
                if ours.get(path, seconds) <= seconds:
                    ours[path] = seconds

    def totals(self, since: float, least: int) -> Iterator[tuple[str, Total]]:
        """What each subject with at least so many events adds up to, from a time on."""
        helpers: dict[int, set[int]] = {}
        for number, seconds, actor in self.helpers:
            if seconds >= since:
                helpers.setdefault(number, set()).add(actor)
        names, paths = self.names.names, self.paths.names
        for number, hits in self._hits(since, least):
            times = [self._times[hit] for hit in hits]
            who = {self._who[hit] for hit in hits}
            actors = {one >> 32 for one in who}.union(helpers.get(number, ()))
            yield (
                self.subjects.names[number],
                Total(
                    count=len(hits),
                    first=min(times),
                    last=max(times),
                    actors={names[actor] for actor in actors},
                    files={paths[path] for path, seconds in self.files[number].items() if seconds >= since},
                    sessions={one & _SESSION for one in who},
                    quotes=[quote for quote in self.newest.quotes[number] if quote[0] >= since],
                ),
            )

    def _hits(self, since: float, least: int) -> Iterator[tuple[int, "array[int]"]]:
        """Which hits within the window belong to which subject; sorted by counting, in little memory."""
        everything = not self._times or min(self._times) >= since
        inside = (
            self._about
            if everything
            else array("I", [n for n, t in zip(self._about, self._times, strict=True) if t >= since])
        )
        counts = [0] * len(self.subjects.names)
        for number in inside:
            counts[number] += 1
        ends = list(accumulate(counts))
        free = [end - count for end, count in zip(ends, counts, strict=True)]
        order = array("I", bytes(4 * len(inside)))
        for hit, number in enumerate(self._about):
            if everything or self._times[hit] >= since:
                order[free[number]] = hit
                free[number] += 1
        for number, count in enumerate(counts):
            if count and count >= least:
                yield number, order[ends[number] - count : ends[number]]

    def pack(self) -> bytes:
        """All columns and quotes."""
        import msgspec

        packed: Packed = (
            self.subjects.names, self._about.tobytes(), self._times.tobytes(), self._who.tobytes(),
            self.helpers, self.paths.names, self.files, pack_quotes(self.newest.quotes),
        )  # fmt: skip
        return msgspec.msgpack.encode(packed)

    def unpack(self, packed: bytes) -> None:
        """Take over what was packed."""
        import msgspec

        subjects, about, times, who, self.helpers, paths, files, quotes = msgspec.msgpack.decode(packed, type=Packed)
        for column, data in ((self._about, about), (self._times, times), (self._who, who)):
            column.frombytes(data)
        if any(self.subjects[subject] != number for number, subject in enumerate(subjects)):
            raise ValueError("a subject that is not admitted, or twice the same")
        if {len(self._about), len(self._times), len(self._who)} != {len(self._about)} or len(files) != len(subjects):
            raise ValueError("columns of different length")
        if any(self.paths[path] != number for number, path in enumerate(paths)):
            raise ValueError("an empty path, or twice the same")
        if not all(latest.keys() <= set(range(len(paths))) for latest in files):
            raise ValueError("a path that is not known")
        self.files = files
        kept = unpack_quotes(quotes)
        if len(kept) != len(subjects):
            raise ValueError("quotes of what is not known")
        for number, newest in enumerate(kept):
            self.newest.absorb(number, newest)
        numbers = {*self._about, *(helper[0] for helper in self.helpers)}
        actors = {*(one >> 32 for one in set(self._who)), *(helper[2] for helper in self.helpers)}
        if not (numbers <= set(range(len(subjects))) and actors <= set(range(len(self.names.names)))):
            raise ValueError("a hit names what is not known")
        check_times(self._times, (helper[1] for helper in self.helpers), *(latest.values() for latest in files))
