"""Puts our hooks into Claude Code's settings, takes them out, and says where they stand."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from dreamtui.desk.decide.shut import why_shut
from dreamtui.desk.desk import Desk
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Malformed, Refused
from dreamtui.schedule.hooks import git_hook
from dreamtui.schedule.hooks.settings_text import Hook, checked, installed, with_hooks, without_hooks
from dreamtui.store.files.foreign_file import read_foreign, replace_foreign
from dreamtui.text.inert import inert_line
from dreamtui.text.paths import tilde


@unique
class HookScope(StrEnum):
    """Whose settings."""

    USER = "user"
    """The person's own, for everything they work on."""
    LOCAL = "local"
    """The person's own for this workspace."""
    PROJECT = "project"
    """Those that everybody has who clones it."""
    GIT = "git"
    """Git's own hook in this repository, which notes each commit."""


CLAUDES = (HookScope.USER, HookScope.LOCAL, HookScope.PROJECT)
"""Those that are Claude Code's."""
_PRIVATE, _EXECUTABLE = 0o600, 0o755


@dataclass(frozen=True, slots=True)
class HookPlan:
    """What installing or uninstalling changes."""

    scope: HookScope
    path: Path
    before: bytes | None
    after: bytes | None

    @property
    def changes(self) -> ChangeSet:
        """For the preview; empty where everything is as wanted."""
        if self.before == self.after:
            return ChangeSet()
        return ChangeSet.of(Change(str(self.path), self.before, self.after))

    @property
    def back(self) -> "HookPlan":
        """The way back."""
        return HookPlan(self.scope, self.path, self.after, self.before)


@dataclass(frozen=True, slots=True)
class HookPlace:
    """One settings file and what stands in it."""

    scope: HookScope
    path: Path
    hooks: dict[str, str]
    """The command of each hook of ours, by what it is run for."""
    problem: str = ""
    """Why the file cannot be read, a sentence."""


def settings_file(desk: Desk, scope: HookScope) -> Path:
    if scope is HookScope.USER:
        return desk.memory.claude / "settings.json"
    name = "settings.json" if scope is HookScope.PROJECT else "settings.local.json"
    return desk.workspace.root / ".claude" / name


def git_plan(desk: Desk, command: str) -> HookPlan:
    """Git's post-commit hook with our block, or without it where no command is given."""
    path = git_hook.hook_file(desk)
    before = read_foreign(path)
    if command:
        after: bytes | None = git_hook.with_hook(before, command)
    else:
        after = git_hook.without_hook(before) if before is not None else None
    return HookPlan(HookScope.GIT, path, before, after)


def install_plan(desk: Desk, scope: HookScope, hooks: Sequence[Hook]) -> HookPlan:
    """The settings with these hooks of ours and no others of ours."""
    path, before = _read(desk, scope)
    with _naming(path):
        after = with_hooks(before.decode() if before is not None else None, hooks).encode()
    return HookPlan(scope, path, before, after)


def uninstall_plan(desk: Desk, scope: HookScope) -> HookPlan:
    """The settings without any hook of ours."""
    path, before = _read(desk, scope)
    if before is None:
        return HookPlan(scope, path, None, None)
    with _naming(path):
        after = without_hooks(before.decode())
    return HookPlan(scope, path, before, after.encode() if after is not None else None)


def carry_out(desk: Desk, plan: HookPlan, what: str) -> None:
    """Write the settings, with a line in the workspace's log; inside an agent nothing is."""
    if not plan.changes:
        return
    if why := why_shut(desk):
        raise Refused(f"a person decides what runs by itself, and {why}")
    mode = _EXECUTABLE if plan.scope is HookScope.GIT else _PRIVATE
    replace_foreign(plan.path, plan.before, plan.after, desk.store.port, mode=mode)
    if desk.workspace.git_dir is not None or desk.workspace.home.is_dir():
        with desk.store.writing(desk.writer()) as transaction:
            transaction.note(what, scope=plan.scope.value, path=tilde(plan.path, desk.env))


def places(desk: Desk) -> list[HookPlace]:
    """Every settings file that there may be, and our hooks in it."""
    found = []
    for scope in CLAUDES:
        path = settings_file(desk, scope)
        try:
            _, data = _read(desk, scope)
            text = data.decode() if data is not None else "{}"
            with _naming(path):
                checked(text)
            found.append(HookPlace(scope, path, installed(text)))
        except Refused as problem:
            found.append(HookPlace(scope, path, {}, str(problem)))
    return found


def _read(desk: Desk, scope: HookScope) -> tuple[Path, bytes | None]:
    path = settings_file(desk, scope)
    if scope is not HookScope.USER and not _is_inside(path, desk.workspace.root):
        raise Refused(f"{inert_line(str(path))} is reached by a link out of the workspace; it is left alone")
    return path, read_foreign(path)


def _is_inside(path: Path, folder: Path) -> bool:
    """Whether a path stays in a folder when its links are followed; a link may be in the repository that was cloned."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Whatever the settings are not is said with their file's name; they stay as they are."""
    try:
        yield
    except (Malformed, UnicodeDecodeError) as problem:
        why = problem.why if isinstance(problem, Malformed) else "it is not UTF-8"
        raise Refused(f"{path} is left as it is: {why}") from None
