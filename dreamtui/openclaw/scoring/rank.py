"""Ranks the entries of a store: every gate in its order, each entry that is dropped named with its figures."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dreamtui.model.recall import Exclusion, PhaseHits, Ranking, RecallEntry, Scored, Thresholds
from dreamtui.openclaw.scoring.collation import collation_key
from dreamtui.openclaw.scoring.contamination import is_contaminated
from dreamtui.openclaw.scoring.paths import is_corpus, is_short_term
from dreamtui.openclaw.scoring.profiles import ScoringProfile, Weights, weights_of
from dreamtui.openclaw.scoring.score import (
    age_in_days,
    clamp,
    components,
    context_count,
    phase_boost,
    signal_count,
    weighed,
)
from dreamtui.openclaw.scoring.tags import concept_tags
from dreamtui.text.js import number_text, to_fixed


@dataclass(frozen=True, slots=True)
class Rules:
    """How a ranking is made."""

    profile: ScoringProfile
    """What is counted and how."""
    thresholds: Thresholds
    """What has to be reached."""
    now_ms: int
    """The clock, in milliseconds."""
    weights: Weights
    """How the components are weighed."""
    phases: Mapping[str, PhaseHits] = field(default_factory=dict)
    """What the phases found, by key."""
    include_promoted: bool = False
    """Whether what was promoted is ranked again."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Keys that a person rejected, with who and when."""


def rules(
    profile: ScoringProfile, thresholds: Thresholds, now_ms: int, given: Mapping[str, float] | None = None
) -> Rules:
    """Rules with the profile's weights, some of them replaced."""
    return Rules(profile, thresholds, now_ms, weights_of(profile, given))


def rank(entries: Iterable[RecallEntry], by: Rules) -> Ranking:
    """Candidates best first; ties by recalls, then path, then the order of the store."""
    passed: list[Scored] = []
    dropped: list[Exclusion] = []
    considered = 0
    for entry in entries:
        considered += 1
        found = hard_gate(entry, by) or judge(entry, by)
        if isinstance(found, Scored):
            passed.append(found)
        else:
            dropped.append(found)
    passed.sort(key=lambda one: (-one.score, -one.entry.recalls, collation_key(one.entry.path)))
    limit = len(passed) if by.thresholds.limit is None else max(0, by.thresholds.limit)
    return Ranking(considered, tuple(passed[:limit]), tuple(dropped), tuple(passed[limit:]))


def hard_gate(entry: RecallEntry, by: Rules) -> Exclusion | None:
    """The gates that no threshold moves: where it comes from, what it says, what was decided."""
    profile = by.profile
    if not is_short_term(entry.path, nested=profile.nested_paths):
        return Exclusion(entry.key, "path", entry.path, 0.0)
    if profile.origins and entry.origin in ("untrusted", "system"):
        return Exclusion(entry.key, "origin", entry.origin, 0.0)
    if profile.contamination and is_contaminated(entry.snippet, profile.contamination, corpus=is_corpus(entry.path)):
        return Exclusion(entry.key, "contamination", "machinery of the dreaming itself, not a memory", 0.0)
    if entry.promoted_at and not by.include_promoted:
        return Exclusion(entry.key, "already promoted", entry.promoted_at, 0.0)
    if by.refused and entry.key in by.refused:
        return Exclusion(entry.key, "rejected", by.refused[entry.key], 0.0)
    if signal_count(entry) <= 0:
        return Exclusion(entry.key, "no signal", "0", 1.0)
    return None


def judge(entry: RecallEntry, by: Rules) -> Scored | Exclusion:
    """The gates with a threshold: signals, queries, age, score."""
    needed = by.thresholds
    signals = signal_count(entry)
    if signals < needed.min_recalls:
        return _short(entry.key, "signal threshold", signals, needed.min_recalls)
    contexts = context_count(entry, by.profile)
    if contexts < needed.min_queries:
        return _short(entry.key, "query threshold", contexts, needed.min_queries)
    age = age_in_days(entry, by.now_ms)
    if needed.max_age_days is not None and age > needed.max_age_days:
        detail = f"{to_fixed(age, 1)}d > {needed.max_age_days}d"
        return Exclusion(entry.key, "age threshold", detail, age - needed.max_age_days)
    tags = tags_of(entry, by.profile)
    parts = components(entry, by.profile, signals, contexts, age, needed.half_life_days, len(tags))
    boost = phase_boost(by.phases, entry.key, by.now_ms) if by.phases and by.profile.phases else 0.0
    score = weighed(parts, by.weights) + boost
    if score < needed.min_score:
        detail = f"{to_fixed(score, 3)} < {number_text(needed.min_score)}"
        return Exclusion(entry.key, "score threshold", detail, needed.min_score - score)
    return Scored(entry, clamp(score), parts, boost, signals, contexts, parts.relevance, age, tags)


def tags_of(entry: RecallEntry, profile: ScoringProfile) -> tuple[str, ...]:
    """The tags the store holds, else those of the snippet."""
    if not profile.six:
        return entry.tags or ()
    return concept_tags(entry.path, entry.snippet, profile.words) if entry.tags is None else entry.tags


def _short(key: str, reason: str, has: int, needs: int) -> Exclusion:
    return Exclusion(key, reason, f"{has} < {needs}", float(needs - has))
