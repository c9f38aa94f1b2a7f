"""Proposals: what a cycle found, and what a proposal would do."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Struct

from dreamtui.model.proposal import Became, Fate, MutationKind
from dreamtui.model.status import Status
from dreamtui.present.documents.alike import alike, each, says

if TYPE_CHECKING:
    from dreamtui.desk.reorganize.cycle import Cycle
    from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView
    from dreamtui.model.proposal import FiledProposal, Mutation, Proposal


class SourceShape(Struct, frozen=True):
    """A memory as a mutation was planned from it."""

    id: Annotated[str, says("The memory's id.")]
    path: Annotated[str, says("Its file.")]
    hash: Annotated[str, says("sha256 of the file then; a mutation whose source changed since is skipped.")]
    title: Annotated[str, says("Its title.")]


class MutationShape(Struct, frozen=True):
    """One change of memories that can be accepted by itself."""

    id: Annotated[str, says("Made from its kind and its sources.")]
    kind: Annotated[MutationKind, says("What it does to its sources.")]
    sources: Annotated[tuple[SourceShape, ...], says("The memories it replaces or retires, by id.")]
    text: Annotated[
        str, says("Text of the result, the parts of a split each under a `# ` heading; empty where nothing is written.")
    ]
    lost: Annotated[tuple[str, ...], says("Statements that are not in the result; losing them has to be acknowledged.")]
    reason: Annotated[str, says("Why, in a sentence.")]
    score: Annotated[float, says("Likeness or strength of the reason, 0 to 1.")]
    guards: Annotated[tuple[str, ...], says("Guards that were asked and had no objection.")]


class ChoiceShape(Struct, frozen=True):
    """One way out of a contradiction."""

    id: Annotated[str, says("What `--choose` takes.")]
    label: Annotated[str, says("The same in words.")]
    mutations: Annotated[tuple[MutationShape, ...], says("What it would do.")]


class ProposalShape(Struct, frozen=True):
    """A proposal."""

    id: Annotated[str, says("Made from its kind and its sources.")]
    kind: Annotated[
        Literal["mutations", "contradiction", "pair", "recheck"],
        says("Changes, two memories to choose between, or a statement to be looked at again."),
    ]
    mutations: Annotated[tuple[MutationShape, ...], says("What accepting does; empty where there are choices.")]
    choices: Annotated[tuple[ChoiceShape, ...], says("The ways out of a contradiction, pair or recheck; else empty.")]
    default: Annotated[str, says("The way out that `accept` takes without `--choose`; empty for none.")]


class KeptApartShape(Struct, frozen=True):
    """Pairs that look alike and were kept apart."""

    guard: Annotated[str, says("Name of the guard.")]
    reason: Annotated[str, says("What differs.")]
    count: Annotated[int, says("How many pairs.")]
    examples: Annotated[tuple[tuple[str, str], ...], says("Ids of the first few pairs.")]


class ReorganizeDryRunOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a cycle would propose."""

    proposals: Annotated[tuple[ProposalShape, ...], says("The strongest first.")]
    kept_apart: Annotated[tuple[KeptApartShape, ...], says("What looks alike and was kept apart, with the reason.")]
    left_out: Annotated[int, says("Weaker ones beyond the most that one cycle makes.")]


class ReorganizeOutput(ReorganizeDryRunOutput, frozen=True):
    """What a cycle found and did to the queue."""

    new: Annotated[tuple[str, ...], says("Ids of proposals that were not there.")]
    updated: Annotated[tuple[str, ...], says("Ids of waiting ones that changed.")]
    unchanged: Annotated[int, says("Waiting ones as they are.")]
    recurring: Annotated[tuple[str, ...], says("Ids of rejected ones that were found again.")]
    withdrawn: Annotated[tuple[str, ...], says("Ids of waiting ones of which nothing can be applied any more.")]
    scanned: Annotated[int, says("Memories looked at.")]
    eligible: Annotated[int, says("Of these, those that may be touched.")]
    scorer: Annotated[str, says("How likeness was measured.")]
    threshold: Annotated[float, says("From which likeness on.")]
    instructions: Annotated[str, says("What was asked for, as it was recorded.")]
    remarks: Annotated[tuple[str, ...], says("What else is to be known, a sentence each.")]


class ListedProposal(ProposalShape, frozen=True):
    """A proposal in a list."""

    title: Annotated[str, says("One line.")]
    method: Annotated[str, says("heuristic or model.")]
    score: Annotated[float, says("Its strongest reason, 0 to 1.")]
    status: Annotated[Status, says("Where it stands.")]
    created: Annotated[str, says("When a cycle found it first.")]


class ReorganizeListOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Proposals of a status."""

    proposals: Annotated[tuple[ListedProposal, ...], says("In the order of the queue.")]


class SourceNow(Struct, frozen=True):
    """A source as it is now."""

    id: Annotated[str, says("The memory's id.")]
    kind: Annotated[str, says("note, rule or topic; empty when it is gone.")]
    title: Annotated[str, says("Its title when the proposal was made.")]
    text: Annotated[str, says("What it says now; empty when it is gone or retired.")]
    state: Annotated[Literal["same", "changed", "gone"], says("Whether it is as it was.")]


class StatementShape(Struct, frozen=True):
    """A statement of a source and what becomes of it."""

    text: Annotated[str, says("The words.")]
    source: Annotated[str, says("Id of the memory it stands in.")]
    fate: Annotated[Fate, says("kept, merged into an equal one, or lost.")]
    into: Annotated[str, says("For a merged one the words that stand for it; for a kept one where it is said too.")]


class MutationNow(Struct, frozen=True):
    """What a mutation would do now."""

    mutation: Annotated[str, says("Its id.")]
    choice: Annotated[str | None, says("The way out it belongs to.")]
    title: Annotated[str, says("Title of the result.")]
    category: Annotated[str, says("Category of the result, or where a move goes.")]
    keeps: Annotated[str | None, says("For a supersede the id of the memory that stays.")]
    to: Annotated[str | None, says("For a memory file that goes to another scope: project, user or team.")]
    sources: Annotated[tuple[SourceNow, ...], says("What it is made from.")]
    statements: Annotated[tuple[StatementShape, ...], says("Every statement of every source.")]
    lost: Annotated[tuple[str, ...], says("Statements that have to be acknowledged.")]
    skip: Annotated[str | None, says("Why it cannot be applied now.")]


class OutcomeShape(Struct, frozen=True):
    """What became of a mutation."""

    mutation: Annotated[str, says("Its id.")]
    kind: Annotated[MutationKind, says("What it does.")]
    outcome: Annotated[Became, says("applied, skipped, or left out by the person.")]
    reason: Annotated[str, says("Why it was skipped.")]
    made: Annotated[tuple[str, ...], says("Ids of the memories it wrote.")]
    retired: Annotated[tuple[str, ...], says("Ids of the memories it retired.")]
    acknowledged: Annotated[tuple[str, ...], says("Statements that were lost with the person's knowledge.")]


class ClaudeLineShape(Struct, frozen=True):
    """A line of CLAUDE.md."""

    place: Annotated[str, says("File and line, such as `CLAUDE.md:12`.")]
    words: Annotated[str, says("What it said when the proposal was made.")]


class ProposalOutput(ProposalShape, frozen=True, tag_field="schema", tag=1):
    """Everything about a proposal."""

    title: Annotated[str, says("One line.")]
    reason: Annotated[str, says("Why it was proposed.")]
    against: Annotated[
        tuple[ClaudeLineShape, ...], says("Lines of CLAUDE.md that a memory contradicts; accepting never changes them.")
    ]
    method: Annotated[str, says("heuristic or model.")]
    score: Annotated[float, says("Its strongest reason, 0 to 1.")]
    status: Annotated[Status, says("Where it stands.")]
    created: Annotated[str, says("When a cycle found it first.")]
    updated: Annotated[str, says("When a cycle changed it last.")]
    scorer: Annotated[str, says("How likeness was measured.")]
    threshold: Annotated[float, says("From which likeness on.")]
    instructions: Annotated[str, says("What a person wanted looked at.")]
    lookback_days: Annotated[int | None, says("How far back the cycle looked.")]
    until: Annotated[str | None, says("Date of a deferral or a not-now.")]
    by: Annotated[str | None, says("Who decided.")]
    when: Annotated[str | None, says("When it was decided.")]
    rationale: Annotated[str, says("Why it was decided so.")]
    choice: Annotated[str | None, says("The way out that was chosen.")]
    flags: Annotated[tuple[str, ...], says("Risks: secret, hidden, instructions, contradicts, vanished.")]
    details: Annotated[
        tuple[MutationNow, ...],
        says("Each mutation with its sources as they are now, those of a contradiction choice by choice."),
    ]
    outcomes: Annotated[tuple[OutcomeShape, ...], says("What became of each mutation; empty while it waits.")]


def found(cycle: "Cycle") -> ReorganizeDryRunOutput:
    """What a cycle would propose."""
    return ReorganizeDryRunOutput(**_found(cycle))


def cycled(cycle: "Cycle") -> ReorganizeOutput:
    """What a cycle found and did to the queue."""
    intake = cycle.intake
    return alike(
        ReorganizeOutput,
        cycle,
        **_found(cycle),
        new=tuple(one.proposal.id for one in intake.new),
        updated=tuple(one.proposal.id for one in intake.updated),
        unchanged=len(intake.unchanged),
        recurring=tuple(one.proposal.id for one in intake.recurring),
        withdrawn=tuple(intake.vanished),
    )


def _found(cycle: "Cycle") -> dict[str, Any]:
    return {
        "proposals": tuple(_proposal(one.proposal) for one in cycle.proposals),
        "kept_apart": each(KeptApartShape, cycle.kept_apart),
        "left_out": cycle.left_out,
    }


def _proposal(made: "Proposal") -> ProposalShape:
    return alike(
        ProposalShape,
        made,
        mutations=tuple(_mutation(one) for one in made.mutations),
        choices=tuple(
            alike(ChoiceShape, one, mutations=tuple(_mutation(m) for m in one.mutations)) for one in made.choices
        ),
    )


def _mutation(made: "Mutation") -> MutationShape:
    from dreamtui.kinds.proposal.codec import parts_text

    return alike(MutationShape, made, sources=each(SourceShape, made.sources), text=parts_text(made))


def listed(filed: "Iterable[tuple[FiledProposal, Status]]") -> ReorganizeListOutput:
    """Proposals with where they stand."""
    return ReorganizeListOutput(
        proposals=tuple(
            alike(
                ListedProposal,
                _proposal(one.proposal),
                title=one.proposal.title,
                method=one.proposal.method,
                score=one.proposal.score,
                status=status,
                created=one.created,
            )
            for one, status in filed
        )
    )


def shown(seen: "ProposalView") -> ProposalOutput:
    """Everything about a proposal."""
    made, filed, bare = seen.proposal, seen.filed, _proposal(seen.proposal)
    return alike(
        ProposalOutput,
        filed,
        **{name: getattr(bare, name) for name in ProposalShape.__struct_fields__},
        title=made.title,
        reason=made.reason,
        against=tuple(ClaudeLineShape(place=place, words=words) for place, words in made.against),
        method=made.method,
        score=made.score,
        until=filed.until or None,
        by=filed.actor or None,
        when=filed.when or None,
        choice=filed.choice or None,
        flags=tuple(seen.item.flags),
        details=tuple(_now(one) for one in seen.mutations),
        outcomes=tuple(alike(OutcomeShape, one, outcome=one.became) for one in filed.outcomes),
    )


def _now(one: "MutationView") -> MutationNow:
    made = one.mutation
    return MutationNow(
        mutation=made.id,
        choice=one.choice or None,
        title=made.title,
        category=made.category,
        keeps=made.keeps or None,
        to=made.to or None,
        sources=each(SourceNow, one.sources),
        statements=each(StatementShape, one.statements),
        lost=tuple(one.lost),
        skip=one.skip or None,
    )
