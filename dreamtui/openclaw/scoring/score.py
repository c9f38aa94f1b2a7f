"""Ranks the entries of a store: every gate in its order, each entry that is dropped named with its figures."""

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from dreamtui.openclaw.js import DAY_MS, date_ms, number_text, to_fixed
from dreamtui.openclaw.scoring.contamination import is_contaminated
from dreamtui.openclaw.scoring.profiles import ScoringProfile, Weights, weights_of
from dreamtui.openclaw.scoring.recall_entries import (
    Components,
    Exclusion,
    PhaseHits,
    Ranking,
    RecallEntry,
    Scored,
    Thresholds,
    is_corpus,
    is_short_term,
)
from dreamtui.openclaw.scoring.tags import concept_tags


@dataclass(frozen=True, slots=True)
class Rules:
    profile: ScoringProfile
    thresholds: Thresholds
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
    """The gates that no threshold moves: source, contents, decisions."""
    profile = by.profile
    if not is_short_term(entry.path, nested=profile.nested_paths):
        return Exclusion(entry.key, "path", entry.path, 0.0)
    if profile.origins and entry.origin in ("untrusted", "system"):
        return Exclusion(entry.key, "origin", entry.origin, 0.0)
    if profile.contamination and is_contaminated(entry.snippet, profile.contamination, corpus=is_corpus(entry.path)):
        return Exclusion(entry.key, "contamination", "OpenClaw's own bookkeeping, not a memory", 0.0)
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
    return concept_tags(entry.path, entry.snippet, profile.tags) if entry.tags is None else entry.tags


def _short(key: str, reason: str, has: int, needs: int) -> Exclusion:
    return Exclusion(key, reason, f"{has} < {needs}", float(needs - has))


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
    """How far apart the days of the recalls are; grounded evidence can replace them."""
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


_SIGNS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_PLACE = {sign: place for place, sign in enumerate(_SIGNS)}

CollationKey = tuple[tuple[tuple[int, str], ...], tuple[str, ...], tuple[bool, ...]]


@lru_cache(maxsize=65536)
def collation_key(text: str) -> CollationKey:
    """The key that sorts texts in the order of `localeCompare`."""
    plain = unicodedata.normalize("NFD", text)
    letters = [char for char in plain if not unicodedata.combining(char)]
    accents = tuple(char for char in plain if unicodedata.combining(char))
    return tuple(map(_primary, letters)), accents, tuple(char.isupper() for char in letters)


def _primary(char: str) -> tuple[int, str]:
    place = _PLACE.get(char)
    if place is not None:
        return 0, chr(place)
    if char.isdigit():
        return 2, char
    return (3, char.casefold()) if char.isalpha() else (1, char)


@dataclass(frozen=True, slots=True)
class ThresholdGate:
    name: str
    passes: bool
    detail: str
    needed: str = ""
    """What would let it pass; empty if it does, or if nothing would."""


@dataclass(frozen=True, slots=True)
class Explanation:
    entry: RecallEntry
    score: float
    components: Components
    contributions: tuple[tuple[str, float, float], ...]
    """For each component its weight and what it adds to the score; the phases last."""
    gates: tuple[ThresholdGate, ...]
    signals: int
    contexts: int
    age_days: float
    tags: tuple[str, ...]

    @property
    def passes(self) -> bool:
        return all(gate.passes for gate in self.gates)


def explain(entry: RecallEntry, by: Rules) -> Explanation:
    """Score an entry, with the result of each gate."""
    needed = by.thresholds
    signals, contexts = signal_count(entry), context_count(entry, by.profile)
    age = age_in_days(entry, by.now_ms)
    tags = tags_of(entry, by.profile)
    parts = components(entry, by.profile, signals, contexts, age, needed.half_life_days, len(tags))
    boost = phase_boost(by.phases, entry.key, by.now_ms) if by.profile.phases else 0.0
    score = weighed(parts, by.weights) + boost
    gates = [*_hard(entry, by), *_soft(signals, contexts, age, score, parts, by)]
    added = [
        (name, weight, weight * value)
        for name in parts._fields
        if (value := getattr(parts, name)) is not None and (weight := getattr(by.weights, name)) is not None
    ]
    if by.profile.phases:
        added.append(("phases", 1.0, boost))
    return Explanation(entry, clamp(score), parts, tuple(added), tuple(gates), signals, contexts, age, tags)


def _hard(entry: RecallEntry, by: Rules) -> Iterator[ThresholdGate]:
    dropped = hard_gate(entry, by)
    names = [
        "path",
        *(["origin"] if by.profile.origins else []),
        *(["contamination"] if by.profile.contamination else []),
    ]
    names += ["already promoted", *(["rejected"] if by.refused else []), "no signal"]
    for name in names:
        failed = dropped is not None and dropped.reason == name
        detail = dropped.detail if failed and dropped else ""
        yield ThresholdGate(name, not failed, detail)


def _soft(
    signals: int, contexts: int, age: float, score: float, parts: Components, by: Rules
) -> Iterator[ThresholdGate]:
    needed = by.thresholds
    counted = ("signal", "signals") if by.profile.all_signals else ("recall", "recalls")
    yield _count_gate("signal threshold", signals, needed.min_recalls, counted)
    queries = ("different query", "different queries")
    yield _count_gate("query threshold", contexts, needed.min_queries, queries)
    if needed.max_age_days is not None:
        young = age <= needed.max_age_days
        detail = f"{to_fixed(age, 1)}d {'<=' if young else '>'} {needed.max_age_days}d"
        yield ThresholdGate("age threshold", young, detail, "" if young else "a new recall")
    high = score >= needed.min_score
    detail = f"{to_fixed(score, 3)} {'>=' if high else '<'} {number_text(needed.min_score)}"
    yield ThresholdGate(
        "score threshold", high, detail, "" if high else _raise(needed.min_score - score, signals, parts, by)
    )


def _count_gate(name: str, has: int, needs: int, words: tuple[str, str]) -> ThresholdGate:
    missing = needs - has
    if missing <= 0:
        return ThresholdGate(name, True, f"{has} >= {needs}")
    return ThresholdGate(name, False, f"{has} < {needs}", f"{missing} more {words[missing > 1]}")


def _raise(missing: float, signals: int, parts: Components, by: Rules) -> str:
    """The smallest single thing that would lift the score over the threshold."""
    ways = [f"{to_fixed(missing, 3)} more"]
    gain = by.weights.diversity * 0.2
    queries = math.ceil(missing / gain) if gain > 0 else 0
    if 0 < queries <= round((1 - parts.diversity) * 5):
        ways.append(f"{queries} more different quer{'ies' if queries > 1 else 'y'}")
    if by.weights.recency * (1 - parts.recency) >= missing:
        ways.append("a new recall")
    if 0 < missing <= by.weights.frequency * (1 - parts.frequency):
        target = parts.frequency + missing / by.weights.frequency
        more = math.ceil(math.expm1(target * math.log1p(10))) - signals
        ways.append(f"{more} more recall{'s' if more > 1 else ''} as good as these")
    return " or ".join(ways)


def survey(entries: Iterable[RecallEntry], by: Rules) -> list[Scored]:
    """Every entry that only thresholds could hold back, scored; moving thresholds then costs a comparison each."""
    open_gates = replace(by, thresholds=Thresholds(-math.inf, 0, 0, half_life_days=by.thresholds.half_life_days))
    found = []
    for entry in entries:
        if hard_gate(entry, open_gates) is None:
            judged = judge(entry, open_gates)
            if isinstance(judged, Scored):
                found.append(judged)
    return found


def would_pass(one: Scored, needed: Thresholds) -> bool:
    """Whether an entry of a survey would pass these thresholds."""
    return (
        one.signals >= needed.min_recalls
        and one.contexts >= needed.min_queries
        and (needed.max_age_days is None or one.age_days <= needed.max_age_days)
        and one.score >= needed.min_score
    )
