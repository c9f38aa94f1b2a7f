"""Reads files of ours safely: regular files only, never through a symlink, never without a limit."""

from pathlib import Path

from dreamtui.disk.opening import NotRegular, TooLarge, read_whole
from dreamtui.model.errors import Refused

LIMIT = 4 * 1024 * 1024
"""Bytes above which one of our own files is not believable and is not read."""


def read_regular(path: Path | str, limit: int = LIMIT) -> bytes:
    """The bytes of a regular file; raises FileNotFoundError, or Refused with a sentence for anything odd."""
    try:
        return read_whole(path, limit)
    except FileNotFoundError:
        raise
    except NotRegular as problem:
        raise Refused(f"{path} is {problem.strerror}; it is left alone") from None
    except TooLarge as problem:
        raise Refused(f"{path} has {problem.size:,} bytes, more than the {limit:,} a file of ours can have") from None
    except OSError as problem:
        if Path(path).is_symlink():
            raise Refused(f"{path} is a symbolic link, and files of ours never are; it is left alone") from None
        raise Refused(f"{path} cannot be read: {problem.strerror}") from None


def read_or_none(path: Path, limit: int = LIMIT) -> bytes | None:
    """The bytes of a regular file, or None."""
    try:
        return read_regular(path, limit)
    except (FileNotFoundError, NotADirectoryError):
        return None
