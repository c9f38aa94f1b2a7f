"""Progress on stderr for anything over half a second; never on stdout, never in a pipe."""

import os
import shutil
import signal
import sys
import threading
import time
from types import FrameType

from dreamtui.text.inert import inert_line

_AFTER, _EVERY = 0.5, 0.1
"""Seconds before anything is shown, and between two redrawings."""
_ECHO = len("^C")
"""Columns that a terminal may add behind the line when ctrl+c is pressed."""


class Meter:
    """A line that is rewritten while work goes on and gone when it is done.

    It is called with how far the work is; where nobody calls, a timer shows how long it takes.
    """

    def __init__(self, what: str = "", *, quiet: bool) -> None:
        """`what` is shown until something else is told."""
        self._shown = not quiet and sys.stderr.isatty()
        self._started = time.monotonic()
        self._last = 0.0
        self._width = 0
        self._told = (what, 0, 0)
        self._ticks = False

    def __call__(self, what: str, done: int, total: int) -> None:
        """How far it is."""
        self._told = (what, done, total)
        self._draw()

    def start(self) -> "Meter":
        """Show from now on how long it takes, whether or not the work says anything."""
        if self._shown and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, self._tick)
            signal.setitimer(signal.ITIMER_REAL, _AFTER, _AFTER)
            self._ticks = True
        return self

    def close(self) -> None:
        """Take the line away and tick no more; a last tick that is on its way finds nothing to do."""
        if self._ticks:
            hush()
            self._ticks = False
        if self._width:
            self._put(f"\r{' ' * (self._width + _ECHO)}\r")
            self._width = 0

    def _tick(self, _number: int, _frame: FrameType | None) -> None:
        if self._ticks:
            self._draw()

    def _draw(self) -> None:
        now = time.monotonic()
        if not self._shown or now - self._started < _AFTER or now - self._last < _EVERY:
            return
        from dreamtui.cli.printer import cell_width, cut

        self._last = now
        what, done, total = self._told
        share = f" {100 * done // total}%" if total else ""
        far = f"{done:,}{share}" if done or total else f"{now - self._started:.0f} s"
        text = cut(f"{inert_line(what)}: {far} (ctrl+c stops)", shutil.get_terminal_size((80, 24)).columns - _ECHO - 1)
        width, before = cell_width(text), self._width
        self._width = max(width, before)  # first, because ctrl+c may come as soon as the line stands there
        self._put(f"\r{text}{' ' * (before - width)}")

    def _put(self, text: str) -> None:
        """Straight to the terminal: the timer may fall into the middle of another write to stderr."""
        os.write(sys.stderr.fileno(), text.encode(sys.stderr.encoding or "utf-8", "replace"))


def hush() -> None:
    """No more ticks, because somebody types on the same terminal."""
    signal.setitimer(signal.ITIMER_REAL, 0)
