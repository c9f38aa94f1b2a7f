"""Workspaces: known ones, init, and observing events."""

import json
import socket
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from dreamtui.desk.desk import Desk, open_desk
from dreamtui.disk.opening import read_whole
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import DreamtuiError, Refused, Usage
from dreamtui.sources.workspace import UNLISTED, data_home
from dreamtui.store.layout import ATTRIBUTES, EVENTS, Layout
from dreamtui.store.migrate_home import move_home
from dreamtui.store.person.workspace_registry import known, remember
from dreamtui.store.store import Store
from dreamtui.store.store import observe as append_event
from dreamtui.text.dates import iso
from dreamtui.text.ids import slug
from dreamtui.text.inert import one_line

T = TypeVar("T")

_CONFIG = """# Settings of dreamtui and dotagent for this repository.
dream:
  min_cluster_size: 3
  window_days: 30
"""
_HEAD_LIMIT, _REFS_LIMIT = 4096, 64 * 1024 * 1024
"""Bytes of git's HEAD and of its packed references that are read."""
_KEPT = ("dream/candidates", "dream/graduated", "dream/rejected", "memory/episodic", "memory/notes")


def remember_here(desk: Desk) -> None:
    """List this workspace among the known ones, unless it is marked as one that is not."""
    if not desk.workspace.has_mark(UNLISTED):
        remember(data_home(desk.env), desk.workspace.root)


def everywhere(desk: Desk, ask: Callable[[Desk], T]) -> tuple[list[tuple[Desk, T]], list[str]]:
    """What this workspace and every other known one answers; a sentence for each that cannot be read."""
    found: list[tuple[Desk, T]] = []
    problems: list[str] = []
    here = desk.workspace.root
    for root in (here, *(other for other in known(data_home(desk.env)) if other != here)):
        try:
            other = open_desk(desk.parts, root, desk.env, wait=desk.wait, mend=False, claude_dir=desk.claude_dir)
            found.append((other, ask(other)))
        except (DreamtuiError, OSError) as problem:
            if root == here and isinstance(problem, Usage):
                raise  # what is asked for is wrong, which is so everywhere
            problems.append(f"{root} is left out: {problem}")
    return found, problems


def readable_desks(desk: Desk) -> tuple[list[Desk], list[str]]:
    """This workspace, where it is one, and every other known one; a sentence for each that cannot be opened."""
    found = [desk] if desk.workspace.git_dir is not None or desk.workspace.home.is_dir() else []
    problems: list[str] = []
    for root in known(data_home(desk.env)):
        if root == desk.workspace.root:
            continue
        try:
            other = open_desk(desk.parts, root, desk.env, wait=desk.wait, claude_dir=desk.claude_dir, seat=desk.seat)
            next(iter(other.workspace.home.iterdir()), None)
        except FileNotFoundError:
            continue
        except (DreamtuiError, OSError) as problem:
            problems.append(f"{root} is left out: {problem}")
        else:
            found.append(other)
    return found or [desk], problems


def init(desk: Desk, *, listed: bool = True) -> tuple[Desk, list[str]]:
    """Create an .agent in the workspace; a home elsewhere moves in; `listed` adds it to the known ones."""
    root = desk.workspace.root
    if desk.workspace.bare:
        raise Refused("a bare repository has no place for .agent; its home stays in your data folder")
    said: list[str] = []
    agent = root / ".agent"
    if agent.is_symlink() or (agent.exists() and not agent.is_dir()):
        raise Refused(f"{agent} is not a folder; it is left alone")
    old = desk.workspace.home
    layout = Layout(root, agent, desk.layout.folders)
    if not agent.exists() and old != agent and old.is_dir():
        with desk.store.writing(desk.writer()):
            move_home(old, agent, desk.store.port)
        said.append(f"moved the home from {old}")
    store = Store(
        layout,
        desk.store.port,
        data_folder=desk.store.data_folder,
        outputs=desk.store.outputs,
        decided=desk.store.decided,
    )
    made = replace_home(desk, store)
    changes = [Change(f".agent/{folder}/.gitkeep", None, b"") for folder in _KEPT if not (agent / folder).is_dir()]
    if not (agent / "config.yaml").exists():
        changes.append(Change(".agent/config.yaml", None, _CONFIG.encode()))
    if changes:
        with store.writing(made.writer()) as transaction:
            transaction.apply(ChangeSet.of(*changes), "init")
    said += [f"made {change.path}" for change in changes]
    if listed:
        remember_here(made)
    return made, said


_UNION = ("dream/log/**/*.jsonl merge=union", "memory/episodic/**/*.jsonl merge=union")
"""Files to which every branch adds lines of its own; of all others a union of both sides makes nonsense."""


def merge_attributes(desk: Desk, *, dry_run: bool = False) -> ChangeSet:
    """The lines that let git keep what both branches added to our logs, and their writing."""
    if not desk.workspace.has_agent:
        raise Refused("dreamtui's files are not in the repository; run `dreamtui init` first")
    if not dry_run:
        desk.decides()
    now = desk.store.read(ATTRIBUTES)
    there = set((now or b"").decode("utf-8", "replace").splitlines())
    missing = "".join(f"{line}\n" for line in _UNION if line not in there).encode()
    gap = b"\n" if now and not now.endswith(b"\n") else b""
    changes = ChangeSet.of(Change(ATTRIBUTES, now, (now or b"") + gap + missing)) if missing else ChangeSet()
    if changes and not dry_run:
        with desk.store.writing(desk.writer()) as transaction:
            transaction.apply(changes, "init")
    return changes


def would_merge_logs(desk: Desk) -> bool:
    """Whether several branches may add to our logs, and git is not told yet how these merge."""
    if desk.workspace.git_dir is None or not desk.workspace.has_agent or not merge_attributes(desk, dry_run=True):
        return False
    from dreamtui.desk.mine.reading import asked
    from dreamtui.sources.git.objects import branches

    return len(asked(lambda: branches(desk.workspace.root)) or ()) > 1


def replace_home(desk: Desk, store: Store) -> Desk:
    """The same desk with its home inside the workspace."""
    workspace = replace(desk.workspace, home=store.layout.home)
    return Desk(workspace, desk.env, desk.wait, desk.cwd, desk.claude_dir, desk.memory_dir, desk.parts)


def observe(desk: Desk, kind: str, *, tool: str, summary: str, files: Sequence[str], sha: str, session: str) -> str:
    """Write one event in dotagent's exact format; the logical path of the file it went to."""
    when = iso(desk.now)
    named = slug(session) if session else uuid.uuid4().hex[:12]
    event = {
        "ts": when,
        "actor": desk.actor,
        "tool": tool or "cli",
        "host": socket.gethostname(),
        "session": session or named,
        "kind": kind,
        "repo": desk.workspace.root.name,
        "branch": branch(desk),
        "files": list(files),
        "diff_sha": sha,
        "summary": one_line(summary).strip(),
        "tags": [],
    }
    line = json.dumps(event, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
    relative = f"{EVENTS}/{when[:4]}/{when[5:7]}/{when[8:10]}/{slug(desk.actor) or 'unknown'}__{named}.jsonl"
    append_event(desk.store, relative, line)
    return relative


def branch(desk: Desk) -> str:
    """The branch HEAD is on, as `git rev-parse --abbrev-ref` says it; HEAD when unborn or detached."""
    git_dir = desk.workspace.git_dir
    if git_dir is None:
        return ""
    try:
        head = read_whole(git_dir / "HEAD", _HEAD_LIMIT, follow=True).decode("utf-8", "replace").strip()
    except OSError:
        return ""
    name = head.removeprefix("ref: refs/heads/")
    common = desk.workspace.common_dir or git_dir
    born = (common / "refs" / "heads" / name).is_file() or _packed(common, name)
    return name if name != head and born else "HEAD"


def _packed(common: Path, name: str) -> bool:
    try:
        text = read_whole(common / "packed-refs", _REFS_LIMIT).decode("utf-8", "replace")
    except OSError:
        return False
    return f" refs/heads/{name}\n" in text
