"""What a cycle is told: how alike is alike, what the time is, and what is known about the repository."""

from dataclasses import dataclass

from dreamtui.memory.claims.judge import World

__all__ = ["DEFAULT_MAX_MUTATIONS", "DEFAULT_SCORER", "DEFAULT_THRESHOLD", "FindSettings", "World"]

DEFAULT_SCORER = "stems"
"""Chosen by measurement: benchmarks/merge_safety.py."""
DEFAULT_THRESHOLD = 0.8
"""Chosen by measurement at the default scorer: benchmarks/merge_safety.py."""
DEFAULT_MAX_MUTATIONS = 100
"""Mutations of one cycle; the strongest come first."""


@dataclass(frozen=True, slots=True)
class FindSettings:
    threshold: float = DEFAULT_THRESHOLD
    """Likeness from which two memories are proposed to be merged, 0 to 1."""
    scorer: str = DEFAULT_SCORER
    """A name of `SCORERS`."""
    now: str = ""
    """UTC time of the cycle; without it nothing is found overdue and no relative date is resolved by it."""
    lookback_days: int | None = None
    """Only what touches a memory made or changed within so many days before `now`; None for everything."""
    max_mutations: int = DEFAULT_MAX_MUTATIONS
    """Mutations and contradictions of one cycle at most; the strongest are kept."""
