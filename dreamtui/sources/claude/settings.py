"""What Claude Code's settings say of memory: which folder it is, and whether it is switched off.

A repository ships settings too, and nobody vouches for those of a clone: they count only for a folder inside it.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import read_whole
from dreamtui.sources.workspace import Workspace, home_folder
from dreamtui.text.jsons import read_json
from dreamtui.text.paths import in_git, is_system, why_no_memory

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
    """Whether a folder is there, for any path that was written down."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def why_not_inside(path: Path, workspace: Workspace) -> str:
    """Why a folder that a repository names is not inside it, words for a sentence; empty if it is."""
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
    """Whether a path is in a git folder of the workspace, which may itself be in one."""
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


_SETTING = "autoMemoryDirectory"
_LARGEST = 8 << 20
_SHOWN = 120


def of_repository(workspace: Workspace, env: Mapping[str, str], remarks: list[str]) -> Path | None:
    """The folder inside the repository that its own settings name; settings that do not count are reported."""
    for file, path in _named(_own(workspace), env, remarks):
        why = why_not_inside(path, workspace)
        real = resolved(path)
        if why or real is None:
            remarks.append(
                f"{file} puts the memory into {_shown(path)}, {why}; a clone could say so too, so it does not count, "
                "and --memory-dir names the folder if it is right"
            )
        elif not is_folder(real):
            remarks.append(f"{file} puts the memory into {_shown(path)}, where no folder is; it does not count")
        else:
            return real
    return None


def of_person(workspace: Workspace, env: Mapping[str, str], own: Path, remarks: list[str]) -> Path | None:
    """The folder that the person's settings name."""
    for file, path in _named((own / "settings.json",), env, remarks):
        real = resolved(path)
        if real is None:
            why = "is no name that a folder can have"
        else:
            why = why_no_memory(real, workspace.root, home_folder(env), path)
            if not why:
                return real
        remarks.append(f"{file} puts the memory into {_shown(path)}, which {why}; it does not count")
    return None


def is_off(workspace: Workspace, env: Mapping[str, str], own: Path) -> str:
    """What switches auto memory off; empty when nothing does."""
    if env.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "") in {"1", "true"}:
        return "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
    for file in (*_own(workspace), own / "settings.json"):
        value = _read(file).get("autoMemoryEnabled")
        if isinstance(value, bool):
            return "" if value else f"autoMemoryEnabled in {file}"
    return ""


def _own(workspace: Workspace) -> tuple[Path, Path]:
    folder = workspace.root / ".claude"
    return folder / "settings.local.json", folder / "settings.json"


def _named(files: tuple[Path, ...], env: Mapping[str, str], remarks: list[str]) -> Iterator[tuple[Path, Path]]:
    """Each file that names a folder, and the folder as written."""
    for file in files:
        value = _read(file).get(_SETTING)
        if not isinstance(value, str) or not value.strip():
            continue
        path = home_folder(env) / value[2:] if value.startswith("~/") else Path(value)
        if path.is_absolute():
            yield file, path
        else:
            remarks.append(f"{_SETTING} in {file} is no absolute path and does not count")


def _shown(path: Path) -> str:
    text = str(path)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _read(file: Path) -> dict[str, Any]:
    """A JSON object from a plain file of a believable size; an empty one for anything else."""
    try:
        loaded = read_json(read_whole(file, _LARGEST, follow=True))
    except (OSError, ValueError, RecursionError):
        return {}
    return loaded if isinstance(loaded, dict) else {}
