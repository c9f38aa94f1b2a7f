"""Why an entry is, or is not, promoted: every component, every gate with its figures, and what would let it pass."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dreamtui.model.recall import Components, RecallEntry, Scored, Thresholds
from dreamtui.openclaw.scoring.rank import Rules, hard_gate, judge, tags_of
from dreamtui.openclaw.scoring.score import (
    age_in_days,
    clamp,
    components,
    context_count,
    phase_boost,
    signal_count,
    weighed,
)
from dreamtui.text.js import number_text, to_fixed


@dataclass(frozen=True, slots=True)
class ThresholdGate:
    """One gate for one entry."""

    name: str
    """What exclusions call it."""
    passes: bool
    """Whether it lets the entry through."""
    detail: str
    """The figures compared."""
    needed: str = ""
    """What would let it pass; empty where it does, or where nothing would."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything about one entry's ranking."""

    entry: RecallEntry
    """The entry."""
    score: float
    """Its score, gates aside."""
    components: Components
    """The parts of the score."""
    contributions: tuple[tuple[str, float, float], ...]
    """For each component its weight and what it adds to the score; the phases last."""
    gates: tuple[ThresholdGate, ...]
    """Every gate, in order."""
    signals: int
    """How often it was found."""
    contexts: int
    """For how many different queries."""
    age_days: float
    """Days since the last recall."""
    tags: tuple[str, ...]
    """The concepts it names."""

    @property
    def passes(self) -> bool:
        """Whether every gate lets it through."""
        return all(gate.passes for gate in self.gates)


def explain(entry: RecallEntry, by: Rules) -> Explanation:
    """Score an entry whatever the gates say, and hold it against each of them."""
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
