"""The score of an entry: its components, each 0 to 1, weighed; and what the phases add."""

import math
from collections.abc import Mapping

from dreamtui.model.recall import Components, PhaseHits, RecallEntry
from dreamtui.openclaw.scoring.profiles import ScoringProfile, Weights
from dreamtui.text.js import DAY_MS, date_ms

_LN2 = math.log(2)
_LIGHT, _REM = 0.06, 0.09
_PHASE_HALF_LIFE = 14.0
_TEN = math.log1p(10)


def clamp(value: float) -> float:
    """Between 0 and 1; 0 for what is not finite."""
    return max(0.0, min(1.0, value)) if math.isfinite(value) else 0.0


def signal_count(entry: RecallEntry) -> int:
    """How often it was found; profiles that count recalls alone read the other two as 0."""
    return entry.recalls + entry.daily + entry.grounded


def context_count(entry: RecallEntry, profile: ScoringProfile) -> int:
    """How many different queries, or days, it was found for."""
    if profile.diversity == "contexts":
        return max(len(entry.queries), len(entry.days))
    if profile.diversity == "interactive":
        return len(entry.user_queries or ())
    return len(entry.queries)


def age_in_days(entry: RecallEntry, now_ms: int) -> float:
    """Days since the last recall; 0 for the future and for what is no date."""
    last = date_ms(entry.last_recalled)
    return 0.0 if last is None else max(0, now_ms - last) / DAY_MS


def components(
    entry: RecallEntry, profile: ScoringProfile, signals: int, contexts: int, age: float, half_life: float, tags: int
) -> Components:
    """The parts of the score."""
    return Components(
        clamp(math.log1p(signals) / _TEN),
        clamp(entry.total_score / max(1, signals)),
        clamp(contexts / 5),
        clamp(decay(age, half_life)),
        consolidation(entry, grounded=profile.all_signals) if profile.six else None,
        clamp(tags / 6) if profile.six else None,
    )


def decay(age: float, half_life: float) -> float:
    """1 now, a half after the half-life."""
    if half_life <= 0 or not math.isfinite(half_life):
        return 1.0
    return math.exp(-(_LN2 / half_life) * age)


def consolidation(entry: RecallEntry, *, grounded: bool) -> float:
    """How far apart the days of the recalls lie; grounded evidence stands for them."""
    value = _spacing(entry.days)
    return max(value, clamp(entry.grounded / 3)) if grounded else value


def _spacing(days: tuple[str, ...]) -> float:
    if not days:
        return 0.0
    known = sorted(ms for day in days if (ms := date_ms(day)) is not None)
    if len(days) == 1 or len(known) <= 1:
        return 0.2
    span = max(0.0, (known[-1] - known[0]) / DAY_MS)
    spacing = clamp(math.log1p(len(known) - 1) / math.log1p(4))
    return clamp(0.55 * spacing + 0.45 * clamp(span / 7))


def weighed(parts: Components, weights: Weights) -> float:
    """The sum of the parts, each with its weight."""
    total = (
        weights.frequency * parts.frequency
        + weights.relevance * parts.relevance
        + weights.diversity * parts.diversity
        + weights.recency * parts.recency
    )
    if parts.consolidation is None or parts.conceptual is None:
        return total
    return total + weights.consolidation * parts.consolidation + weights.conceptual * parts.conceptual


def phase_boost(hits: Mapping[str, PhaseHits], key: str, now_ms: int) -> float:
    """What the light and REM phases add to the score."""
    found = hits.get(key)
    if found is None:
        return 0.0
    return clamp(
        _LIGHT * _strength(found.light) * _freshness(found.last_light, now_ms)
        + _REM * _strength(found.rem) * _freshness(found.last_rem, now_ms)
    )


def _strength(hits: int) -> float:
    return clamp(math.log1p(max(0, hits)) / math.log1p(6))


def _freshness(when: str, now_ms: int) -> float:
    last = date_ms(when) if when else None
    return 0.0 if last is None else clamp(decay(max(0, now_ms - last) / DAY_MS, _PHASE_HALF_LIFE))
