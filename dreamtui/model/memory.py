"""What agents remember: graduated rules and long-term notes."""

from dataclasses import dataclass
from enum import StrEnum, unique

from dreamtui.model.target import OUTPUTS, Destination


@dataclass(frozen=True, slots=True)
class Rule:
    """A graduated rule: an imperative sentence with the reason it exists."""

    id: str
    """Id of the candidate it was graduated from; the first 8 hex of the file name for rules without one."""
    path: str
    """Logical path of its file."""
    title: str
    """The H1: the candidate's title at first graduation."""
    text: str
    """What the agents read: one or a few sentences."""
    files: tuple[str, ...] = ()
    """Paths it is about; they decide its area."""
    rationale: str = ""
    """The newest rationale."""
    graduated_by: str = ""
    graduated_at: str = ""
    """UTC time of the graduation."""
    review_after: str = ""
    """Date after which it is due for review."""
    last_reviewed: str = ""
    """UTC time of the last review, empty for none."""
    evidence: tuple[str, ...] = ()
    """Evidence lines as written in the file."""
    signal: str = ""
    subject: str = ""
    says_files: bool = True
    """Whether its file says what it is about; dotagent drops that line when it reviews a rule."""
    destination: Destination = OUTPUTS
    """Where it goes."""
    until_version: str = ""
    """The version until which it holds; empty for none."""


@unique
class NoteStatus(StrEnum):
    ACTIVE = "active"
    DEPRECATED = "deprecated"


@dataclass(frozen=True, slots=True)
class Note:
    id: str
    """`n-` and 10 hex of title and text at creation."""
    path: str
    """Logical path of its file."""
    title: str
    """One line."""
    text: str
    category: str = ""
    """Free word: preference, project, and so on."""
    status: NoteStatus = NoteStatus.ACTIVE
    """Active or deprecated."""
    pinned: bool = False
    """Never touched by a proposal."""
    static: bool = False
    """A permanent fact: never touched by a proposal."""
    importance: float = 0.5
    """0 to 1; decides what stays in the first-level index."""
    created: str = ""
    """UTC time."""
    updated: str = ""
    """UTC time."""
    merged_into: str = ""
    """Id of the note that holds its text now."""
    merged_from: tuple[str, ...] = ()
    """Ids of the notes it was made from."""
    superseded_by: str = ""
    """Id of the note that replaced it."""
    sources: tuple[str, ...] = ()
    """Locators of where it comes from."""
    review_after: str = ""
    """Date after which a person is asked whether it still holds; empty for never."""


@unique
class IndexStep(StrEnum):
    """One thing that regenerating does; what does not fit moves in any case."""

    ADD = "add"
    """A line for each memory without one."""
    REMOVE = "remove"
    """Lines go whose files are not there."""
    SHORTEN = "shorten"
    RENEW = "renew"
    """Lines are written again where a decision changed what the memory says of itself."""
    MOVE = "move"
    """Lines past the limit move to a further index."""
