"""The ways a recall is scored: the four signals of the first days, and each later version of OpenClaw.

A profile says what is counted, how it is weighed, which gates there are and in which form MEMORY.md is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from dreamtui.model.errors import Usage
from dreamtui.openclaw.scoring.recall_entries import Thresholds
from dreamtui.openclaw.scoring.tags import TagRules

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


@dataclass(frozen=True, slots=True)
class MemoryForm:
    marks: bool = True
    """Whether there is a marker before each promotion, and long words are cut."""
    annotates: bool = True
    """Whether signals and comments for the recall of the memory itself follow, and projects are separated."""


@dataclass(frozen=True, slots=True)
class ScoringProfile:
    """One way to score; the defaults are those of the newest."""

    name: str
    """What `--profile` takes."""
    about: str
    weights: Mapping[str, float]
    """The weight of each component; they sum to 1."""
    thresholds: Thresholds
    """Used where nothing else is said."""
    diversity: Diversity
    """What counts as a different query."""
    form: MemoryForm = field(default_factory=MemoryForm)
    tags: TagRules = field(default_factory=TagRules)
    keeps_days: bool = True
    """Whether an entry holds its days and tags, and each query once."""
    all_signals: bool = True
    """Whether daily and grounded hits count besides recalls."""
    phases: bool = True
    """Whether the hits of the light and REM phases add to the score."""
    nested_paths: bool = True
    """Whether notes in folders and with a slug in their names count as short-term."""
    relocates: bool = True
    """Whether the live note has to hold the snippet still, and its text is taken."""
    origins: bool = True
    """Whether entries say where they come from, and those of untrusted or system origin are left out."""
    contamination: Literal["", "v4", "v5"] = "v4"
    """Which rules say that a snippet is no memory but machinery."""

    @property
    def six(self) -> bool:
        return "conceptual" in self.weights


_OLD, _NEW = Thresholds(0.75, 3, 2), Thresholds(0.75, 3, 3, max_age_days=30)
_FIRST: dict[str, Any] = {
    "form": MemoryForm(marks=False, annotates=False),
    "tags": TagRules(later_stop_words=False, whole_words=False),
    "all_signals": False,
    "phases": False,
    "nested_paths": False,
    "relocates": False,
    "origins": False,
    "contamination": "",
}
_FILES: dict[str, Any] = {
    "form": MemoryForm(annotates=False),
    "tags": TagRules(whole_words=False),
    "origins": False,
    "contamination": "",
}
_PERSON = "as openclaw, but only a person's own queries are different queries"
_TABLE = (
    ScoringProfile("seed", "four signals, as first described", FOUR, _OLD, "listed", keeps_days=False, **_FIRST),
    ScoringProfile("openclaw-v2", "six signals (April 2026)", SIX, _OLD, "distinct", **_FIRST),
    ScoringProfile(
        "openclaw-v3", "six signals with phases (JSON files, until June 2026)", SIX, _OLD, "contexts", **_FILES
    ),
    ScoringProfile("openclaw", "six signals, phases, origin and contamination (August 2026)", SIX, _NEW, "contexts"),
    ScoringProfile("openclaw-v5", _PERSON, SIX, _NEW, "interactive", contamination="v5"),
)

PROFILES = {profile.name: profile for profile in _TABLE}
DEFAULT = "openclaw"


def profile_named(name: str) -> ScoringProfile:
    found = PROFILES.get(name or DEFAULT)
    if found is None:
        raise Usage(f"{name!r} is not a profile; use one of {', '.join(PROFILES)}")
    return found


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights that sum to 1."""

    frequency: float
    relevance: float
    """How good the hits were."""
    diversity: float
    """How many different queries found it."""
    recency: float
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
