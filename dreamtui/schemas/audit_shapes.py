"""Shapes of recorded decisions, the audit and the log, and of the way back from a line to its decision."""

from typing import Any, Literal, TypedDict

from dreamtui.model.verb import Verb
from dreamtui.schemas.item_shapes import MarkShape


class EvidenceMark(TypedDict):
    """A piece of evidence a decision rests on."""

    locator: str
    """Where it stood."""
    hash: str
    """First 16 hex of the sha256 of what stood there."""


class TouchedFile(TypedDict):
    """What a decision did to one file."""

    path: str
    """Relative to the workspace; `.agent/…` is the home, wherever it lies."""
    before: str | None
    """sha256 before; null when the file was not there."""
    after: str | None
    """sha256 after; null when the file is gone."""


class DecisionOutput(TypedDict):
    """One decision, whole."""

    schema: Literal[1]
    """Version of this shape."""
    decision: str
    """sha256 of the rest of the record."""
    parents: list[str]
    """Decisions that were the newest when it was made."""
    item: str
    """Id of the item decided."""
    kind: str
    """Kind of the item."""
    fingerprint: str
    """What the item is about."""
    title: str
    """Title of the item when it was decided."""
    verb: Verb
    """What was done."""
    actor: str
    """Who decided."""
    when: str
    """UTC time."""
    tool: str
    """The version that recorded it."""
    rationale: str
    """The written reason, verbatim; empty for verbs that need none."""
    rule: str | None
    """The rule's words where there are any."""
    disposition: str | None
    """Why it was rejected."""
    until: str | None
    """Date of a deferral, a not-now or the next review."""
    batch: str | None
    """Same for all decisions of one batch."""
    undoes: str | None
    """Id of the decision it takes back."""
    stands: bool
    """Whether it was not taken back."""
    evidence: list[EvidenceMark]
    """What was shown."""
    touched: list[TouchedFile]
    """Each changed file."""
    record: str
    """The file of the record."""


class ExportOutput(TypedDict):
    """Every decision, whole, oldest first."""

    schema: Literal[1]
    """Version of this shape."""
    decisions: list[DecisionOutput]
    """Each as `audit show` prints it."""


class ListedDecision(MarkShape):
    """A decision in the audit's list."""

    stands: bool
    """Whether it was not taken back."""


class AuditListOutput(TypedDict):
    """Decisions, oldest first."""

    schema: Literal[1]
    """Version of this shape."""
    decisions: list[ListedDecision]
    """Those that were asked for."""


class AuditVerifyOutput(TypedDict):
    """Whether the audit holds."""

    schema: Literal[1]
    """Version of this shape."""
    records: int
    """How many records there are."""
    ok: bool
    """Whether no record is broken, no conflict left, and no decision contradicts another."""
    broken: list[str]
    """Records that contradict themselves, their parents or the log, a sentence each."""
    drift: list[str]
    """Files that others changed since the last decision on them, a sentence each."""
    ahead: list[str]
    """Records whose time has not come, a sentence each."""
    undecided: list[str]
    """Rules that nobody decided as they are: the file, and what is wrong with it."""
    conflicts: list[str]
    """Files of ours in which git's conflict markers stand, a sentence each."""
    opposites: list[str]
    """Decisions that contradict each other, made on branches that were merged since, a sentence each."""


class LogOutput(TypedDict):
    """The log, oldest first."""

    schema: Literal[1]
    """Version of this shape."""
    entries: list[dict[str, Any]]
    """Each with `ts`, `actor`, `what`, and what that kind of line has to say."""


class WhyOutput(TypedDict):
    """Where a rule, a note or a line of an output comes from."""

    schema: Literal[1]
    """Version of this shape."""
    id: str
    """Id of the rule or note."""
    title: str
    """Its title."""
    text: str
    """Its words."""
    path: str
    """Its file."""
    rationale: str
    """The reason that stands in the file."""
    by: str
    """Who gave it."""
    when: str
    """When."""
    undecided: str | None
    """For words that nobody decided what is wrong with them; then no reason is quoted. Null for all others."""
    decisions: list[DecisionOutput]
    """Decisions on it, oldest first."""
