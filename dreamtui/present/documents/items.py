"""Items, their evidence and what would change; insights; what was filed."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Struct, convert

from dreamtui.model.insight import InsightType
from dreamtui.model.model_draft import DraftOutcome
from dreamtui.model.status import Status
from dreamtui.model.target import Target
from dreamtui.model.verb import Verb
from dreamtui.present.documents.alike import alike, each, says

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.desk.outputs.targets import TargetCost
    from dreamtui.desk.queue.import_rules import ImportedRules
    from dreamtui.desk.queue.listing import Doubts, Listing
    from dreamtui.desk.queue.show import Shown
    from dreamtui.kinds.row import QueueEntry
    from dreamtui.model.change import ChangeSet
    from dreamtui.model.decision import Mark, Plan
    from dreamtui.model.evidence import Evidence
    from dreamtui.model.insight import Insight
    from dreamtui.model.model_draft import ModelDraft


class EvidencePiece(Struct, frozen=True):
    """A quote with the place it stands in."""

    quote: Annotated[str, says("The words as they were read.")]
    locator: Annotated[
        str, says("`commit:<sha>`, `file:<path>:<line>`, `record:<file>#<uuid>`, `recall:<key>` or `text:`.")
    ]
    when: Annotated[str, says("UTC time, ISO 8601 with Z; empty when unknown.")]
    who: Annotated[str, says("Identity of the person or agent; empty when unknown.")]


class ResolvedEvidence(EvidencePiece, frozen=True):
    """A piece of evidence that was looked up again."""

    hash: Annotated[str, says("First 16 hex of the sha256 of the source line or commit message; empty when unknown.")]
    resolves: Annotated[
        bool | None, says("Whether its place still says this; null when it has no place, or nobody can tell.")
    ]


class AtHeadShape(Struct, frozen=True):
    """How what an item says is kept in the files of HEAD, as its run counted it."""

    follows: Annotated[int, says("How many places do what it says.")]
    breaks: Annotated[int, says("How many do not.")]
    read: Annotated[tuple[EvidencePiece, ...], says("Up to five of those that do not; a quote is empty for a file.")]
    cases: Annotated[int, says("In how many commits it was not kept; 0 when that cannot be told.")]
    caught: Annotated[int, says("How many of these it would have caught.")]


class AlikePairShape(Struct, frozen=True):
    """Two texts and how near they are."""

    one: Annotated[str, says("The words of one.")]
    other: Annotated[str, says("Those of the other.")]
    cosine: Annotated[float, says("1 for the same meaning, as far as the model can tell.")]


class AlikeShape(Struct, frozen=True):
    """Why events in different words are one item, as its run computed it."""

    pairs: Annotated[tuple[AlikePairShape, ...], says("The nearest to each other.")]
    terms: Annotated[tuple[str, ...], says("Words that at least half of them share.")]
    distance: Annotated[float, says("The cosine distance up to which events are neighbours.")]
    stricter: Annotated[float, says("The first smaller one at which not all stay together; 0 if they always do.")]
    left_out: Annotated[tuple[str, ...], says("The first of those that then stand outside the largest part.")]
    left_out_count: Annotated[int, says("How many these are.")]


class ItemFacts(Struct, frozen=True):
    """What every list says about an item."""

    id: Annotated[str, says("Short id made from content.")]
    kind: Annotated[str, says("What sort of thing it is; decides the verbs.")]
    signal: Annotated[str, says("The signal that found it; for other kinds the method or category, or empty.")]
    title: Annotated[str, says("One line.")]
    status: Annotated[Status, says("Where it stands now.")]
    decision: Annotated[
        str | None,
        says("The decision that stands for it: eight hex, or the path of a decided file that has no record."),
    ]
    doubts: Annotated[
        tuple[str, ...], says("Why that decision may not be the named person's: inside an agent, no terminal, …")
    ]
    first_seen: Annotated[str, says("Time of its oldest evidence; empty when unknown.")]
    last_seen: Annotated[str, says("Time of its newest evidence; empty when unknown.")]
    weight: Annotated[int | float, says("How much speaks for it.")]
    actors: Annotated[tuple[str, ...], says("Who is involved.")]
    files: Annotated[tuple[str, ...], says("Which files it is about.")]
    flags: Annotated[
        tuple[str, ...],
        says("Risks: secret, hidden, instructions, stale, contradicts, vanished, similar, agent (filed inside one)."),
    ]


class ListedItem(ItemFacts, frozen=True):
    """An item of the queue."""

    evidence: Annotated[tuple[EvidencePiece, ...], says("The quotes it rests on, newest first.")]


class ListedItemSomewhere(ListedItem, frozen=True):
    """An item of one of several workspaces."""

    workspace: Annotated[str, says("The root of its workspace.")]


class ObjectionShape(Struct, frozen=True):
    """One thing that speaks against an item."""

    kind: Annotated[str, says("What sort of objection it is.")]
    text: Annotated[str, says("The objection in a sentence.")]
    locator: Annotated[str, says("The line that says so; empty when there is none.")]


class MarkShape(Struct, frozen=True):
    """A decision in a list."""

    decision: Annotated[str, says("Its whole id.")]
    verb: Annotated[Verb, says("What was done.")]
    item: Annotated[str, says("Id of the item decided.")]
    title: Annotated[str, says("Title of the item when it was decided.")]
    actor: Annotated[str, says("Who decided.")]
    when: Annotated[str, says("UTC time.")]
    doubts: Annotated[tuple[str, ...], says("Why it may not have been them who decided, a few words each.")]
    undoes: Annotated[str | None, says("Id of the decision it takes back.")]
    batch: Annotated[str | None, says("Same for all decisions of one batch.")]


class ChangeShape(Struct, frozen=True):
    """One file before and after."""

    path: Annotated[str, says("Relative to the workspace; `.agent/…` is the home, wherever it lies.")]
    before: Annotated[str | None, says("The text before; null when the file is not there.")]
    after: Annotated[str | None, says("The text after; null when the file goes.")]
    diff: Annotated[str, says("The change as a unified diff.")]


class PreviewShape(Struct, frozen=True):
    """What one verb would change."""

    reads: Annotated[
        tuple[ChangeShape, ...], says("What agents would read: each output without the decision and with it, synced.")
    ]
    changes: Annotated[tuple[ChangeShape, ...], says("Every file, in path order.")]


class ListOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """The review queue."""

    items: Annotated[tuple[ListedItem, ...], says("Pending first, then recurring, unless a status was asked for.")]


class ListAllOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """The review queues of every known workspace."""

    items: Annotated[tuple[ListedItemSomewhere, ...], says("Workspace by workspace, the current one first.")]


class DraftClauseShape(Struct, frozen=True):
    """A part of a drafted rule and what it rests on."""

    words: Annotated[str, says("Its words; those of all clauses together are the rule.")]
    quote: Annotated[str, says("Verbatim from what the model was given.")]
    locator: Annotated[str, says("The piece of evidence it stands in.")]


class DraftShape(Struct, frozen=True):
    """What a model drafted; it decides nothing."""

    outcome: Annotated[DraftOutcome, says("A rule, none, or an answer that did not hold and is not used.")]
    rule: Annotated[str, says("The words of the rule; empty where there is none.")]
    clauses: Annotated[tuple[DraftClauseShape, ...], says("Part by part with its quotes.")]
    none: Annotated[str, says("Why it found no rule, in its words.")]
    against: Annotated[tuple[str, ...], says("What speaks against the rule, in its words.")]
    foreign: Annotated[tuple[str, ...], says("Locators of evidence that does not belong to the rest, as it says.")]
    failures: Annotated[tuple[str, ...], says("Why its answer is not used.")]
    command: Annotated[str, says("The command that answered.")]
    answer: Annotated[str, says("sha256 of the whole answer.")]
    when: Annotated[str, says("UTC time.")]
    current: Annotated[bool, says("Whether it was made from the evidence the item has now.")]


class DraftOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What came of asking a model about one item."""

    id: Annotated[str, says("The item.")]
    draft: Annotated[DraftShape, says("What it answered, checked.")]


class DraftPromptOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a model would be asked about one item."""

    id: Annotated[str, says("The item.")]
    prompt: Annotated[str, says("Exactly what the command would get on standard input.")]


class ShowOutput(ItemFacts, frozen=True, tag_field="schema", tag=1):
    """Everything about one item."""

    evidence: Annotated[tuple[ResolvedEvidence, ...], says("The quotes it rests on, newest first, each looked up now.")]
    fingerprint: Annotated[str, says("What the item is about, never its wording.")]
    suggestion: Annotated[str, says("The rule that would be proposed; empty when there is none.")]
    proposed: Annotated[
        Mapping[str, str],
        says("By verb, what it takes where nothing is typed: a rule, a promotion's sentence, a brief's five marks."),
    ]
    told: Annotated[
        tuple[str, ...],
        says("What is known of it beside its text, line by line: the reasons for each mark, what was checked."),
    ]
    at_head: Annotated[AtHeadShape | None, says("How it is kept at HEAD; null when that cannot be counted.")]
    alike: Annotated[AlikeShape | None, says("Why its events are one; null when it is not by nearness in meaning.")]
    draft: Annotated[DraftShape | None, says("What a model drafted; null when none was asked.")]
    challenge: Annotated[tuple[ObjectionShape, ...], says("What speaks against it.")]
    history: Annotated[tuple[MarkShape, ...], says("Earlier decisions on the same thing, oldest first.")]
    similar_to: Annotated[tuple[str, ...], says("Ids of items with similar titles; decides nothing.")]
    path: Annotated[str, says("The file it lies in.")]
    text: Annotated[str, says("That file's text.")]


class TargetShape(Struct, frozen=True):
    """A place that a rule can go to."""

    to: Annotated[Target, says("Its target.")]
    paths: Annotated[tuple[str, ...], says("Patterns of the files that it is loaded for there.")]
    path: Annotated[str, says("The file.")]
    loaded: Annotated[str, says("When agents are given it.")]
    lines: Annotated[int, says("Lines that it adds.")]
    tokens: Annotated[int, says("Tokens that it adds, estimated.")]
    lines_then: Annotated[int, says("Lines of the file with it.")]
    most: Annotated[int | None, says("Lines the file should have at most; null for no limit.")]
    why_not: Annotated[str | None, says("Why it cannot go there; null if it can.")]
    suggested: Annotated[str | None, says("Why it should go there; null for all but one.")]


class ShowPreviewOutput(ShowOutput, frozen=True):
    """Everything about one item, with what each verb would change."""

    previews: Annotated[Mapping[str, PreviewShape], says("By verb; verbs that do not apply now are absent.")]
    targets: Annotated[tuple[TargetShape, ...], says("Where its rule can go; empty for what becomes no rule.")]


class SimilarShape(Struct, frozen=True):
    """Something that looks alike."""

    id: Annotated[str, says("Its id.")]
    title: Annotated[str, says("Its title.")]


class FiledOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What was filed: a candidate by hand, or a note."""

    id: Annotated[str, says("Its id.")]
    new: Annotated[bool, says("False when it was there already.")]
    similar: Annotated[tuple[SimilarShape, ...], says("What looks alike; nothing is held back for it.")]


class ImportedFile(Struct, frozen=True):
    """A file whose rules were read."""

    path: Annotated[str, says("The file.")]
    tool: Annotated[str, says("Who reads it.")]
    rules: Annotated[int, says("How many rules it holds.")]


class SkippedRuleShape(Struct, frozen=True):
    """A rule of a file that makes no item."""

    place: Annotated[str, says("The file and its line, or the bundle.")]
    words: Annotated[str, says("Its first line.")]
    why: Annotated[str, says("A few words.")]


class ImportedRulesOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Rules of other tools that went into the queue."""

    new: Annotated[tuple[str, ...], says("Ids of the items that wait now.")]
    waiting: Annotated[int, says("Rules that waited already.")]
    decided: Annotated[int, says("Rules that were decided here before.")]
    said: Annotated[int, says("Rules that agents are given here already.")]
    files: Annotated[tuple[ImportedFile, ...], says("What was read.")]
    remarks: Annotated[tuple[str, ...], says("What could not be read, a sentence each.")]
    skipped: Annotated[tuple[SkippedRuleShape, ...], says("Every rule that makes no item, with the reason.")]


class InsightShape(Struct, frozen=True):
    """What several sessions have in common."""

    id: Annotated[str, says("Made from type and subject.")]
    type: Annotated[InsightType, says("theme, pattern, gap or connection.")]
    status: Annotated[Status, says("Where it stands.")]
    decision: Annotated[str | None, says("The decision that stands for it.")]
    title: Annotated[str, says("One line.")]
    text: Annotated[str, says("The observation in a sentence or two.")]
    subject: Annotated[str, says("What it is about.")]
    importance: Annotated[float, says("0 to 1.")]
    sessions: Annotated[int, says("In how many sessions it was seen.")]
    mentions: Annotated[int, says("In how many events.")]
    first_seen: Annotated[str, says("Time of the oldest event.")]
    last_seen: Annotated[str, says("Time of the newest event.")]
    files: Annotated[tuple[str, ...], says("Files that the events touched most.")]
    became: Annotated[str | None, says("The note or rule it became.")]
    path: Annotated[str, says("Its file.")]
    evidence: Annotated[tuple[EvidencePiece, ...], says("Quotes, newest first, one a session.")]


class InsightsOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Insights as they were asked for."""

    insights: Annotated[tuple[InsightShape, ...], says("The most important first.")]


def listed(entry: "QueueEntry", doubts: tuple[str, ...] = ()) -> ListedItem:
    """An item of the queue; `doubts` are those of its decision."""
    return convert(json.loads(entry.json(doubts)), ListedItem)


def listed_everywhere(answers: "Iterable[tuple[Desk, Listing, Doubts]]") -> ListAllOutput:
    """The queues of several workspaces."""
    return ListAllOutput(
        items=tuple(
            alike(
                ListedItemSomewhere,
                listed(entry, doubts.get(entry.decision or "", ())),
                workspace=str(desk.workspace.root),
            )
            for desk, found, doubts in answers
            for entry in found.entries
        )
    )


def _piece(piece: "Evidence") -> EvidencePiece:
    return alike(EvidencePiece, piece, locator=str(piece.locator))


def shown(
    found: "Shown", plans: "Mapping[str, Plan] | None" = None, targets: "Sequence[TargetCost]" = ()
) -> ShowOutput:
    """Everything about an item; with `plans` what each verb would change, with `targets` where its rule can go."""
    item = found.item
    decision = found.entry.decision
    doubts = next((mark.doubts for mark in found.history if mark.short == decision), ())
    facts = {
        "evidence": tuple(
            alike(ResolvedEvidence, piece, locator=str(piece.locator), hash=piece.digest, resolves=known)
            for piece, known in zip(item.evidence, found.resolved, strict=True)
        ),
        "fingerprint": item.fingerprint,
        "suggestion": found.suggestion,
        "proposed": found.proposed,
        "told": tuple(" " * line.indent + line.text for line in found.kind.actions().below(found.held)),
        "at_head": item.at_head and alike(AtHeadShape, item.at_head, read=tuple(map(_piece, item.at_head.read))),
        "alike": item.alike and alike(AlikeShape, item.alike, pairs=each(AlikePairShape, item.alike.pairs)),
        "draft": model_draft(found.draft, current=found.draft_is_current) if found.draft is not None else None,
        "challenge": each(ObjectionShape, found.objections),
        "history": tuple(listed_mark(mark) for mark in found.history),
        "similar_to": tuple(item.similar_to),
        "path": item.path,
        "text": item.text,
    }
    if plans is None:
        return alike(ShowOutput, listed(found.entry, doubts), **facts)
    previews = {
        verb: PreviewShape(reads=changed(plan.then), changes=changed(plan.written)) for verb, plan in plans.items()
    }
    offered = tuple(_target(one) for one in targets)
    return alike(ShowPreviewOutput, listed(found.entry, doubts), **facts, previews=previews, targets=offered)


def _target(cost: "TargetCost") -> TargetShape:
    return alike(
        TargetShape,
        cost,
        to=cost.destination.target,
        paths=cost.destination.paths,
        loaded=cost.destination.target.loaded,
        most=cost.most or None,
        why_not=cost.why_not or None,
        suggested=cost.suggested or None,
    )


def model_draft(made: "ModelDraft", *, current: bool) -> DraftShape:
    """What a model drafted."""
    return alike(DraftShape, made, clauses=each(DraftClauseShape, made.clauses), current=current)


def drafted(item: str, made: "ModelDraft") -> DraftOutput:
    """What came of asking a model now."""
    return DraftOutput(id=item, draft=model_draft(made, current=True))


def listed_mark(mark: "Mark") -> MarkShape:
    """A decision in a list."""
    return alike(MarkShape, mark, decision=mark.id, undoes=mark.undoes or None, batch=mark.batch or None)


def changed(changes: "ChangeSet") -> tuple[ChangeShape, ...]:
    """Each change with both texts and its diff."""
    from dreamtui.desk.audit.change_text import file_diff

    return tuple(
        ChangeShape(
            path=c.path,
            before=None if c.before is None else c.before.decode("utf-8", "replace"),
            after=None if c.after is None else c.after.decode("utf-8", "replace"),
            diff=file_diff(c.path, c.before, c.after),
        )
        for c in changes.changes
    )


def filed(item: str, similar: Sequence[tuple[str, str]], *, new: bool) -> FiledOutput:
    """What was filed."""
    return FiledOutput(id=item, new=new, similar=tuple(SimilarShape(id=one, title=title) for one, title in similar))


def insights(found: "Sequence[tuple[QueueEntry, Insight]]") -> InsightsOutput:
    """Insights as they were asked for."""
    from dreamtui.kinds.insight.kind import INSIGHTS

    return InsightsOutput(
        insights=tuple(
            alike(
                InsightShape,
                made,
                status=entry.status,
                decision=entry.decision,
                files=tuple(made.files),
                became=made.became or None,
                path=f"{INSIGHTS}/{made.id}.md",
                evidence=tuple(_piece(piece) for piece in made.evidence),
            )
            for entry, made in found
        )
    )


def masked(value: Any) -> Any:
    """Data with what looks like a secret replaced."""
    from dreamtui.text.danger.risks import mask

    if isinstance(value, str):
        return mask(value)
    if isinstance(value, list | tuple):
        return [masked(one) for one in value]
    return {name: masked(one) for name, one in value.items()} if isinstance(value, dict) else value


def imported_rules(found: "ImportedRules") -> ImportedRulesOutput:
    """Rules of other tools that went into the queue."""
    return alike(
        ImportedRulesOutput,
        found,
        files=tuple(ImportedFile(*one) for one in found.files),
        skipped=each(SkippedRuleShape, found.skipped),
    )
