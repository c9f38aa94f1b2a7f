"""What a memory claims about the repository, and what became of the claim."""

from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class ClaimKind(StrEnum):
    """What kind of thing a memory names."""

    FILE = "file"
    COMMAND = "command"
    PACKAGE = "package"
    BRANCH = "branch"
    SYMBOL = "symbol"
    COMMIT = "commit"


@unique
class Verdict(StrEnum):
    """What the repository says about a claim."""

    VERIFIED = "verified"
    GONE = "gone"
    MOVED = "moved"
    UNKNOWN = "cannot tell"


@unique
class Tone(StrEnum):
    """What the words around a name say about it."""

    THERE = "there"
    """That it is there, or nothing else."""
    LOST = "lost"
    """That it was removed, renamed or replaced."""
    HEDGED = "hedged"
    """That it will be, might be or must not be, or it is an example."""
    TOLD = "told"
    """What was done with it at some time: the entry of a log, a change that was merged."""
    ELSEWHERE = "elsewhere"
    """That it is of another repository."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing of the repository that a memory names."""

    kind: ClaimKind
    name: str
    line: int
    """Line of the text, from 1, where it is named first."""
    tone: Tone = Tone.THERE
    """What the words around it say."""
    loose: bool = False
    """Whether it may as well be something else: nothing is said of it unless the repository knows it."""


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim and what the repository says about it."""

    claim: Claim
    verdict: Verdict
    reason: str
    """Why, in a few words."""
    now: str = ""
    """What it is called now, where it was moved."""


@unique
class Extent(StrEnum):
    """How much of a history was read."""

    WHOLE = "whole"
    PART = "part"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class History:
    """How much of a history was read, and why not all of it."""

    extent: Extent = Extent.WHOLE
    """Whether what is not in it was never there."""
    why: str = ""
    """What was not read and why, a few words; empty if all was."""
    exact: bool = False
    """Whether only files that moved without a change are known to have moved."""

    @property
    def said(self) -> str:
        """What is to be known of it, for a sentence; empty for a whole one."""
        if self.extent is Extent.WHOLE:
            return ""
        how = "was read in part only" if self.extent is Extent.PART else "could not be read here"
        return f"the history {how}: {self.why}"
