"""`hook run`: what Claude Code starts at its events. It comes back at once and never fails.

An agent waits for it, so what says nothing is done in a process of its own, imports included: nothing that is not
there already is imported before that process begins.
"""

import os
import select
import sys
import time
from collections.abc import Mapping, Sequence

from dreamtui.disk.detach import detached
from dreamtui.schedule.kept import Kept

_SILENT = {"stop": '{"suppressOutput": true}', "session-end": "", "post-commit": ""}
"""What is said at once for the events whose work goes on behind it."""
_MOST = 64 * 1024 * 1024
"""Bytes that are read; more is no event."""
_SECONDS = 2.0
"""How long somebody may take to write an event, who does not close the pipe."""


def main(words: Sequence[str], env: Mapping[str, str] = os.environ) -> int:
    """Run the hook that the words name; the exit code is always 0."""
    named = words[0] if words else ""
    with Kept():
        data = b"" if named == "post-commit" else _read(0)
        if named not in _SILENT:
            _handle(named, data, env)
            return 0
        if _SILENT[named]:
            os.write(1, f"{_SILENT[named]}\n".encode())
        detached(lambda: _handle(named, data, env))
    return 0


def _handle(named: str, data: bytes, env: Mapping[str, str]) -> None:
    with Kept():
        from dreamtui.schedule.hooks.event import parsed
        from dreamtui.schedule.hooks.handlers import HANDLERS

        if named in HANDLERS:
            HANDLERS[named](parsed(data), env)
        else:
            print(f"dreamtui: there is no hook {named!r}; use one of {', '.join(HANDLERS)}", file=sys.stderr)


def _read(handle: int) -> bytes:
    """What stands on an open file, as far as somebody writes it in time; nothing of a terminal."""
    data = bytearray()
    try:
        if os.isatty(handle):
            return b""
        end = time.monotonic() + _SECONDS
        while len(data) <= _MOST and select.select([handle], [], [], max(0.0, end - time.monotonic()))[0]:
            piece = os.read(handle, 1 << 20)
            if not piece:
                break
            data += piece
    except OSError:
        return b""
    return bytes(data)
