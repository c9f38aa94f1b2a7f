"""Shapes of where the indexes of memory folders stand and of regenerating them."""

from typing import Literal, TypedDict

from dreamtui.schemas.item_shapes import ChangeShape


class MemoryDir(TypedDict):
    """Where a memory folder stands."""

    path: str
    """The folder."""
    lines: int
    """Lines of its index as Claude Code counts them, of which 200 are loaded."""
    bytes: int
    """Bytes of these lines, of which 25,000 are loaded."""
    visible_lines: int
    """Lines that are loaded."""
    entries: int
    """Lines that link to files of the folder."""
    orphans: list[str]
    """Files without a line."""
    dangling: list[str]
    """Files named that are not there."""
    long_lines: list[int]
    """Numbers of lines with more than 150 characters."""
    outside: list[str]
    """Files out of the folder that are linked to."""
    hidden: list[int]
    """Numbers of lines that are not loaded."""
    tokens: int
    """Estimated tokens of the index."""
    healthy: bool
    """Whether no file lacks a line, no line a file, no line is too long, and all of it is loaded."""
    files: int
    """Memories in the folder."""
    key: str
    """What logical paths of its files begin with."""
    why: str
    """How the folder was found."""
    shared_with: list[str]
    """Other projects that use the same folder."""
    off: str
    """What switches auto memory off; empty when nothing does."""
    odd: list[str]
    """What is left alone and why, a sentence each."""


class MemoryStatusOutput(TypedDict):
    """Where the memory folders stand."""

    schema: Literal[1]
    """Version of this shape."""
    dirs: list[MemoryDir]
    """The workspace's own one first."""


class IndexedDir(TypedDict):
    """What regenerating did to the index of a folder, or would do."""

    path: str
    """The folder."""
    key: str
    """What logical paths of its files begin with."""
    decision: str | None
    """Id of the record; null when nothing was written."""
    changed: list[str]
    """Logical paths of the indexes that change."""
    added: list[str]
    """Files that had no line."""
    dropped: list[str]
    """Files that are not there, whose lines go."""
    shortened: list[int]
    """Numbers of lines that are cut at a word."""
    renewed: list[str]
    """Files whose line is written again because a decision changed their description."""
    moved: list[str]
    """Files whose line moves to a further index, in the order in which they move."""
    unfit: list[int]
    """Numbers of lines that are too long and stay, because a cut would lose words."""
    left: list[str]
    """Files that are not there, on lines that say more and stay."""
    refused: str
    """Why nothing can be written there; empty when it can."""


class MemoryIndexOutput(TypedDict):
    """What regenerating did."""

    schema: Literal[1]
    """Version of this shape."""
    dirs: list[IndexedDir]
    """Every folder that was looked at."""


class MemoryIndexDryRunOutput(MemoryIndexOutput):
    """What regenerating would do."""

    changes: list[ChangeShape]
    """Each index before and after."""
