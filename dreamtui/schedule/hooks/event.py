"""What Claude Code tells a hook: the event's JSON on standard input, and what a person has set in the environment."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path
from typing import Any

_OFF = frozenset({"0", "false", "no", "off"})
_PREFIXES = ("DREAMTUI_HOOK_DREAM", "SB_HOOK_DREAM")
"""Ours, then SecondBrain's, whose users have them set."""
INSTRUCTIONS = 4096
"""Characters of instructions that are kept."""
LOOKBACK_DAYS, INTERVAL_HOURS = 1, 6.0
_LARGEST = 1024 * 1024
SHELL = "Bash"
"""Claude Code's name of the tool that runs shell commands."""


@unique
class HookEvent(StrEnum):
    """What a hook is run for, as `hook run` calls it."""

    STOP = "stop"
    SESSION_END = "session-end"
    SESSION_START = "session-start"
    POST_COMMIT = "post-commit"
    GUARD = "guard"
    """An agent is about to write into a memory folder: it waits for a person."""
    GUARD_NOTIFY = "guard-notify"
    """The same, let through and filed."""
    READ = "read"
    """An agent read a file: in an OpenClaw workspace a passage of a daily note is a recall."""


@dataclass(frozen=True, slots=True)
class HookSettings:
    on: bool = True
    lookback_days: int = LOOKBACK_DAYS
    interval_hours: float = INTERVAL_HOURS
    instructions: str = ""


def parsed(data: bytes) -> dict[str, Any]:
    """The event; empty for anything that is none, such as broken JSON."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def folder_of(event: Mapping[str, Any], env: Mapping[str, str]) -> Path:
    """Where the session works."""
    for named in (event.get("cwd"), env.get("CLAUDE_PROJECT_DIR")):
        if isinstance(named, str) and named.startswith("/") and "\0" not in named and Path(named).is_dir():
            return Path(named)
    return Path.cwd()


def may_concern_memory(event: Mapping[str, Any], env: Mapping[str, str]) -> bool:
    """Whether it is worth a closer look: of all shell commands few have to do with a memory folder."""
    asked = event.get("tool_input")
    if not isinstance(asked, dict):
        return False
    text = f"{asked.get('command')} {event.get('cwd')}".lower()
    if event.get("tool_name") != SHELL or "memor" in text or ".claude" in text:
        return True
    from dreamtui.disk.opening import read_whole

    claude = env.get("CLAUDE_CONFIG_DIR") or f"{env.get('HOME', '')}/.claude"
    try:
        return b"autoMemoryDirectory" in read_whole(Path(claude, "settings.json"), _LARGEST, follow=True)
    except OSError:
        return False


def is_idle(event: Mapping[str, Any]) -> bool:
    """Whether nothing of the session goes on in the background."""
    return not event.get("background_tasks")


def settings(env: Mapping[str, str]) -> HookSettings:
    """What the environment asks for; a value that cannot be meant counts as none."""
    days = _number(_said(env, "_LOOKBACK_DAYS"))
    hours = _number(_said(env, "_MIN_INTERVAL_HOURS"))
    return HookSettings(
        _said(env, "").strip().lower() not in _OFF,
        int(days) if days is not None and 1 <= days <= 36500 else LOOKBACK_DAYS,
        hours if hours is not None and 0 <= hours <= 87600 else INTERVAL_HOURS,
        _said(env, "_INSTRUCTIONS").strip()[:INSTRUCTIONS],
    )


def _said(env: Mapping[str, str], end: str) -> str:
    return next((env[f"{prefix}{end}"] for prefix in _PREFIXES if env.get(f"{prefix}{end}", "").strip()), "")


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
