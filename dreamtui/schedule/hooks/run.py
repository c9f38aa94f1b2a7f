"""`hook run`: what Claude Code starts at its events. It comes back at once and never fails.

Whatever it asks for is done by a process of its own. So nothing that is heavy to import is imported here.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from dreamtui.schedule.hooks.event import HookEvent, folder_of, is_idle, read_event, settings
from dreamtui.schedule.running import Kept, RunWish, begin, carry_out
from dreamtui.sources.workspace import Workspace, discover
from dreamtui.store.layout import Layout


def main(words: Sequence[str], env: Mapping[str, str] = os.environ) -> int:
    """Run the hook that the words name; the exit code is always 0."""
    with Kept():
        named = words[0] if words else ""
        if named not in _RUNS:
            print(f"dreamtui: there is no hook {named!r}; there are {', '.join(_RUNS)}", file=sys.stderr)
            return 0
        _RUNS[named]({} if named == HookEvent.POST_COMMIT else read_event(0), env)
    return 0


def _dreams(trigger: str, event: Mapping[str, Any], env: Mapping[str, str]) -> None:
    """Have a dream begin in a process of its own, if it is time for one and none is under way."""
    asked = settings(env)
    if not asked.on or not is_idle(event):
        return
    workspace = _workspace(event, env)
    if workspace is None:
        return
    wish = RunWish(trigger, asked.lookback_days, asked.instructions, asked.interval_hours, grows=True)
    root = workspace.root
    lock = begin(Layout(root, workspace.home), wish, _now(env))
    if lock is None:
        return
    from dreamtui.disk.detach import detached

    detached(lambda: _nothing(carry_out(root, env, wish, lock)), keep=lock)
    os.close(lock)


def _stop(event: Mapping[str, Any], env: Mapping[str, str]) -> None:
    _print('{"suppressOutput": true}')
    _dreams(HookEvent.STOP, event, env)


def _session_end(event: Mapping[str, Any], env: Mapping[str, str]) -> None:
    _dreams(HookEvent.SESSION_END, event, env)


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
    """Git's own hook: the commit is noted in a process of its own, so that committing takes no longer."""
    from dreamtui.disk.detach import detached

    inside = {name: value for name, value in env.items() if not name.startswith("GIT_")}
    workspace = _workspace({"cwd": str(Path.cwd())}, inside)
    if workspace is None:
        return

    def note() -> None:
        from dreamtui.compose import open_desk
        from dreamtui.schedule.hooks.git_hook import note_commit

        with Kept():
            note_commit(open_desk(workspace.root, inside))

    detached(note)


def _guard(event: Mapping[str, Any], env: Mapping[str, str], *, hold: bool = True) -> None:
    """Nothing is held back where it cannot be filed: a memory that is written is better than one that is lost."""
    if not isinstance(event.get("tool_input"), dict):
        return
    from dreamtui.schedule.hooks.guard import guarded

    if said := guarded(event, env, folder_of(event, env), hold=hold):
        _print(said)


def _workspace(event: Mapping[str, Any], env: Mapping[str, str]) -> Workspace | None:
    """The repository or the known folder that the session works in; None for any other folder."""
    found = discover(folder_of(event, env), env)
    return found if found.git_dir is not None or found.home.is_dir() else None


def _now(env: Mapping[str, str]) -> datetime:
    if named := env.get("DREAMTUI_NOW", ""):
        from dreamtui.text.dates import parse_now

        return parse_now(named)
    return datetime.now(UTC)


def _print(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def _nothing(outcome: object) -> None:
    """What came of it is in the log."""


_RUNS: dict[str, Callable[[Mapping[str, Any], Mapping[str, str]], None]] = {
    HookEvent.STOP: _stop,
    HookEvent.SESSION_END: _session_end,
    HookEvent.SESSION_START: _session_start,
    HookEvent.POST_COMMIT: _post_commit,
    HookEvent.GUARD: _guard,
    HookEvent.GUARD_NOTIFY: partial(_guard, hold=False),
}
