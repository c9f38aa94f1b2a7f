"""What the promotion commands print as JSON."""

from typing import Any

from dreamtui.desk.queue.show import changes_json
from dreamtui.model.change import Change, ChangeSet
from dreamtui.openclaw.kind import MEMORY, PENDING
from dreamtui.openclaw.promote import Preview, PromotionRun, RankedRecall
from dreamtui.openclaw.promotion import promotion_id
from dreamtui.openclaw.recalls import Recalls
from dreamtui.openclaw.scoring.rank import Explanation
from dreamtui.openclaw.scoring.recall import Components, RecallEntry
from dreamtui.openclaw.settings import Settings
from dreamtui.openclaw.status import DreamingStatus


def preview_json(found: Recalls, seen: Preview) -> dict[str, Any]:
    """`promote --json`."""
    queue = found.desk.queue()
    waiting = {row.id for row in queue.rows(PENDING)}
    change = Change(MEMORY, seen.before, seen.after)
    return {
        "schema": 1,
        "profile": found.settings.profile.name,
        "candidates": [_candidate(one, waiting) for one in seen.candidates],
        "excluded": [
            {"key": one.key, "reason": one.reason, "detail": one.detail, "distance": one.distance}
            for one in found.ranking.excluded
        ],
        "held_back": [one.entry.key for one in found.ranking.held_back],
        "considered": found.ranking.considered,
        "thresholds": thresholds_json(found.settings),
        "memory": changes_json(ChangeSet.of(change)),
        "budget": {"used": seen.fit.size, "limit": seen.fit.budget, "would_drop": list(seen.fit.dropped)},
        "store": {"path": found.source.where or None, "bytes": found.source.size, "writable": found.source.writable},
        "remarks": list(found.source.remarks),
    }


def thresholds_json(settings: Settings) -> dict[str, Any]:
    """What an entry has to reach, and where that comes from."""
    needed = settings.thresholds
    return {
        "minScore": needed.min_score,
        "minRecallCount": needed.min_recalls,
        "minUniqueQueries": needed.min_queries,
        "limit": needed.limit,
        "maxAgeDays": needed.max_age_days,
        "halfLifeDays": needed.half_life_days,
        "source": settings.source,
        "overridden": list(settings.dreaming.overridden),
    }


def _candidate(one: RankedRecall, waiting: set[str]) -> dict[str, Any]:
    scored, made = one.scored, one.promotion
    stands = bool(one.place.start)
    return {
        "id": made.id,
        **entry_json(scored.entry),
        "score": scored.score,
        "components": components_json(scored.components),
        "phaseBoost": scored.boost,
        "signalCount": scored.signals,
        "uniqueQueries": scored.contexts,
        "avgScore": scored.average,
        "ageDays": scored.age_days,
        "conceptTags": list(scored.tags),
        "note": {
            "found": one.place.found.value,
            "startLine": one.place.start if stands else None,
            "endLine": one.place.end if stands else None,
            "text": one.place.text if stands else None,
        },
        "junk": list(made.junk),
        "problem": one.problem or None,
        "queued": made.id in waiting,
    }


def entry_json(entry: RecallEntry) -> dict[str, Any]:
    """The facts of an entry, under OpenClaw's own names."""
    return {
        "key": entry.key,
        "path": entry.path,
        "startLine": entry.start,
        "endLine": entry.end,
        "snippet": entry.snippet,
        "recallCount": entry.recalls,
        "maxScore": min(1.0, entry.max_score),
        "firstRecalledAt": entry.first_recalled,
        "lastRecalledAt": entry.last_recalled,
        "recallDays": list(entry.days),
        "promotedAt": entry.promoted_at or None,
    }


def components_json(parts: Components) -> dict[str, float]:
    """The parts of a score that the profile knows."""
    return {name: value for name, value in zip(parts._fields, parts, strict=True) if value is not None}


def queued_json(done: PromotionRun) -> dict[str, Any]:
    """`promote --queue --json`."""
    return {
        "schema": 1,
        "new": [{"id": made.id, "key": made.key, "score": made.score} for made in done.intake.new],
        "updated": [made.id for made in done.intake.updated],
        "unchanged": len(done.intake.unchanged),
        "skipped": [{"key": key, "why": why} for key, why in done.skipped],
        "recurring": [made.id for made in done.intake.recurring],
        "held_back": done.held_back,
    }


def explained_json(found: Recalls, told: Explanation) -> dict[str, Any]:
    """`promote explain --json`."""
    return {
        "schema": 1,
        "id": promotion_id(told.entry.key),
        "profile": found.settings.profile.name,
        "entry": entry_json(told.entry),
        "score": told.score,
        "components": components_json(told.components),
        "contributions": [{"name": n, "weight": weight, "adds": adds} for n, weight, adds in told.contributions],
        "signalCount": told.signals,
        "uniqueQueries": told.contexts,
        "ageDays": told.age_days,
        "conceptTags": list(told.tags),
        "passes": told.passes,
        "gates": [
            {"name": gate.name, "passes": gate.passes, "detail": gate.detail, "needed": gate.needed or None}
            for gate in told.gates
        ],
    }


def status_json(now: DreamingStatus) -> dict[str, Any]:
    """`promote status --json`."""
    deep = now.deep
    return {
        "schema": 1,
        "mode": now.settings.dreaming.mode,
        "profile": now.settings.profile.name,
        "cadence": now.settings.dreaming.cron if now.settings.dreaming.enabled else None,
        "timezone": now.settings.dreaming.timezone or None,
        "thresholds": thresholds_json(now.settings),
        "limit": now.settings.dreaming.thresholds.limit,
        "short_term": now.short_term,
        "long_term": now.long_term,
        "promoted": now.promoted,
        "marked": now.marked,
        "qualified": now.qualified,
        "waiting": now.waiting,
        "memory": {"used": now.size, "limit": now.budget, "would_drop": []},
        "store": {"path": now.where or None, "bytes": now.store_bytes, "writable": now.writable},
        "next_cycle": now.next_cycle or None,
        "last_run": now.last_run or None,
        "remarks": list(now.remarks),
        "deep": None
        if deep is None
        else {
            "invalid": deep.invalid,
            "dangling": deep.dangling,
            "concept_tagged": deep.tagged,
            "spaced": deep.spaced,
            "lock": deep.lock,
            "held_back_by": [{"reason": reason, "count": count} for reason, count in deep.reasons],
        },
    }
