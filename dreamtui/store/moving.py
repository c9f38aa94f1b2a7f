"""Moves a home that lies in the user's data into a workspace, whole or not at all."""

import shutil
from pathlib import Path

_LEFT_BEHIND = shutil.ignore_patterns("lock", "journal", "presence*", "*.sqlite*")


def move_home(old: Path, new: Path) -> None:
    """Copy beside the target, rename into place, then take the old one away; a crash leaves one whole home."""
    staged = new.with_name(".agent-moving-in")
    shutil.rmtree(staged, ignore_errors=True)
    shutil.copytree(old, staged, ignore=_LEFT_BEHIND, symlinks=True)
    staged.rename(new)
    shutil.rmtree(old, ignore_errors=True)
