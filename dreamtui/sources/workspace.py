"""Finds the workspace a person is in: its root, its git folders and where our own files live."""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dreamtui.model.errors import Refused, Usage


@dataclass(frozen=True, slots=True)
class Workspace:
    """A root and what was found in it."""

    root: Path
    """A git work tree, a bare repository, a folder with .agent, or a plain folder; a real path."""
    home: Path
    """Where our own files live: `<root>/.agent`, else a folder under the user's data."""
    name: str
    """The root's folder name."""
    git_dir: Path | None = None
    """The repository's git folder; None where there is no git."""
    common_dir: Path | None = None
    """The git folder all worktrees share."""
    bare: bool = False
    """A repository without a work tree."""

    @property
    def has_agent(self) -> bool:
        """Whether the home lies inside the workspace."""
        return self.home.parent == self.root


def home_folder(env: Mapping[str, str]) -> Path:
    """The person's folder: HOME, else the one the system knows and lets be written; never the root of the disk.

    Where there is none, a place below which nothing can be: what is looked for is not there, and nothing is made.
    """
    named = Path(env.get("HOME", ""))
    if _is_home(named):
        return named
    import pwd

    try:
        known = Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return Path(os.devnull)
    usable = _is_home(known) and known.is_dir() and os.access(known, os.W_OK | os.X_OK)
    return known if usable else Path(os.devnull)


def _is_home(folder: Path) -> bool:
    return folder.is_absolute() and folder != folder.parent


def data_home(env: Mapping[str, str]) -> Path:
    """The user's data folder (XDG)."""
    return _xdg(env, "XDG_DATA_HOME", ".local/share")


def config_home(env: Mapping[str, str]) -> Path:
    """The user's configuration folder (XDG)."""
    return _xdg(env, "XDG_CONFIG_HOME", ".config")


def _xdg(env: Mapping[str, str], variable: str, fallback: str) -> Path:
    named = env.get(variable, "")
    if named and Path(named).is_absolute():
        return Path(named)
    return home_folder(env) / fallback


def discover(start: Path, env: Mapping[str, str]) -> Workspace:
    """Walk up to the first folder with .git or .agent, or a bare repository; else the folder itself."""
    if not start.is_dir():
        raise Usage(f"{start} is not a folder")
    start = start.resolve()
    for folder in (start, *start.parents):
        git = folder / ".git"
        if git.exists() or (folder / ".agent").is_dir():
            return _workspace(folder, _git_dir(git), env)
        if _is_git_dir(folder):
            if folder.name == ".git":
                return _workspace(folder.parent, folder, env)
            return _workspace(folder, folder, env, bare=True)
    return _workspace(start, None, env)


def _workspace(root: Path, git_dir: Path | None, env: Mapping[str, str], *, bare: bool = False) -> Workspace:
    common = _common_dir(git_dir) if git_dir else None
    agent = root / ".agent"
    if agent.is_symlink() and not _leads_inside(agent, root):
        raise Refused(f"{agent} is a symbolic link that leads out of the workspace; nothing is read or written there")
    home = agent if agent.is_dir() and not bare else outside_home(root, common, env)
    return Workspace(root, home, root.name or "root", git_dir, common, bare)


def _leads_inside(link: Path, root: Path) -> bool:
    try:
        return link.resolve().is_relative_to(root)
    except (OSError, RuntimeError):  # a link to itself
        return False


def outside_home(root: Path, common_dir: Path | None, env: Mapping[str, str]) -> Path:
    """The home of a workspace without .agent: one a repository, shared by its worktrees."""
    anchor = (common_dir or root).resolve()
    owner = anchor.parent if anchor.name == ".git" else anchor
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", owner.name).strip("-.") or "root"
    short = hashlib.sha256(os.fsencode(anchor)).hexdigest()[:8]
    return data_home(env) / "dreamtui" / "workspaces" / f"{name}-{short}"


def _git_dir(git: Path) -> Path | None:
    """What .git means: the folder itself, or the one a worktree's or submodule's file points to."""
    if git.is_dir():
        return git if _is_git_dir(git) else None
    try:
        text = git.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return None
    if not text.startswith("gitdir:"):
        return None
    target = (git.parent / text[len("gitdir:") :].strip()).resolve()
    return target if target.is_dir() else None


def _common_dir(git_dir: Path) -> Path:
    try:
        text = (git_dir / "commondir").read_text(encoding="utf-8", errors="surrogateescape").strip()
    except OSError:
        return git_dir.resolve()
    return (git_dir / text).resolve()


def _is_git_dir(folder: Path) -> bool:
    return (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()


def dotagent_signs(root: Path) -> tuple[str, ...]:
    """Files that only dotagent makes; any of them means that dotagent rewrites CLAUDE.md here."""
    names = ("style.md", "rules.md", "patterns.md", "identity/developers.yaml", "adapters")
    return tuple(f".agent/{name}" for name in names if (root / ".agent" / name).exists())


def openclaw_signs(root: Path) -> tuple[str, ...]:
    """Files that only an OpenClaw workspace has."""
    return tuple(name for name in ("memory/.dreams", "SOUL.md", "openclaw.json") if (root / name).exists())
