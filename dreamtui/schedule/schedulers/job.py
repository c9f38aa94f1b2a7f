"""What is to be run and when, whichever scheduler does it."""

import hashlib
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from dreamtui.model.errors import Refused, Usage
from dreamtui.schedule.tasks import Cadence, Task
from dreamtui.text.inert import inert_line

_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_KEPT = ("PATH", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "DREAMTUI_ACTOR")
"""Variables that a scheduler does not have and a run needs to find the same files as the person's own commands."""


def key_of(root: Path) -> str:
    """What a workspace is called where a path cannot stand; no two of them share one."""
    return hashlib.sha256(os.fsencode(root)).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class ScheduledJob:
    """One run that comes again and again."""

    root: Path
    """The workspace."""
    name: str
    """Several of one workspace are told apart by it."""
    task: Task
    cadence: Cadence
    words: tuple[str, ...]
    """What is run, behind `dreamtui -C root schedule run --trigger …`."""
    env: tuple[tuple[str, str], ...]
    log: Path
    """Where a run that could not even begin leaves its words; what a run did it notes there itself."""

    @property
    def key(self) -> str:
        return key_of(self.root)

    def command(self, trigger: str) -> list[str]:
        """The whole command: the absolute interpreter, and nothing imported from wherever it is started."""
        start = [sys.executable or "python3", "-P", "-m", "dreamtui", "-C", str(self.root)]
        return [*start, "schedule", "run", "--trigger", trigger, *self.words]

    def next_times(self, now: datetime, count: int = 3) -> list[datetime]:
        """When it comes next, in the machine's time zone."""
        coming = self.cadence.times.after(self.cadence.clock(now))
        return [at.astimezone() for _, at in zip(range(count), coming, strict=False)]


def job(
    root: Path, env: Mapping[str, str], log: Path, when: Cadence, *, task: Task = Task.DREAM, name: str = "",
    lookback_days: int | None = None, instructions: str = "",
) -> ScheduledJob:  # fmt: skip
    """A job as a person asked for it."""
    if task is not Task.DREAM and (lookback_days is not None or instructions):
        raise Usage(f"only a dream has a look-back and instructions; {task} has neither")
    chosen = name or ("daily" if task is Task.DREAM else task.value)
    if not _NAME.fullmatch(chosen):
        raise Usage(f"a schedule's name has small letters, digits and -, not {inert_line(chosen)!r}")
    words = ["--task", task.value] if task is not Task.DREAM else []
    words += ["--lookback-days", str(lookback_days)] if lookback_days is not None else []
    words += ["--instructions", instructions] if instructions else []
    if odd := next((word for word in (str(root), str(log), *words) if any(ord(letter) < 32 for letter in word)), ""):
        raise Refused(f"{inert_line(odd)!r} has a line break or a control character, which no schedule can hold")
    kept = tuple((variable, env[variable]) for variable in _KEPT if env.get(variable) and env[variable].isprintable())
    return ScheduledJob(root, chosen, task, when, tuple(words), kept, log)
