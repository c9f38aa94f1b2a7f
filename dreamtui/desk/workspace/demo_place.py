"""Where demos are: what marks a workspace as one, what stands for Claude Code's folder in it, and the one made last."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.store.layout import DEMO_MARK

if TYPE_CHECKING:
    from dreamtui.sources.workspace import Workspace

HOME = ".claude-home"
"""Stands for Claude Code's own folder in the demo, so that nobody's conversations are read."""


def is_demo(workspace: "Workspace") -> bool:
    """Whether `dreamtui demo` made it; the mark lies in git's own folder, where no clone can bring it."""
    return workspace.git_dir is not None and (workspace.git_dir / DEMO_MARK).is_file()


def claude_home(workspace: "Workspace") -> Path | None:
    """What stands for Claude Code's folder in a demo; none elsewhere."""
    return workspace.root / HOME if is_demo(workspace) else None


def earlier(env: Mapping[str, str]) -> Path | None:
    """The demo that this person made last among the temporary files."""
    import tempfile

    from dreamtui.store.demo_repo import DEMO_PREFIX

    found: list[tuple[float, Path]] = []
    top = Path(env.get("TMPDIR") or tempfile.gettempdir())
    for mark in top.glob(f"{DEMO_PREFIX}*/shop/.git/{DEMO_MARK}"):
        root = mark.parents[1]
        try:
            if root.lstat().st_uid == os.getuid() and not root.parent.is_symlink():
                found.append((mark.lstat().st_mtime, root.resolve()))
        except OSError:  # it went meanwhile
            continue
    return max(found, default=(0.0, None))[1]
