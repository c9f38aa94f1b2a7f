"""Runs: what was read, and what came of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct

from dreamtui.present.documents.alike import alike, each, says
from dreamtui.present.documents.items import DraftShape, ListedItem, listed, model_draft

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.desk.mine.run import Run
    from dreamtui.desk.mine.unattended import Dream
    from dreamtui.desk.queue.model_draft import Drafted
    from dreamtui.desk.reorganize.cycle import Cycle
    from dreamtui.kinds.intake import Intake
    from dreamtui.model.insight import Insight
    from dreamtui.present.digest import QueueDigest


class ReadCounts(Struct, frozen=True):
    """How much a run read."""

    events: Annotated[int, says("Events of the logs in all.")]
    commits: Annotated[int, says("Commits of the history in all.")]
    fresh: Annotated[int, says("Events and commits read now, the rest being remembered.")]
    changes: Annotated[int, says("Commits that were looked at with what they changed, whatever the window.")]
    changes_since: Annotated[str, says("The day of the oldest of these; empty without any.")]
    transcripts: Annotated[int, says("Transcripts of conversations in all.")]
    sessions: Annotated[int, says("Sessions in them.")]


class WindowShape(Struct, frozen=True):
    """How far back a run looked."""

    since: Annotated[str, says("UTC time of the window's start.")]
    text: Annotated[str, says("The window in words.")]
    source: Annotated[str, says("`flag`, the file it stands in, or `default`.")]


class SkipShape(Struct, frozen=True):
    """A piece of input that could not be read."""

    path: Annotated[str, says("The file.")]
    line: Annotated[int, says("Line from 1, or 0 for the file as a whole.")]
    why: Annotated[str, says("A few words.")]


class InsightCounts(Struct, frozen=True):
    """What a run did to the insights."""

    new: Annotated[tuple[str, ...], says("Ids of those that were added.")]
    updated: Annotated[int, says("Waiting ones with newer counts.")]
    recurring: Annotated[int, says("Rejected ones that were seen again.")]
    held_back: Annotated[int, says("New ones left out for now.")]


class RememberedShape(Struct, frozen=True):
    """Something found that Claude Code's memory says already, so that it is not proposed."""

    id: Annotated[str, says("The id it would have.")]
    title: Annotated[str, says("Its title.")]
    path: Annotated[str, says("The memory that says it.")]


class ProposalCounts(Struct, frozen=True):
    """What a run proposed about the memories."""

    scanned: Annotated[int, says("Memories looked at.")]
    new: Annotated[tuple[str, ...], says("Ids of the proposals that were added.")]
    updated: Annotated[int, says("Waiting ones that changed.")]
    unchanged: Annotated[int, says("Waiting ones that are as they were.")]
    recurring: Annotated[int, says("Rejected ones that were found again.")]
    withdrawn: Annotated[int, says("Waiting ones that are no longer possible.")]


class PhaseShape(Struct, frozen=True):
    """One phase of a run."""

    name: Annotated[Literal["orient", "gather", "consolidate", "prune and index"], says("Which one.")]
    said: Annotated[tuple[str, ...], says("What came of it, a sentence each.")]


class GateShape(Struct, frozen=True):
    """What held an unattended run back."""

    gate: Annotated[Literal["hours", "sessions"], says("Which gate.")]
    why: Annotated[str, says("What is missing.")]


class RunDraft(Struct, frozen=True):
    """What came of asking a model about an item."""

    id: Annotated[str, says("The item.")]
    draft: Annotated[DraftShape | None, says("What it answered, checked; null when no answer came.")]
    problem: Annotated[str, says("Why no answer came; empty when one did.")]


class DreamOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a run read and did to the queue."""

    read: Annotated[ReadCounts, says("How much was read.")]
    window: Annotated[WindowShape, says("How far back it looked.")]
    new: Annotated[int, says("Items that were added.")]
    updated: Annotated[int, says("Items whose counts or evidence changed.")]
    vanished: Annotated[int, says("Items whose signal is no longer seen.")]
    recurring: Annotated[int, says("Items seen again although they are decided.")]
    held_back: Annotated[int, says("New items left out for now because of --max-new.")]
    skipped_lines: Annotated[int, says("Lines that could not be read.")]
    insights: Annotated[InsightCounts, says("What several sessions have in common, for a person to decide on.")]
    skips: Annotated[tuple[SkipShape, ...], says("The first of them by name.")]
    remarks: Annotated[tuple[str, ...], says("What else is to be known, a sentence each.")]
    items: Annotated[tuple[ListedItem, ...], says("The items the run saw.")]
    remembered: Annotated[tuple[RememberedShape, ...], says("What a memory says already and was left out.")]
    proposals: Annotated[
        ProposalCounts, says("What was proposed about the memories; all zero where they were not looked at.")
    ]
    phases: Annotated[tuple[PhaseShape, ...], says("The phases of the run, in their order.")]
    drafts: Annotated[tuple[RunDraft, ...], says("What a model was asked with --draft, item by item.")]
    skipped: Annotated[GateShape | None, says("What held an unattended run back, so that nothing was done.")]


class DigestShape(Struct, frozen=True):
    """An item that waits, with its evidence; secrets are masked."""

    id: Annotated[str, says("Its id.")]
    kind: Annotated[str, says("What kind of item.")]
    signal: Annotated[str, says("What found it.")]
    title: Annotated[str, says("Its title, on one line.")]
    new: Annotated[bool, says("Whether this run added it.")]
    evidence: Annotated[tuple[str, ...], says("When, who and what was said, a line each.")]
    notes: Annotated[tuple[str, ...], says("What a reader should be careful about.")]


class DigestOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a run found and what waits, for mail or chat."""

    workspace: Annotated[str, says("The name of the workspace.")]
    new: Annotated[int, says("Items that this run added.")]
    updated: Annotated[int, says("Candidates whose counts or evidence changed.")]
    waits: Annotated[int, says("Items that wait for a person.")]
    recurring: Annotated[int, says("Decided items that came up again with anything newer.")]
    oldest: Annotated[str, says("The day of the oldest that waits; empty for none.")]
    items: Annotated[tuple[DigestShape, ...], says("What waits, what is new first.")]


def digest_output(found: "QueueDigest") -> DigestOutput:
    """What a run found and what waits."""
    return alike(DigestOutput, found, items=each(DigestShape, found.items))


def dream(desk: "Desk", done: "Dream", drafted: "Sequence[Drafted]" = ()) -> DreamOutput:
    """What a run read and did to the queue."""
    run, intake = done.run, done.run.intake
    return DreamOutput(
        read=alike(ReadCounts, run.read, transcripts=run.read.heard.files, sessions=run.read.heard.sessions),
        window=WindowShape(since=run.settings.since, text=run.settings.since_text, source=run.window_source),
        new=len(intake.new),
        updated=len(intake.updated),
        vanished=len(intake.vanished),
        recurring=len(intake.recurring),
        held_back=len(intake.held_back),
        skipped_lines=run.read.skipped,
        insights=_insights(run.insights),
        skips=each(SkipShape, run.read.skips),
        remarks=tuple(run.read.remarks),
        items=_items(run),
        remembered=tuple(RememberedShape(id=item.id, title=item.title, path=path) for item, path in run.remembered),
        proposals=_proposals(done.cycle),
        phases=tuple(alike(PhaseShape, phase) for phase in done.phases),
        drafts=tuple(
            RunDraft(
                id=one.item.id,
                draft=model_draft(one.draft, current=True) if one.draft is not None else None,
                problem=one.problem,
            )
            for one in drafted
        ),
        skipped=alike(GateShape, done.gate, gate=done.gate.name) if done.gate else None,
    )


def _items(run: "Run") -> tuple[ListedItem, ...]:
    """The items that were seen, as they stand in the queue, or as they would."""
    from dreamtui.desk.queue import lookup

    intake = run.intake
    planned = {item.id: item for item in (*intake.new, *intake.updated)}
    seen = (item.id for item in (*intake.new, *intake.updated, *intake.unchanged, *intake.recurring))
    entries = {entry.row.id: entry for entry in run.entries}
    return tuple(
        listed(entries[i] if i in entries else lookup.planned_entry(planned[i]))
        for i in seen
        if i in entries or i in planned
    )


def _insights(intake: "Intake[Insight] | None") -> InsightCounts:
    if intake is None:
        return InsightCounts(new=(), updated=0, recurring=0, held_back=0)
    return InsightCounts(
        new=tuple(one.id for one in intake.new),
        updated=len(intake.updated),
        recurring=len(intake.recurring),
        held_back=len(intake.held_back),
    )


def _proposals(cycle: "Cycle | None") -> ProposalCounts:
    if cycle is None:
        return ProposalCounts(scanned=0, new=(), updated=0, unchanged=0, recurring=0, withdrawn=0)
    intake = cycle.intake
    return ProposalCounts(
        scanned=cycle.scanned,
        new=tuple(one.proposal.id for one in intake.new),
        updated=len(intake.updated),
        unchanged=len(intake.unchanged),
        recurring=len(intake.recurring),
        withdrawn=len(intake.vanished),
    )
