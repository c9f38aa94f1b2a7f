"""Where demos are: what marks a workspace as one, and the one made last."""

import os
from collections.abc import Mapping
from pathlib import Path

from dreamtui.sources.workspace import MADE_UP, Workspace

PREFIX = "dreamtui-demo-"
"""How the temporary folder of a demo begins."""
NAME = "shop"
"""What a demo is called there."""


def is_demo(workspace: Workspace) -> bool:
    """Whether `dreamtui demo` made it."""
    return workspace.has_mark(MADE_UP)


def earlier(env: Mapping[str, str]) -> Path | None:
    """The demo that this person made last among the temporary files."""
    import tempfile

    found: list[tuple[float, Path]] = []
    top = Path(env.get("TMPDIR") or tempfile.gettempdir())
    for mark in top.glob(f"{PREFIX}*/{NAME}/.git/{MADE_UP}"):
        root = mark.parents[1]
        try:
            if root.lstat().st_uid == os.getuid() and not root.parent.is_symlink():
                found.append((mark.lstat().st_mtime, root.resolve()))
        except OSError:  # it went meanwhile
            continue
    return max(found, default=(0.0, None))[1]
