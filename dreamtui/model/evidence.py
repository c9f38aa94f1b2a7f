"""Events that happened, and the pieces of evidence that are drawn from them."""

from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class Where(StrEnum):
    """The kinds of place of a quote."""

    COMMIT = "commit"
    FILE = "file"
    TEXT = "text"
    RECORD = "record"
    RECALL = "recall"


_KINDS = frozenset(place.value for place in Where)
_WITH_LINES = frozenset({Where.FILE.value, Where.RECORD.value})
_DIGITS = 9
"""Of a line number; more digits are part of a name."""


@dataclass(frozen=True, slots=True)
class Locator:
    """The place of a quote: `commit:<sha>`, `file:<path>:<line>`, `record:<file>#<uuid>:<line>`, `text:`."""

    where: Where
    ref: str = ""
    """Full commit sha, path relative to the workspace (absolute when outside), `file#uuid`, or recall key."""
    line: int = 0
    """Line in the file, from 1; 0 when the place has no lines."""

    def __str__(self) -> str:
        if self.line:
            return f"{self.where}:{self.ref}:{self.line}"
        return f"{self.where}:{self.ref}"

    @classmethod
    def parse(cls, text: str) -> "Locator":
        """Read what `str` wrote; text of no known kind becomes a TEXT locator."""
        kind, _, rest = text.partition(":")
        if kind not in _KINDS:
            return cls(Where.TEXT)
        ref, _, number = rest.rpartition(":")
        if kind in _WITH_LINES and number.isascii() and number.isdigit() and len(number) <= _DIGITS and ref:
            return cls(Where(kind), ref, int(number))
        return cls(Where(kind), rest)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote with its place; one piece an event, equal quotes are not collapsed."""

    quote: str
    """The words as they were read, control characters and all; copied, because sources vanish."""
    locator: Locator
    when: str = ""
    """UTC time of the event, ISO 8601 with Z; empty when unknown."""
    who: str = ""
    """Identity of the person or agent."""
    digest: str = ""
    """First 16 hex of the sha256 of the source line or commit message, to see later whether it still says this."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a line of an event log, a commit, later a transcript record."""

    ts: str
    """UTC time, ISO 8601 with Z; compared as text."""
    actor: str
    """Identity of who did it."""
    kind: str
    """Free word: commit, revert, edit, test-fail, post-commit, and so on."""
    summary: str
    """One line: a commit subject or the event's summary."""
    locator: Locator
    """Where the event is recorded."""
    files: tuple[str, ...] = ()
    """Paths relative to the repository."""
    tool: str = ""
    """claude_code, cursor, git, and so on."""
    session: str = ""
    """Session id; empty for commits."""
    sha: str = ""
    """Full commit sha when the event is, or names, a commit."""
    coauthors: tuple[str, ...] = ()
    """Identities named in Co-authored-by trailers."""
    reverts: tuple[str, ...] = ()
    """Full shas this event takes back, from "This reverts commit" lines."""
    reverted_subject: str = ""
    """Subject of the change it takes back, normalised; empty when it is no revert or cannot be known."""
    noise: str = ""
    """Why the event does not count towards a signal (bot, merge, cherry-pick of …); empty when it counts."""
    digest: str = ""
    """First 16 hex of the sha256 of the source line or commit message."""
    subject: str = ""
    """What it is about, where the source knows it: a command, a correction in its normal form."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A piece of input that could not be read."""

    path: str
    """The file, relative to the workspace where possible."""
    line: int
    """Line from 1, or 0 for the file as a whole."""
    why: str
    """A few words: not JSON, not an object, invalid UTF-8, unreadable."""
