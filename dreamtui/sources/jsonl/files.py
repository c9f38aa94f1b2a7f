"""Opens ordinary files only, never through a symlink, and has the system fetch what will be read soon."""

import os

from dreamtui.disk.opening import NotRegular, open_regular


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
