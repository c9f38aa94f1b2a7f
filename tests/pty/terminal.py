"""The real command on a real pseudo-terminal: bytes in, bytes out, and a small screen that understands them.

The screen follows cursor movements and text, which is all the console sends beside colours, so that tests can wait for
words where a person would read them, and can look at every byte that was sent.
"""

import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

PATIENCE = 300.0
"""Seconds until a test gives up waiting for words."""

KEYS = {
    "enter": "\r",
    "esc": "\x1b",
    "tab": "\t",
    "ctrl+s": "\x13",
    "ctrl+e": "\x05",
    "ctrl+c": "\x03",
    "ctrl+d": "\x04",
    "ctrl+z": "\x1a",
    "down": "\x1b[B",
    "up": "\x1b[A",
}
"""What a terminal sends for keys that are no signs."""

_SEQUENCE = re.compile(
    r"\x1b\[(?P<csi>[0-?]*[ -/]*)(?P<final>[@-~])|\x1b\](?P<osc>[^\x07\x1b]*)(?:\x07|\x1b\\)|"
    r"\x1b[PX^_](?P<string>[^\x1b]*)\x1b\\|\x1b(?![\[\]PX^_])(?P<esc>[ -/]*[0-~])",
    re.DOTALL,
)


class Screen:
    """What a person would read: a grid of characters that follows what the console sends."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.lines = [[" "] * width for _ in range(height)]
        self.row = self.column = 0
        self.rest = ""

    def feed(self, text: str) -> None:
        """Follow what was sent."""
        text, self.rest = self.rest + text, ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                found = _SEQUENCE.match(text, at)
                if found is None:
                    self.rest = text[at:]
                    return
                if found["final"]:
                    self._control(found["csi"], found["final"])
                at = found.end()
                continue
            self._put(text[at])
            at += 1

    def _put(self, sign: str) -> None:
        if sign == "\r":
            self.column = 0
        elif sign == "\n":
            self.row = min(self.row + 1, self.height - 1)
        elif sign == "\b":
            self.column = max(0, self.column - 1)
        elif sign >= " " and self.row < self.height:
            if self.column < self.width:
                self.lines[self.row][self.column] = sign
            self.column += 1

    def _control(self, parameters: str, final: str) -> None:
        numbers = [int(part) if part.isdigit() else 0 for part in parameters.split(";")]
        first = numbers[0] or 1
        match final:
            case "H" | "f":
                self.row, self.column = first - 1, (numbers[1] if len(numbers) > 1 and numbers[1] else 1) - 1
            case "A":
                self.row = max(0, self.row - first)
            case "B":
                self.row = min(self.height - 1, self.row + first)
            case "C":
                self.column += first
            case "D":
                self.column = max(0, self.column - first)
            case "G":
                self.column = first - 1
            case "J" if numbers[0] in {2, 3}:
                self.lines = [[" "] * self.width for _ in range(self.height)]
            case "K" if self.row < self.height:
                self.lines[self.row][self.column :] = [" "] * max(0, self.width - self.column)

    @property
    def text(self) -> str:
        """Everything on it."""
        return "\n".join("".join(line).rstrip() for line in self.lines)


class Terminal:
    """A process on a pseudo-terminal of its own."""

    def __init__(self, words: list[str], *, cwd: Path, env: Mapping[str, str], size: tuple[int, int]) -> None:
        self.sent = b""
        """Every byte the process sent to the terminal."""
        self.screen = Screen(*size)
        self.code: int | None = None
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.execve(words[0], words, dict(env))
        columns, rows = size
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, *keys: str) -> None:
        """Press keys by name, or type what is no name."""
        for key in keys:
            os.write(self.handle, KEYS.get(key, key).encode())

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Read until something holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end or not self._read(0.1):
                if condition():
                    return
                raise AssertionError(f"{what} never came\n{self.screen.text}")

    def see(self, words: str) -> None:
        """Wait until these words can be read on the screen."""
        self.wait(lambda: words in self.screen.text, repr(words))

    def gone(self, words: str) -> None:
        """Wait until these words can be read no longer."""
        self.wait(lambda: words not in self.screen.text, f"the end of {words!r}")

    def until_quiet(self) -> None:
        """Read until nothing is sent for longer than decision keys are dead after a change of the screen."""
        end = time.monotonic() + PATIENCE / 20
        while time.monotonic() < end and self._read(0.32, needed=True):
            pass

    def _read(self, patience: float, *, needed: bool = False) -> bool:
        """Read what is there; false when the process has closed the terminal, or when something was needed."""
        ready, _, _ = select.select([self.handle], [], [], patience)
        if not ready:
            return not needed
        try:
            data = os.read(self.handle, 65536)
        except OSError as problem:
            if problem.errno != errno.EIO:
                raise
            data = b""
        self.sent += data
        self.screen.feed(data.decode("utf-8", "replace"))
        return bool(data)

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send the process a signal."""
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """The terminal disappears, as when a window is closed."""
        os.close(self.handle)
        self.handle = -1

    def end(self) -> int:
        """Wait for the process to end; its exit code, negative for a signal."""
        until = time.monotonic() + PATIENCE
        while self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > until:
                raise AssertionError(f"it never ended\n{self.screen.text}")
            elif self.handle >= 0:
                self._read(0.05)
            else:
                select.select([], [], [], 0.05)
        while self.handle >= 0 and self._read(0.05, needed=True):
            pass
        return self.code

    def close(self) -> None:
        """End the process, whatever it does."""
        if self.code is None:
            self.kill()
            self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1


def open_terminal(root: Path, env: Mapping[str, str], *words: str, size: tuple[int, int] = (120, 40)) -> Terminal:
    """The console on a workspace, on a terminal of this size; the test is skipped where there are no terminals."""
    try:
        return Terminal([sys.executable, "-m", "dreamtui", *words], cwd=root, env=env, size=size)
    except OSError as problem:
        pytest.skip(f"no pseudo-terminal can be opened here: {problem.strerror}")
