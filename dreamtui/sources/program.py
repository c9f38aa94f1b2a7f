"""Runs a program of the person's own to its end, without a shell, with a limit of time and of what it may answer."""

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from dreamtui.text.inert import inert_line

_SAID = 400
_LOOKS = 0.1
"""Seconds between two looks whether somebody wants it stopped."""


@dataclass(frozen=True, slots=True)
class Answer:
    text: str = ""
    """Its standard output; empty when it failed."""
    problem: str = ""
    """Why there is no answer, a sentence without its full stop; empty when there is one."""


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a program may take."""

    seconds: float
    largest: int
    """Bytes of an answer that are read."""


def run_program(
    words: Sequence[str],
    name: str,
    folder: Path,
    env: Mapping[str, str],
    limits: ProgramLimits,
    feed: str = "",
    cancelled: Callable[[], bool] | None = None,
    wrapped: Callable[[Sequence[str]], Sequence[str]] | None = None,
) -> Answer:
    """Give it what it is fed on standard input and read the answer; whatever it started ends with it.

    `name` is what it is called in sentences; `wrapped` makes of its words those that run it confined.
    """
    program = shutil.which(words[0], path=env.get("PATH", os.defpath)) if words else None
    if program is None:
        return Answer(problem=f"{name} {inert_line(words[0] if words else '')!r} was not found")
    found = [program, *words[1:]]
    try:
        process = subprocess.Popen(
            wrapped(found) if wrapped else found,
            cwd=folder,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as problem:
        return Answer(problem=f"{name} could not be started ({problem.strerror})")
    with _ended(process):
        return _talk(process, name, feed, limits, cancelled or _never)


def _never() -> bool:
    return False


@contextlib.contextmanager
def _ended(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Whatever happens, the whole process group is ended and its pipes are closed."""
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class _Listener(threading.Thread):
    """Reads a pipe to its end, keeps so many bytes, and stops early when there are more."""

    def __init__(self, pipe: IO[bytes], most: int) -> None:
        super().__init__(daemon=True)
        self._pipe, self._most = pipe, most
        self.data = bytearray()
        self.too_much = False
        self.start()

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while piece := os.read(self._pipe.fileno(), 65536):
                self.data += piece
                if len(self.data) > self._most:
                    self.too_much = True
                    return


def _talk(
    process: "subprocess.Popen[bytes]", name: str, feed: str, limits: ProgramLimits, cancelled: Callable[[], bool]
) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    heard, complained = _Listener(process.stdout, limits.largest), _Listener(process.stderr, limits.largest)
    writer = threading.Thread(target=_tell, args=(process.stdin, feed.encode("utf-8", "replace")), daemon=True)
    writer.start()
    end = time.monotonic() + limits.seconds
    while heard.is_alive() and (left := end - time.monotonic()) > 0:
        if cancelled():
            return Answer(problem=f"{name} was stopped")
        heard.join(min(_LOOKS, left))
    if heard.is_alive():
        return Answer(problem=f"{name} did not answer within {limits.seconds:g} seconds")
    if heard.too_much:
        return Answer(problem=f"{name} printed more than {limits.largest >> 20} MB")
    try:
        code = process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        code = 0
    if code != 0:
        complained.join(1)
        said = " ".join(inert_line(bytes(complained.data[-_SAID:]).decode("utf-8", "replace")).split())
        return Answer(problem=f"{name} failed with exit code {code}{f': {said}' if said else ''}")
    try:
        return Answer(heard.data.decode())
    except UnicodeDecodeError:
        return Answer(problem=f"{name} printed text that is not UTF-8")


def _tell(pipe: IO[bytes], data: bytes) -> None:
    """Write everything and close; a command that stopped listening is not a failure of ours."""
    with contextlib.suppress(OSError, ValueError):
        pipe.write(data)
        pipe.close()
