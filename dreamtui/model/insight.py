"""An insight: something that several sessions have in common, found in their events, for a person to keep or not."""

from dataclasses import dataclass
from enum import StrEnum, unique

from dreamtui.model.evidence import Evidence
from dreamtui.model.status import Status


@unique
class InsightType(StrEnum):
    THEME = "theme"
    PATTERN = "pattern"
    GAP = "gap"
    CONNECTION = "connection"


@dataclass(frozen=True, slots=True)
class Insight:
    """What several sessions have in common."""

    id: str
    """`i-` and 10 hex of type and subject."""
    type: InsightType
    """Theme, pattern, gap or connection."""
    title: str
    """One line."""
    subject: str
    """What it is about: an entity, a word, two entities."""
    text: str
    """The observation in a sentence or two."""
    path: str = ""
    """Logical path of its file."""
    status: Status = Status.PENDING
    """Pending, graduated or rejected, as its file says."""
    sessions: int = 0
    """In how many sessions it was seen."""
    mentions: int = 0
    """In how many events."""
    importance: float = 0
    """0 to 1."""
    first_seen: str = ""
    """Time of its oldest evidence."""
    last_seen: str = ""
    """Time of its newest evidence."""
    created: str = ""
    """When a run found it."""
    files: tuple[str, ...] = ()
    """Files that the events touched most."""
    evidence: tuple[Evidence, ...] = ()
    """Quotes, newest first, one a session."""
    until: str = ""
    """Date of a deferral or a not-now."""
    reopened: str = ""
    """When a person put it back into the queue."""
    by: str = ""
    decided: str = ""
    disposition: str = ""
    became: str = ""
    """Id of the note or path of the rule it became."""
    rationale: str = ""
    """Why it was decided so."""
