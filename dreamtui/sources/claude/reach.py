"""What a path that somebody wrote down means now, and whether what a repository names really lies in it."""

import os
from pathlib import Path

from dreamtui.sources.workspace import Workspace
from dreamtui.text.paths import in_git, is_system

_LONGEST_PATH = 4096
_MOST_LINKS = 40


def resolved(path: Path) -> Path | None:
    """What a path means now; None for one where nothing can be: NUL, no text, too long, a link to itself."""
    if len(str(path)) > _LONGEST_PATH:
        return None
    try:
        real = path.resolve()
    except (OSError, RuntimeError, ValueError):
        return None
    try:
        real.lstat()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return real
    except (OSError, ValueError):
        return None
    return None if real.is_symlink() else real


def is_folder(path: Path) -> bool:
    """Whether a folder is there, for any path that somebody wrote down."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def why_not_inside(path: Path, workspace: Workspace) -> str:
    """Why a folder that a repository names is none of its own, words for a sentence; empty where it is one."""
    real = resolved(path)
    if real is None:
        return "which no folder can be called"
    if is_system(path) or not _stays(path, real, workspace.root):
        return "outside the repository"
    if real == workspace.root:
        return "which is the repository itself"
    git = [folder for folder in (workspace.git_dir, workspace.common_dir) if folder is not None]
    below = real.relative_to(workspace.root)
    if in_git(below) or any(_holds(workspace.root, folder, real) for folder in git):
        return "which belongs to git"
    homes = (workspace.home, workspace.root / ".agent")
    if any(real.is_relative_to(home) or home.is_relative_to(real) for home in homes):
        return "which holds our own files"
    return ""


def _holds(root: Path, git: Path, path: Path) -> bool:
    """Whether a path lies in a git folder of the workspace, which may itself lie in one."""
    return git.is_relative_to(root) and path.is_relative_to(git)


def _stays(path: Path, real: Path, root: Path) -> bool:
    """Whether a path leads to its place without leaving the root on the way, link by link."""
    above = next((folder for folder in reversed(path.parents) if resolved(folder) == root), None)
    if path == root or above is None:
        return real == root
    left = list(reversed(path.relative_to(above).parts))
    here, links = root, 0
    while left:
        part = left.pop()
        if part == "..":
            return False
        here /= part
        if here.is_symlink():
            links += 1
            target = Path(os.path.normpath(here.parent / here.readlink()))
            if links > _MOST_LINKS or not target.is_relative_to(root):
                return False
            left += reversed(target.relative_to(root).parts)
            here = root
    return here == real
