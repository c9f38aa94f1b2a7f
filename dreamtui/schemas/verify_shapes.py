"""Shapes of what memories claim about the repository."""

from typing import Literal, TypedDict

from dreamtui.model.claim import ClaimKind, Verdict


class VerdictCounts(TypedDict):
    """How many claims have each verdict."""

    verified: int
    """Those that hold."""
    gone: int
    """Those that hold no longer."""
    moved: int
    """Paths that have another name now."""
    cannot_tell: int
    """Those the repository says nothing about."""


class ClaimShape(TypedDict):
    """One claim and what the repository says about it."""

    kind: ClaimKind
    """What kind of thing is named."""
    name: str
    """As it is written."""
    line: int
    """Line of the file, from 1, where it is named first."""
    verdict: Verdict
    """Whether it holds."""
    reason: str
    """Why, in a few words."""
    now: str | None
    """What it is called now, where it was moved."""


class CheckedMemory(TypedDict):
    """A memory and its claims."""

    id: str
    """Id of the memory; empty for a file that is none."""
    kind: str
    """topic, note, rule; file for any other."""
    title: str
    """One line."""
    path: str
    """Its file."""
    claims: list[ClaimShape]
    """In the order in which they are made."""


class MemoryVerifyOutput(TypedDict):
    """What memories claim, held against the repository."""

    schema: Literal[1]
    """Version of this shape."""
    counts: VerdictCounts
    """Of all claims together."""
    memories: list[CheckedMemory]
    """Every memory that was checked, by path."""
    remarks: list[str]
    """What else is to be known, a sentence each."""
