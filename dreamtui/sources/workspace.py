"""Finds the workspace a person is in: its root, its git folders and where our own files live."""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import read_beginning, read_whole
from dreamtui.model.errors import Refused, Usage

_LONGEST_POINTER = 64 * 1024
"""Bytes of a file that names a folder."""

MADE_UP = "dreamtui-demo"
"""Mark of a made-up workspace: it has a folder in place of Claude Code's, so nobody's conversations are read."""
NOWHERE = "nowhere"
"""In git's own folder of a made-up workspace: in place of the person's data, for what they and made-up people keep."""
INNER_CLAUDE_FOLDER = ".claude-home"
UNLISTED = "dreamtui-unlisted"
"""Mark of a workspace that is not remembered among the known ones."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """A root and what was found in it."""

    root: Path
    """A git work tree, a bare repository, a folder with .agent, or a plain folder; a real path."""
    home: Path
    """Where our own files live: `<root>/.agent`, else a folder under the user's data."""
    name: str
    git_dir: Path | None = None
    """The repository's git folder; None if there is no git."""
    common_dir: Path | None = None
    """The git folder all worktrees share."""
    bare: bool = False
    """A repository without a work tree."""
    trouble: str = ""
    """Why `.git` leads to no repository, in a sentence; empty if there is none."""

    @property
    def has_agent(self) -> bool:
        """Whether the home is inside the workspace."""
        return self.home.parent == self.root

    def has_mark(self, name: str) -> bool:
        """Whether a mark is in git's own folder, where no clone can bring it."""
        return self.git_dir is not None and (self.git_dir / name).is_file()

    @property
    def inner_claude(self) -> Path | None:
        """The replacement of Claude Code's folder here; None for the person's own."""
        return self.root / INNER_CLAUDE_FOLDER if self.has_mark(MADE_UP) else None


def home_folder(env: Mapping[str, str]) -> Path:
    """The person's folder: HOME, else the system's entry if it is writable; never the root of the disk.

    Without one, a path below which nothing can exist, so that nothing is found and nothing is created.
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


def made_up_private(workspace: Workspace) -> Path | None:
    """What stands in for the person's private folder in a made-up workspace, so that all of it goes with its folder."""
    return workspace.git_dir / NOWHERE / "private" if workspace.git_dir and workspace.has_mark(MADE_UP) else None


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
            found, trouble = _git_dir(git)
            return _workspace(folder, found, env, trouble=trouble)
        if _is_git_dir(folder):
            if folder.name == ".git":
                return _workspace(folder.parent, folder, env)
            return _workspace(folder, folder, env, bare=True)
    return _workspace(start, None, env)


def _workspace(
    root: Path, git_dir: Path | None, env: Mapping[str, str], *, bare: bool = False, trouble: str = ""
) -> Workspace:
    common, more = _common_dir(git_dir) if git_dir else (None, "")
    agent = root / ".agent"
    if agent.is_symlink() and not _leads_inside(agent, root):
        raise Refused(f"{agent} is a symlink that leads out of the workspace; nothing is read or written there")
    if agent.is_symlink() and _leads_into_git(agent, git_dir, common):
        raise Refused(f"{agent} is a symlink that leads into git's own files; nothing is read or written there")
    home = agent if agent.is_dir() and not bare else outside_home(root, common, env)
    return Workspace(root, home, root.name or "root", git_dir, common, bare, trouble or more)


def _leads_inside(link: Path, root: Path) -> bool:
    try:
        return link.resolve().is_relative_to(root)
    except (OSError, RuntimeError):  # a link to itself
        return False


def _leads_into_git(link: Path, *folders: Path | None) -> bool:
    target = link.resolve()
    inside = any(target.is_relative_to(folder.resolve()) for folder in folders if folder is not None)
    return inside or ".git" in target.relative_to(link.parent.resolve()).parts


def outside_home(root: Path, common_dir: Path | None, env: Mapping[str, str]) -> Path:
    """The home of a workspace without .agent: one a repository, shared by its worktrees."""
    anchor = (common_dir or root).resolve()
    owner = anchor.parent if anchor.name == ".git" else anchor
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", owner.name).strip("-.") or "root"
    short = hashlib.sha256(os.fsencode(anchor)).hexdigest()[:8]
    return data_home(env) / "dreamtui" / "workspaces" / f"{name}-{short}"


def _git_dir(git: Path) -> tuple[Path | None, str]:
    """What .git means: the folder itself, or the one a worktree's or submodule's file points to; and why it is none."""
    if git.is_dir():
        return (git, "") if _is_git_dir(git) else (None, "")
    try:
        text = _pointer(git)
    except FileNotFoundError:
        return None, ""
    except OSError as problem:
        return None, f"{git} is {problem.strerror}; there is no repository behind it"
    target = _target(git.parent, text.removeprefix("gitdir:").strip()) if text.startswith("gitdir:") else None
    return target, "" if target else f"{git} names no folder; there is no repository behind it"


def _common_dir(git_dir: Path) -> tuple[Path, str]:
    """The git folder all worktrees share, and why what names it does not count."""
    file = git_dir / "commondir"
    try:
        target = _target(git_dir, _pointer(file).strip())
    except FileNotFoundError:
        return git_dir.resolve(), ""
    except OSError as problem:
        return git_dir.resolve(), f"{file} is {problem.strerror}"
    return target or git_dir.resolve(), "" if target else f"{file} names no folder"


def _pointer(file: Path) -> str:
    """The text of a file of git's that names a folder."""
    return read_whole(file, _LONGEST_POINTER, follow=True).decode("utf-8", "surrogateescape")


def _target(base: Path, named: str) -> Path | None:
    """The folder that a text names; None if it can name none."""
    try:
        folder = (base / named).resolve()
        return folder if folder.is_dir() else None
    except (OSError, ValueError, RuntimeError):
        return None


def _is_git_dir(folder: Path) -> bool:
    return (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()


def dotagent_signs(root: Path) -> tuple[str, ...]:
    """Files that only dotagent makes; any of them means that dotagent rewrites CLAUDE.md here."""
    names = ("style.md", "rules.md", "patterns.md", "identity/developers.yaml", "adapters")
    found = (f".agent/{name}" for name in names if (root / ".agent" / name).exists())
    return tuple(name for name in found if not name.endswith("patterns.md") or not _is_our_output(root / name))


def _is_our_output(path: Path) -> bool:
    """Whether a file is an output that we made, because the person asks for it."""
    try:
        first = read_beginning(path, 400, follow=True).partition(b"\n")[0]
    except OSError:
        return False
    return first.startswith(b"<!-- dreamtui:begin ") and b" made;" in first
