"""Where conversations about a workspace take place: its root, the repository's own, its worktrees."""

from pathlib import Path

from dreamtui.disk.opening import read_beginning
from dreamtui.sources.claude.places import owner_root
from dreamtui.sources.workspace import Workspace

_LONGEST = 4096


def roots_of(workspace: Workspace) -> tuple[Path, ...]:
    """The folders a conversation's working directory has to lie in to belong to a workspace, each once."""
    found = [workspace.root, owner_root(workspace)]
    if workspace.common_dir is not None:
        try:
            listed = sorted((workspace.common_dir / "worktrees").iterdir())
        except OSError:
            listed = []
        found += [root for folder in listed if (root := _worktree(folder)) is not None]
    return tuple(dict.fromkeys(found))


def _worktree(folder: Path) -> Path | None:
    """The work tree that a folder below `.git/worktrees` stands for."""
    try:
        named = read_beginning(folder / "gitdir", _LONGEST).decode("utf-8", "surrogateescape").strip()
    except OSError:
        return None
    path = Path(named)
    return path.parent if path.is_absolute() and path.name == ".git" else None
