"""What goes between the console and its terminal, also when that speaks no UTF-8, stands still or is gone."""

import os
import signal
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App


class LastingFile:
    """A terminal to write to that may go away: what is written then is dropped, and somebody is told once."""

    def __init__(self, file: IO[str], gone: Callable[[], None]) -> None:
        self._file = file
        self._gone = gone
        self._lost = False

    def write(self, text: str) -> int:
        """Write, or drop."""
        return len(text) if self._lost else self._tried(lambda: self._file.write(text))

    def flush(self) -> None:
        """Send what was written, or drop it."""
        if not self._lost:
            self._tried(lambda: self._file.flush())

    def _tried(self, call: Callable[[], int | None]) -> int:
        try:
            return call() or 0
        except (OSError, ValueError):  # ValueError: the file was closed
            self._lost = True
            self._gone()
            return 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class LenientDriver(LinuxDriver):
    """Goes on after bytes that mean nothing and while the terminal stands still; ends the console when it is gone."""

    def __init__(self, app: "App[Any]", **more: Any) -> None:
        super().__init__(app, **more)
        self._file: Any = LastingFile(self._file, self._hang_up)

    def start_application_mode(self) -> None:
        """Begin; what is drawn waits in a queue without an end, so that the console never waits for the terminal."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._writer_thread is not None:
            self._writer_thread._queue.maxsize = 0

    def run_input_thread(self) -> None:
        """Read what is typed until the console ends or the terminal does."""
        while True:
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
            except OSError:
                self._hang_up()
            return

    def _hang_up(self) -> None:
        """The terminal is gone: end as when the system says so, which keeps what is being typed."""
        if not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGHUP)
