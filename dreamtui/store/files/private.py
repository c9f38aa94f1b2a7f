"""A person's own folders: only their owner can look into them, also where they were made with wider rights."""

import os
import stat
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.store.layout import PRIVATE_STATE, Layout
from dreamtui.text.inert import inert_line
from dreamtui.text.paths import PRIVATE_HOME

_MODE, _OTHERS = 0o700, 0o077


def make_private(folder: Path) -> Path:
    """Make a folder of the person's own; `Refused` for anything else in its place.

    It may be a link: it is not in a repository, and a person keeps their data where they like.
    """
    try:
        status = folder.stat()
    except FileNotFoundError:
        status = _made(folder)
    except NotADirectoryError:
        raise no_folder(folder) from None
    if not stat.S_ISDIR(status.st_mode):
        raise no_folder(folder)
    if status.st_mode & _OTHERS and status.st_uid == os.geteuid():
        folder.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)
    return folder


def _made(folder: Path) -> os.stat_result:
    try:
        folder.mkdir(mode=_MODE, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise no_folder(folder) from None
    return folder.stat()


def no_folder(folder: Path) -> Refused:
    """Names what is in the way of a folder, itself or further out, and what to do."""
    every = (*reversed(folder.parents), folder)
    path = next((path for path in every if os.path.lexists(path) and not path.is_dir()), folder)
    return Refused(
        f"{inert_line(str(path))} is not a folder, and your private data needs one there; move it away:"
        " until then nothing of yours is read or saved there"
    )


def prepare_private_state(layout: Layout) -> Path:
    """The folder of the index, drafts and caches; `Refused` where there can be none."""
    make_private(layout.real(f"{PRIVATE_HOME}/x").parent)
    return make_private(layout.real(PRIVATE_STATE))
