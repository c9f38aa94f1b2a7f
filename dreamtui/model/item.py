"""What waits for a person, and what a miner found."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from dreamtui.model.evidence import Evidence
from dreamtui.model.status import Status


@dataclass(frozen=True, slots=True)
class AtHead:
    """What a finding says, counted in the files of HEAD and tried on the commits that it was found in."""

    follows: int
    """How many places do what it says."""
    breaks: int
    """How many do not."""
    read: tuple[Evidence, ...] = ()
    """Some of those that do not, to be read."""
    cases: int = 0
    """In how many commits it was not kept; 0 where that cannot be told."""
    caught: int = 0
    """How many of these it would have caught as it is worded."""


@dataclass(frozen=True, slots=True)
class NearPair:
    """Two texts and how near they are."""

    one: str
    other: str
    cosine: float


@dataclass(frozen=True, slots=True)
class Nearness:
    """Why events with different words are one finding."""

    pairs: tuple[NearPair, ...]
    """The nearest to each other."""
    terms: tuple[str, ...]
    """Words that at least half of them share."""
    distance: float
    """The cosine distance up to which events are neighbours."""
    stricter: float = 0
    """The first smaller one at which not all stay together; 0 if they do at all that were tried."""
    left_out: tuple[str, ...] = ()
    """The first of those that then stand outside the largest part."""
    left_out_count: int = 0

    def changed(self, change: Callable[[str], str]) -> "Nearness":
        """The same with other words, such as with secrets masked."""
        pairs = tuple(NearPair(change(pair.one), change(pair.other), pair.cosine) for pair in self.pairs)
        terms, out = tuple(map(change, self.terms)), tuple(map(change, self.left_out))
        return replace(self, pairs=pairs, terms=terms, left_out=out)


BY_ALL = "by all"
"""Nobody ever forgot it, although no line says it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a signal found in the events: raw material of a candidate."""

    signal: str
    """Name of the signal that found it."""
    subject: str
    """What it is about: path, error name, registry id, reverted change. With the signal it makes the fingerprint."""
    title: str
    """The observation in a sentence."""
    weight: int
    """How many events, occurrences or actors speak for it."""
    actors: tuple[str, ...]
    """Who was involved, sorted."""
    files: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    """Newest first."""
    first_seen: str = ""
    """Time of the oldest event counted."""
    last_seen: str = ""
    """Time of the newest event counted."""
    sessions: int = 0
    """How many different sessions it comes from; 0 when unknown."""
    aliases: tuple[str, ...] = ()
    """Other subjects under which the same thing may have been decided before."""
    rule: str = ""
    """A sentence for agents that follows from what was found; empty when only a person can write one."""
    against: tuple[str, ...] = ()
    """What was found that speaks against it: the exceptions, what is missing."""
    at_head: AtHead | None = None
    """How it is kept now; None where that cannot be counted."""
    alike: Nearness | None = None
    """What makes it one, where that is nearness in meaning."""
    kept_at: str = ""
    """The line of the repository that says it already, if it is kept since, or `BY_ALL`: then it is no item."""


@dataclass(frozen=True, slots=True)
class Item:
    """What waits for a person, or was decided by one."""

    kind: str
    """Name of its kind, which the registry knows; decides the verbs."""
    id: str
    """Short id made from content."""
    signal: str
    """Name of the signal for candidates; empty or the method for other kinds."""
    title: str
    """One line."""
    status: Status
    path: str
    """Logical path of its file (`.agent/…` means the home, wherever it is)."""
    decision: str | None = None
    """Short id of the decision in force, or the path of a decided file that has no record."""
    first_seen: str = ""
    """Time of its oldest evidence or of its creation."""
    last_seen: str = ""
    """Time of its newest evidence."""
    weight: float = 0
    """Strength: number of events, score, and so on."""
    actors: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    """Which files it is about."""
    flags: tuple[str, ...] = ()
    """Risks: secret, hidden, instructions, stale, contradicts, vanished, similar."""
    evidence: tuple[Evidence, ...] = ()
    """The quotes it rests on, newest first."""
    subject: str = ""
    """Fingerprint besides the signal: path, error name, registry id, title filed by hand."""
    aliases: tuple[str, ...] = ()
    """Other item ids under which the same thing may have been decided."""
    similar_to: tuple[str, ...] = ()
    """Ids of items with similar titles; decides nothing."""
    until: str = ""
    """Date until which it is deferred or rejected as not-now."""
    text: str = ""
    """The file's text as it was read."""
    rule: str = ""
    """The rule that was suggested when it was found."""
    against: tuple[str, ...] = ()
    """What was found that speaks against it."""
    at_head: AtHead | None = None
    """How it was kept when it was found; None where that cannot be counted."""
    alike: Nearness | None = None
    """What makes it one, where that is nearness in meaning."""
    filed_by: str = ""
    """Who filed it by hand; empty for what a run found."""
    filed_in: str = ""
    """The agent in whose environment it was filed; empty for none."""
    place: int = 0
    """In which place a run found it, from 1; 0 for what no run found."""

    @property
    def fingerprint(self) -> str:
        """What the item is about, never its wording."""
        return f"{self.signal}:{self.subject}" if self.subject else self.id
