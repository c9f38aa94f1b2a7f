"""Finds event logs and opens them: ordinary files only, never through a symlink."""

import os
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from zlib import crc32

from dreamtui.disk.opening import NotRegular, open_regular
from dreamtui.sources.events.snapshot import Skips

_ENDS = 256
"""Bytes at each end that a print is made from."""


def find_logs(folder: Path, name_of: Callable[[str], str], skips: Skips) -> tuple[dict[str, "os.DirEntry[str]"], int]:
    """Every `*.jsonl` below a folder by the name it is shown with, newest day first; and how much was left out."""
    found: dict[str, os.DirEntry[str]] = {}
    left_out = 0
    pending = [str(folder)]
    while pending:
        where = pending.pop()
        base = name_of(where)
        try:
            with os.scandir(where) as entries:
                for entry in entries:
                    file = entry.name
                    if file.endswith(".jsonl") and entry.is_file(follow_symlinks=False):
                        found[f"{base}/{file if file.isascii() else name_of(file)}"] = entry
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    if file.endswith(".jsonl"):
                        left_out += 1
                        skips.add(f"{base}/{name_of(file)}", 0, _what(entry))
        except FileNotFoundError:
            continue
        except OSError as error:
            left_out += 1
            skips.add(base, 0, f"unreadable folder: {error.strerror}")
    return dict(sorted(found.items(), key=itemgetter(0), reverse=True)), left_out


def _what(entry: "os.DirEntry[str]") -> str:
    """What an entry is that is named like a log and is no ordinary file."""
    if entry.is_symlink():
        return "a symlink"
    return "a folder" if entry.is_dir(follow_symlinks=False) else "not an ordinary file"


def open_log(path: str) -> tuple[int, os.stat_result]:
    """Open an ordinary file for reading; it is looked at after opening, so that nothing can be put in its place."""
    try:
        return open_regular(path)
    except NotRegular:
        raise OSError(0, "not an ordinary file") from None


def print_of(handle: int, offset: int) -> int:
    """Checksum of the first and the last bytes before an offset; tells growth from a file that was written anew."""
    head = os.pread(handle, min(_ENDS, offset), 0)
    return crc32(os.pread(handle, min(_ENDS, offset), max(0, offset - _ENDS)), crc32(head))


def print_of_bytes(data: bytes) -> int:
    """The same for a file that was read whole."""
    return crc32(data[-_ENDS:], crc32(data[:_ENDS]))


def shown_name(root: Path) -> Callable[[str], str]:
    """How log files are named: relative to the workspace where they lie in it, else whole."""
    base = str(root) + os.sep if str(root) != os.sep else os.sep

    def name(path: str) -> str:
        short = path[len(base) :] if path.startswith(base) else path
        if not short.isascii():
            short = short.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return short if os.sep == "/" else short.replace(os.sep, "/")

    return name
