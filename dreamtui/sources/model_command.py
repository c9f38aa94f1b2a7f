"""Runs the model command a person configured: in an empty folder, with little environment, time and room to answer."""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from dreamtui.text.inert import inert_line

SECONDS = 120.0
LARGEST = 4 * 1024 * 1024
"""Bytes of an answer that are read."""
PASSED_ON = ("PATH", "HOME", "LANG")
"""Variables it gets besides those that are named."""
_SAID = 400
_LOOKS = 0.1
"""Seconds between two checks for a cancel."""


@dataclass(frozen=True, slots=True)
class Answer:
    text: str = ""
    """Its standard output; empty when it failed."""
    problem: str = ""
    """Why there is no answer, a sentence without its full stop; empty when there is one."""


def run_model(
    command: str,
    prompt: str,
    env: Mapping[str, str],
    named: Sequence[str] = (),
    *,
    seconds: float = SECONDS,
    cancelled: Callable[[], bool] | None = None,
) -> Answer:
    """Give the prompt on standard input and read the answer; all processes it started end with it.

    The command is split into words as a shell would, and run without one.
    """
    given = {name: env[name] for name in (*PASSED_ON, *named) if name in env}
    try:
        words = shlex.split(command)
    except ValueError as problem:
        return Answer(problem=f"the model command cannot be read ({problem})")
    program = shutil.which(words[0], path=given.get("PATH", os.defpath)) if words else None
    if program is None:
        return Answer(problem=f"the model command {inert_line(words[0] if words else '')!r} was not found")
    with tempfile.TemporaryDirectory(prefix="dreamtui-model-") as folder:
        try:
            process = subprocess.Popen(
                [program, *words[1:]],
                cwd=folder,
                env=given,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as problem:
            return Answer(problem=f"the model command could not be started ({problem.strerror})")
        with _ended(process):
            return _talk(process, prompt, seconds, cancelled or _never)


def _never() -> bool:
    return False


@contextlib.contextmanager
def _ended(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """In any case, the whole process group is ended and its pipes are closed."""
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


def _talk(process: "subprocess.Popen[bytes]", prompt: str, seconds: float, cancelled: Callable[[], bool]) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    heard, complained = _Listener(process.stdout, LARGEST), _Listener(process.stderr, LARGEST)
    writer = threading.Thread(target=_tell, args=(process.stdin, prompt.encode("utf-8", "replace")), daemon=True)
    writer.start()
    end = time.monotonic() + seconds
    while heard.is_alive() and (left := end - time.monotonic()) > 0:
        if cancelled():
            return Answer(problem="the model command was stopped")
        heard.join(min(_LOOKS, left))
    if heard.is_alive():
        return Answer(problem=f"the model command did not answer within {seconds:g} seconds")
    if heard.too_much:
        return Answer(problem=f"the model command answered more than {LARGEST >> 20} MB")
    try:
        code = process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        code = 0
    if code != 0:
        complained.join(1)
        said = " ".join(inert_line(bytes(complained.data[-_SAID:]).decode("utf-8", "replace")).split())
        return Answer(problem=f"the model command failed with exit code {code}{f': {said}' if said else ''}")
    try:
        return Answer(heard.data.decode())
    except UnicodeDecodeError:
        return Answer(problem="the model command answered what is not UTF-8")


def _tell(pipe: IO[bytes], data: bytes) -> None:
    """Write everything and close; a command that stopped reading is not an error."""
    with contextlib.suppress(OSError, ValueError):
        pipe.write(data)
        pipe.close()
