"""Where a traceback goes: a log file of the user's, never the screen."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from dreamtui.store.files.port import DISK

_LIMIT = 1024 * 1024


def path(env: Mapping[str, str]) -> Path:
    """The error log (XDG state); a path that cannot be created if there is no home."""
    named = env.get("XDG_STATE_HOME", "")
    base = Path(named) if named and Path(named).is_absolute() else Path(env.get("HOME") or os.devnull) / ".local/state"
    return base / "dreamtui" / "errors.log"


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
