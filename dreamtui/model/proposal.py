"""What a reorganization proposes: mutations of memories, each whole or refused, and contradictions with choices."""

from dataclasses import dataclass
from enum import StrEnum, unique

from dreamtui.model.status import Status


@unique
class MutationKind(StrEnum):
    """What a mutation does to its sources."""

    MERGE = "merge"
    SUPERSEDE = "supersede"
    DEPRECATE = "deprecate"
    SPLIT = "split"
    MOVE = "move"


@unique
class Fate(StrEnum):
    """What becomes of a statement of a source."""

    KEPT = "kept"
    MERGED = "merged"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Memory:
    """Anything that takes part in a reorganization: a note, a graduated rule, a topic file, a line of CLAUDE.md."""

    id: str
    """Id of the note or rule."""
    path: str
    """Logical path of its file."""
    hash: str
    """sha256 of the file's bytes when it was read."""
    title: str
    """One line."""
    text: str
    kind: str
    """note, rule, topic; line for a line of CLAUDE.md, which is never touched."""
    created: str = ""
    """UTC time."""
    updated: str = ""
    """UTC time; the newest wording wins a tie."""
    category: str = ""
    """Free word."""
    scope: str = ""
    """Where it holds: for a topic file its folder, with `/team` below team/; different scopes are kept apart."""
    importance: float = 0.5
    """0 to 1."""
    pinned: bool = False
    """Never touched."""
    static: bool = False
    """Never touched."""
    review_after: str = ""
    """Date after which it is due for review, empty for none."""
    files: tuple[str, ...] = ()
    about: str = ""
    """What its file says of it beside its text."""
    hook: str = ""
    """What its line in an index says, where that line is too long and the file does not say all of it."""
    dated: str = ""
    """How it can be recognised as old, a few words; empty if its file says so itself."""
    lines: tuple[tuple[int, str], ...] | None = None
    """Lines of the text, from 0, with the day of the commit that added them, as far as it is known; None for a file
    that no repository keeps."""


@dataclass(frozen=True, slots=True)
class MemorySource:
    """A memory as a mutation was planned from it."""

    id: str
    path: str
    hash: str
    """sha256 of the file then; a mutation whose source changed since is skipped and planned again."""
    title: str


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of the sources and what becomes of it."""

    text: str
    source: str
    """Id of its memory."""
    fate: Fate
    """Kept, merged into an equal one, or lost."""
    into: str = ""
    """For a merged one the words that replace it; for a kept one whose memory goes where it is said too."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change of memories that can be accepted by itself."""

    id: str
    """`u-` and 10 hex of kind and sorted source ids."""
    kind: MutationKind
    sources: tuple[MemorySource, ...]
    """The memories it replaces or retires, sorted by id."""
    title: str = ""
    """Title of the result; empty if nothing new is written."""
    text: str = ""
    """Text of the result; for a split the parts are in `parts`."""
    parts: tuple[tuple[str, str], ...] = ()
    """Title and text of each part of a split."""
    category: str = ""
    """Category of the result, or where a move goes."""
    keeps: str = ""
    """For a supersede: the id of the memory that stays."""
    to: str = ""
    """For a move of a topic file: where to, project, user or team."""
    reason: str = ""
    """Why, in a sentence."""
    score: float = 0
    """Similarity or strength of the reason, 0 to 1."""
    guards: tuple[str, ...] = ()
    """Guards that were checked and passed."""
    statements: tuple[Statement, ...] = ()
    """Every statement of every source, in order."""

    @property
    def lost(self) -> tuple[str, ...]:
        """Statements that are not in the result; losing them has to be acknowledged."""
        return tuple(s.text for s in self.statements if s.fate is Fate.LOST)


@dataclass(frozen=True, slots=True)
class Choice:
    """One way out of a contradiction."""

    id: str
    """keep-a, keep-b, keep-both; against CLAUDE.md keep-claude, keep-memory, keep-both."""
    label: str
    mutations: tuple[Mutation, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What waits for a person."""

    id: str
    """`p-` and 10 hex of its kind and sorted source ids."""
    kind: str
    """mutations; contradiction, or pair for two memories on one subject, which have choices."""
    title: str
    """One line."""
    mutations: tuple[Mutation, ...] = ()
    choices: tuple[Choice, ...] = ()
    """For a contradiction: the ways out."""
    reason: str = ""
    method: str = "heuristic"
    """heuristic or model."""
    score: float = 0
    """The strongest reason, 0 to 1."""
    against: tuple[tuple[str, str], ...] = ()
    """Place and words of each line of CLAUDE.md that it is about; such lines are never changed by it."""
    default: str = ""
    """The way out that is suggested, of an older and a newer statement to keep the newer; empty for none."""


@dataclass(frozen=True, slots=True)
class KeptApart:
    """Pairs that look alike and were kept apart by a guard."""

    guard: str
    reason: str
    """What differs, in words."""
    count: int
    """How many pairs."""
    examples: tuple[tuple[str, str], ...]
    """Ids of the first few pairs."""


@dataclass(frozen=True, slots=True)
class Reorganization:
    proposals: tuple[Proposal, ...]
    kept_apart: tuple[KeptApart, ...]
    """Sorted by guard and reason."""
    scanned: int
    eligible: int
    """Of these, not pinned, static or retired."""
    left_out: int = 0
    """Weaker proposals beyond the most that one cycle makes."""


@unique
class Became(StrEnum):
    """What became of a mutation when its proposal was decided."""

    APPLIED = "applied"
    SKIPPED = "skipped"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Applied:
    """What one mutation did when its proposal was accepted."""

    mutation: str
    kind: MutationKind
    became: Became
    """Applied; skipped because a source changed; left out by the person."""
    reason: str = ""
    made: tuple[str, ...] = ()
    """Ids of the memories it wrote."""
    retired: tuple[str, ...] = ()
    """Ids of the memories it retired."""
    acknowledged: tuple[str, ...] = ()
    """Statements that were lost with the person's knowledge."""
    sources: tuple[MemorySource, ...] = ()
    """For what was left out or skipped: the sources as they were, so that it is not proposed again unchanged."""


@dataclass(frozen=True, slots=True)
class FiledProposal:
    """A proposal with what its file says of its life."""

    proposal: Proposal
    created: str
    """When a cycle found it first."""
    updated: str
    """When a cycle changed it last."""
    scorer: str = ""
    threshold: float = 0
    """From which likeness on."""
    instructions: str = ""
    """What a person wanted looked at."""
    lookback_days: int | None = None
    """How far back the cycle looked; None for everything."""
    vanished: bool = False
    """Whether no mutation can be applied any more and no cycle finds it."""
    until: str = ""
    """Date of a deferral or a not-now."""
    reopened: str = ""
    """When a person put it back into the queue."""
    status: Status = Status.PENDING
    """Pending, accepted or rejected."""
    actor: str = ""
    when: str = ""
    rationale: str = ""
    disposition: str = ""
    choice: str = ""
    """The way out that was chosen of a contradiction."""
    outcomes: tuple[Applied, ...] = ()
    """What became of each mutation."""
