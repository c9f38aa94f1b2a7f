"""Single files outside transactions: our own files read safely; drafts, caches and log lines; files a person names.

Our own files are read only if they are regular, never through a symlink, never without a limit.
"""

import contextlib
import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.disk.opening import NotRegular, TooLarge, open_regular, read_whole
from dreamtui.model.errors import Refused, WriteFailed
from dreamtui.store.files.links import check_state_path
from dreamtui.store.files.port import DISK, Port, make_folders
from dreamtui.store.files.private import no_folder, prepare_private_state
from dreamtui.store.layout import Layout
from dreamtui.text.ids import slug
from dreamtui.text.inert import inert_line

if TYPE_CHECKING:
    from dreamtui.store.files.guard import PathGuard


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
        raise Refused(
            f"{path} has {problem.size:,} bytes, more than the {limit:,} a file of dreamtui can have"
        ) from None
    except OSError as problem:
        if Path(path).is_symlink():
            raise Refused(f"{path} is a symlink, and dreamtui's files never are; it is left alone") from None
        raise Refused(f"{path} cannot be read: {problem.strerror}") from None


def read_or_none(path: Path | str, limit: int = LIMIT) -> bytes | None:
    """The bytes of a regular file, or None."""
    try:
        return read_regular(path, limit)
    except (FileNotFoundError, NotADirectoryError):
        return None


_PRIVATE = 0o600
_numbers = itertools.count()


def save_draft(path: Path, data: bytes, port: Port = DISK) -> None:
    """Replace a draft atomically, readable by its owner alone, durable; raises `WriteFailed`."""
    try:
        _replace(path, data, _PRIVATE, port, lasting=True)
    except Refused as problem:
        raise WriteFailed(f"the draft {inert_line(path.name)} could not be saved: {problem}") from None
    except OSError as error:
        raise WriteFailed(f"the draft {inert_line(path.name)} could not be saved ({error.strerror})") from error


def save_blob(path: Path, data: bytes, port: Port = DISK) -> bool:
    """Replace a cache atomically; false if that failed, which only costs time later.

    It is not synced: after a loss of power it may be empty or torn, so its reader has to validate it.
    """
    try:
        _replace(path, data, _PRIVATE, port, lasting=False)
    except (OSError, Refused):
        return False
    return True


def load_blob(path: Path, limit: int = -1) -> bytes | None:
    """The bytes of a draft or cache; None if it is missing, unreadable or larger than `limit`."""
    try:
        check_state_path(path)
        handle, status = open_regular(path)
        with os.fdopen(handle, "rb") as file:
            return None if 0 <= limit < status.st_size else file.read()
    except (OSError, Refused):
        return None


def remove_blob(path: Path, port: Port = DISK) -> bool:
    """Remove a draft or cache; false when it is still there."""
    try:
        check_state_path(path)
        port.remove(path)
    except FileNotFoundError:
        return True
    except (OSError, Refused):
        return False
    return True


def set_aside(path: Path, port: Port = DISK) -> None:
    """Rename a file to the first free name beside it, so that nothing of it is lost; raises `WriteFailed`."""
    try:
        check_state_path(path)
        for number in itertools.count(1):
            with contextlib.suppress(FileExistsError):
                port.rename_to_free(path, path.with_name(f"{path.name}.unreadable-{number}"))
                return
    except FileNotFoundError:
        return
    except Refused as problem:
        raise WriteFailed(f"{inert_line(path.name)} could not be set aside: {problem}") from None
    except OSError as error:
        raise WriteFailed(f"{inert_line(path.name)} could not be set aside ({error.strerror})") from error


def append_line(path: Path, line: bytes, *, guard: "PathGuard", port: Port = DISK) -> None:
    """Add one line to a log outside a transaction, after the newline a torn last line lacks; raises `WriteFailed`."""
    from dreamtui.store.commit.journal import check_log

    check_log(path)
    guard.check(path)
    size, words = 0, b""
    try:
        make_folders(path.parent, port)
        size = path.stat().st_size if path.exists() else 0
        words = (b"\n" if _is_torn(path) else b"") + line.rstrip(b"\n") + b"\n"
        port.append(path, words)
    except OSError as error:
        _cut_half(path, size, words, port)
        raise WriteFailed(f"{guard.name(path)} could not be written ({error.strerror})") from error


def _cut_half(path: Path, size: int, words: bytes, port: Port) -> None:
    """Take the beginning of a line off again that did not fit; what else came behind stays."""
    with contextlib.suppress(OSError):
        with os.fdopen(open_regular(path)[0], "rb") as file:
            file.seek(size)
            half = file.read()
        if half and len(half) < len(words) and words.startswith(half):
            port.truncate(path, size) if size else port.remove(path)


def _is_torn(path: Path) -> bool:
    try:
        with os.fdopen(open_regular(path)[0], "rb") as file:
            if not file.seek(0, os.SEEK_END):
                return False
            file.seek(-1, os.SEEK_END)
            return file.read(1) != b"\n"
    except FileNotFoundError:
        return False


def _replace(path: Path, data: bytes, mode: int, port: Port, *, lasting: bool) -> None:
    """Write a temporary file and rename it; each writer has a temporary file of its own."""
    check_state_path(path)
    try:
        make_folders(path.parent, port, private=mode == _PRIVATE)
    except NotADirectoryError:
        raise no_folder(path.parent) from None
    if not path.parent.is_dir():
        raise no_folder(path.parent)
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}-{next(_numbers)}.part")
    try:
        port.write(beside, data, mode)
        if lasting:
            port.sync(beside)
        port.rename(beside, path)
    except OSError:
        if beside.exists():
            port.remove(beside)
        raise
    if lasting:
        port.sync_folder(path.parent)


def write_new(path: Path, data: bytes, port: Port = DISK) -> None:
    """A new file with these bytes; Refused when something is there already, `WriteFailed` when it cannot be."""
    try:
        port.write(path, data, None)
    except FileExistsError:
        raise Refused(f"{inert_line(str(path))} already exists; choose another name") from None
    except OSError as error:
        with contextlib.suppress(OSError):
            port.remove(path)
        raise WriteFailed(f"{inert_line(str(path))} cannot be written ({error.strerror})") from error


_LARGEST = 16 * 1024 * 1024
"""Bytes of a text that a program may leave."""


def write(layout: Layout, name: str, text: str, *, suffix: str = ".md") -> Path:
    """A file with this text; the name helps a person to recognise it. Raises `WriteFailed` or `Refused`."""
    try:
        prepare_private_state(layout)
    except OSError as error:
        raise WriteFailed(f"the folder for your drafts cannot be written ({error.strerror})") from error
    path = layout.private_state / "scratch" / f"{slug(name)[:60] or 'text'}{suffix}"
    if not save_blob(path, text.encode("utf-8", "replace")):
        raise WriteFailed("the folder for your drafts cannot be written, so no other program can be given the text")
    return path


def read(path: Path) -> str | None:
    """What the file says now; None when the program took it away or left something that is no text."""
    try:
        return read_whole(path, _LARGEST, follow=True).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def remove(path: Path) -> None:
    remove_blob(path)
