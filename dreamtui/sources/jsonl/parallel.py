"""Reads many files, in two processes where that is faster."""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import Protocol, Self

from dreamtui.disk.fork import Shares, may_fork, share_with_child
from dreamtui.model.mining.interface import ScanStopped

Progress = Callable[[int, int], None]
"""Told how many files have been read, of how many."""


class FilesReader(Protocol):
    """What reads the files in one process, by their numbers."""

    @property
    def done(self) -> Collection[int]:
        """Files that were read, or that cannot be read."""

    def read(self, number: int) -> None: ...

    def flush(self) -> None:
        """Finish what was read, before the other process's results are added."""

    def fresh(self) -> Self:
        """One for the other process, which has read nothing."""

    def pack(self) -> Iterable[bytes]:
        """All that came of it, for `absorb`."""

    def absorb(self, frames: list[bytes]) -> None:
        """Add what the reader of the other process packed; nothing if it is damaged."""


def read_files(
    reader: FilesReader,
    count: int,
    *,
    two: bool,
    cancelled: Callable[[], bool] | None,
    progress: Progress | None,
) -> None:
    """Read so many files; what a second process took and did not finish is read here."""

    def step(elsewhere: int = 0) -> None:
        if cancelled is not None and cancelled():
            raise ScanStopped
        if progress is not None:
            progress(len(reader.done) + elsewhere, count)

    def ours(shares: Shares, elsewhere: Callable[[], int]) -> None:
        for share in shares:
            step(elsewhere())
            for number in share:
                reader.read(number)
        reader.flush()

    def theirs(shares: Shares, tell: Callable[[int], None]) -> Iterable[bytes]:
        other = reader.fresh()
        for share in shares:
            for number in share:
                other.read(number)
            tell(len(other.done))
        return other.pack()

    if two and (frames := share_with_child(count, ours, theirs)):
        reader.absorb(frames)
    for number in range(count):
        if number not in reader.done:
            step()
            reader.read(number)
    step()
    reader.flush()


def two_are_faster(unread: Sequence[tuple[str, int]], *, much: int, many: int = sys.maxsize) -> bool:
    """Whether so many bytes or files are to be read, each from an offset, that a second process saves time."""
    if len(unread) < 2 or not may_fork():
        return False
    if len(unread) >= many:
        return True
    size = 0
    for path, offset in unread:
        with suppress(OSError):
            size += os.lstat(path).st_size - offset
        if size >= much:
            return True
    return False
