"""Promotion: look, queue, apply, explain. Nothing becomes memory without a person's reason.

A console reads all recalls once and holds them against thresholds that move (`Lane`); nothing of that is written.
"""

import uuid
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from dreamtui.desk.decide import decide
from dreamtui.desk.decide.decide import judged, need_rationale
from dreamtui.desk.decide.gate import check_plans, check_words
from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision import graph
from dreamtui.kinds.intake import Intake, IntakeRules, Known, take_in
from dreamtui.kinds.item_files import Setting
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import NotFound, Refused
from dreamtui.model.mining.interface import no_collection
from dreamtui.model.verb import Verb
from dreamtui.openclaw import plans as promotions
from dreamtui.openclaw import promotion as promotion_item
from dreamtui.openclaw.js import number_text, to_fixed
from dreamtui.openclaw.kind import FOLDERS, MEMORY, NAME
from dreamtui.openclaw.memory_file import Fit, appended, fit, markers, section
from dreamtui.openclaw.promotion import Promotion, promotion_id
from dreamtui.openclaw.recalls import PromotionBatch, Recalls, obstacle, promotion_lock
from dreamtui.openclaw.scoring.locate import LocatedSnippet, SnippetPlace
from dreamtui.openclaw.scoring.recall_entries import Exclusion, RecallEntry, Scored, Thresholds
from dreamtui.openclaw.scoring.score import Explanation, explain, judge, survey, would_pass
from dreamtui.openclaw.settings import PromotionOptions
from dreamtui.store.index import recurrence
from dreamtui.text.dates import iso

CHECKED = 200
"""Candidates that are looked up in their notes for a preview; looking is slower than ranking."""


@dataclass(frozen=True, slots=True)
class RankedRecall:
    """One recall in its note: what would be promoted, and what speaks against it."""

    scored: Scored
    promotion: Promotion
    """The same as an item, found again in its note."""
    place: SnippetPlace
    problem: str = ""
    """Why it could not be promoted as it stands."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be promoted, and what MEMORY.md would be; nothing is written."""

    candidates: tuple[RankedRecall, ...]
    before: bytes | None
    after: bytes | None
    """MEMORY.md with every candidate that can be promoted."""
    fit: Fit


def preview(found: Recalls) -> Preview:
    """The candidates, their notes looked at, and MEMORY.md with all of them that can be promoted."""
    candidates = tuple(_candidate(found, one, check=n < CHECKED) for n, one in enumerate(found.ranking.candidates))
    before = found.desk.store.read(MEMORY)
    form, day = found.settings.profile.form, found.settings.day(found.desk)
    text = (before or b"").decode("utf-8", "replace")
    known = markers(text) if form.marks else frozenset()
    wanted = [one.promotion for one in candidates if not one.problem and one.promotion.key not in known]
    lines = [promotions.line_for(made) for made in wanted]
    if not lines:
        return Preview(candidates, before, before, fit(text, ""))
    after = appended(text if before is not None else None, lines, day, form).encode("utf-8", "replace")
    return Preview(candidates, before, after, fit(text, section(lines, day, form)))


def _candidate(found: Recalls, one: Scored, *, check: bool = True) -> RankedRecall:
    made, place = found.promotion(one, check=check)
    problem = obstacle(made, place)[0] if place.found is not LocatedSnippet.UNCHECKED else ""
    return RankedRecall(one, made, place, problem)


@dataclass(frozen=True, slots=True)
class PromotionRun:
    """What a run did to the queue."""

    intake: Intake[Promotion]
    """Put into the queue, waiting already, rejected before."""
    skipped: tuple[tuple[str, str], ...]
    """Keys that cannot be promoted, with the reason."""
    held_back: int


def queue(found: Recalls) -> PromotionRun:
    """Put the candidates into the queue; nothing else is ever done without a person."""
    desk = found.desk
    with desk.store.writing(desk.writer()) as transaction:
        done = _intake(found)
        intake = done.intake
        details = {
            "new": [made.id for made in intake.new],
            "updated": len(intake.updated),
            "skipped": len(done.skipped),
            "profile": found.settings.profile.name,
            "recurring": [made.id for made in intake.recurring],
        }
        transaction.apply(intake.changes, "promote", **details)
    recurrence.save(desk.layout, NAME, intake.rows)
    return done


def _intake(found: Recalls) -> PromotionRun:
    good, skipped = [], []
    for one in found.ranking.candidates:
        made, place = found.promotion(one)
        problem, mendable = obstacle(made, place)
        if problem and not mendable:
            skipped.append((made.key, problem))
        else:
            good.append(made)
    read = found.desk.store.read
    waiting = {made.id: data for made in good if (data := read(FOLDERS.pending.path_of(made.id))) is not None}
    refused = _refused_before(found)
    rules = IntakeRules(
        Known(waiting, {made.id for made in refused}),
        keys=lambda made: (made.id,),
        path=FOLDERS.pending.path_of,
        render=lambda made: promotion_item.render(replace(made, queued_at=iso(found.desk.now))),
        row=lambda made: promotion_item.row_of(made, FOLDERS.rejected.path_of(made.id)),
        refresh=lambda made, waits, data: _kept(made, data, iso(found.desk.now)),
    )
    return PromotionRun(take_in([*good, *refused], rules), tuple(skipped), len(found.ranking.held_back))


def _kept(made: Promotion, old: bytes, now: str) -> tuple[Promotion, bytes]:
    """A promotion that waits already keeps when it came, its deferral and its reopening."""
    try:
        known = promotion_item.parse(old)
        kept = replace(made, queued_at=known.queued_at, until=known.until, reopened=known.reopened)
    except ValueError:
        kept = replace(made, queued_at=now)
    return kept, promotion_item.render(kept)


def _refused_before(found: Recalls) -> list[Promotion]:
    """Recalls that a person rejected and that qualify again, as they were rejected but for the last recall."""
    refused = {e.key for e in found.ranking.excluded if e.reason == "rejected"}
    entries = [e for e in found.entries if e.key in refused] if refused else []
    again = []
    for entry in entries:
        data = found.desk.store.read(FOLDERS.rejected.path_of(promotion_item.promotion_id(entry.key)))
        if data is not None and isinstance(judge(entry, found.rules), Scored):
            again.append(replace(promotion_item.parse(data), last_recalled=entry.last_recalled))
    return sorted(again, key=lambda made: made.id)


def apply(
    found: Recalls,
    rationale: str,
    *,
    room: str = "",
    expected: ChangeSet | None = None,
    acknowledged: Collection[str] = (),
) -> decide.Outcome:
    """Promote every candidate that can be, all in one section, one record each; those that cannot are named."""
    desk, given = found.desk, decide.clean(Words(rationale=rationale, room=room))
    need_rationale(Verb.ACCEPT, given.rationale)
    check_words([("the reason", given.rationale)], acknowledged)
    with desk.store.writing(desk.writer()) as transaction, promotion_lock(desk):
        fresh = Recalls(desk, found.asked)
        marks = desk.store.audit.marks()
        batch = PromotionBatch(desk, fresh)
        plans, advice, skipped = [], [], []
        scored = fresh.ranking.candidates
        key = (
            uuid.uuid5(uuid.NAMESPACE_OID, " ".join(one.entry.key for one in scored)).hex[:12]
            if len(scored) > 1
            else ""
        )
        setting = Setting(desk.actor, desk.now, batch=f"{key}-{len(marks)}" if key else "")
        for one in scored:
            made = fresh.promotion(one, check=False)[0]
            held = batch.of(made, FOLDERS.pending.path_of(made.id))
            if held.files.problem:
                skipped.append(f"{one.entry.key} is left: {held.files.problem}")
                continue
            advice += judged(held.item, Verb.ACCEPT, given, marks, setting, batch=bool(key))
            plan = promotions.accept(held, given, setting)
            batch.planned(held, given, plan)
            plans.append(plan)
            advice += plan.advice
        decide.as_shown(plans, expected)
        check_plans(plans, acknowledged)
        decisions = transaction.record(plans, graph.heads(marks)) if plans else ()
    return decide.Outcome(decisions, _all(plans), tuple(dict.fromkeys([*advice, *skipped])))


def _all(plans: Iterable[Plan]) -> ChangeSet:
    return ChangeSet.of(*(change for plan in plans for change in plan.changes.changes))


def explained(found: Recalls, selector: str) -> Explanation:
    """Why one entry is or is not promoted; the selector is its key, its id, a path, or a part of its snippet."""
    matches = [e for e in found.entries if e.key == selector]
    if not matches and selector.startswith("m-"):
        matches = [e for e in found.entries if promotion_item.promotion_id(e.key).startswith(selector)]
    if not matches:
        low = selector.casefold()
        matches = [e for e in found.entries if low in e.key.casefold() or low in e.snippet.casefold()]
    if not matches:
        known = found.source.store.entries.get(selector)
        if known is not None:
            raise Refused(f"the entry {selector} is malformed and is never read")
        raise NotFound(f"no recall has {selector!r} in its key, path or snippet")
    if len(matches) > 1:
        names = ", ".join(entry.key for entry in matches[:4])
        raise Refused(f"{selector!r} could be {len(matches)} recalls: {names}")
    return explain(matches[0], found.rules)


def what_if(found: Recalls) -> list[Scored]:
    """Every entry that only thresholds could hold back, scored, best first; see `passing`."""
    scored = survey(found.entries, found.rules)
    return sorted(scored, key=lambda one: (-one.score, -one.entry.recalls, one.entry.path))


def passing(scored: Iterable[Scored], thresholds: Thresholds) -> list[Scored]:
    """Which entries of a survey would pass these thresholds; costs a few comparisons each."""
    return [one for one in scored if would_pass(one, thresholds)]


STEP = 0.05
"""By how much the lowest score moves."""


@dataclass(frozen=True, slots=True)
class Lane:
    """All recalls of a workspace at one moment."""

    recalls: Recalls
    scored: tuple[Scored, ...]
    """Those that only thresholds could hold back, best first."""
    dropped: tuple[Exclusion, ...]
    """Those that no threshold would let through, with the reason."""
    entries: Mapping[str, RecallEntry]
    waiting: frozenset[str]
    """Ids of promotions that wait in the queue."""

    @property
    def thresholds(self) -> Thresholds:
        return self.recalls.settings.thresholds

    @property
    def where(self) -> str:
        """The file of the recalls; empty if there is none."""
        return self.recalls.source.where

    def waits(self, key: str) -> bool:
        """Whether a recall is in the queue."""
        return bool(self.waiting) and promotion_id(key) in self.waiting

    def why(self, key: str, needed: Thresholds) -> Explanation:
        """The components and gates of one entry under these thresholds."""
        return explain(self.entries[key], replace(self.recalls.rules, thresholds=needed))

    def look(self, key: str) -> RankedRecall | None:
        """One recall found again in its note; nothing for one that no threshold would let through."""
        one = next((scored for scored in self.scored if scored.entry.key == key), None)
        return _candidate(self.recalls, one) if one is not None else None


def lane(desk: Desk) -> Lane:
    found = Recalls(desk, PromotionOptions())
    with no_collection():
        scored = tuple(what_if(found))
        known = {one.entry.key for one in scored}
        dropped = sorted(
            (one for one in found.ranking.excluded if one.key not in known), key=lambda o: (o.reason, o.key)
        )
        entries = {entry.key: entry for entry in found.entries}
    waiting = frozenset(row.id for row in desk.queue().rows(FOLDERS.pending))
    return Lane(found, scored, tuple(dropped), entries, waiting)


def at(desk: Desk, needed: Thresholds) -> Recalls:
    """The recalls read again and ranked under changed thresholds."""
    asked = PromotionOptions(min_score=needed.min_score, min_recalls=needed.min_recalls, min_queries=needed.min_queries)
    return Recalls(desk, asked)


def moved(needed: Thresholds, name: str, steps: int) -> Thresholds:
    """The thresholds with one of them moved; a score stays between 0 and 1, a count does not go below 0."""
    if name == "min_score":
        return replace(needed, min_score=round(min(1.0, max(0.0, needed.min_score + steps * STEP)), 6))
    if name == "min_recalls":
        return replace(needed, min_recalls=max(0, needed.min_recalls + steps))
    return replace(needed, min_queries=max(0, needed.min_queries + steps))


def short_of(one: Scored, needed: Thresholds) -> tuple[str, ...]:
    """The figures of every threshold that holds a recall back, as in `1 < 2 recalls`."""
    said = []
    if one.signals < needed.min_recalls:
        said.append(f"{one.signals} < {needed.min_recalls} recalls")
    if one.contexts < needed.min_queries:
        said.append(f"{one.contexts} < {needed.min_queries} queries")
    if needed.max_age_days is not None and one.age_days > needed.max_age_days:
        said.append(f"{to_fixed(one.age_days, 1)}d > {needed.max_age_days}d")
    if one.score < needed.min_score:
        said.append(f"{to_fixed(one.score, 3)} < {number_text(needed.min_score)}")
    return tuple(said)
