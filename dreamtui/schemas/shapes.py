"""Every JSON document a command prints, by the name of its schema."""

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from dreamtui.model.decision import Verb
from dreamtui.schemas.item_shapes import (
    ChangeShape,
    FiledOutput,
    ListAllOutput,
    ListedItem,
    ListOutput,
    MarkShape,
    ShowOutput,
    ShowPreviewOutput,
)
from dreamtui.schemas.workspace_shapes import (
    ConfigOutput,
    ContextOutput,
    DoctorOutput,
    InitOutput,
    ObserveOutput,
    StatusAllOutput,
    StatusOutput,
)


class ReadCounts(TypedDict):
    """How much a run read."""

    events: int
    """Events of the logs in all."""
    commits: int
    """Commits of the history in all."""
    fresh: int
    """Events and commits read now, the rest being remembered."""


class WindowShape(TypedDict):
    """How far back a run looked."""

    since: str
    """UTC time of the window's start."""
    text: str
    """The window in words."""
    source: str
    """`flag`, the file it stands in, or `default`."""


class SkipShape(TypedDict):
    """A piece of input that could not be read."""

    path: str
    """The file."""
    line: int
    """Line from 1, or 0 for the file as a whole."""
    why: str
    """A few words."""


class DreamOutput(TypedDict):
    """What a run read and did to the queue."""

    schema: Literal[1]
    """Version of this shape."""
    read: ReadCounts
    """How much was read."""
    window: WindowShape
    """How far back it looked."""
    new: int
    """Items that were added."""
    updated: int
    """Items whose counts or evidence changed."""
    vanished: int
    """Items whose signal is no longer seen."""
    recurring: int
    """Items seen again although they are decided."""
    held_back: int
    """New items left out for now because of --max-new."""
    skipped_lines: int
    """Lines that could not be read."""
    skips: list[SkipShape]
    """The first of them by name."""
    remarks: list[str]
    """What else is to be known, a sentence each."""
    items: list[ListedItem]
    """The items the run saw."""


class Recorded(TypedDict):
    """A decision that was just recorded."""

    decision: str
    """Its whole id."""
    verb: Verb
    """What was done."""
    item: str
    """Id of the item decided."""
    title: str
    """Title of the item."""
    undoes: str | None
    """Id of the decision it takes back."""


class ChangedFile(TypedDict):
    """A file a decision changed."""

    path: str
    """Relative to the workspace; `.agent/…` is the home, wherever it lies."""
    gone: bool
    """Whether it is not there any more."""


class DecidedOutput(TypedDict):
    """What was decided, all together."""

    schema: Literal[1]
    """Version of this shape."""
    decisions: list[Recorded]
    """One for each item."""
    changed: list[ChangedFile]
    """Every file, in path order."""
    advice: list[str]
    """What the coach says; nothing of it stopped the decision."""


class OutputFile(TypedDict):
    """One output, changed or not."""

    path: str
    """Relative to the workspace."""
    output: str
    """Which output it belongs to."""
    changed: bool
    """Whether its bytes differ from what is there."""
    lines: int
    """Lines of it that count."""
    bytes: int
    """Bytes of it that count."""
    tokens: int
    """What it costs an agent, estimated."""
    moved: list[str]
    """Titles that do not fit and stand in a second-level index."""
    advice: list[str]
    """What a person should know, a sentence each."""


class SyncOutput(TypedDict):
    """What a sync, or a check, found and did."""

    schema: Literal[1]
    """Version of this shape."""
    files: list[OutputFile]
    """Every output."""
    problems: list[str]
    """Why some files are not written."""
    repairs: list[str]
    """What a repair does."""
    changed: list[str]
    """Paths that were, or would be, written."""


class SyncDryRunOutput(SyncOutput):
    """What a sync would write."""

    changes: list[ChangeShape]
    """The exact changes."""


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


class VerifyOutput(TypedDict):
    """Whether the audit holds."""

    schema: Literal[1]
    """Version of this shape."""
    records: int
    """How many records there are."""
    ok: bool
    """Whether no record is broken."""
    broken: list[str]
    """Records that contradict themselves, their parents or the log, a sentence each."""
    drift: list[str]
    """Files that others changed since the last decision on them, a sentence each."""


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
    decisions: list[DecisionOutput]
    """Decisions on it, oldest first."""


class NoteShape(TypedDict):
    """A note in a list."""

    id: str
    """Its id."""
    title: str
    """One line."""
    status: Literal["active", "deprecated"]
    """Whether agents are told of it."""
    category: str
    """A free word; empty for none."""
    path: str
    """Its file."""


class NotesOutput(TypedDict):
    """All notes."""

    schema: Literal[1]
    """Version of this shape."""
    notes: list[NoteShape]
    """Active and retired."""


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document and the commands that print it."""

    shape: type
    """Its shape."""
    commands: tuple[str, ...]
    """Commands as they are typed, without `dreamtui` and `--json`."""


_DECIDING = ("graduate", "reject", "defer", "reopen", "retire", "rerationale", "undo", "redo", "memory edit")

DOCUMENTS: dict[str, Document] = {
    "list": Document(ListOutput, ("list",)),
    "list-all": Document(ListAllOutput, ("list --all",)),
    "show": Document(ShowOutput, ("show",)),
    "show-preview": Document(ShowPreviewOutput, ("show --preview",)),
    "dream": Document(DreamOutput, ("dream",)),
    "decided": Document(DecidedOutput, _DECIDING),
    "filed": Document(FiledOutput, ("add", "memory add")),
    "notes": Document(NotesOutput, ("memory list",)),
    "sync": Document(SyncOutput, ("sync", "sync --check")),
    "sync-dry-run": Document(SyncDryRunOutput, ("sync --dry-run",)),
    "why": Document(WhyOutput, ("why",)),
    "context": Document(ContextOutput, ("context",)),
    "status": Document(StatusOutput, ("status",)),
    "status-all": Document(StatusAllOutput, ("status --all",)),
    "doctor": Document(DoctorOutput, ("doctor",)),
    "config": Document(ConfigOutput, ("config",)),
    "init": Document(InitOutput, ("init",)),
    "observe": Document(ObserveOutput, ("observe",)),
    "audit-list": Document(AuditListOutput, ("audit list",)),
    "audit-show": Document(DecisionOutput, ("audit show",)),
    "audit-verify": Document(VerifyOutput, ("audit verify",)),
    "audit-export": Document(ExportOutput, ("audit export",)),
    "audit-log": Document(LogOutput, ("audit log",)),
}
"""By the name of the schema; a test compares the commands with those that exist."""
