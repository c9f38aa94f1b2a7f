"""Replaces a file that belongs to another program, such as its settings, only if it is still what we read."""

import contextlib
import os
import stat
from pathlib import Path

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import Changed, Refused, WriteFailed
from dreamtui.store.files.port import DISK, Port, make_folders
from dreamtui.text.inert import inert_line

_LARGEST = 16 * 1024 * 1024
_PRIVATE = 0o600


def read_foreign(path: Path) -> bytes | None:
    """The bytes of the file, through a symlink too; None for none, Refused for what is no file to be read."""
    try:
        return read_whole(path, _LARGEST, follow=True)
    except FileNotFoundError:
        if path.is_symlink():
            raise Refused(f"{inert_line(str(path))} is a broken symlink; it is left alone") from None
        return None
    except OSError as problem:
        raise Refused(f"{inert_line(str(path))} cannot be read: {problem.strerror}") from None


def replace_foreign(
    path: Path, before: bytes | None, after: bytes | None, port: Port = DISK, *, mode: int = _PRIVATE
) -> None:
    """Put the new bytes in the place of those that were read; mode and a link stay. None as bytes is no file.

    `mode` is that of a new file.

    Raises `Changed` where something else stands there now, `WriteFailed` where the system refuses.
    """
    if read_foreign(path) != before:
        raise Changed(f"{inert_line(str(path))} was changed by another process; nothing was written")
    target = path.resolve()
    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        if after is None:
            port.remove(target)
            return
        make_folders(target.parent, port)
        kept = stat.S_IMODE(target.stat().st_mode) if before is not None else mode
        port.write(beside, after, kept)
        port.sync(beside)
        if before is None:
            port.rename_to_free(beside, target)
        elif port.exchange(beside, target):
            if read_foreign(beside) != before:
                port.exchange(beside, target)
                raise Changed(f"{inert_line(str(path))} was changed by another process; nothing was written")
        else:
            port.rename(beside, target)
        port.sync_folder(target.parent)
    except FileExistsError:
        raise Changed(f"{inert_line(str(path))} was created by another process; nothing was written") from None
    except OSError as problem:
        raise WriteFailed(f"{inert_line(str(path))} could not be written ({problem.strerror})") from problem
    finally:
        with contextlib.suppress(OSError):
            if os.path.lexists(beside):
                port.remove(beside)
