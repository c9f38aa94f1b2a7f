"""What is kept for later in log files of the person's own: tracebacks, and what unattended runs did."""

import os
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from dreamtui.store.files.port import DISK
from dreamtui.text.inert import inert_line

_LIMIT = 1024 * 1024


def path(env: Mapping[str, str]) -> Path:
    """The error log (XDG state); a path that cannot be created if there is no home."""
    named = env.get("XDG_STATE_HOME", "")
    base = Path(named) if named and Path(named).is_absolute() else Path(env.get("HOME") or os.devnull) / ".local/state"
    return base / "dreamtui" / "errors.log"


def run_log(env: Mapping[str, str]) -> Path:
    """Where every run that nobody watches leaves a line."""
    return path(env).with_name("unattended.log")


def note_run(text: str, env: Mapping[str, str]) -> bool:
    """Add a line about a run with the time; false where none can be written. A long log begins anew."""
    target = run_log(env)
    line = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {inert_line(text)}\n"
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if target.exists() and target.stat().st_size > _LIMIT:
            target.replace(target.with_suffix(".log.1"))
        DISK.append(target, line.encode("utf-8", "backslashreplace"))
    except OSError:
        return False
    return True


def keep(text: str, env: Mapping[str, str]) -> str:
    """Append a traceback; the name of the file it went to."""
    for target in (path(env), Path(tempfile.gettempdir(), f"dreamtui-errors-{os.getuid()}.log")):
        try:
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if target.exists() and target.stat().st_size > _LIMIT:
                DISK.truncate(target, 0)
            DISK.append(target, f"{text}\n".encode("utf-8", "backslashreplace"))
            return str(target)
        except OSError:
            continue
    return "no file, because none could be written"
