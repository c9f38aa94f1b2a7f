"""Counts events by subject in little memory: times, actors and sessions as arrays, quotes only for the newest ten."""

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from dreamtui.dream.noise import is_bot
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining import Batch, MineSettings, Record

NEWEST = 10
"""How many quotes a finding carries."""

_FILE = len(f"{Where.FILE}:")

Quote = tuple[float, str, str, str, int, str]
"""Seconds since 1970, who, words, locator without line, line, digest; the order decides which are newest."""


def text_of(seconds: float) -> str:
    """A time as events write it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:-6] + "Z"


def seconds_of(text: str) -> float:
    """Seconds since 1970 of a UTC time; a time that is none lies before everything."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return float("-inf")
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


_NEVER = float("-inf")
_EARLIEST = datetime(1, 1, 2, tzinfo=UTC).timestamp()
_LATEST = datetime(9999, 12, 30, tzinfo=UTC).timestamp()


def check_times(*columns: Iterable[float]) -> None:
    """ValueError for a time that the calendar does not know; what was packed has none."""
    if not all(_EARLIEST <= seconds <= _LATEST for column in columns for seconds in column):
        raise ValueError("a time lies outside the calendar")


class Names(dict[str, int]):
    """Numbers for actors, -1 for an automaton; a new name gets the next number."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __missing__(self, name: str) -> int:
        number = -1 if is_bot(name) else len(self.names)
        if number >= 0:
            self.names.append(name)
        self[name] = number
        return number


PackedQuotes = tuple[list[str], list[list[tuple[float, int, str, int, int, str]]]]
"""Names and places, then lists of quotes with these by number."""


def pack_quotes(quotes: Iterable[list[Quote]]) -> PackedQuotes:
    """Lists of quotes with each name and place written once."""
    words: dict[str, int] = {}
    number = words.setdefault
    rows = [
        [
            (t, number(who, len(words)), said, number(ref, len(words)), line, mark)
            for t, who, said, ref, line, mark in kept
        ]
        for kept in quotes
    ]
    return list(words), rows


def unpack_quotes(packed: PackedQuotes) -> list[list[Quote]]:
    """The lists again; ValueError when they cannot have been packed."""
    words, rows = packed
    known = range(len(words))
    if not all(row[1] in known and row[3] in known for kept in rows for row in kept):
        raise ValueError("a quote names what is not known")
    check_times(row[0] for kept in rows for row in kept)
    return [[(t, words[who], said, words[ref], line, mark) for t, who, said, ref, line, mark in kept] for kept in rows]


class Newest:
    """The newest quotes of each subject."""

    __slots__ = ("bounds", "quotes")

    def __init__(self) -> None:
        self.quotes: list[list[Quote]] = []
        self.bounds: list[float] = []

    def grow(self) -> None:
        """Make room for the next subject."""
        self.quotes.append([])
        self.bounds.append(_NEVER)

    def keep(self, number: int, quote: Quote) -> None:
        """Keep the quote of a subject if it is one of the newest; `bounds` says what cannot be."""
        quotes = self.quotes[number]
        insort(quotes, quote)
        if len(quotes) > NEWEST:
            del quotes[0]
        if len(quotes) == NEWEST:
            self.bounds[number] = quotes[0][0]

    def absorb(self, number: int, more: list[Quote]) -> None:
        """Keep the newest of both."""
        quotes = self.quotes[number]
        merged = sorted([*quotes, *more])[-NEWEST:] if quotes else list(more)
        self.quotes[number] = merged
        if len(merged) == NEWEST:
            self.bounds[number] = merged[0][0]


@dataclass(slots=True)
class Total:
    """What one subject adds up to within a window."""

    count: int = 0
    """Events."""
    first: float = float("inf")
    """Time of the oldest."""
    last: float = _NEVER
    """Time of the newest."""
    actors: set[str] = field(default_factory=set)
    """Who was involved."""
    files: set[str] = field(default_factory=set)
    """Paths that were touched."""
    sessions: set[int] = field(default_factory=set)
    """Stand-ins of the sessions."""
    quotes: list[Quote] = field(default_factory=list)
    """Newest quotes, not yet in order."""
    known: dict[int, Evidence] = field(default_factory=dict)
    """Evidence of quotes by their identity, shared with other totals: one event often speaks for several subjects."""

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
    """A kept quote as evidence."""
    seconds, who, words, ref, line, digest = quote
    place = Locator(Where.FILE, ref[_FILE:], line) if line else Locator.parse(ref)
    return Evidence(words, place, text_of(seconds), who, digest)


def quote_of(batch: Batch, index: int, record: Record, seconds: float, who: str) -> Quote:
    """The quote of one record; one without a summary is quoted by its kind."""
    ref, line, digest = batch.place(index)
    return (seconds, who, record.summary or record.kind, ref, line, digest)


def once(texts: Sequence[str]) -> Iterable[str]:
    """Each text once, in its order."""
    return texts if len(texts) < 2 else dict.fromkeys(texts)


def times(count: int) -> str:
    """`3 times`, `1 time`."""
    return f"{count} time" if count == 1 else f"{count} times"


def window(settings: MineSettings) -> str:
    """The window as titles name it: `in last 30d`, or `since 2026-10-19`."""
    text = settings.since_text
    return f"since {text}" if text[:4].isdigit() and "-" in text else f"in last {text}"
