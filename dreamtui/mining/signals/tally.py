"""Counts of events by subject in little memory: arrays of times, actors and sessions, quotes of the newest ten."""

from array import array
from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, islice
from math import isnan
from typing import Self

from dreamtui.mining.noise import is_bot
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MinedRecord, MineSettings

NEWEST = 10
"""How many quotes a finding carries."""

_RECORD = f"{Where.RECORD}:"

Quote = tuple[float, str, str, str, int, str]
"""Seconds since 1970, who, words, locator without line, line, digest; the order decides which are newest."""


def text_of(seconds: float) -> str:
    """A time in the format of events."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:-6] + "Z"


def seconds_of(text: str) -> float:
    """Seconds since 1970 of a UTC time; an invalid time is before all others."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return float("-inf")
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


_NEVER = float("-inf")
_EARLIEST = datetime(1, 1, 2, tzinfo=UTC).timestamp()
_LATEST = datetime(9999, 12, 30, tzinfo=UTC).timestamp()


def check_times(*columns: Iterable[float]) -> None:
    """ValueError for a time outside the calendar, which packed state never has."""
    for column in columns:
        moments = array("d", column)
        if moments and not (min(moments) >= _EARLIEST and max(moments) <= _LATEST and not isnan(sum(moments))):
            raise ValueError("a time lies outside the calendar")


class Names(dict[str, int]):
    """Maps actors to numbers, -1 for a bot."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __missing__(self, name: str) -> int:
        number = -1 if is_bot(name) else len(self.names)
        if number >= 0:
            self.names.append(name)
        self[name] = number
        return number


PackedColumns = tuple[list[str], bytes, bytes, list[str], bytes, bytes, list[str]]
"""Names and locators; then seconds, who, words, locators, lines and digests, with who and locator as numbers."""


class Quotes:
    """A list of quotes with a column per field: half the size of tuples."""

    __slots__ = ("digests", "lines", "refs", "seconds", "who", "words")

    def __init__(self) -> None:
        self.seconds = array("d")
        self.who: list[str] = []
        self.words: list[str] = []
        self.refs: list[str] = []
        self.lines = array("Q")
        self.digests: list[str] = []

    def __len__(self) -> int:
        return len(self.words)

    def add(self, quote: Quote) -> None:
        seconds, who, words, ref, line, digest = quote
        self.seconds.append(seconds)
        self.who.append(who)
        self.words.append(words)
        self.refs.append(ref)
        self.lines.append(line)
        self.digests.append(digest)

    def extend(self, other: Self) -> None:
        self.seconds.extend(other.seconds)
        self.who += other.who
        self.words += other.words
        self.refs += other.refs
        self.lines.extend(other.lines)
        self.digests += other.digests

    def rows(self) -> list[Quote]:
        return list(zip(self.seconds, self.who, self.words, self.refs, self.lines, self.digests, strict=True))

    def pack(self) -> PackedColumns:
        """The columns, with each name and locator once."""
        number_of = {word: number for number, word in enumerate(dict.fromkeys(chain(self.who, self.refs)))}
        who, refs = (array("I", map(number_of.__getitem__, column)).tobytes() for column in (self.who, self.refs))
        return list(number_of), self.seconds.tobytes(), who, self.words, refs, self.lines.tobytes(), self.digests

    @classmethod
    def unpack(cls, packed: PackedColumns) -> Self:
        """ValueError if it is damaged."""
        known, seconds, who, words, refs, lines, digests = packed
        self = cls()
        for column, data in ((self.seconds, seconds), (self.lines, lines)):
            column.frombytes(data)
        for names, numbers in ((self.who, array("I", who)), (self.refs, array("I", refs))):
            if max(numbers, default=-1) >= len(known):
                raise ValueError("a quote names what is not known")
            names.extend(map(known.__getitem__, numbers))
        self.words, self.digests = words, digests
        if {len(self.seconds), len(self.who), len(self.refs), len(self.lines), len(digests)} != {len(words)}:
            raise ValueError("columns of different length")
        check_times(self.seconds)
        return self


PackedQuotes = tuple[bytes, bytes, PackedColumns]
"""How many quotes each list has, which, and the quotes."""


def pack_quotes(lists: Iterable[list[Quote]]) -> PackedQuotes:
    """Lists of quotes; a quote that is in several is packed once."""
    rows: dict[int, int] = {}
    lengths, which, quotes = array("I"), array("I"), Quotes()
    for kept in lists:
        lengths.append(len(kept))
        for quote in kept:
            row = rows.setdefault(id(quote), len(rows))
            if row == len(quotes):
                quotes.add(quote)
            which.append(row)
    return lengths.tobytes(), which.tobytes(), quotes.pack()


def unpack_quotes(packed: PackedQuotes) -> list[list[Quote]]:
    """ValueError if it is damaged."""
    lengths, which, columns = packed
    rows, numbers, sizes = Quotes.unpack(columns).rows(), array("I", which), array("I", lengths)
    if max(numbers, default=-1) >= len(rows):
        raise ValueError("a quote that is not there")
    if sum(sizes) != len(numbers):
        raise ValueError("more or fewer quotes than the lists hold")
    left = map(rows.__getitem__, numbers)
    return [list(islice(left, length)) for length in sizes]


class Newest:
    """The newest quotes of each subject."""

    __slots__ = ("bounds", "quotes")

    def __init__(self) -> None:
        self.quotes: list[list[Quote]] = []
        self.bounds: list[float] = []

    def grow(self) -> None:
        self.quotes.append([])
        self.bounds.append(_NEVER)

    def keep(self, number: int, quote: Quote) -> None:
        """Store a quote if it is one of the newest of its subject; `bounds` rules most out early."""
        quotes = self.quotes[number]
        insort(quotes, quote)
        if len(quotes) > NEWEST:
            del quotes[0]
        if len(quotes) == NEWEST:
            self.bounds[number] = quotes[0][0]

    def absorb(self, number: int, more: list[Quote]) -> None:
        quotes = self.quotes[number]
        merged = sorted([*quotes, *more])[-NEWEST:] if quotes else list(more)
        self.quotes[number] = merged
        if len(merged) == NEWEST:
            self.bounds[number] = merged[0][0]


@dataclass(slots=True)
class Total:
    """The total of one subject within a window."""

    count: int = 0
    first: float = float("inf")
    """Time of the oldest."""
    last: float = _NEVER
    """Time of the newest."""
    actors: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    sessions: set[int] = field(default_factory=set)
    """Numbers of its sessions."""
    quotes: list[Quote] = field(default_factory=list)
    """Newest quotes, not yet in order."""
    known: dict[int, Evidence] = field(default_factory=dict)
    """Evidence by quote id, shared between totals: an event often counts for several subjects."""

    def finding(self, signal: str, subject: str, title: str, files: tuple[str, ...], weight: int) -> Finding:
        """The finding with these words."""
        return Finding(
            signal=signal,
            subject=subject,
            title=title,
            weight=weight,
            actors=tuple(sorted(self.actors)),
            files=files,
            evidence=tuple([self._evidence(quote) for quote in sorted(self.quotes, reverse=True)[:NEWEST]]),
            first_seen=text_of(self.first),
            last_seen=text_of(self.last),
            sessions=len(self.sessions - {0}),
        )

    def _evidence(self, quote: Quote) -> Evidence:
        known = self.known.get(id(quote))
        if known is None:
            known = self.known[id(quote)] = evidence_of(quote)
        return known


def evidence_of(quote: Quote) -> Evidence:
    seconds, who, words, ref, line, digest = quote
    kind = Where.RECORD if ref.startswith(_RECORD) else Where.FILE
    place = Locator(kind, ref[len(kind) + 1 :], line) if line else Locator.parse(ref)
    return Evidence(words, place, text_of(seconds), who, digest)


def quote_of(batch: Batch, index: int, record: MinedRecord, seconds: float, who: str) -> Quote:
    """The quote of a record; its kind if it has no summary."""
    ref, line, digest = batch.place(index)
    return (seconds, who, record.summary or record.kind, ref, line, digest)


def once(texts: Sequence[str]) -> Iterable[str]:
    """Without duplicates, in order."""
    return texts if len(texts) < 2 else dict.fromkeys(texts)


def times(count: int) -> str:
    """`3 times`, `1 time`."""
    return f"{count} time" if count == 1 else f"{count} times"


def window(settings: MineSettings) -> str:
    """The window as titles name it: `in last 30d`, or `since 2026-10-19`."""
    text = settings.since_text
    return f"since {text}" if text[:4].isdigit() and "-" in text else f"in last {text}"
