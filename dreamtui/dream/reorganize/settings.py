"""What a cycle is told: how alike is alike, what the time is, and what is known about the repository."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

DEFAULT_SCORER = "stems"
"""Chosen by measurement: benchmarks/merge_safety.py."""
DEFAULT_THRESHOLD = 0.8
"""Chosen by measurement at the default scorer: benchmarks/merge_safety.py."""
DEFAULT_MAX_MUTATIONS = 100
"""Mutations of one cycle; the strongest come first."""


@dataclass(frozen=True, slots=True)
class FindSettings:
    """How a cycle looks."""

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


@dataclass(frozen=True, slots=True)
class World:
    """What is known about the repository; None where it is not known, so that nothing is said to be gone."""

    tracked: frozenset[str] | None = None
    """Every path that git tracks, relative to the root."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Old path to new path."""
    said: Sequence[tuple[str, str]] = ()
    """Lines that agents read anyway and their places: (`Run make test`, `CLAUDE.md:12`)."""
    branches: frozenset[str] | None = None
    """Names of the branches, local and remote, without the remote's name."""
    scripts: frozenset[str] | None = None
    """Commands the repository defines: `make test`, `npm run build`; None when unknown."""
    packages: frozenset[str] | None = None
    """Names of the packages it depends on, lower case; None when unknown."""
    symbols: frozenset[str] | None = None
    """Names defined in the code; None when unknown."""
