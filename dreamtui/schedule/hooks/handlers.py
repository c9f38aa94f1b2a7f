"""What each hook does, given its event. Dreams are begun in the process that this runs in, which nobody waits for."""

import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dreamtui.schedule.hooks.event import HookEvent, folder_of, is_idle, may_concern_memory, settings

if TYPE_CHECKING:
    from dreamtui.sources.workspace import Workspace


def _dreams(trigger: str, event: Mapping[str, Any], env: Mapping[str, str]) -> None:
    """Dream, if it is time for one and none is under way."""
    asked = settings(env)
    if not asked.on or not is_idle(event):
        return
    from dreamtui.desk.desk import own_layout
    from dreamtui.schedule.running import RunWish, begin, carry_out

    workspace = _workspace(event, env)
    if workspace is None:
        return
    wish = RunWish(
        trigger, lookback_days=asked.lookback_days, instructions=asked.instructions,
        interval_hours=asked.interval_hours, grows=True,
    )  # fmt: skip
    lock = begin(own_layout(workspace, env), wish, _now(env))
    if lock is None:
        return
    carry_out(workspace.root, env, wish, lock)


def _session_start(event: Mapping[str, Any], env: Mapping[str, str]) -> None:
    """One line with what waits, which Claude Code shows and gives to the agent; none if nothing waits."""
    workspace = _workspace(event, env)
    if workspace is None or not workspace.home.is_dir():
        return
    from dreamtui.compose import open_desk
    from dreamtui.model.status import Status
    from dreamtui.text.dates import ago

    desk = open_desk(workspace.root, env, mend=False)
    pending = [one for one in desk.queue().counts() if one.status == Status.PENDING]
    count = sum(one.items for one in pending)
    if not count:
        return
    oldest = min((one.oldest for one in pending if one.oldest), default="")
    age = ago(oldest, desk.now) if oldest else ""
    since = "" if not age else ", the oldest of today" if age == "now" else f", the oldest {age} old"
    waits = "1 item waits" if count == 1 else f"{count:,} items wait"
    _print(f"dreamtui: {waits} for a person to decide{since}; `dreamtui` opens them, and no agent decides.")


def _post_commit(event: Mapping[str, Any], env: Mapping[str, str]) -> None:
    """Git's own hook: the commit is noted."""
    inside = {name: value for name, value in env.items() if not name.startswith("GIT_")}
    workspace = _workspace({"cwd": str(Path.cwd())}, inside)
    if workspace is None:
        return
    from dreamtui.compose import open_desk
    from dreamtui.schedule.hooks.git_hook import note_commit

    note_commit(open_desk(workspace.root, inside))


def _guard(event: Mapping[str, Any], env: Mapping[str, str], *, hold: bool = True) -> None:
    """Nothing is held back where it cannot be filed: a memory that is written is better than one that is lost."""
    if not may_concern_memory(event, env):
        return
    from dreamtui.schedule.hooks.guard import guarded

    if said := guarded(event, env, folder_of(event, env), hold=hold):
        _print(said)


def _read(event: Mapping[str, Any], env: Mapping[str, str]) -> None:
    asked = event.get("tool_input")
    if not isinstance(asked, dict) or "memory/" not in str(asked.get("file_path")):
        return
    from dreamtui.schedule.hooks.reads import note_read

    note_read(event, env, folder_of(event, env))


def _workspace(event: Mapping[str, Any], env: Mapping[str, str]) -> "Workspace | None":
    """The repository or the known folder that the session works in; None for any other folder."""
    from dreamtui.sources.workspace import discover

    found = discover(folder_of(event, env), env)
    return found if found.git_dir is not None or found.home.is_dir() else None


def _now(env: Mapping[str, str]) -> datetime:
    if named := env.get("DREAMTUI_NOW", ""):
        from dreamtui.text.dates import parse_now

        return parse_now(named)
    return datetime.now(UTC)


def _print(text: str) -> None:
    os.write(1, f"{text}\n".encode())


HANDLERS: dict[str, Callable[[Mapping[str, Any], Mapping[str, str]], None]] = {
    HookEvent.STOP: partial(_dreams, HookEvent.STOP),
    HookEvent.SESSION_END: partial(_dreams, HookEvent.SESSION_END),
    HookEvent.SESSION_START: _session_start,
    HookEvent.POST_COMMIT: _post_commit,
    HookEvent.GUARD: _guard,
    HookEvent.GUARD_NOTIFY: partial(_guard, hold=False),
    HookEvent.READ: _read,
}
