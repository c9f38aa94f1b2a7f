"""Which hooks are put into Claude Code's settings, and what each of them runs."""

import shlex
import sys
from enum import StrEnum, unique

from dreamtui.schedule.hooks.event import SHELL, HookEvent
from dreamtui.schedule.hooks.settings_text import Hook

_STARTS = "startup|resume|clear"
_SECONDS = 10
"""After which Claude Code ends a hook; ours take a fraction of one."""


SHARED = "command -v dreamtui >/dev/null || exit 0; dreamtui"
"""How it is started from settings that others have too, who may not have it."""


def program() -> str:
    """How this dreamtui is started, for a shell: the absolute interpreter, and never what the current folder holds.

    `-P` keeps a `dreamtui` or `json.py` that lies in the repository from being imported.
    """
    return shlex.join([sys.executable or "python3", "-P", "-m", "dreamtui"])


_WRITES = f"Write|Edit|MultiEdit|NotebookEdit|{SHELL}"


@unique
class Guard(StrEnum):
    """What becomes of what an agent writes into a memory folder."""

    HOLD = "hold"
    """It is not written, and waits for a person."""
    NOTIFY = "notify"
    """It is written, and an item says so."""


def hooks(start: str = "", guard: Guard | None = None, *, reads: bool = False) -> tuple[Hook, ...]:
    """The hooks of a running installation; `start` is how it is called, `reads` has reads of daily notes recorded."""
    begin = start or program()

    def handler(event: HookEvent, **more: object) -> dict[str, object]:
        return {"type": "command", "command": f"{begin} hook run {event}", **more, "timeout": _SECONDS}

    guards = {Guard.HOLD: HookEvent.GUARD, Guard.NOTIFY: HookEvent.GUARD_NOTIFY}
    guarding = [Hook("PreToolUse", {"matcher": _WRITES, "hooks": [handler(guards[guard])]})] if guard else []
    reading = [Hook("PostToolUse", {"matcher": "Read", "hooks": [handler(HookEvent.READ, **{"async": True})]})]
    return (
        *guarding,
        *(reading if reads else []),
        Hook("Stop", {"hooks": [handler(HookEvent.STOP, **{"async": True})]}),
        Hook("SessionEnd", {"hooks": [handler(HookEvent.SESSION_END)]}),
        Hook("SessionStart", {"matcher": _STARTS, "hooks": [handler(HookEvent.SESSION_START)]}),
    )
