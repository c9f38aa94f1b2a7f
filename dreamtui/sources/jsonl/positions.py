"""How far a file was read, and what became of it since."""

import os
from collections.abc import Iterable
from enum import Enum, auto
from zlib import crc32

import msgspec

from dreamtui.sources.jsonl.files import open_file

_ENDS = 256
"""Bytes at each end that a checksum is made from."""


class FilePosition(msgspec.Struct, array_like=True, gc=False):
    """How far one file was read."""

    size: int = 0
    """Size of the file when it was read."""
    mtime: int = 0
    """Its modification time in nanoseconds."""
    inode: int = 0
    """Its inode."""
    offset: int = 0
    """Bytes read for good; a torn last line is read again."""
    print: int = 0
    """Checksum of bytes before the offset."""
    lines: int = 0
    """Lines within the offset."""
    records: int = 0
    """Records among them."""
    skipped: int = 0
    """Lines among them that could not be read."""
    open: bool = False
    """Whether the last line counts although its newline is still to come."""
    torn: str = ""
    """Why the last line, which has no newline, could not be read; it may still be completed."""

    def copy(self) -> "FilePosition":
        """One of its own to read on with, so that a scan that is cancelled leaves this as it was."""
        return msgspec.structs.replace(self)


class FileChange(Enum):
    """What became of a file that is not as it was left."""

    GROWN = auto()
    """It begins as it did; a last line that counted without its newline ends there, or has not gone on yet."""
    LINE_GREW = auto()
    """It begins as it did, but the last line that counted was not whole."""
    REWRITTEN = auto()
    """It does not begin as it did."""


def as_left(status: os.stat_result, position: FilePosition) -> bool:
    """Whether a file looks as it did when it was read."""
    return (
        status.st_size == position.size
        and status.st_mtime_ns == position.mtime
        and status.st_ino == position.inode
    )  # fmt: skip


def change_of(path: str, position: FilePosition) -> FileChange:
    """Look into a file whether it did more than grow; OSError when it cannot be read."""
    handle, status = open_file(path)
    try:
        if status.st_size < position.offset or checksum(handle, position.offset) != position.print:
            return FileChange.REWRITTEN
        if position.open:
            following = os.pread(handle, 2, position.offset)
            if following[:1] not in (b"", b"\n") and following not in (b"\r", b"\r\n"):
                return FileChange.LINE_GREW
        return FileChange.GROWN
    finally:
        os.close(handle)


def checksum(handle: int, offset: int) -> int:
    """Of the first and the last bytes before an offset; tells growth from a file that was written anew."""
    head = os.pread(handle, min(_ENDS, offset), 0)
    return crc32(os.pread(handle, min(_ENDS, offset), max(0, offset - _ENDS)), crc32(head))


def checksum_of(data: bytes) -> int:
    """The same of the bytes before the offset, where all of them are at hand."""
    return crc32(data[-_ENDS:], crc32(data[:_ENDS]))


def plausible(positions: Iterable[FilePosition]) -> bool:
    """Whether positions that were loaded can have been saved by us."""
    return all(
        min(one.size, one.offset, one.lines, one.records, one.skipped, one.size - one.offset) >= 0
        for one in positions
    )  # fmt: skip
