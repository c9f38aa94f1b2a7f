"""Where conversations about a workspace take place, and when a session began."""

import re
from pathlib import Path

from dreamtui.disk.opening import read_beginning
from dreamtui.sources.claude.places import owner_root
from dreamtui.sources.workspace import Workspace

_LONGEST = 4096


def roots_of(workspace: Workspace) -> tuple[Path, ...]:
    """The folders of which one has to contain a conversation's working directory, each once."""
    found = [workspace.root, owner_root(workspace)]
    if workspace.common_dir is not None:
        try:
            listed = sorted((workspace.common_dir / "worktrees").iterdir())
        except OSError:
            listed = []
        found += [root for folder in listed if (root := _worktree(folder)) is not None]
    return tuple(dict.fromkeys(found))


def _worktree(folder: Path) -> Path | None:
    """The work tree of a folder below `.git/worktrees`."""
    try:
        named = read_beginning(folder / "gitdir", _LONGEST).decode("utf-8", "surrogateescape").strip()
    except OSError:
        return None
    path = Path(named)
    return path.parent if path.is_absolute() and path.name == ".git" else None


_NAME = re.compile(r"[0-9A-Za-z-]{8,80}")
_STAMP = re.compile(rb'"timestamp":\s?"(\d{4}-\d\d-\d\dT[\d:.]{5,20}Z)"')
_HEAD = 64 * 1024


def began(memory_folder: Path, session: str) -> str:
    """The first time a session's transcript names; empty without one. Only the beginning of the file is read."""
    if not _NAME.fullmatch(session):
        return ""
    path = memory_folder.parent / f"{session}.jsonl"
    try:
        found = _STAMP.search(read_beginning(path, _HEAD))
    except OSError:
        return ""
    return found[1].decode("ascii") if found else ""
