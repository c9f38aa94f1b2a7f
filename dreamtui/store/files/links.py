"""That nothing of the state folder leads elsewhere: a repository can ship any folder in it as a symbolic link.

Every read, write and removal below the state folder asks here first, whoever it is for.
"""

import os
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.store.layout import STATE
from dreamtui.text.inert import inert_line

_OUTER, _INNER = STATE.split("/")[-2:]


def check_state_path(path: Path) -> None:
    """Raise `Refused` where a folder on the way to a file of the state is a symbolic link; other files are not asked.

    What stands in the last place is not looked at: it is replaced or removed itself, and never opened through a link.
    """
    for folder in _own_folders(path):
        if os.path.islink(folder):  # noqa: PTH114 - runs on every start, and makes no Path objects
            raise Refused(
                f"{inert_line(folder)} is a symbolic link, and folders of ours never are;"
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
