"""Reads files of ours without following surprises: regular files only, never through a symlink, never endless."""

import os
import stat
from pathlib import Path

from dreamtui.model.errors import Refused

LIMIT = 4 * 1024 * 1024
"""Bytes above which one of our own files is not believable and is not read."""


def read_regular(path: Path | str, limit: int = LIMIT) -> bytes:
    """The bytes of a regular file; raises FileNotFoundError, or Refused with a sentence for anything odd."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        raise
    except OSError as problem:
        if Path(path).is_symlink():
            raise Refused(f"{path} is a symbolic link, and files of ours never are; it is left alone") from None
        raise Refused(f"{path} cannot be read: {problem.strerror}") from None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
            raise Refused(f"{path} is {what}; it is left alone")
        if status.st_size > limit:
            raise Refused(f"{path} has {status.st_size:,} bytes, more than the {limit:,} a file of ours can have")
        data = os.read(handle, status.st_size + 1)
        while len(data) <= limit and (more := os.read(handle, limit + 1 - len(data)) if len(data) else b""):
            data += more
        return data
    finally:
        os.close(handle)


def read_or_none(path: Path, limit: int = LIMIT) -> bytes | None:
    """The bytes of a regular file, None when there is none."""
    try:
        return read_regular(path, limit)
    except (FileNotFoundError, NotADirectoryError):
        return None
