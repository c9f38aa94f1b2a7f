"""Shapes of proposals: what a cycle found, and what a proposal would do."""

from typing import Literal, TypedDict

from dreamtui.model.item import Status
from dreamtui.model.proposal import Became, Fate, MutationKind


class SourceShape(TypedDict):
    """A memory as a mutation was planned from it."""

    id: str
    """The memory's id."""
    path: str
    """Its file."""
    hash: str
    """sha256 of the file then; a mutation whose source changed since is skipped."""
    title: str
    """Its title."""


class MutationShape(TypedDict):
    """One change of memories that can be accepted by itself."""

    id: str
    """Made from its kind and its sources."""
    kind: MutationKind
    """What it does to its sources."""
    sources: list[SourceShape]
    """The memories it replaces or retires, by id."""
    text: str
    """Text of the result, the parts of a split each under a `# ` heading; empty where nothing is written."""
    lost: list[str]
    """Statements that are not in the result; losing them has to be acknowledged."""
    reason: str
    """Why, in a sentence."""
    score: float
    """Likeness or strength of the reason, 0 to 1."""
    guards: list[str]
    """Guards that were asked and had no objection."""


class ChoiceShape(TypedDict):
    """One way out of a contradiction."""

    id: str
    """What `--choose` takes."""
    label: str
    """The same in words."""
    mutations: list[MutationShape]
    """What it would do."""


class ProposalShape(TypedDict):
    """A proposal."""

    id: str
    """Made from its kind and its sources."""
    kind: Literal["mutations", "contradiction"]
    """Changes to accept, or a contradiction to settle."""
    mutations: list[MutationShape]
    """What accepting does; empty for a contradiction."""
    choices: list[ChoiceShape]
    """The ways out of a contradiction; else empty."""


class KeptApartShape(TypedDict):
    """Pairs that look alike and were kept apart."""

    guard: str
    """Name of the guard."""
    reason: str
    """What differs."""
    count: int
    """How many pairs."""
    examples: list[list[str]]
    """Ids of the first few pairs."""


class ReorganizeDryRunOutput(TypedDict):
    """What a cycle would propose."""

    schema: Literal[1]
    """Version of this shape."""
    proposals: list[ProposalShape]
    """The strongest first."""
    kept_apart: list[KeptApartShape]
    """What looks alike and was kept apart, with the reason."""


class ReorganizeOutput(ReorganizeDryRunOutput):
    """What a cycle found and did to the queue."""

    new: list[str]
    """Ids of proposals that were not there."""
    updated: list[str]
    """Ids of waiting ones that changed."""
    unchanged: int
    """Waiting ones as they are."""
    recurring: list[str]
    """Ids of rejected ones that were found again."""
    withdrawn: list[str]
    """Ids of waiting ones of which nothing can be applied any more."""
    scanned: int
    """Memories looked at."""
    eligible: int
    """Of these, those that may be touched."""
    scorer: str
    """How likeness was measured."""
    threshold: float
    """From which likeness on."""
    instructions: str
    """What was asked for, as it was recorded."""
    remarks: list[str]
    """What else is to be known, a sentence each."""


class ListedProposal(ProposalShape):
    """A proposal in a list."""

    title: str
    """One line."""
    method: str
    """heuristic or model."""
    score: float
    """Its strongest reason, 0 to 1."""
    status: Status
    """Where it stands."""
    created: str
    """When a cycle found it first."""


class ReorganizeListOutput(TypedDict):
    """Proposals of a status."""

    schema: Literal[1]
    """Version of this shape."""
    proposals: list[ListedProposal]
    """In the order of the queue."""


class SourceNow(TypedDict):
    """A source as it is now."""

    id: str
    """The memory's id."""
    kind: str
    """note, rule or topic; empty when it is gone."""
    title: str
    """Its title when the proposal was made."""
    text: str
    """What it says now; empty when it is gone or retired."""
    state: Literal["same", "changed", "gone"]
    """Whether it is as it was."""


class StatementShape(TypedDict):
    """A statement of a source and what becomes of it."""

    text: str
    """The words."""
    source: str
    """Id of the memory it stands in."""
    fate: Fate
    """kept, merged into an equal one, or lost."""
    into: str
    """For a merged one the words that stand for it."""


class MutationNow(TypedDict):
    """What a mutation would do now."""

    mutation: str
    """Its id."""
    choice: str | None
    """The way out it belongs to."""
    title: str
    """Title of the result."""
    category: str
    """Category of the result, or where a move goes."""
    keeps: str | None
    """For a supersede the id of the memory that stays."""
    to: str | None
    """For a memory file that goes to another scope: project, user or team."""
    sources: list[SourceNow]
    """What it is made from."""
    statements: list[StatementShape]
    """Every statement of every source."""
    lost: list[str]
    """Statements that have to be acknowledged."""
    skip: str | None
    """Why it cannot be applied now."""


class OutcomeShape(TypedDict):
    """What became of a mutation."""

    mutation: str
    """Its id."""
    kind: MutationKind
    """What it does."""
    outcome: Became
    """applied, skipped, or left out by the person."""
    reason: str
    """Why it was skipped."""
    made: list[str]
    """Ids of the memories it wrote."""
    retired: list[str]
    """Ids of the memories it retired."""
    acknowledged: list[str]
    """Statements that were lost with the person's knowledge."""


class ClaudeLineShape(TypedDict):
    """A line of CLAUDE.md."""

    place: str
    """File and line, such as `CLAUDE.md:12`."""
    words: str
    """What it said when the proposal was made."""


class ProposalOutput(ListedProposal):
    """Everything about a proposal."""

    schema: Literal[1]
    """Version of this shape."""
    reason: str
    """Why it was proposed."""
    against: list[ClaudeLineShape]
    """Lines of CLAUDE.md that a memory contradicts; accepting never changes them."""
    updated: str
    """When a cycle changed it last."""
    scorer: str
    """How likeness was measured."""
    threshold: float
    """From which likeness on."""
    instructions: str
    """What a person wanted looked at."""
    lookback_days: int | None
    """How far back the cycle looked."""
    until: str | None
    """Date of a deferral or a not-now."""
    by: str | None
    """Who decided."""
    when: str | None
    """When it was decided."""
    rationale: str
    """Why it was decided so."""
    choice: str | None
    """The way out that was chosen."""
    flags: list[str]
    """Risks: secret, hidden, instructions, contradicts, vanished."""
    details: list[MutationNow]
    """Each mutation with its sources as they are now, those of a contradiction choice by choice."""
    outcomes: list[OutcomeShape]
    """What became of each mutation; empty while it waits."""
