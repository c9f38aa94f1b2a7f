"""One running git: what it prints is read as it comes, and it is stopped when it says nothing for too long."""

import contextlib
import os
import select
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import IO, Any, Self

from dreamtui.model.errors import Refused
from dreamtui.text.inert import inert_line

ANSWER_WITHIN = 20.0
"""Seconds in which git says where a repository is and how it is configured; it takes some thousandths."""
SILENT_FOR = 60.0
"""Seconds after which a git that says nothing more is stopped; a long history says something all the time."""
_FORGIVEN = 300.0
"""Seconds after which a command that gave no answer is tried again."""
_ENDS_WITHIN = 5.0

_CHUNK = 1 << 18
_STDERR_KEPT = 1 << 16


class NoAnswer(Refused):
    """Git said nothing for too long and was stopped: something that it reads has no end, as a pipe has none."""


_silent: dict[tuple[str, str], float] = {}
"""Folders and commands that gave no answer, and until when they are not asked again: each would wait as long."""


def _no_answer(folder: str, word: str, seconds: float) -> NoAnswer:
    _silent[folder, word] = time.monotonic() + _FORGIVEN
    return NoAnswer(
        f"git gave no answer in {folder} for {seconds:g} seconds and was stopped (git {word}); something that it reads "
        "has no end, such as a pipe in the place of a file"
    )


def _check_silent(folder: str, word: str) -> None:
    """Do not wait again for what gave no answer a moment ago."""
    until = _silent.get((folder, word), 0.0)
    if until > time.monotonic():
        raise NoAnswer(f"git gave no answer in {folder} a moment ago (git {word}), so it is not asked again for now")


def sentence(words: str) -> str:
    """The last thing git said, on one line, without its `fatal:` and without a full stop."""
    lines = [line for line in words.strip().splitlines() if line.strip()] or ["it gave no reason"]
    said = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[-1])
    return inert_line(said.split(":", 1)[-1].strip()).rstrip(".")


def gitpython() -> tuple[Any, str]:
    """GitPython's runner and the git program it uses; a sentence when there is no git."""
    missing = "git is not installed or not on the PATH, so the history cannot be read."
    if shutil.which(os.environ.get("GIT_PYTHON_GIT_EXECUTABLE", "git")) is None:
        raise Refused(missing)
    try:
        import git
    except ImportError as error:
        raise Refused(missing) from error
    return git.Git, str(git.Git.GIT_PYTHON_GIT_EXECUTABLE or "git")


@dataclass(slots=True)
class Running:
    """One running git command whose output is read as it comes."""

    process: Any
    """GitPython's process; it ends when it is closed here."""
    said: bytearray
    """The first part of what git said on its error stream."""
    ear: threading.Thread
    """Reads the error stream, so that git never waits for us there."""
    folder: str
    word: str
    within: float
    """Seconds that it may say nothing."""

    @classmethod
    def begin(
        cls,
        folder: str,
        argv: list[str],
        word: str,
        within: float,
        feed: bytes | None = None,
        env: dict[str, str] | None = None,
    ) -> Self:
        """Start a whole command line in a folder."""
        runner, _ = gitpython()
        _check_silent(folder, word)
        source = None if feed is None else subprocess.PIPE
        try:
            process = runner(folder).execute(argv, as_process=True, istream=source, env=env)
        except (OSError, ValueError) as error:
            raise Refused(f"git could not be started in {folder}: {error}.") from error
        said = bytearray()
        ear = threading.Thread(target=_listen, args=(process.stderr, said), daemon=True)
        ear.start()
        if feed is not None:
            threading.Thread(target=_feed, args=(process.stdin, feed), daemon=True).start()
        return cls(process, said, ear, folder, word, within)

    def chunks(self, *, may_be_empty: bool = False) -> Generator[bytes, None, None]:
        """The output piece by piece; leaving early ends git, a failure at the end is raised as a sentence.

        Commands that search say with status 1 that they found nothing, which `may_be_empty` allows.
        """
        done = False
        try:
            while piece := self.read():
                yield piece
            done = True
        finally:
            status = self.end(kill=not done)
        if status and not (may_be_empty and status == 1):
            raise Refused(f"git stopped while its answer was read: {self.words()}.")

    def read(self) -> bytes:
        """The next piece of the output, empty at its end; raises `NoAnswer` where none comes for too long."""
        output: IO[bytes] = self.process.stdout
        waiting = select.poll()
        waiting.register(output.fileno(), select.POLLIN | select.POLLHUP)
        if not waiting.poll(self.within * 1000):
            raise _no_answer(self.folder, self.word, self.within)
        return os.read(output.fileno(), _CHUNK)

    def words(self) -> str:
        """What git said, as one sentence."""
        return sentence(self.said.decode("utf-8", "replace"))

    def end(self, *, kill: bool) -> int:
        """Wait for its end, or see to it; its exit status."""
        child: subprocess.Popen[bytes] = self.process.proc
        if kill:
            child.terminate()
        try:
            status = child.wait(_ENDS_WITHIN if kill else self.within)
        except subprocess.TimeoutExpired:
            child.kill()
            status = child.wait()
        self.ear.join(_ENDS_WITHIN)
        for pipe in (child.stdout, child.stderr):
            if pipe is not None:
                pipe.close()
        return status


def _listen(pipe: IO[bytes], said: bytearray) -> None:
    """Read everything, keep the first part."""
    with contextlib.suppress(OSError, ValueError):  # it was closed, because a process behind git holds it open
        while piece := os.read(pipe.fileno(), _STDERR_KEPT):
            said += piece[: max(0, _STDERR_KEPT - len(said))]


def _feed(pipe: IO[bytes], data: bytes) -> None:
    """Write the standard input; a git that has stopped reading says why itself."""
    with contextlib.suppress(OSError):
        pipe.write(data)
    with contextlib.suppress(OSError):
        pipe.close()


def answer(
    folder: str, argv: list[str], word: str, within: float, env: dict[str, str] | None = None
) -> tuple[int, bytes, str]:
    """Run a command to its end: its exit status, its output and what it said."""
    stream = Running.begin(folder, argv, word, within, env=env)
    pieces = []
    status, done = 0, False
    try:
        while piece := stream.read():
            pieces.append(piece)
        done = True
    finally:
        status = stream.end(kill=not done)
    return status, b"".join(pieces), stream.said.decode("utf-8", "replace").removesuffix("\n")


def tokens(stream: Running, after_chunk: Callable[[], None] | None = None) -> Generator[str, None, None]:
    """The NUL-separated words of the output as text; bytes that are not UTF-8 become U+FFFD."""
    rest = bytearray()
    with contextlib.closing(stream.chunks()) as pieces:
        for piece in pieces:
            head, found, tail = piece.rpartition(b"\0")
            if not found:
                rest += piece
                continue
            yield from (rest + head).decode("utf-8", "replace").split("\0")
            rest = bytearray(tail)
            if after_chunk is not None:
                after_chunk()
    if rest:
        yield rest.decode("utf-8", "replace")
