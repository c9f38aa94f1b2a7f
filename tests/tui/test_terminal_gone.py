"""What is drawn on a terminal that is gone is dropped: nothing ever waits for it, and the console hears of it."""

import io
import os
import signal
import threading
from typing import Any

import pytest
from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread
from textual.drivers.linux_driver import LinuxDriver

from dreamtui.tui.terminal.driver import LastingFile, LenientDriver


class Gone(io.StringIO):
    """A terminal that disappears after the first bytes."""

    def write(self, text: str) -> int:
        """Take the first text only."""
        if self.tell():
            raise OSError(5, "Input/output error")
        return super().write(text)


def test_what_is_written_then_is_dropped_and_told_once() -> None:
    """Whoever writes goes on."""
    told: list[bool] = []
    gone = Gone()
    file = LastingFile(gone, lambda: told.append(True))
    for text in ("first", "second", "third"):
        file.write(text)
        file.flush()
    assert gone.getvalue() == "first" and told == [True]
    assert file.writable(), "everything else is the terminal's own"


def test_the_thread_that_writes_outlives_its_terminal() -> None:
    """More is drawn than fits into the queue: nobody waits for a thread that is dead."""
    file: Any = LastingFile(Gone(), lambda: None)
    writer = WriterThread(file)
    writer.start()

    def draw() -> None:
        for number in range(MAX_QUEUED_WRITES * 4):
            writer.write(str(number))
        writer.stop()

    drawing = threading.Thread(target=draw, daemon=True)
    drawing.start()
    drawing.join(20)
    assert not drawing.is_alive() and not writer.is_alive()


@pytest.mark.parametrize("leaving", [False, True])
def test_a_terminal_that_gives_no_keys_any_more_ends_the_console(
    monkeypatch: pytest.MonkeyPatch, *, leaving: bool
) -> None:
    """As when the system says that it was hung up, unless the console is being left anyway."""
    sent: list[tuple[int, int]] = []

    def no_more(_: LinuxDriver) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(LinuxDriver, "run_input_thread", no_more)
    monkeypatch.setattr(os, "kill", lambda *asked: sent.append(asked))
    driver = LenientDriver.__new__(LenientDriver)
    driver.exit_event = threading.Event()
    if leaving:
        driver.exit_event.set()
    driver.run_input_thread()
    assert sent == ([] if leaving else [(os.getpid(), signal.SIGHUP)])
