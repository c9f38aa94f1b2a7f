"""Promotion: recalls with their figures, what was left out and why, where it stands."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Struct

from dreamtui.present.documents.alike import alike, each, says
from dreamtui.present.documents.items import ChangeShape, changed

if TYPE_CHECKING:
    from dreamtui.openclaw.promote import Preview, PromotionRun, RankedRecall
    from dreamtui.openclaw.recalls import Recalls
    from dreamtui.openclaw.scoring.recall_entries import Components, RecallEntry
    from dreamtui.openclaw.scoring.score import Explanation
    from dreamtui.openclaw.settings import Settings
    from dreamtui.openclaw.status import DreamingStatus


class RecallFacts(Struct, frozen=True, rename="camel"):
    """What a recall store says of one passage, under OpenClaw's own names."""

    key: Annotated[str, says("The recall key.")]
    path: Annotated[str, says("The daily note.")]
    start_line: Annotated[int, says("First line, as the store says.")]
    end_line: Annotated[int, says("Last line.")]
    snippet: Annotated[str, says("What was found.")]
    recall_count: Annotated[int, says("How often it was recalled.")]
    max_score: Annotated[float, says("Score of its best hit.")]
    first_recalled_at: Annotated[str, says("When it was recalled first.")]
    last_recalled_at: Annotated[str, says("When it was recalled last.")]
    recall_days: Annotated[tuple[str, ...], says("The days it was recalled on.")]
    promoted_at: Annotated[str | None, says("When it was promoted.")]


class NotePlace(Struct, frozen=True, rename="camel"):
    """Where a snippet stands in the live note."""

    found: Annotated[
        Literal["found", "moved", "reworded", "gone", "managed", "unchecked"],
        says("What became of it; unchecked beyond the first two hundred candidates."),
    ]
    start_line: Annotated[int | None, says("First line now.")]
    end_line: Annotated[int | None, says("Last line now.")]
    text: Annotated[str | None, says("What these lines say.")]


class CandidateShape(RecallFacts, frozen=True, rename="camel"):
    """A recall that passes every gate."""

    id: Annotated[str, says("Its id in the queue.")]
    score: Annotated[float, says("Its score, 0 to 1.")]
    components: Annotated[Mapping[str, float], says("The parts of the score that the profile knows, each 0 to 1.")]
    phase_boost: Annotated[float, says("What the light and REM phases add.")]
    signal_count: Annotated[int, says("How often it was found in any way the profile counts.")]
    unique_queries: Annotated[int, says("For how many different queries, or days.")]
    avg_score: Annotated[float, says("Average score of its hits.")]
    age_days: Annotated[float, says("Days since the last recall.")]
    concept_tags: Annotated[tuple[str, ...], says("The concepts it names.")]
    note: Annotated[NotePlace, says("Where it stands now.")]
    junk: Annotated[
        tuple[str, ...], says("Why it may be no sentence worth keeping: code, fragment, log, metadata, secret.")
    ]
    problem: Annotated[str | None, says("Why it cannot be promoted as it stands.")]
    queued: Annotated[bool, says("Whether it waits in the queue.")]


class ExclusionShape(Struct, frozen=True):
    """A recall that does not pass, under the first gate that dropped it."""

    key: Annotated[str, says("The recall key.")]
    reason: Annotated[str, says("The gate.")]
    detail: Annotated[str, says("The figures compared.")]
    distance: Annotated[float, says("How far it is from the threshold.")]


class ThresholdShape(Struct, frozen=True, rename="camel"):
    """What a recall has to reach, and where that comes from."""

    min_score: Annotated[float, says("Lowest score.")]
    min_recall_count: Annotated[int, says("Fewest recalls, or signals.")]
    min_unique_queries: Annotated[int, says("Fewest different queries.")]
    limit: Annotated[int | None, says("Most candidates; null for all.")]
    max_age_days: Annotated[int | None, says("Oldest last recall; null for any.")]
    half_life_days: Annotated[float, says("Days after which recency is halved.")]
    source: Annotated[str, says("The file the configuration stands in, or default.")]
    overridden: Annotated[tuple[str, ...], says("What the configuration sets itself.")]


class BudgetShape(Struct, frozen=True):
    """How full MEMORY.md would be."""

    used: Annotated[int, says("Characters.")]
    limit: Annotated[int, says("Characters there are.")]
    would_drop: Annotated[tuple[str, ...], says("Dates of the promotions that would have to go.")]


class StoreShape(Struct, frozen=True):
    """Where the recalls are kept."""

    path: Annotated[str | None, says("The file; null where there is none.")]
    bytes: Annotated[int, says("Its size.")]
    writable: Annotated[bool, says("Whether promotions may be marked in it.")]


class PromoteOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """The ranking of all recalls; nothing was written."""

    profile: Annotated[str, says("How they were scored.")]
    candidates: Annotated[tuple[CandidateShape, ...], says("Those that pass every gate, best first.")]
    excluded: Annotated[tuple[ExclusionShape, ...], says("All others, each with the reason.")]
    held_back: Annotated[tuple[str, ...], says("Keys beyond the limit.")]
    considered: Annotated[int, says("How many recalls there are.")]
    thresholds: Annotated[ThresholdShape, says("What they had to reach.")]
    memory: Annotated[tuple[ChangeShape, ...], says("MEMORY.md before, and with every candidate that can be promoted.")]
    budget: Annotated[BudgetShape, says("How that fits.")]
    store: Annotated[StoreShape, says("Where the recalls were read.")]
    remarks: Annotated[tuple[str, ...], says("What a person should know.")]


class NewPromotion(Struct, frozen=True):
    """A recall that was put into the queue."""

    id: Annotated[str, says("Its id.")]
    key: Annotated[str, says("The recall key.")]
    score: Annotated[float, says("Its score.")]


class SkippedRecall(Struct, frozen=True):
    """A recall that qualifies and cannot be promoted."""

    key: Annotated[str, says("The recall key.")]
    why: Annotated[str, says("The reason.")]


class PromoteQueueOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a run did to the queue."""

    new: Annotated[tuple[NewPromotion, ...], says("Put into the queue.")]
    updated: Annotated[tuple[str, ...], says("Ids that waited already and have newer figures.")]
    unchanged: Annotated[int, says("How many waited already as they are.")]
    skipped: Annotated[tuple[SkippedRecall, ...], says("What cannot be promoted.")]
    recurring: Annotated[tuple[str, ...], says("Ids that were rejected and qualify again.")]
    held_back: Annotated[int, says("How many are beyond the limit.")]


class ContributionShape(Struct, frozen=True):
    """What one component adds to the score."""

    name: Annotated[str, says("The component, or phases.")]
    weight: Annotated[float, says("Its weight.")]
    adds: Annotated[float, says("What it adds.")]


class ThresholdGateShape(Struct, frozen=True):
    """One gate."""

    name: Annotated[str, says("What exclusions call it.")]
    passes: Annotated[bool, says("Whether it lets the recall through.")]
    detail: Annotated[str, says("The figures compared.")]
    needed: Annotated[str | None, says("What would let it pass.")]


class ExplainOutput(Struct, frozen=True, rename="camel", tag_field="schema", tag=1):
    """Why one recall is or is not promoted."""

    id: Annotated[str, says("Its id in the queue.")]
    profile: Annotated[str, says("How it was scored.")]
    entry: Annotated[RecallFacts, says("What the store says.")]
    score: Annotated[float, says("Its score, gates aside.")]
    components: Annotated[Mapping[str, float], says("The parts of the score.")]
    contributions: Annotated[tuple[ContributionShape, ...], says("What each part adds.")]
    signal_count: Annotated[int, says("How often it was found.")]
    unique_queries: Annotated[int, says("For how many different queries.")]
    age_days: Annotated[float, says("Days since the last recall.")]
    concept_tags: Annotated[tuple[str, ...], says("The concepts it names.")]
    passes: Annotated[bool, says("Whether every gate lets it through.")]
    gates: Annotated[tuple[ThresholdGateShape, ...], says("Every gate, in order.")]


class ReasonCount(Struct, frozen=True):
    """How many recalls a gate holds back."""

    reason: Annotated[str, says("The gate.")]
    count: Annotated[int, says("How many.")]


class DeepShape(Struct, frozen=True):
    """What only a closer look shows."""

    invalid: Annotated[int, says("Malformed entries.")]
    dangling: Annotated[int, says("Entries whose note is not there.")]
    concept_tagged: Annotated[int, says("Entries with concept tags.")]
    spaced: Annotated[int, says("Entries recalled on more than one day.")]
    lock: Annotated[Literal["free", "held", "stale"], says("OpenClaw's promotion lock.")]
    held_back_by: Annotated[tuple[ReasonCount, ...], says("What holds the others back.")]


class PromoteStatusOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Where promotion stands."""

    mode: Annotated[str, says("off, core, rem, deep, or on for the newer configuration.")]
    profile: Annotated[str, says("How recalls are scored.")]
    cadence: Annotated[str | None, says("The cron expression; null when off.")]
    timezone: Annotated[str | None, says("Its time zone.")]
    thresholds: Annotated[ThresholdShape, says("What a recall has to reach.")]
    limit: Annotated[int | None, says("Most promotions of a scheduled run.")]
    short_term: Annotated[int, says("Recalls that are not promoted.")]
    long_term: Annotated[int, says("Entries of MEMORY.md.")]
    promoted: Annotated[int, says("Recalls that were promoted.")]
    marked: Annotated[int, says("Promotions whose marker stands in MEMORY.md.")]
    qualified: Annotated[int, says("Recalls that pass every gate now.")]
    waiting: Annotated[int, says("Promotions in the queue.")]
    memory: Annotated[BudgetShape, says("How full MEMORY.md is.")]
    store: Annotated[StoreShape, says("Where the recalls are kept.")]
    next_cycle: Annotated[str | None, says("When the next run is due.")]
    last_run: Annotated[str | None, says("When a run was last.")]
    remarks: Annotated[tuple[str, ...], says("What a person should know.")]
    deep: Annotated[DeepShape | None, says("With --deep: what a closer look shows.")]


class PromoteModeOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """The answer to a mode command."""

    text: Annotated[str, says("Mode, cadence, thresholds, and what each mode means.")]
    changed: Annotated[bool, says("Whether the configuration was changed.")]


class PromoteRecordOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What was recorded."""

    recorded: Annotated[tuple[str, ...], says("Keys of the entries that changed.")]


def ranking(found: "Recalls", seen: "Preview") -> PromoteOutput:
    """The ranking of all recalls."""
    from dreamtui.model.change import Change, ChangeSet
    from dreamtui.openclaw.kind import FOLDERS, MEMORY

    waiting = {row.id for row in found.desk.queue().rows(FOLDERS.pending)}
    source = found.source
    return PromoteOutput(
        profile=found.settings.profile.name,
        candidates=tuple(_candidate(one, waiting) for one in seen.candidates),
        excluded=each(ExclusionShape, found.ranking.excluded),
        held_back=tuple(one.entry.key for one in found.ranking.held_back),
        considered=found.ranking.considered,
        thresholds=_thresholds(found.settings),
        memory=changed(ChangeSet.of(Change(MEMORY, seen.before, seen.after))),
        budget=BudgetShape(used=seen.fit.size, limit=seen.fit.budget, would_drop=tuple(seen.fit.dropped)),
        store=StoreShape(path=source.where or None, bytes=source.size, writable=source.writable),
        remarks=tuple(source.remarks),
    )


def _thresholds(settings: "Settings") -> ThresholdShape:
    needed = settings.thresholds
    return ThresholdShape(
        min_score=needed.min_score,
        min_recall_count=needed.min_recalls,
        min_unique_queries=needed.min_queries,
        limit=needed.limit,
        max_age_days=needed.max_age_days,
        half_life_days=needed.half_life_days,
        source=settings.source,
        overridden=tuple(settings.dreaming.overridden),
    )


def _candidate(one: "RankedRecall", waiting: set[str]) -> CandidateShape:
    scored, made, place = one.scored, one.promotion, one.place
    stands = bool(place.start)
    return CandidateShape(
        id=made.id,
        **_facts(scored.entry),
        score=scored.score,
        components=_components(scored.components),
        phase_boost=scored.boost,
        signal_count=scored.signals,
        unique_queries=scored.contexts,
        avg_score=scored.average,
        age_days=scored.age_days,
        concept_tags=tuple(scored.tags),
        note=NotePlace(
            found=place.word(scored.entry.start, scored.entry.end),
            start_line=place.start if stands else None,
            end_line=place.end if stands else None,
            text=place.text if stands else None,
        ),
        junk=tuple(made.junk),
        problem=one.problem or None,
        queued=made.id in waiting,
    )


def _facts(entry: "RecallEntry") -> dict[str, Any]:
    """What a store says of an entry."""
    return {
        "key": entry.key,
        "path": entry.path,
        "start_line": entry.start,
        "end_line": entry.end,
        "snippet": entry.snippet,
        "recall_count": entry.recalls,
        "max_score": min(1.0, entry.max_score),
        "first_recalled_at": entry.first_recalled,
        "last_recalled_at": entry.last_recalled,
        "recall_days": tuple(entry.days),
        "promoted_at": entry.promoted_at or None,
    }


def _components(parts: "Components") -> dict[str, float]:
    """The parts of a score that the profile knows."""
    return {name: value for name, value in zip(parts._fields, parts, strict=True) if value is not None}


def queued(done: "PromotionRun") -> PromoteQueueOutput:
    """What a run did to the queue."""
    intake = done.intake
    return PromoteQueueOutput(
        new=each(NewPromotion, intake.new),
        updated=tuple(made.id for made in intake.updated),
        unchanged=len(intake.unchanged),
        skipped=tuple(SkippedRecall(key=key, why=why) for key, why in done.skipped),
        recurring=tuple(made.id for made in intake.recurring),
        held_back=done.held_back,
    )


def explained(found: "Recalls", told: "Explanation") -> ExplainOutput:
    """Why one recall is or is not promoted."""
    from dreamtui.openclaw.promotion import promotion_id

    return ExplainOutput(
        id=promotion_id(told.entry.key),
        profile=found.settings.profile.name,
        entry=RecallFacts(**_facts(told.entry)),
        score=told.score,
        components=_components(told.components),
        contributions=tuple(ContributionShape(name=n, weight=w, adds=adds) for n, w, adds in told.contributions),
        signal_count=told.signals,
        unique_queries=told.contexts,
        age_days=told.age_days,
        concept_tags=tuple(told.tags),
        passes=told.passes,
        gates=tuple(alike(ThresholdGateShape, gate, needed=gate.needed or None) for gate in told.gates),
    )


def status(now: "DreamingStatus") -> PromoteStatusOutput:
    """Where promotion stands."""
    dreaming, deep = now.settings.dreaming, now.deep
    return alike(
        PromoteStatusOutput,
        now,
        mode=dreaming.mode,
        profile=now.settings.profile.name,
        cadence=dreaming.cron if dreaming.enabled else None,
        timezone=dreaming.timezone or None,
        thresholds=_thresholds(now.settings),
        limit=dreaming.thresholds.limit,
        memory=BudgetShape(used=now.size, limit=now.budget, would_drop=()),
        store=StoreShape(path=now.where or None, bytes=now.store_bytes, writable=now.writable),
        next_cycle=now.next_cycle or None,
        last_run=now.last_run or None,
        deep=deep
        and alike(
            DeepShape,
            deep,
            concept_tagged=deep.tagged,
            held_back_by=tuple(ReasonCount(reason=reason, count=count) for reason, count in deep.reasons),
        ),
    )
