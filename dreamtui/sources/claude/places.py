"""Finds the memory folders that belong to a workspace: Claude Code's own, those in the repository, those of agents.

A project's folder is named after its path with every other character than a letter or digit replaced, which cannot be
undone: names are made from paths here and never read back into paths.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dreamtui.model.errors import Usage
from dreamtui.sources.workspace import Workspace

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
_SETTING = "autoMemoryDirectory"
_OTHER = re.compile(r"[^A-Za-z0-9]")
_PLAIN = re.compile(r"[^a-z0-9]+")
_LARGEST = 8 << 20


@dataclass(frozen=True, slots=True)
class MemoryFolder:
    """A folder with an index and a file for each memory."""

    key: str
    """First part of the logical paths of its files; inside the workspace its path from the root."""
    path: Path
    """Where it is."""
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
class Found:
    """The memory folders of a workspace."""

    claude: Path
    """Claude Code's own folder."""
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
    """Claude Code's folder: the one given, CLAUDE_CONFIG_DIR, else ~/.claude."""
    named = env.get("CLAUDE_CONFIG_DIR", "")
    if given is not None:
        return given
    return Path(named) if named else Path(env.get("HOME") or Path.home()) / ".claude"


def owner_root(workspace: Workspace) -> Path:
    """The root all worktrees of a repository share their memory under."""
    common = workspace.common_dir
    if common is not None and common.name == ".git" and not workspace.bare:
        return common.parent
    return workspace.root


def find(workspace: Workspace, env: Mapping[str, str], claude: Path | None, memory: Path | None) -> Found:
    """The memory folders of a workspace; `memory` is the only one where it is given, and has to be a folder."""
    own = claude_folder(env, claude)
    remarks: list[str] = []
    auto = _auto(workspace, env, own, remarks)
    if memory is not None:
        if not memory.is_dir():
            raise Usage(f"{memory} is not a folder; --memory-dir names one that holds MEMORY.md and its topic files")
        folder = _named(workspace, env, memory.resolve(), claude is not None)
        return Found(own, (folder,), folder.path, tuple(remarks))
    found: list[MemoryFolder] = []
    if auto.is_dir():
        why = "the auto memory of this repository"
        key = _key(workspace, auto.resolve(), AUTO if claude is None else "")
        found.append(MemoryFolder(key, auto.resolve() if key != AUTO else auto, "project", why))
    inside = workspace.root / ".claude" / "memory"
    if inside.is_dir() and not inside.is_symlink() and all(inside != one.path for one in found):
        found.append(MemoryFolder(".claude/memory", inside, "project", "in the repository"))
    found += _agents(workspace, own)
    return Found(own, tuple(found), auto, tuple(remarks))


def _named(workspace: Workspace, env: Mapping[str, str], path: Path, other_claude: bool) -> MemoryFolder:
    """The folder that was named; the repository's own keeps its key."""
    usual = _auto(workspace, env, claude_folder(env), [])
    is_usual = not other_claude and usual.is_dir() and usual.resolve() == path
    return MemoryFolder(_key(workspace, path, AUTO if is_usual else ""), path, "project", "named with --memory-dir")


def _key(workspace: Workspace, path: Path, fixed: str = "") -> str:
    """What logical paths below a folder begin with: its path in the workspace, or a name that tells it apart."""
    if path != workspace.root and path.is_relative_to(workspace.root):
        return path.relative_to(workspace.root).as_posix()
    return fixed or f"@memory-{hashlib.sha256(os.fsencode(path)).hexdigest()[:8]}"


def _auto(workspace: Workspace, env: Mapping[str, str], own: Path, remarks: list[str]) -> Path:
    """Where Claude Code's auto memory of this repository is, whether it is there or not."""
    root = owner_root(workspace)
    named = _configured(workspace, env, own, remarks)
    if named is not None:
        return named
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


def _configured(workspace: Workspace, env: Mapping[str, str], own: Path, remarks: list[str]) -> Path | None:
    """The folder that settings name; a repository's own settings count only for a place inside the repository."""
    home = Path(env.get("HOME") or Path.home())
    local = workspace.root / ".claude"
    for file, trusted in (
        (local / "settings.local.json", False),
        (local / "settings.json", False),
        (own / "settings.json", True),
    ):
        value = read_json(file).get(_SETTING)
        if not isinstance(value, str) or not value.strip():
            continue
        path = home / value[2:] if value.startswith("~/") else Path(value)
        if not path.is_absolute():
            remarks.append(f"{_SETTING} in {file} is no absolute path and does not count")
        elif trusted or path.resolve().is_relative_to(workspace.root):
            return path
        else:
            remarks.append(
                f"{file} puts the memory into {path}, outside the repository; a clone could say so too, "
                "so name it with --memory-dir if it is right"
            )
    return None


def is_off(workspace: Workspace, env: Mapping[str, str], own: Path) -> str:
    """What switches auto memory off; empty when nothing does."""
    if env.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "") in {"1", "true"}:
        return "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
    local = workspace.root / ".claude"
    for file in (local / "settings.local.json", local / "settings.json", own / "settings.json"):
        value = read_json(file).get("autoMemoryEnabled")
        if isinstance(value, bool):
            return "" if value else f"autoMemoryEnabled in {file}"
    return ""


def read_json(file: Path) -> dict[str, Any]:
    """A JSON object from a plain file of a believable size; an empty one for anything else."""
    try:
        if not file.is_file() or file.stat().st_size > _LARGEST:
            return {}
        loaded = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return loaded if isinstance(loaded, dict) else {}


def _agents(workspace: Workspace, own: Path) -> list[MemoryFolder]:
    """Memory of subagents: checked in, local, and the user's."""
    found: list[MemoryFolder] = []
    local = workspace.root / ".claude"
    for name, scope, why in (
        ("agent-memory", "project", "of an agent, in the repository"),
        ("agent-memory-local", "local", "of an agent, local"),
    ):
        found += [
            MemoryFolder(f".claude/{name}/{folder.name}", folder, scope, why, folder.name)
            for folder in _folders(local / name)
        ]
    taken: set[str] = set()
    for folder in _folders(own / "agent-memory"):
        if folder.is_relative_to(workspace.root):
            continue
        key = f"@agent-{_PLAIN.sub('-', folder.name.lower()).strip('-')}"
        if key in taken:
            key += f"-{hashlib.sha256(os.fsencode(folder.name)).hexdigest()[:8]}"
        taken.add(key)
        found.append(MemoryFolder(key, folder, "user", "of an agent, yours everywhere", folder.name))
    return found


def _folders(parent: Path) -> list[Path]:
    """The real folders in a folder, in the order of their names."""
    try:
        with os.scandir(parent) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def every(own: Path) -> Iterator[MemoryFolder]:
    """Every project's memory folder, whatever workspace it belongs to; its key names it, no path can be made of it."""
    for project in _folders(own / "projects"):
        folder = project / "memory"
        if folder.is_dir() and not folder.is_symlink():
            key = f"@memory-{hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:8]}"
            yield MemoryFolder(key, folder, "project", f"of the project {project.name}")


def rules_folder(workspace: Workspace, env: Mapping[str, str], own: Path) -> MemoryFolder:
    """The person's rules, which Claude Code loads in every project; the folder need not be there yet."""
    path = own / "rules"
    usual = own == claude_folder(env)
    other = f"{USER_RULES}-{hashlib.sha256(os.fsencode(path.absolute())).hexdigest()[:8]}"
    return MemoryFolder(_key(workspace, path, USER_RULES if usual else other), path, "user", "your rules everywhere")


def mapped(folders: Sequence[MemoryFolder]) -> dict[str, Path]:
    """Those outside the workspace by their key, as a layout wants them."""
    return {folder.key: folder.path for folder in folders if folder.key.startswith("@")}
