"""Shapes of what was done: runs, decisions, syncs, and the list of notes."""

from typing import Literal, TypedDict

from dreamtui.model.verb import Verb
from dreamtui.schemas.item_shapes import ChangeShape, ListedItem


class ReadCounts(TypedDict):
    """How much a run read."""

    events: int
    """Events of the logs in all."""
    commits: int
    """Commits of the history in all."""
    fresh: int
    """Events and commits read now, the rest being remembered."""
    transcripts: int
    """Transcripts of conversations in all."""
    sessions: int
    """Sessions in them."""


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


class InsightCounts(TypedDict):
    """What a run did to the insights."""

    new: list[str]
    """Ids of those that were added."""
    updated: int
    """Waiting ones with newer counts."""
    recurring: int
    """Rejected ones that were seen again."""
    held_back: int
    """New ones left out for now."""


class RememberedShape(TypedDict):
    """Something found that Claude Code's memory says already, so that it is not proposed."""

    id: str
    """The id it would have."""
    title: str
    """Its title."""
    path: str
    """The memory that says it."""


class ProposalCounts(TypedDict):
    """What a run proposed about the memories."""

    scanned: int
    """Memories looked at."""
    new: list[str]
    """Ids of the proposals that were added."""
    updated: int
    """Waiting ones that changed."""
    unchanged: int
    """Waiting ones that are as they were."""
    recurring: int
    """Rejected ones that were found again."""
    withdrawn: int
    """Waiting ones that are no longer possible."""


class PhaseShape(TypedDict):
    """One phase of a run."""

    name: Literal["orient", "gather", "consolidate", "prune and index"]
    """Which one."""
    said: list[str]
    """What came of it, a sentence each."""


class GateShape(TypedDict):
    """What held an unattended run back."""

    gate: Literal["hours", "sessions"]
    """Which gate."""
    why: str
    """What is missing."""


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
    insights: InsightCounts
    """What several sessions have in common, for a person to decide on."""
    skips: list[SkipShape]
    """The first of them by name."""
    remarks: list[str]
    """What else is to be known, a sentence each."""
    items: list[ListedItem]
    """The items the run saw."""
    remembered: list[RememberedShape]
    """What a memory says already and was left out."""
    proposals: ProposalCounts
    """What was proposed about the memories; all zero where they were not looked at."""
    phases: list[PhaseShape]
    """The phases of the run, in their order."""
    skipped: GateShape | None
    """What held an unattended run back, so that nothing was done."""


class RecordedShape(TypedDict):
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
    decisions: list[RecordedShape]
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
    left: list[str]
    """Files that are not ours to write, a sentence each."""
    undecided: list[str]
    """Rules that nobody decided as they are: the file, what is wrong with it, and what agents are given of it."""
    unshown: list[str]
    """Rules that no output shows, a sentence each."""
    unread: list[str]
    """Rules, notes and records that cannot be read, so that no output holds anything of them."""
    changed: list[str]
    """Paths that were, or would be, written."""


class UndecidedRule(TypedDict):
    """A rule that nobody decided as it is."""

    id: str
    """Its id."""
    path: str
    """Its file."""
    title: str
    """Its title."""
    text: str
    """What its file says."""
    files: list[str]
    """Paths it is about."""
    what: str
    """What is wrong: no decision, or other words than those that were decided."""
    decided: str | None
    """The words that were decided; null where there are none or the record does not say them."""
    stands_in: list[str]
    """Outputs in which these words stand."""


class AdoptOutput(TypedDict):
    """Rules that nobody decided."""

    schema: Literal[1]
    """Version of this shape."""
    undecided: list[UndecidedRule]
    """By path."""


class AdoptDryRunOutput(AdoptOutput):
    """What agents would be given if they were adopted."""

    changes: list[ChangeShape]
    """What a sync would write then."""


class SyncDryRunOutput(SyncOutput):
    """What a sync would write."""

    changes: list[ChangeShape]
    """The exact changes."""


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
