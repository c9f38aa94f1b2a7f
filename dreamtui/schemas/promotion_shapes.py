"""Shapes of promotion: candidates with their figures, what was left out and why, explanations, status."""

from typing import Literal, TypedDict

from dreamtui.schemas.item_shapes import ChangeShape


class RecallFacts(TypedDict):
    """What a recall store says of one passage, under OpenClaw's own names."""

    key: str
    """The recall key."""
    path: str
    """The daily note."""
    startLine: int
    """First line, as the store says."""
    endLine: int
    """Last line."""
    snippet: str
    """What was found."""
    recallCount: int
    """How often it was recalled."""
    maxScore: float
    """Score of its best hit."""
    firstRecalledAt: str
    """When it was recalled first."""
    lastRecalledAt: str
    """When it was recalled last."""
    recallDays: list[str]
    """The days it was recalled on."""
    promotedAt: str | None
    """When it was promoted."""


class NotePlace(TypedDict):
    """Where a snippet stands in the live note."""

    found: Literal["found", "moved", "gone", "managed", "unchecked"]
    """What became of it; unchecked beyond the first two hundred candidates."""
    startLine: int | None
    """First line now."""
    endLine: int | None
    """Last line now."""
    text: str | None
    """What these lines say."""


class CandidateShape(RecallFacts):
    """A recall that passes every gate."""

    id: str
    """Its id in the queue."""
    score: float
    """Its score, 0 to 1."""
    components: dict[str, float]
    """The parts of the score that the profile knows, each 0 to 1."""
    phaseBoost: float
    """What the light and REM phases add."""
    signalCount: int
    """How often it was found in any way the profile counts."""
    uniqueQueries: int
    """For how many different queries, or days."""
    avgScore: float
    """Average score of its hits."""
    ageDays: float
    """Days since the last recall."""
    conceptTags: list[str]
    """The concepts it names."""
    note: NotePlace
    """Where it stands now."""
    junk: list[str]
    """Why it may be no sentence worth keeping: code, fragment, log, metadata, secret."""
    problem: str | None
    """Why it cannot be promoted as it stands."""
    queued: bool
    """Whether it waits in the queue."""


class ExclusionShape(TypedDict):
    """A recall that does not pass, under the first gate that dropped it."""

    key: str
    """The recall key."""
    reason: str
    """The gate."""
    detail: str
    """The figures compared."""
    distance: float
    """How far it is from the threshold."""


class ThresholdShape(TypedDict):
    """What a recall has to reach, and where that comes from."""

    minScore: float
    """Lowest score."""
    minRecallCount: int
    """Fewest recalls, or signals."""
    minUniqueQueries: int
    """Fewest different queries."""
    limit: int | None
    """Most candidates; null for all."""
    maxAgeDays: int | None
    """Oldest last recall; null for any."""
    halfLifeDays: float
    """Days after which recency is halved."""
    source: str
    """The file the configuration stands in, or default."""
    overridden: list[str]
    """What the configuration sets itself."""


class BudgetShape(TypedDict):
    """How full MEMORY.md would be."""

    used: int
    """Characters."""
    limit: int
    """Characters there are."""
    would_drop: list[str]
    """Dates of the promotions that would have to go."""


class StoreShape(TypedDict):
    """Where the recalls are kept."""

    path: str | None
    """The file; null where there is none."""
    bytes: int
    """Its size."""
    writable: bool
    """Whether promotions may be marked in it."""


class PromoteOutput(TypedDict):
    """The ranking of all recalls; nothing was written."""

    schema: Literal[1]
    """Version of this shape."""
    profile: str
    """How they were scored."""
    candidates: list[CandidateShape]
    """Those that pass every gate, best first."""
    excluded: list[ExclusionShape]
    """All others, each with the reason."""
    held_back: list[str]
    """Keys beyond the limit."""
    considered: int
    """How many recalls there are."""
    thresholds: ThresholdShape
    """What they had to reach."""
    memory: list[ChangeShape]
    """MEMORY.md before, and with every candidate that can be promoted."""
    budget: BudgetShape
    """How that fits."""
    store: StoreShape
    """Where the recalls were read."""
    remarks: list[str]
    """What a person should know."""


class NewPromotion(TypedDict):
    """A recall that was put into the queue."""

    id: str
    """Its id."""
    key: str
    """The recall key."""
    score: float
    """Its score."""


class SkippedRecall(TypedDict):
    """A recall that qualifies and cannot be promoted."""

    key: str
    """The recall key."""
    why: str
    """The reason."""


class PromoteQueueOutput(TypedDict):
    """What a run did to the queue."""

    schema: Literal[1]
    """Version of this shape."""
    new: list[NewPromotion]
    """Put into the queue."""
    updated: list[str]
    """Ids that waited already and have newer figures."""
    unchanged: int
    """How many waited already as they are."""
    skipped: list[SkippedRecall]
    """What cannot be promoted."""
    recurring: list[str]
    """Ids that were rejected and qualify again."""
    held_back: int
    """How many are beyond the limit."""


class ContributionShape(TypedDict):
    """What one component adds to the score."""

    name: str
    """The component, or phases."""
    weight: float
    """Its weight."""
    adds: float
    """What it adds."""


class ThresholdGateShape(TypedDict):
    """One gate."""

    name: str
    """What exclusions call it."""
    passes: bool
    """Whether it lets the recall through."""
    detail: str
    """The figures compared."""
    needed: str | None
    """What would let it pass."""


class ExplainOutput(TypedDict):
    """Why one recall is or is not promoted."""

    schema: Literal[1]
    """Version of this shape."""
    id: str
    """Its id in the queue."""
    profile: str
    """How it was scored."""
    entry: RecallFacts
    """What the store says."""
    score: float
    """Its score, gates aside."""
    components: dict[str, float]
    """The parts of the score."""
    contributions: list[ContributionShape]
    """What each part adds."""
    signalCount: int
    """How often it was found."""
    uniqueQueries: int
    """For how many different queries."""
    ageDays: float
    """Days since the last recall."""
    conceptTags: list[str]
    """The concepts it names."""
    passes: bool
    """Whether every gate lets it through."""
    gates: list[ThresholdGateShape]
    """Every gate, in order."""
