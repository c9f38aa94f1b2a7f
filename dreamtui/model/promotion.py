"""A recall that waits for a person to decide whether it becomes long-term memory."""

from dataclasses import dataclass

from dreamtui.model.item import Status


@dataclass(frozen=True, slots=True)
class Promotion:
    """One qualified recall as it stands in the queue, with the figures that qualified it."""

    id: str
    """`m-` and 10 hex of the recall key."""
    key: str
    """The recall key."""
    path: str
    """The note it comes from."""
    start: int
    """First line in the note, as the recall store says."""
    end: int
    """Last line."""
    snippet: str
    """What was recalled, as the recall store says."""
    recalls: int
    """How often it was recalled."""
    signals: int
    """How often it was found in any way the profile counts."""
    contexts: int
    """For how many different queries (or days)."""
    queries: int
    """How many different queries the store knows."""
    days: tuple[str, ...]
    """The days it was recalled on."""
    average: float
    """Average score of its hits."""
    best: float
    """Score of its best hit."""
    score: float
    """Its score."""
    components: tuple[tuple[str, float], ...]
    """The parts of the score."""
    tags: tuple[str, ...]
    """Concepts it names."""
    project: str
    """Projects it belongs to."""
    first_recalled: str
    """When it was recalled first."""
    last_recalled: str
    """When it was recalled last."""
    profile: str
    """The profile it was scored with."""
    thresholds: tuple[tuple[str, float], ...] = ()
    """What it had to reach."""
    queued_at: str = ""
    """When a run put it into the queue."""
    junk: tuple[str, ...] = ()
    """Why it may be no sentence worth keeping: code, fragment, log, metadata, secret."""
    found_start: int = 0
    """First line in the live note; 0 where it was not found."""
    found_end: int = 0
    """Last line in the live note."""
    found_text: str = ""
    """What the live note says there, on one line."""
    found_path: str = ""
    """The note it was found in."""
    found_lines: tuple[str, ...] = ()
    """The lines of the note as they were, to see later whether they still stand there."""
    until: str = ""
    """Date of a deferral or a not-now."""
    reopened: str = ""
    """When a person put it back into the queue."""
    status: Status = Status.PENDING
    """Pending, accepted or rejected, as its file says."""
    actor: str = ""
    """Who decided."""
    when: str = ""
    """When it was decided."""
    rationale: str = ""
    """Why."""
    disposition: str = ""
    """Why it was rejected."""
    sentence: str = ""
    """The person's own words that were written instead of the snippet."""
    written: str = ""
    """The line of MEMORY.md that the promotion wrote; empty when it stood there already."""

    @property
    def text(self) -> str:
        """What would be written when nobody says better: the live note's words, else the store's."""
        return self.found_text or self.snippet
