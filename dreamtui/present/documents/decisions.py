"""Recorded decisions, the audit and the log, and the way back from a line to its decision."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Struct

from dreamtui.model.channel import Channel
from dreamtui.model.verb import Verb
from dreamtui.present.documents.alike import alike, says
from dreamtui.present.documents.items import ChangeShape, MarkShape, changed, listed_mark

if TYPE_CHECKING:
    from dreamtui.desk.audit.audit_views import AuditVerdict
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.desk.decide.together import Foreseen
    from dreamtui.desk.outputs.why import LineOrigin
    from dreamtui.model.decision import Decision, DecisionOrigin, Mark


class EvidenceMark(Struct, frozen=True):
    """A piece of evidence a decision rests on."""

    locator: Annotated[str, says("Where it stood.")]
    hash: Annotated[str, says("First 16 hex of the sha256 of what stood there.")]


class TouchedFile(Struct, frozen=True):
    """What a decision did to one file."""

    path: Annotated[str, says("Relative to the workspace; `.agent/…` is the home, wherever it lies.")]
    before: Annotated[str | None, says("sha256 before; null when the file was not there.")]
    after: Annotated[str | None, says("sha256 after; null when the file is gone.")]


class OriginShape(Struct, frozen=True):
    """Where a decision came from, as far as the process that recorded it could tell."""

    channel: Annotated[Channel, says("Through what it was made.")]
    terminal: Annotated[bool, says("Whether a terminal was read from and written to.")]
    agent: Annotated[str | None, says("The agent in whose environment it was made.")]
    git_name: Annotated[str | None, says("Who git says decides, where the name was given and is another one.")]
    started_by: Annotated[tuple[str, ...], says("Agents among the processes it was started by; a hint.")]


class DecisionOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """One decision, whole."""

    decision: Annotated[str, says("sha256 of the rest of the record.")]
    parents: Annotated[tuple[str, ...], says("Decisions that were the newest when it was made.")]
    item: Annotated[str, says("Id of the item decided.")]
    kind: Annotated[str, says("Kind of the item.")]
    fingerprint: Annotated[str, says("What the item is about.")]
    title: Annotated[str, says("Title of the item when it was decided.")]
    verb: Annotated[Verb, says("What was done.")]
    actor: Annotated[str, says("Who decided.")]
    when: Annotated[str, says("UTC time.")]
    tool: Annotated[str, says("The version that recorded it.")]
    rationale: Annotated[str, says("The written reason, verbatim; empty for verbs that need none.")]
    rule: Annotated[str | None, says("The rule's words where there are any.")]
    drafted_by: Annotated[
        str | None, says("The command of the model that drafted the rule; `, edited` where the person changed it.")
    ]
    draft_answer: Annotated[str | None, says("sha256 of that model's whole answer.")]
    disposition: Annotated[str | None, says("Why it was rejected.")]
    until: Annotated[str | None, says("Date of a deferral, a not-now or the next review.")]
    batch: Annotated[str | None, says("Same for all decisions of one batch.")]
    undoes: Annotated[str | None, says("Id of the decision it takes back.")]
    stands: Annotated[bool, says("Whether it was not taken back.")]
    evidence: Annotated[tuple[EvidenceMark, ...], says("What was shown.")]
    touched: Annotated[tuple[TouchedFile, ...], says("Each changed file.")]
    record: Annotated[str, says("The file of the record.")]
    origin: Annotated[OriginShape | None, says("Where it came from; null in records of earlier versions.")]


class ExportOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Every decision, whole, oldest first."""

    decisions: Annotated[tuple[DecisionOutput, ...], says("Each as `audit show` prints it.")]


class ListedDecision(MarkShape, frozen=True):
    """A decision in the audit's list."""

    stands: Annotated[bool, says("Whether it was not taken back.")]


class AuditListOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Decisions, oldest first."""

    decisions: Annotated[tuple[ListedDecision, ...], says("Those that were asked for.")]


class AuditVerifyOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Whether the audit holds."""

    records: Annotated[int, says("How many records there are.")]
    ok: Annotated[bool, says("Whether no record is broken, no conflict left, and no decision contradicts another.")]
    broken: Annotated[
        tuple[str, ...], says("Records that contradict themselves, their parents or the log, a sentence each.")
    ]
    drift: Annotated[
        tuple[str, ...], says("Files that others changed since the last decision on them, a sentence each.")
    ]
    ahead: Annotated[tuple[str, ...], says("Records whose time has not come, a sentence each.")]
    undecided: Annotated[
        tuple[str, ...], says("Rules that nobody decided as they are: the file, and what is wrong with it.")
    ]
    conflicts: Annotated[tuple[str, ...], says("Files of ours in which git's conflict markers stand, a sentence each.")]
    opposites: Annotated[
        tuple[str, ...],
        says("Decisions that contradict each other, made on branches that were merged since, a sentence each."),
    ]
    commits: Annotated[
        tuple[str, ...],
        says("With --git: where the commits that brought the records say otherwise, a sentence each."),
    ]
    remarks: Annotated[tuple[str, ...], says("With --git: what the commits do not tell, a sentence each.")]
    signatures: Annotated[
        tuple[str, ...], says("What the signature of each record says, a sentence each; empty where none is signed.")
    ]


class LogOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """The log, oldest first."""

    entries: Annotated[
        Sequence[Mapping[str, Any]], says("Each with `ts`, `actor`, `what`, and what that kind of line has to say.")
    ]


class WhyOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Where a rule, a note or a line of an output comes from."""

    id: Annotated[str, says("Id of the rule or note.")]
    title: Annotated[str, says("Its title.")]
    text: Annotated[str, says("Its words.")]
    path: Annotated[str, says("Its file.")]
    goes: Annotated[str | None, says("Where the rule goes; null for the outputs that are configured.")]
    rationale: Annotated[str, says("The reason that stands in the file.")]
    by: Annotated[str, says("Who gave it.")]
    when: Annotated[str, says("When.")]
    undecided: Annotated[
        str | None,
        says("For words that nobody decided what is wrong with them; then no reason is quoted. Null for all others."),
    ]
    decisions: Annotated[tuple[DecisionOutput, ...], says("Decisions on it, oldest first.")]


class RecordedShape(Struct, frozen=True):
    """A decision that was just recorded."""

    decision: Annotated[str, says("Its whole id.")]
    verb: Annotated[Verb, says("What was done.")]
    item: Annotated[str, says("Id of the item decided.")]
    title: Annotated[str, says("Title of the item.")]
    undoes: Annotated[str | None, says("Id of the decision it takes back.")]


class ChangedFile(Struct, frozen=True):
    """A file a decision changed."""

    path: Annotated[str, says("Relative to the workspace; `.agent/…` is the home, wherever it lies.")]
    gone: Annotated[bool, says("Whether it is not there any more.")]


class DecidedOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What was decided, all together."""

    decisions: Annotated[tuple[RecordedShape, ...], says("One for each item.")]
    changed: Annotated[tuple[ChangedFile, ...], says("Every file, in path order.")]
    advice: Annotated[tuple[str, ...], says("What the coach says; nothing of it stopped the decision.")]


class DecideDryRunOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What decisions would change, before anybody makes them."""

    items: Annotated[tuple[str, ...], says("Ids of the items that would be decided.")]
    changes: Annotated[tuple[ChangeShape, ...], says("What the decisions would write.")]
    then: Annotated[
        tuple[ChangeShape, ...],
        says("What agents would read: each output without the decisions and with them."),
    ]


def foreseen(found: "Foreseen") -> DecideDryRunOutput:
    """What decisions would change."""
    items = tuple(item for item, _ in found.items)
    return DecideDryRunOutput(items=items, changes=changed(found.changes), then=changed(found.then))


def decided(outcome: "Outcome") -> DecidedOutput:
    """What was decided."""
    return DecidedOutput(
        decisions=tuple(alike(RecordedShape, d, decision=d.id, undoes=d.undoes or None) for d in outcome.decisions),
        changed=tuple(ChangedFile(path=c.path, gone=c.after is None) for c in outcome.changes.changes),
        advice=tuple(outcome.advice),
    )


def decision(found: "Decision", stands: bool, record: str) -> DecisionOutput:
    """A decision, whole; `record` is its file."""
    return alike(
        DecisionOutput,
        found,
        decision=found.id,
        rule=found.rule or None,
        drafted_by=found.drafted_by or None,
        draft_answer=found.draft_answer or None,
        disposition=found.disposition or None,
        until=found.until or None,
        batch=found.batch or None,
        undoes=found.undoes or None,
        stands=stands,
        evidence=tuple(EvidenceMark(locator=place, hash=mark) for place, mark in found.evidence),
        touched=tuple(alike(TouchedFile, t, before=t.before or None, after=t.after or None) for t in found.touched),
        record=record,
        origin=_origin(found.origin) if found.origin else None,
    )


def _origin(found: "DecisionOrigin") -> OriginShape:
    return alike(OriginShape, found, agent=found.agent or None, git_name=found.git_name or None)


def exported(found: "Iterable[tuple[Decision, bool, str]]") -> ExportOutput:
    """Every decision, whole."""
    return ExportOutput(decisions=tuple(decision(*one) for one in found))


def listed(found: "Iterable[tuple[Mark, bool]]") -> AuditListOutput:
    """Decisions in a list."""
    return AuditListOutput(
        decisions=tuple(alike(ListedDecision, listed_mark(mark), stands=stands) for mark, stands in found)
    )


def verified(found: "AuditVerdict") -> AuditVerifyOutput:
    """Whether the audit holds."""
    return alike(AuditVerifyOutput, found, ok=found.holds)


def log(entries: Sequence[Mapping[str, Any]]) -> LogOutput:
    """The log."""
    return LogOutput(entries=entries)


def origin(found: "LineOrigin") -> WhyOutput:
    """Where a line comes from."""
    rationale, who, when = found.verdict
    return alike(
        WhyOutput,
        found,
        id=found.subject,
        rationale=rationale,
        by=who,
        when=when,
        undecided=found.undecided or None,
        goes=found.goes or None,
        decisions=tuple(decision(made, stands, mark.name) for made, mark, stands in found.decisions),
    )
