"""The lines of a file from where it was left: whole ones in blocks, a last one without its newline by itself."""

import os
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from zlib import crc32

import msgspec

from dreamtui.disk.opening import NotRegular, open_regular
from dreamtui.model.evidence import Skip
from dreamtui.model.mining.interface import ScanStopped


def open_file(path: str) -> tuple[int, os.stat_result]:
    """Open an ordinary file for reading; it is looked at after opening, so that nothing can be put in its place."""
    try:
        return open_regular(path)
    except NotRegular:
        raise OSError(0, "not an ordinary file") from None


def what_is(entry: "os.DirEntry[str]") -> str:
    """What an entry is that is named like a file of lines and is no ordinary file."""
    if entry.is_symlink():
        return "a symlink"
    return "a folder" if entry.is_dir(follow_symlinks=False) else "not an ordinary file"


def prefetch(handle: int, start: int, length: int) -> int:
    """Ask the system to fetch a stretch of a file while other work is done; where it will have been fetched to."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(handle, start, length, os.POSIX_FADV_WILLNEED)
    return start + length


_ENDS = 256
"""Bytes at each end that a checksum is made from."""


class FilePosition(msgspec.Struct, array_like=True, gc=False):
    """How far one file was read."""

    size: int = 0
    """Size of the file when it was read."""
    mtime: int = 0
    """Its modification time in nanoseconds."""
    inode: int = 0
    offset: int = 0
    """Bytes that were read completely; a torn last line is read again."""
    print: int = 0
    """Checksum of bytes before the offset."""
    lines: int = 0
    """Lines within the offset."""
    records: int = 0
    skipped: int = 0
    """Lines among them that could not be read."""
    open: bool = False
    """Whether the last line counts although its newline is still to come."""
    torn: str = ""
    """Why the last line, which has no newline, could not be read; it may still be completed."""

    def copy(self) -> "FilePosition":
        """A copy to read on with, so that a cancelled scan leaves this unchanged."""
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
    """Hash of the first and the last bytes before an offset; tells a file that grew from one that was rewritten."""
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


BOM = b"\xef\xbb\xbf"
NAMED = 100
"""How many skipped lines are named; all are counted."""
_AHEAD = 8 << 20
"""Bytes of one file that the system is asked to fetch before they are needed."""


class BadLine(ValueError):
    """A line that is no record; the message says why in a few words."""


def too_long(longest: int) -> str:
    """Why a longer line is skipped."""
    return f"longer than {longest >> 20} MiB"


def torn(error: BadLine) -> str:
    """Why a last line without its newline is no record."""
    return "torn last line" if str(error) == "not JSON" else str(error)


Block = tuple[bytes, int, int]
"""Bytes with whole lines in them, where the first line begins, and where the last ends, its newline not included."""


class LineReader:
    """Reads a file in large steps from a position, which moves along; never the whole of it."""

    def __init__(
        self,
        handle: int,
        status: os.stat_result,
        position: FilePosition,
        *,
        longest: int,
        step: int,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        position.torn = ""
        if position.open:
            _step_over_newline(handle, position)
        self.position = position
        self.bytes_read = 0
        self.rest = b""
        """What follows the last newline; empty if it is too long."""
        self.rest_too_long = False
        self._handle = handle
        self._status = status
        self._longest = longest
        self._step = step
        self._cancelled = cancelled
        self._end = position.offset
        self._only = b""

    def __iter__(self) -> Iterator[Block | None]:
        """Blocks of whole lines, and None for a line that is too long; the position is moved after each of them.

        No line is copied, except one that spans two steps: it is a block of its own.
        """
        handle, position, size, step, cancelled = (
            self._handle, self.position, self._status.st_size, self._step, self._cancelled
        )  # fmt: skip
        begun = at = fetched = position.offset
        if at:
            os.lseek(handle, at, os.SEEK_SET)
        parts: list[bytes] = []
        held = 0
        while True:
            if at + step < size and fetched - at < _AHEAD // 2:
                fetched = prefetch(handle, fetched, _AHEAD)
            room = min(step, size - at + 1) if at < size else step
            data = os.read(handle, room)
            if not data:
                break
            if cancelled is not None and cancelled():
                raise ScanStopped
            self._only = b"" if at else data
            at += len(data)
            start, end = 0, data.rfind(b"\n")
            if held and end >= 0:
                first = data.find(b"\n")
                length = held + first
                yield (b"".join([*parts, data[:first]]), 0, length) if length <= self._longest else None
                position.offset += length + 1
                parts, held, start = [], 0, first + 1
            if end >= start:
                yield data, start, end
                position.offset += end + 1 - start
            left = len(data) - end - 1
            held += left
            if held > self._longest:
                parts = []
            elif left:
                parts.append(data[end + 1 :])
            if len(data) < room and at >= size:
                break
        self.rest, self.rest_too_long = b"".join(parts), held > self._longest
        self.bytes_read, self._end = at - begun, at

    def count_rest(self) -> None:
        """The last line counts although its newline is still to come."""
        self.position.offset += len(self.rest)
        self.position.open = True

    def close(self) -> None:
        """Record the file's state; everything before the position was read completely."""
        position, status = self.position, self._status
        position.size = max(status.st_size, self._end)
        position.mtime, position.inode = status.st_mtime_ns, status.st_ino
        only = self._only
        position.print = checksum_of(only[: position.offset]) if only else checksum(self._handle, position.offset)


def _step_over_newline(handle: int, position: FilePosition) -> None:
    """Step over the newline that has come since for a last line that was counted without it."""
    following = os.pread(handle, 2, position.offset)
    if following[:1] == b"\n" or following == b"\r\n":
        position.offset += following.index(b"\n") + 1
        position.open = False


def numbered(handle: int, status: os.stat_result, *, longest: int, step: int) -> Iterator[tuple[int, bytes | None]]:
    """Every line of a file with its number and without its newline; None in place of one that is too long."""
    reader = LineReader(handle, status, FilePosition(), longest=longest, step=step)
    number = 0
    for block in reader:
        data, start, end = block or (b"", 0, 0)
        for line in data[start:end].split(b"\n"):
            number += 1
            yield number, None if block is None else line
    if reader.rest or reader.rest_too_long:
        yield number + 1, None if reader.rest_too_long else reader.rest


class Skips:
    """The first so many skipped lines in the order of files, for any order in which they come."""

    def __init__(self, known: list[Skip] | None = None) -> None:
        self._kept = list(known or ())

    def add(self, path: str, line: int, why: str) -> None:
        self._kept.append(Skip(path, line, why))
        if len(self._kept) > 8 * NAMED:
            self._kept = self.first()

    def first(self) -> list[Skip]:
        return sorted(self._kept, key=lambda skip: (skip.path, skip.line, skip.why))[:NAMED]
