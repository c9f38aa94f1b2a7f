"""Finds event logs and opens them: ordinary files only, never through a symlink."""

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

from dreamtui.sources.events.snapshot import Skips

_ENDS = 256
"""Bytes at each end that a print is made from."""


def find_logs(folder: Path, name_of: Callable[[str], str], skips: Skips) -> tuple[dict[str, os.DirEntry[str]], int]:
    """Every `*.jsonl` below a folder by the name it is shown with, newest day first; and how much was left out."""
    found: dict[str, os.DirEntry[str]] = {}
    left_out = 0
    pending = [str(folder)]
    while pending:
        where = pending.pop()
        try:
            with os.scandir(where) as entries:
                for entry in entries:
                    log = entry.name.endswith(".jsonl")
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    if not log:
                        continue
                    why = _unusable(entry)
                    name = name_of(entry.path)
                    if why:
                        left_out += 1
                        skips.add(name, 0, why)
                    else:
                        found[name] = entry
        except FileNotFoundError:
            continue
        except OSError as error:
            left_out += 1
            skips.add(name_of(where), 0, f"unreadable folder: {error.strerror}")
    return {name: found[name] for name in sorted(found, reverse=True)}, left_out


def _unusable(entry: os.DirEntry[str]) -> str:
    """Why an entry that is named like a log cannot be one."""
    if entry.is_symlink():
        return "a symlink"
    if entry.is_dir(follow_symlinks=False):
        return "a folder"
    if not entry.is_file(follow_symlinks=False):
        return "not an ordinary file"
    return ""


def open_log(path: str) -> tuple[int, os.stat_result]:
    """Open an ordinary file for reading; it is looked at after opening, so that nothing can be put in its place."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise OSError(0, "not an ordinary file")
    return handle, status


def print_of(handle: int, offset: int) -> bytes:
    """Hash of the first and the last bytes before an offset."""
    head = os.pread(handle, min(_ENDS, offset), 0)
    tail = os.pread(handle, min(_ENDS, offset), max(0, offset - _ENDS))
    return hashlib.blake2b(head + tail, digest_size=8).digest()


def print_of_bytes(data: bytes) -> bytes:
    """The same for a file that was read whole."""
    return hashlib.blake2b(data[:_ENDS] + data[-_ENDS:], digest_size=8).digest()


def shown_name(folder: Path, root: Path) -> Callable[[str], str]:
    """How files below the folder are named: relative to the workspace where they lie in it, else whole."""
    base = str(root) + os.sep if str(root) != os.sep else os.sep

    def name(path: str) -> str:
        short = path[len(base) :] if path.startswith(base) else path
        if not short.isascii():
            short = short.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return short if os.sep == "/" else short.replace(os.sep, "/")

    return name
