"""Checks that our folders are not symlinks: a repository can ship any of them as one.

Every read, write and removal below the state folder is checked here first. Of the folders that lead to files agents
read, links are reported and nothing is read through them.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.store.layout import HOME, STATE, Layout
from dreamtui.text.inert import inert_line

_OUTER, _INNER = STATE.split("/")[-2:]


def check_state_path(path: Path) -> None:
    """Raise `Refused` if a folder on the way to a file of the state is a symlink; other files are not checked.

    The last part of the path is not checked: it is replaced or removed itself, and never opened through a link.
    """
    for folder in _own_folders(path):
        if os.path.islink(folder):  # noqa: PTH114 - runs on every start, and makes no Path objects
            raise Refused(
                f"{inert_line(folder)} is a symlink, and dreamtui's folders never are;"
                " remove it: until then nothing is read or written there"
            )


def _own_folders(path: Path) -> list[str]:
    """The folders on the way to a file that only we make, the outermost first; none for a file outside the state."""
    found: list[str] = []
    for folder in path.parents:
        found.append(os.fspath(folder))
        if folder.name == _INNER and folder.parent.name == _OUTER:
            return [os.fspath(folder.parent), *reversed(found)]
    return []


def linked_folders(layout: Layout, logical: str, suffix: str = ".md") -> list[str]:
    """The folders from our home to this one, and below it, that are symlinks; files with the suffix are none."""
    parts = logical.split("/")
    for end in range(2, len(parts) + 1):
        folder = "/".join(parts[:end])
        if os.path.islink(layout.real(folder)):  # noqa: PTH114 - runs on every start
            return [folder]
    return sorted(_linked_below(os.fspath(layout.real(logical)), logical, suffix)) if parts[0] == HOME else []


def _linked_below(real: str, logical: str, suffix: str) -> Iterator[str]:
    try:
        entries = list(os.scandir(real))
    except OSError:
        return
    for entry in entries:
        if entry.name.endswith(suffix) or entry.name.startswith("."):
            continue
        if entry.is_symlink():
            yield f"{logical}/{entry.name}"
        elif entry.is_dir(follow_symlinks=False):
            yield from _linked_below(entry.path, f"{logical}/{entry.name}", suffix)


def describe_link(linked: str) -> str:
    """What is wrong with a folder that is a link."""
    return inert_line(f"{linked} is a symlink; dreamtui's folders must not be links, so nothing in it is read")
