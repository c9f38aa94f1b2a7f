"""The ways a recall is scored: the four signals of the first days, and each later version of OpenClaw.

A profile says what is counted, how it is weighed, which gates there are and in which form MEMORY.md is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dreamtui.model.errors import Usage
from dreamtui.openclaw.scoring.recall import Thresholds

FOUR = {"frequency": 0.35, "relevance": 0.35, "diversity": 0.15, "recency": 0.15}
SIX = {
    "frequency": 0.24,
    "relevance": 0.30,
    "diversity": 0.15,
    "recency": 0.15,
    "consolidation": 0.10,
    "conceptual": 0.06,
}

Diversity = Literal["listed", "distinct", "contexts", "interactive"]
Form = Literal["v1", "v3", "v4"]
Shape = Literal["v1", "v2", "v3", "v4"]


@dataclass(frozen=True, slots=True)
class ScoringProfile:
    """One way to score."""

    name: str
    """What `--profile` takes."""
    about: str
    """One sentence."""
    weights: Mapping[str, float]
    """The weight of each component; they sum to 1."""
    thresholds: Thresholds
    """Used where nothing else is said."""
    form: Form
    """How MEMORY.md is written."""
    shape: Shape
    """Which members an entry has."""
    diversity: Diversity
    """What counts as a different query."""
    all_signals: bool = False
    """Whether daily and grounded hits count beside recalls."""
    phases: bool = False
    """Whether the hits of the light and REM phases add to the score."""
    nested_paths: bool = False
    """Whether notes in folders and with a slug in their names count as short-term."""
    contamination: Literal["", "v4", "v5"] = ""
    """Which rules say that a snippet is no memory but machinery."""
    origins: bool = False
    """Whether entries of untrusted or system origin are left out."""
    relocates: bool = False
    """Whether the live note has to hold the snippet still, and its text is taken."""
    words: Literal["v2", "v3", "v4"] = "v4"
    """Which words are tags."""

    @property
    def six(self) -> bool:
        """Whether consolidation and concepts count."""
        return "conceptual" in self.weights


def _profiles() -> tuple[ScoringProfile, ...]:
    old = Thresholds(0.75, 3, 2)
    new = Thresholds(0.75, 3, 3, max_age_days=30)
    return (
        ScoringProfile("seed", "four signals, as first described", FOUR, old, "v1", "v1", "listed", words="v2"),
        ScoringProfile("openclaw-v2", "six signals (April 2026)", SIX, old, "v1", "v2", "distinct", words="v2"),
        ScoringProfile(
            "openclaw-v3", "six signals with phases (JSON files, until June 2026)", SIX,
            Thresholds(0.75, 3, 2), "v3", "v3", "contexts",
            all_signals=True, phases=True, nested_paths=True, relocates=True, words="v3",
        ),
        ScoringProfile(
            "openclaw", "six signals, phases, origin and contamination (August 2026)", SIX, new, "v4", "v4", "contexts",
            all_signals=True, phases=True, nested_paths=True, contamination="v4", origins=True, relocates=True,
        ),
        ScoringProfile(
            "openclaw-v5", "as openclaw, but only a person's own queries are different queries", SIX, new, "v4", "v4",
            "interactive",
            all_signals=True, phases=True, nested_paths=True, contamination="v5", origins=True, relocates=True,
        ),
    )  # fmt: skip


PROFILES = {profile.name: profile for profile in _profiles()}
DEFAULT = "openclaw"


def profile_named(name: str) -> ScoringProfile:
    """A profile by its name."""
    found = PROFILES.get(name or DEFAULT)
    if found is None:
        raise Usage(f"{name!r} is not a profile; there are {', '.join(PROFILES)}")
    return found


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights that sum to 1."""

    frequency: float
    """How often it was recalled."""
    relevance: float
    """How good the hits were."""
    diversity: float
    """How many different queries found it."""
    recency: float
    """How lately."""
    consolidation: float = 0.0
    """Spread over how many days."""
    conceptual: float = 0.0
    """How many concepts it names."""


def weights_of(profile: ScoringProfile, given: Mapping[str, float] | None = None) -> Weights:
    """The profile's weights with some replaced: negatives count as 0, all are scaled to sum 1; none left: defaults."""
    merged = {**profile.weights, **{k: v for k, v in (given or {}).items() if k in profile.weights}}
    positive = {name: max(0.0, float(value)) for name, value in merged.items()}
    total = sum(positive.values())
    if total <= 0:
        return Weights(**profile.weights)
    return Weights(**{name: value / total for name, value in positive.items()})
