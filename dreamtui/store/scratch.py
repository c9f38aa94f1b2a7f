"""Files handed to another program for a moment: readable by their owner alone, in the state folder, removed after."""

from pathlib import Path

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import WriteFailed
from dreamtui.store.blobs import remove_blob, save_blob
from dreamtui.store.index import prepare_state
from dreamtui.store.layout import Layout
from dreamtui.store.state_links import check_state_path
from dreamtui.text.slugs import slug

_LARGEST = 16 * 1024 * 1024
"""Bytes of a text that a program may leave."""


def write(layout: Layout, name: str, text: str, *, suffix: str = ".md") -> Path:
    """A file with this text; the name tells a person what it is. Raises `WriteFailed` or `Refused`."""
    try:
        prepare_state(layout)
    except OSError as error:
        raise WriteFailed(f"the state folder cannot be written ({error.strerror})") from error
    path = layout.state / "scratch" / f"{slug(name)[:60] or 'text'}{suffix}"
    check_state_path(path)
    if not save_blob(path, text.encode("utf-8", "replace")):
        raise WriteFailed("the state folder cannot be written, so no other program can be given the text")
    return path


def read(path: Path) -> str | None:
    """What the file says now; None when the program took it away or left something that is no text."""
    try:
        return read_whole(path, _LARGEST, follow=True).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def remove(path: Path) -> None:
    """Take the file away."""
    remove_blob(path)
