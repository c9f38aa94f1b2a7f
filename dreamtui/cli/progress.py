"""Progress on stderr for anything over half a second; never on stdout, never in a pipe."""

import sys
import time

from dreamtui.text.inert import inert_line


class Meter:
    """A line that is rewritten while work goes on and gone when it is done."""

    def __init__(self, *, quiet: bool) -> None:
        self._shown = not quiet and sys.stderr.isatty()
        self._started = time.monotonic()
        self._last = 0.0
        self._width = 0

    def __call__(self, what: str, done: int, total: int) -> None:
        """How far it is."""
        now = time.monotonic()
        if not self._shown or now - self._started < 0.5 or now - self._last < 0.1:
            return
        self._last = now
        share = f" {100 * done // total}%" if total else ""
        text = f"{inert_line(what)}: {done:,}{share} (ctrl+c stops)"
        sys.stderr.write(f"\r{text:<{self._width}}")
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        """Take the line away."""
        if self._width:
            sys.stderr.write(f"\r{' ' * self._width}\r")
            sys.stderr.flush()
