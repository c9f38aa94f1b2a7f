"""Shapes of what commands print that bring memories in or send them elsewhere."""

from typing import Literal, TypedDict


class ImportOutput(TypedDict):
    """What an import of another tool's memory did."""

    schema: Literal[1]
    """Version of this shape."""
    notes: list[str]
    """Ids of the notes that were written."""
    insights: list[str]
    """Ids of the pending insights that were written."""
    known: int
    """What was here already."""
    forgotten: int
    """Memories that were forgotten there and stay so."""
    decision: str | None
    """The one decision that stands for all of it; null when there was nothing new."""
    remarks: list[str]
    """What else is to be known, a sentence each."""


class MemoryMoveOutput(TypedDict):
    """A move to another scope that waits for a person."""

    schema: Literal[1]
    """Version of this shape."""
    id: str
    """Id of the proposal."""
    new: bool
    """Whether it was not asked for before."""
    to: str
    """project, user or team."""
    path: str
    """Logical path of the memory file."""
    title: str
    """Title of the proposal."""
