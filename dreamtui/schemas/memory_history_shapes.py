"""Shapes of the history of memory folders and of bringing a memory back."""

from typing import Literal, TypedDict

from dreamtui.schemas.item_shapes import ChangeShape


class MemoryVersion(TypedDict):
    """A memory file as it stood at some time."""

    when: str
    """UTC time at which it was found so."""
    sha: str | None
    """sha256 of its bytes; null when it is gone or larger than what is kept."""
    size: int
    """Bytes."""
    mtime: str | None
    """UTC time at which it was last changed; null when it is gone."""
    why: str
    """`seen`, `ours:` with the decision that wrote it, or `acknowledged`."""
    gone: bool
    """Whether the file was not there."""
    kept: bool
    """Whether `memory restore` can bring it back."""


class MemoryFileHistory(TypedDict):
    """A file of a memory folder."""

    path: str
    """Its logical path."""
    folder: str
    """The memory folder."""
    versions: list[MemoryVersion]
    """The newest first."""


class LostMemoryShape(TypedDict):
    """A file that vanished or shrank to less than half outside dreamtui, until it is back or acknowledged."""

    path: str
    """Its logical path."""
    what: Literal["vanished", "shrank"]
    """What became of it."""
    when: str
    """UTC time at which that was found."""
    before: int
    """Bytes it had."""
    now: int
    """Bytes it has."""
    sha: str | None
    """The version that was lost."""
    kept: bool
    """Whether `memory restore` can bring it back."""


class MemoryHistoryOutput(TypedDict):
    """What stood in the memory folders."""

    schema: Literal[1]
    """Version of this shape."""
    files: list[MemoryFileHistory]
    """Every file, or the one that was named, by path."""
    lost: list[LostMemoryShape]
    """What was lost outside dreamtui."""
    skipped_lines: int
    """Lines of the histories that are damaged."""


class MemoryRestoreDryRunOutput(TypedDict):
    """What a restore would change."""

    schema: Literal[1]
    """Version of this shape."""
    changes: list[ChangeShape]
    """The exact changes."""
    advice: list[str]
    """What is to be known, a sentence each."""
