"""Shapes of items, their evidence and what would change: the parts of `list`, `show` and `dream`."""

from typing import Literal, TypedDict

from dreamtui.model.item import Status
from dreamtui.model.verb import Verb


class EvidencePiece(TypedDict):
    """A quote with the place it stands in."""

    quote: str
    """The words as they were read."""
    locator: str
    """`commit:<sha>`, `file:<path>:<line>`, `record:<file>#<uuid>`, `recall:<key>` or `text:`."""
    when: str
    """UTC time, ISO 8601 with Z; empty when unknown."""
    who: str
    """Identity of the person or agent; empty when unknown."""


class ResolvedEvidence(EvidencePiece):
    """A piece of evidence that was looked up again."""

    hash: str
    """First 16 hex of the sha256 of the source line or commit message; empty when unknown."""
    resolves: bool | None
    """Whether its place still says this; null when it has no place, or nobody can tell."""


class ItemFacts(TypedDict):
    """What every list says about an item."""

    id: str
    """Short id made from content."""
    kind: str
    """What sort of thing it is; decides the verbs."""
    signal: str
    """The signal that found it; for other kinds the method or category, or empty."""
    title: str
    """One line."""
    status: Status
    """Where it stands now."""
    decision: str | None
    """The decision that stands for it: eight hex, or the path of a decided file that has no record."""
    first_seen: str
    """Time of its oldest evidence; empty when unknown."""
    last_seen: str
    """Time of its newest evidence; empty when unknown."""
    weight: float
    """How much speaks for it."""
    actors: list[str]
    """Who is involved."""
    files: list[str]
    """Which files it is about."""
    flags: list[str]
    """Risks: secret, hidden, instructions, stale, contradicts, vanished, similar."""


class ListedItem(ItemFacts):
    """An item of the queue."""

    evidence: list[EvidencePiece]
    """The quotes it rests on, newest first."""


class ListedItemSomewhere(ListedItem):
    """An item of one of several workspaces."""

    workspace: str
    """The root of its workspace."""


class ObjectionShape(TypedDict):
    """One thing that speaks against an item."""

    kind: str
    """What sort of objection it is."""
    text: str
    """The objection in a sentence."""
    locator: str
    """The line that says so; empty when there is none."""


class MarkShape(TypedDict):
    """A decision in a list."""

    decision: str
    """Its whole id."""
    verb: Verb
    """What was done."""
    item: str
    """Id of the item decided."""
    title: str
    """Title of the item when it was decided."""
    actor: str
    """Who decided."""
    when: str
    """UTC time."""
    undoes: str | None
    """Id of the decision it takes back."""
    batch: str | None
    """Same for all decisions of one batch."""


class ChangeShape(TypedDict):
    """One file before and after."""

    path: str
    """Relative to the workspace; `.agent/…` is the home, wherever it lies."""
    before: str | None
    """The text before; null when the file is not there."""
    after: str | None
    """The text after; null when the file goes."""
    diff: str
    """The change as a unified diff."""


class PreviewShape(TypedDict):
    """What one verb would change."""

    changes: list[ChangeShape]
    """Every file, in path order."""


class ListOutput(TypedDict):
    """The review queue."""

    schema: Literal[1]
    """Version of this shape."""
    items: list[ListedItem]
    """Pending first, then recurring, unless a status was asked for."""


class ListAllOutput(TypedDict):
    """The review queues of every known workspace."""

    schema: Literal[1]
    """Version of this shape."""
    items: list[ListedItemSomewhere]
    """Workspace by workspace, the current one first."""


class ShowOutput(ItemFacts):
    """Everything about one item."""

    schema: Literal[1]
    """Version of this shape."""
    evidence: list[ResolvedEvidence]
    """The quotes it rests on, newest first, each looked up now."""
    fingerprint: str
    """What the item is about, never its wording."""
    suggestion: str
    """The rule that would be proposed; empty when there is none."""
    challenge: list[ObjectionShape]
    """What speaks against it."""
    history: list[MarkShape]
    """Earlier decisions on the same thing, oldest first."""
    similar_to: list[str]
    """Ids of items with similar titles; decides nothing."""
    path: str
    """The file it lies in."""
    text: str
    """That file's text."""


class ShowPreviewOutput(ShowOutput):
    """Everything about one item, with what each verb would change."""

    previews: dict[str, PreviewShape]
    """By verb; verbs that do not apply now are absent."""


class SimilarShape(TypedDict):
    """Something that looks alike."""

    id: str
    """Its id."""
    title: str
    """Its title."""


class FiledOutput(TypedDict):
    """What was filed: a candidate by hand, or a note."""

    schema: Literal[1]
    """Version of this shape."""
    id: str
    """Its id."""
    new: bool
    """False when it was there already."""
    similar: list[SimilarShape]
    """What looks alike; nothing is held back for it."""
