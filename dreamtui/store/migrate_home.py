"""Moves a home from the user's data into a workspace, whole or not at all."""

import os
import shutil
from pathlib import Path

from dreamtui.model.errors import WriteFailed
from dreamtui.store.files.port import DISK, Port

_LEFT_BEHIND = shutil.ignore_patterns("lock", "journal", "presence*", "*.sqlite*")


def move_home(old: Path, new: Path, port: Port = DISK) -> None:
    """Copy beside the target, rename, then remove the old one; a crash leaves one complete home.

    The old home is removed only when the new one would survive a loss of power.
    """
    staged = new.with_name(".agent-moving-in")
    shutil.rmtree(staged, ignore_errors=True)
    try:
        shutil.copytree(old, staged, ignore=_LEFT_BEHIND, symlinks=True)
        _sync(staged, port)
        port.rename(staged, new)
    except OSError as error:
        shutil.rmtree(staged, ignore_errors=True)
        raise WriteFailed(f"the home could not be moved in ({error.strerror}); everything is as it was") from error
    port.sync_folder(new.parent)
    shutil.rmtree(old, ignore_errors=True)


def _sync(top: Path, port: Port) -> None:
    """Make every file and name below a folder last."""
    for folder, _, names in os.walk(top):
        for path in (Path(folder, name) for name in names):
            if not path.is_symlink():
                port.sync(path)
        port.sync_folder(Path(folder))
