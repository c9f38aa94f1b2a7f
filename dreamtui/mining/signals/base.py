"""The interface of a signal: fed with records, merged with others of its kind, asked for findings."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import ClassVar, Self
from zlib import crc32

from dreamtui.mining.noise import Ignored
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import (
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
from dreamtui.model.evidence import Evidence
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MinedRecord, MineSettings
from dreamtui.model.mining.registry import RegistryEntry

Packed = tuple[
    list[str], list[bytes], list[bytes], list[tuple[int, float, int]], list[str], list[dict[int, float]], PackedQuotes
]
"""Subjects; times, then actors and sessions of their hits; further actors; paths; files and newest quotes."""

Hit = tuple[int, Iterable[str], Sequence[str]]
"""Index of a record in its batch, the subjects it counts for, the files to note with them."""

SESSION = (1 << 32) - 1
"""A hit is one number: the lower 32 bits are the session, the upper ones the actor."""
_NEVER = float("-inf")


class Signal(ABC):
    """A pattern in events."""

    name: ClassVar[str]
    """Its name in configuration, in ids and on the command line."""

    def __init__(self, names: Names, ignored: Ignored, registry: Sequence[RegistryEntry], floor: float) -> None:
        self.names = names
        self.ignored = ignored
        self.registry = registry
        self.floor = floor

    known: AbstractSet[str] = frozenset()
    """Paths whose events this signal gets, even if the sieve drops them."""

    def look_at(self, records: Sequence[MinedRecord]) -> None:  # noqa: B027
        """Called before the sieve, for a signal whose `known` paths grow with what it reads."""

    @abstractmethod
    def feed(self, batch: Batch, likely: Likely) -> None:
        """Store what matters of these records; `likely` are those that passed the sieve."""

    @abstractmethod
    def absorb(self, other: Self, numbers: Sequence[int]) -> None:
        """Merge another one's state into this; `numbers` maps its actor numbers to ours."""

    @abstractmethod
    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        """The findings since a time."""

    @abstractmethod
    def pack(self) -> bytes:
        """Its state as MessagePack."""

    @abstractmethod
    def unpack(self, packed: bytes) -> None:
        """Restore packed state; ValueError if it is damaged."""


def _nothing() -> None:
    """Nothing has to grow."""


class Subjects(dict[str, int]):
    """Maps subjects to numbers, -1 if not admitted; `grow` is called for each new one."""

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

    Each subject has two flat columns with an entry per hit, which is cheap to append, merge and pack.
    """

    def __init__(self, names: Names, ignored: Ignored, registry: Sequence[RegistryEntry], floor: float) -> None:
        super().__init__(names, ignored, registry, floor)
        self.subjects = Subjects(self.admits, self._grow)
        self.newest = Newest()
        self.paths = Subjects(bool)
        self.files: list[dict[int, float]] = []
        self.helpers: list[tuple[int, float, int]] = []
        self._times: list[array[float]] = []
        self._who: list[array[int]] = []

    def admits(self, subject: str) -> bool:
        """Whether this subject counts; called once per subject."""
        return bool(subject)

    def _grow(self) -> None:
        self.newest.grow()
        self.files.append({})
        self._times.append(array("d"))
        self._who.append(array("Q"))

    def count(self, batch: Batch, hits: Iterable[Hit]) -> None:
        """Count records by subject and store their files; one loop per batch, because it runs for every hit."""
        records, aside, floor, names, numbers = batch.records, batch.aside, self.floor, self.names, self.subjects
        paths, times, who, bounds, keep = self.paths, self._times, self._who, self.newest.bounds, self.newest.keep
        for index, subjects, files in hits:
            record = records[index]
            seconds = record.ts.timestamp()
            if seconds < floor:
                continue
            if aside is not None and record.sha:
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
                times[number].append(seconds)
                who[number].append(one)
                if seconds >= bounds[number]:
                    quote = quote or quote_of(batch, index, record, seconds, names.names[actor])
                    keep(number, quote)
                if files:
                    latest = self.files[number]
                    for path in files:
                        place = paths[path]
                        if latest.get(place, _NEVER) < seconds:
                            latest[place] = seconds
                if record.coauthors:
                    helpers = (names[name] for name in record.coauthors)
                    self.helpers.extend((number, seconds, helper) for helper in helpers if helper >= 0)

    def absorb(self, other: Self, numbers: Sequence[int]) -> None:
        here = [self.subjects[subject] for subject in other.subjects.names]
        for number, times, who in zip(here, other._times, other._who, strict=True):
            self._times[number].extend(times)
            self._who[number].extend([numbers[one >> 32] << 32 | one & SESSION for one in who])
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
        """The totals since a time, of each subject with at least so many events."""
        helpers: dict[int, set[int]] = {}
        for number, seconds, actor in self.helpers:
            if seconds >= since:
                helpers.setdefault(number, set()).add(actor)
        names, paths = self.names.names, self.paths.names
        known: dict[int, Evidence] = {}
        for number, (times, hits) in enumerate(zip(self._times, self._who, strict=True)):
            if len(times) < max(1, least):
                continue
            who = set(hits)
            inside: Sequence[float] = times
            if min(times) < since:
                inside = [seconds for seconds in times if seconds >= since]
                who = {one for one, seconds in zip(hits, times, strict=True) if seconds >= since}
                if len(inside) < max(1, least):
                    continue
            actors = {one >> 32 for one in who}.union(helpers.get(number, ()))
            yield (
                self.subjects.names[number],
                Total(
                    count=len(inside),
                    first=min(inside),
                    last=max(inside),
                    actors={names[actor] for actor in actors},
                    files={paths[path] for path, seconds in self.files[number].items() if seconds >= since},
                    sessions={one & SESSION for one in who},
                    quotes=[quote for quote in self.newest.quotes[number] if quote[0] >= since],
                    known=known,
                ),
            )

    def pack(self) -> bytes:
        import msgspec

        packed: Packed = (
            self.subjects.names, [column.tobytes() for column in self._times], [who.tobytes() for who in self._who],
            self.helpers, self.paths.names, self.files, pack_quotes(self.newest.quotes),
        )  # fmt: skip
        return msgspec.msgpack.encode(packed)

    def unpack(self, packed: bytes) -> None:
        import msgspec

        subjects, times, who, self.helpers, paths, files, quotes = msgspec.msgpack.decode(packed, type=Packed)
        if any(self.subjects[subject] != number for number, subject in enumerate(subjects)):
            raise ValueError("a subject that is not admitted, or twice the same")
        if any(self.paths[path] != number for number, path in enumerate(paths)):
            raise ValueError("an empty path, or twice the same")
        kept = unpack_quotes(quotes)
        if {len(times), len(who), len(files), len(kept)} != {len(subjects)}:
            raise ValueError("more or fewer subjects than there are")
        for number in range(len(subjects)):
            self._times[number].frombytes(times[number])
            self._who[number].frombytes(who[number])
            self.newest.absorb(number, kept[number])
            if len(self._times[number]) != len(self._who[number]):
                raise ValueError("columns of different length")
        if not all(min(latest) >= 0 and max(latest) < len(paths) for latest in files if latest):
            raise ValueError("a path that is not known")
        self.files = files
        numbers = {helper[0] for helper in self.helpers}
        actors = {*(max(who) >> 32 for who in self._who if who), *(helper[2] for helper in self.helpers)}
        if not (numbers <= set(range(len(subjects))) and actors <= set(range(len(self.names.names)))):
            raise ValueError("a hit names what is not known")
        check_times(*self._times, (helper[1] for helper in self.helpers), *(latest.values() for latest in files))
