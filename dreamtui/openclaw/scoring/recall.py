"""Recalls of short-term memory: what a search found, how often, for how many queries, on which days.

These are tuples rather than dataclasses because a store holds tens of thousands of them.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple


class RecallEntry(NamedTuple):
    """One passage of a daily note and how it was recalled, as one version of OpenClaw reads it."""

    key: str
    path: str
    start: int
    end: int
    snippet: str
    recalls: int
    daily: int
    grounded: int
    total_score: float
    max_score: float
    first_recalled: str
    last_recalled: str
    queries: tuple[str, ...]
    days: tuple[str, ...]
    tags: tuple[str, ...] | None
    promoted_at: str
    user_queries: tuple[str, ...] | None
    origin: str
    project: str


class PhaseHits(NamedTuple):
    """How often a passage was taken up by the light and REM phases, and when last."""

    light: int
    rem: int
    last_light: str
    last_rem: str


class Components(NamedTuple):
    """The parts of a score, each 0 to 1; consolidation and conceptual are None where a profile has four signals."""

    frequency: float
    relevance: float
    diversity: float
    recency: float
    consolidation: float | None
    conceptual: float | None


class Scored(NamedTuple):
    """An entry that passed every gate, with its score and the figures it comes from."""

    entry: RecallEntry
    score: float
    components: Components
    boost: float
    signals: int
    contexts: int
    average: float
    age_days: float
    tags: tuple[str, ...]


class Exclusion(NamedTuple):
    """An entry that did not pass, under the first gate that dropped it."""

    key: str
    reason: str
    detail: str
    distance: float


class Ranking(NamedTuple):
    considered: int
    candidates: tuple[Scored, ...]
    excluded: tuple[Exclusion, ...]
    held_back: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What an entry has to reach; all gates must pass."""

    min_score: float
    """Lowest score; reaching it is enough."""
    min_recalls: int
    """Fewest recalls (or signals, where a profile counts all)."""
    min_queries: int
    """Fewest distinct queries (or contexts)."""
    limit: int | None = None
    """Most candidates; None for all."""
    max_age_days: int | None = None
    """Oldest last recall in days; None for any age."""
    half_life_days: float = 14.0
    """Days after which recency is halved."""


@dataclass(frozen=True, slots=True)
class RawStore:
    """A recall store as it was read, before any version's rules are applied."""

    entries: dict[str, Any]
    """What stands under `entries`, by key, in the file's order."""
    updated_at: str = ""
    """When it was written last, as it says itself."""
