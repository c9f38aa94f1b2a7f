"""Reads from and writes to the terminal, also if it is not UTF-8, blocks or goes away."""

import os
import signal
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App


class LastingFile:
    """Writing to a terminal that may go away: what is written then is dropped, which is reported once."""

    def __init__(self, file: IO[str], gone: Callable[[], None]) -> None:
        self._file = file
        self._gone = gone
        self._lost = False

    def write(self, text: str) -> int:
        """Write, or drop."""
        return len(text) if self._lost else self._tried(lambda: self._file.write(text))

    def flush(self) -> None:
        """Write what was queued, or drop it."""
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
    """Continues after invalid bytes and while the terminal blocks; ends the console when it is gone."""

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
        """The terminal is gone: end as on a signal, which saves what is being typed."""
        if not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGHUP)
