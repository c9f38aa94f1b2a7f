"""Imports another tool's long-term memory: memories become notes, unreviewed insights become pending insights."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from dreamtui.desk.decide.gate import check_plans, check_words
from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision import graph
from dreamtui.kinds.insight import codec as insight_format
from dreamtui.kinds.note import codec as note_format
from dreamtui.kinds.note.kind import NAME, NOTES
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Decision, Draft, Plan
from dreamtui.model.insight import Insight, InsightType
from dreamtui.model.memory import Note, NoteStatus
from dreamtui.model.verb import Verb
from dreamtui.sources.secondbrain import OldBrain, OldInsight, OldMemory, read_secondbrain
from dreamtui.text.dates import iso, read_instant
from dreamtui.text.inert import one_line

_TITLE = 100
_ORIGIN = "secondbrain"


@dataclass(frozen=True, slots=True)
class Imported:
    notes: tuple[str, ...]
    """Ids of the notes that were written."""
    insights: tuple[str, ...]
    """Ids of the pending insights that were written."""
    known: int
    """Memories that were imported before, or repeat a note."""
    forgotten: int
    """Memories that were forgotten there and stay so."""
    remarks: tuple[str, ...]
    """What else is to be known, a sentence each."""
    decisions: tuple[Decision, ...]
    """The one decision for all of it; None if nothing was new."""


def import_secondbrain(desk: Desk, path: Path, acknowledged: Collection[str] = ()) -> Imported:
    """Read the database and write what is not here yet, all together; the same import again changes nothing."""
    desk.decides()
    brain = read_secondbrain(path)
    notes = {made.id: made for made in _notes(brain, iso(desk.now))}
    insights = {made.id: made for made in _insights(brain, iso(desk.now))}
    decisions: tuple[Decision, ...] = ()
    with desk.store.writing(desk.writer()) as transaction:
        fresh_notes = [one for key, one in sorted(notes.items()) if desk.store.read(one.path) is None]
        fresh_insights = [one for key, one in sorted(insights.items()) if desk.store.read(one.path) is None]
        changes = [Change(one.path, None, note_format.render(one)) for one in fresh_notes]
        changes += [Change(one.path, None, insight_format.render(one)) for one in fresh_insights]
        if changes:
            marks = desk.store.audit.marks()
            plan = Plan(ChangeSet.of(*changes), _draft(desk, path, fresh_notes, fresh_insights))
            check_plans([plan], acknowledged)
            check_words(((f"the insight {one.id}", f"{one.title}\n{one.text}") for one in fresh_insights), acknowledged)
            decisions = transaction.record([plan], graph.heads(marks))
    forgotten = sum(_is_forgotten(one, iso(desk.now)) for one in brain.memories)
    remarks = ("changes that are still in its log could not be read",) if brain.partial else ()
    return Imported(
        tuple(one.id for one in fresh_notes),
        tuple(one.id for one in fresh_insights),
        len(notes) + len(insights) - len(changes),
        forgotten,
        remarks,
        decisions,
    )


def _draft(desk: Desk, path: Path, notes: list[Note], insights: list[Insight]) -> Draft:
    seed = "\n".join([*(one.id for one in notes), *(one.id for one in insights)])
    return Draft(
        item="import-" + hashlib.sha1(seed.encode(), usedforsecurity=False).hexdigest()[:10],
        kind=NAME,
        fingerprint=f"import:{_ORIGIN}",
        title=f"{len(notes)} notes and {len(insights)} insights from {one_line(path.name)}",
        verb=Verb.ADD,
        actor=desk.actor,
        when=iso(desk.now),
    )


def _notes(brain: OldBrain, now: str) -> list[Note]:
    """Active and deprecated memories as notes; a link to what one was merged into leads to that note."""
    kept = [one for one in brain.memories if not _is_forgotten(one, now) and one.status != "pending"]
    ids = {one.id: note_format.note_id(_title(one.content), one.content.strip()) for one in kept}
    return [_note(one, ids, now) for one in kept]


def _is_forgotten(old: OldMemory, now: str) -> bool:
    """Whether it was forgotten there, or its time has come since."""
    after = _time(old.forget_after, "")
    return old.forgotten or ("" < after <= now)


def _note(old: OldMemory, ids: dict[str, str], now: str) -> Note:
    new_id = ids[old.id]
    retired = old.status != "active"
    return Note(
        id=new_id,
        path=f"{NOTES}/{new_id}.md",
        title=_title(old.content),
        text=old.content.strip(),
        category=one_line(old.category),
        status=NoteStatus.DEPRECATED if retired else NoteStatus.ACTIVE,
        pinned=old.pinned,
        static=old.static,
        importance=old.importance,
        created=_time(old.created, now),
        updated=_time(old.updated, now),
        merged_into=ids.get(old.merged_into, "") if retired else "",
        sources=(f"{_ORIGIN}:{one_line(old.id)}",),
        review_after=_time(old.forget_after, "")[:10],
    )


def _insights(brain: OldBrain, now: str) -> list[Insight]:
    """What was not reviewed there: its insights, and memories waiting for a review."""
    found = [_insight(one, now) for one in brain.insights if one.status != "deprecated"]
    waiting = [one for one in brain.memories if one.status == "pending" and not _is_forgotten(one, now)]
    found += [
        _insight(OldInsight(one.id, "pattern", "pending", one.content, one.importance, one.created), now)
        for one in waiting
    ]
    return found


def _insight(old: OldInsight, now: str) -> Insight:
    kind = InsightType(old.type) if old.type in tuple(InsightType) else InsightType.PATTERN
    subject = f"{_ORIGIN}:{one_line(old.id)}"
    item_id = insight_format.insight_id(kind, subject)
    seen = _time(old.created, now)
    return Insight(
        id=item_id,
        type=kind,
        title=_title(old.content),
        subject=subject,
        text=old.content.strip(),
        path=insight_format.path_of(item_id),
        importance=old.importance,
        first_seen=seen,
        last_seen=seen,
        created=now,
    )


def _title(content: str) -> str:
    """The first line, cut at a word."""
    line = one_line(content.strip().split("\n", 1)[0]).strip().lstrip("#").strip()
    if len(line) <= _TITLE:
        return line or "Imported memory"
    return line[:_TITLE].rsplit(" ", 1)[0] + "…"


def _time(text: str, otherwise: str) -> str:
    """The time as we write it; what is none becomes the time of the import."""
    moment = read_instant(text)
    return iso(moment) if moment else otherwise
