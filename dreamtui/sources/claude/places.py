"""Finds the memory folders that belong to a workspace: Claude Code's own, those in the repository, those of agents.

A project's folder is named after its path with every other character than a letter or digit replaced, which cannot be
undone: names are made from paths here and never read back into paths.

Claude Code's settings can name another folder or switch memory off. A repository ships settings too, and nobody vouches
for those of a clone: they count only for a folder inside it.
"""

import hashlib
import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import Lack, Usage
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
        return "which is not a valid folder name"
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
        return "which holds dreamtui's own files"
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
            why = "is not a name that a folder can have"
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
            remarks.append(f"{_SETTING} in {file} is not an absolute path and does not count")


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


AUTO = "@claude"
"""First part of the logical paths of this repository's own memory folder."""
INDEX = "MEMORY.md"
"""Name of the index in a memory folder."""
USER_RULES = "@user-rules"
"""First part of the logical paths of the person's rules for all projects."""
TEAM = "team"
"""Folder below a memory folder whose memories everybody shares."""
LONGEST = 200
"""Characters after which the name of a project's folder is cut."""
_OTHER = re.compile(r"[^A-Za-z0-9]")
_PLAIN = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class MemoryFolder:
    """A folder with an index and a file for each memory."""

    key: str
    """First part of the logical paths of its files; inside the workspace its path from the root."""
    path: Path
    scope: str
    """project, user or local: for whom it is loaded."""
    why: str
    """How it was found, a few words."""
    agent: str = ""
    """The subagent it belongs to; empty for the main one."""

    @property
    def is_auto(self) -> bool:
        """Whether Claude Code's auto memory writes it, so that its lock counts."""
        return not self.agent


@dataclass(frozen=True, slots=True)
class MemoryFolders:
    """The memory folders of a workspace."""

    claude: Path
    folders: tuple[MemoryFolder, ...]
    """Those that exist, the main one first."""
    main: Path
    """Where the main one is, or would be."""
    remarks: tuple[str, ...] = ()
    """What else is to be known, a sentence each."""


def slug(path: Path | str) -> str:
    """The name of a project's folder for a working directory; of a long one the part before Claude's own hash."""
    return _OTHER.sub("-", str(path))[:LONGEST]


def claude_folder(env: Mapping[str, str], given: Path | None = None) -> Path:
    """Claude Code's folder, resolved: the one given, CLAUDE_CONFIG_DIR, else ~/.claude."""
    named = env.get("CLAUDE_CONFIG_DIR", "")
    chosen = given if given is not None else Path(named) if named else home_folder(env) / ".claude"
    return resolved(chosen) or chosen


def owner_root(workspace: Workspace) -> Path:
    """The root all worktrees of a repository share their memory under."""
    common = workspace.common_dir
    if common is not None and common.name == ".git" and not workspace.bare:
        return common.parent
    return workspace.root


def find(workspace: Workspace, env: Mapping[str, str], claude: Path | None, memory: Path | None) -> MemoryFolders:
    """The memory folders of a workspace; `memory` is the only one where it is given, and has to be a folder.

    Each is resolved once, here: what a link means must not change between a look and a decision.
    """
    own = claude_folder(env, claude)
    remarks: list[str] = []
    autos = _autos(workspace, env, own, remarks)
    if memory is not None:
        folder = _given(workspace, env, memory, claude is not None)
        return MemoryFolders(own, (folder,), folder.path, tuple(remarks))
    found: list[MemoryFolder] = []
    for auto in filter(is_folder, autos):
        if why := why_no_memory(auto, workspace.root, home_folder(env)):
            remarks.append(f"{auto} {why} and is not a memory folder; name the right one with --memory-dir")
        else:
            key = _key(workspace, auto, AUTO if claude is None else "")
            found.append(MemoryFolder(key, auto, "project", "the auto memory of this repository"))
    found += _checked_in(workspace, {one.path for one in found}, remarks)
    found += _of_person(workspace, own)
    return MemoryFolders(own, tuple(found), autos[0], tuple(dict.fromkeys(remarks)))


def _given(workspace: Workspace, env: Mapping[str, str], named: Path, other_claude: bool) -> MemoryFolder:
    """The folder that was named; the repository's own keeps its key."""
    path = resolved(named)
    if path is None or not is_folder(path):
        raise Usage(f"{named} is not a folder", Lack.MEMORY_FOLDER)
    why = why_no_memory(path, workspace.root, home_folder(env), named)
    if not why and path.is_relative_to(workspace.home):
        why = "holds dreamtui's own files"
    if why:
        raise Usage(f"{named} {why}", Lack.MEMORY_FOLDER)
    is_usual = not other_claude and path in _autos(workspace, env, claude_folder(env), [])
    return MemoryFolder(_key(workspace, path, AUTO if is_usual else ""), path, "project", "named with --memory-dir")


def _key(workspace: Workspace, path: Path, fixed: str = "") -> str:
    """The beginning of logical paths below a folder: its path in the workspace, or a unique name."""
    if path != workspace.root and path.is_relative_to(workspace.root):
        return path.relative_to(workspace.root).as_posix()
    return fixed or f"@memory-{hashlib.sha256(os.fsencode(path)).hexdigest()[:8]}"


def _autos(workspace: Workspace, env: Mapping[str, str], own: Path, remarks: list[str]) -> list[Path]:
    """Where Claude Code's auto memory of this repository is, there or not; the folder it is to be written to first.

    A folder that the repository's settings name never hides the person's own.
    """
    theirs = of_repository(workspace, env, remarks)
    mine = of_person(workspace, env, own, remarks)
    if mine is None:
        usual = _usual(workspace, env, own, remarks)
        mine = resolved(usual) or usual
    return list(dict.fromkeys([mine] if theirs is None else [theirs, mine]))


def _usual(workspace: Workspace, env: Mapping[str, str], own: Path, remarks: list[str]) -> Path:
    """Where it is when no setting names another place."""
    root = owner_root(workspace)
    name = env.get("CLAUDE_CODE_PROJECT_DIR_NAME", "") if env.get("CLAUDE_CONFIG_DIR") else ""
    if not name or "/" in name or name in {".", ".."}:
        name = _OTHER.sub("-", str(root))
    if len(name) <= LONGEST:
        return own / "projects" / name / "memory"
    cut = [folder for folder in _folders(own / "projects") if folder.name.startswith(name[:LONGEST] + "-")]
    with_memory = [folder / "memory" for folder in cut if (folder / "memory").is_dir()]
    if len(with_memory) > 1:
        remarks.append(
            "several memory folders may be this repository's, its path being long; name one with --memory-dir"
        )
    return with_memory[0] if len(with_memory) == 1 else own / "projects" / name[:LONGEST] / "memory"


def _checked_in(workspace: Workspace, known: Collection[Path], remarks: list[str]) -> Iterator[MemoryFolder]:
    """The folders in the repository: its copy of the memory, and what its agents remember."""
    local = workspace.root / ".claude"
    copy = local / "memory"
    listed = [(copy, "project", "in the repository", "")] if is_folder(copy) and not copy.is_symlink() else []
    for name, scope, why in (
        ("agent-memory", "project", "of an agent, in the repository"),
        ("agent-memory-local", "local", "of an agent, local"),
    ):
        listed += [(folder, scope, why, folder.name) for folder in _folders(local / name)]
    for folder, scope, why, agent in listed:
        real = resolved(folder)
        trouble = why_not_inside(folder, workspace)
        if trouble or real is None:
            remarks.append(f"{folder} leads to a place {trouble}; nothing is read there")
        elif real not in known:
            yield MemoryFolder(_key(workspace, real), real, scope, why, agent)


def _of_person(workspace: Workspace, own: Path) -> Iterator[MemoryFolder]:
    """Memory of the person's subagents, the same in every project."""
    taken: set[str] = set()
    for folder in _folders(own / "agent-memory"):
        if folder.is_relative_to(workspace.root) or in_git(folder):
            continue
        key = f"@agent-{_PLAIN.sub('-', folder.name.lower()).strip('-')}"
        if key in taken:
            key += f"-{hashlib.sha256(os.fsencode(folder.name)).hexdigest()[:8]}"
        taken.add(key)
        yield MemoryFolder(key, folder, "user", "of an agent, yours everywhere", folder.name)


def _folders(parent: Path) -> list[Path]:
    """The real folders in a folder, resolved, in the order of their names."""
    try:
        with os.scandir(parent.resolve()) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False))
    except (OSError, RuntimeError, ValueError):
        return []


def every(own: Path) -> Iterator[MemoryFolder]:
    """Every project's memory folder, of any workspace; its key names it, and is no path."""
    for project in _folders(own / "projects"):
        folder = project / "memory"
        if is_folder(folder) and not folder.is_symlink() and not in_git(folder):
            key = f"@memory-{hashlib.sha256(os.fsencode(folder)).hexdigest()[:8]}"
            yield MemoryFolder(key, folder, "project", f"of the project {project.name}")


def rules_folder(workspace: Workspace, env: Mapping[str, str], own: Path) -> MemoryFolder:
    """The person's rules, which Claude Code loads in every project; the folder need not be there yet."""
    path = resolved(own / "rules") or own / "rules"
    usual = own == claude_folder(env)
    other = f"{USER_RULES}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:8]}"
    return MemoryFolder(_key(workspace, path, USER_RULES if usual else other), path, "user", "your rules everywhere")


def mapped(folders: Sequence[MemoryFolder]) -> dict[str, Path]:
    """Those outside the workspace by their key, as a layout wants them."""
    return {folder.key: folder.path for folder in folders if folder.key.startswith("@")}
