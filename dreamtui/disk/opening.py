"""Regular files only, checked after opening, never waited for, and read up to a limit.

A pipe would block forever, and a device has no end. Every error is an OSError.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FOLLOWING = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_PLAIN = os.O_RDONLY | _FOLLOWING | getattr(os, "O_NOFOLLOW", 0)


class NotRegular(OSError):
    """There is something other than a regular file; `strerror` says what."""


class TooLarge(OSError):
    """A regular file with more bytes than are read; `size` says how many."""

    def __init__(self, path: Path | str, size: int, limit: int) -> None:
        super().__init__(errno.EFBIG, f"{size:,} bytes, more than the {limit:,} that are read", str(path))
        self.size = size


def open_regular(path: Path | str, *, follow: bool = False) -> tuple[int, os.stat_result]:
    """A regular file, opened to be read, and what it is; `follow` allows a symlink in the last place."""
    try:
        handle = os.open(path, _FOLLOWING) if follow else os.open(path, _PLAIN)
    except ValueError:  # a NUL in it, or a letter that this locale cannot spell
        raise FileNotFoundError(errno.ENOENT, "not a valid file name", str(path)) from None
    status = os.fstat(handle)
    if stat.S_ISREG(status.st_mode):
        return handle, status
    os.close(handle)
    what = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
    raise NotRegular(errno.EISDIR if stat.S_ISDIR(status.st_mode) else errno.EINVAL, what, str(path))


@contextmanager
def opened_folder(path: str) -> Iterator[int]:
    """A folder, to ask of its files, which spares the disk the way to it for each of them."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield handle
    finally:
        os.close(handle)


def read_whole(path: Path | str, limit: int, *, follow: bool = False) -> bytes:
    """The bytes of a regular file; `TooLarge` for one that has more than `limit`, also where it grows meanwhile."""
    handle, status = open_regular(path, follow=follow)
    try:
        if status.st_size > limit:
            raise TooLarge(path, status.st_size, limit)
        data = os.read(handle, status.st_size + 1)
        if data and len(data) == status.st_size:  # fewer than were asked for: this is its end
            return data
        while len(data) <= limit and (more := os.read(handle, limit + 1 - len(data)) if len(data) else b""):
            data += more
        if len(data) > limit:
            raise TooLarge(path, len(data), limit)
        return data
    finally:
        os.close(handle)


def read_beginning(path: Path | str, most: int, *, follow: bool = False) -> bytes:
    """The first bytes of a regular file, at most so many."""
    handle, _ = open_regular(path, follow=follow)
    try:
        with os.fdopen(handle, "rb", closefd=False) as stream:
            return stream.read(most)
    finally:
        os.close(handle)
