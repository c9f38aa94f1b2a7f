"""A forked child that works beside this process and sends back frames of bytes.

None if fork is unavailable: the caller then does all the work itself. The child runs no cleanup of the parent's: it
leaves by `os._exit`, and an error in it is an exit status.
"""

import mmap
import os
import select
import signal
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NoReturn

_LENGTH = struct.Struct("=Q")
_NUMBER = struct.Struct("=I")
_SHARES = 2048
"""At most so many shares are handed out; a pipe holds all their numbers, so that filling it never waits."""
_PIECE = 1 << 20
_POLL = 0.01


class Parent:
    """The parent as its child sees it."""

    def __init__(self, answers: int, requests: int) -> None:
        self._answers = answers
        self._requests = requests

    def send(self, frame: bytes) -> None:
        """Hand over one frame; waits while the pipe is full."""
        for data in (_LENGTH.pack(len(frame)), frame):
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._answers, rest) :]

    def asked(self) -> bool:
        """Wait until the parent asks; False when it is gone."""
        return bool(os.read(self._requests, 1))


class Child:
    """The child as its parent sees it."""

    def __init__(self, pid: int, answers: int, requests: int) -> None:
        self.pid = pid
        self.stopped = False
        """Whether it was ended from here."""
        self.ended = False
        """Whether it ended by itself, as its pipe says."""
        self._answers = answers
        self._requests = requests

    def ask(self) -> bool:
        """Ask for more; False if the child has ended."""
        if self.stopped:
            return False
        try:
            return os.write(self._requests, b"?") == 1
        except OSError:
            return False

    def frames(self, silence: float | None = None) -> Iterator[bytes]:
        """What it sends, until it ends or is silent for so many seconds."""
        try:
            while head := self._read(_LENGTH.size, silence):
                frame = self._read(_LENGTH.unpack(head)[0], silence)
                if frame is None:
                    return
                yield frame
        finally:
            self.close()

    def close(self) -> None:
        """Stop reading."""
        if self._answers >= 0:
            os.close(self._answers)
            self._answers = -1

    def _read(self, size: int, silence: float | None) -> bytes | None:
        parts: list[bytes] = []
        while size:
            if silence is not None and not select.select([self._answers], [], [], silence)[0]:
                return None
            part = os.read(self._answers, min(size, _PIECE))
            if not part:
                self.ended = True
                return None
            parts.append(part)
            size -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def wait(self) -> bool:
        """Wait for its end; whether it came to it without an error."""
        self.stopped = True
        os.close(self._requests)
        return os.waitpid(self.pid, 0)[1] == 0

    def stop(self, patience: float = 0.0) -> None:
        """End it at any point, with some seconds to end by itself if given."""
        if self.stopped:
            return
        self.stopped = True
        os.close(self._requests)
        if patience:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM)
            for _ in range(int(patience / _POLL)):
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    return
                time.sleep(_POLL)
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def start(work: Callable[[Parent], None]) -> Child | None:
    """Fork a child that does this and ends."""
    if not hasattr(os, "fork"):
        return None
    answers, hand_over = os.pipe()
    asked, requests = os.pipe()
    try:
        pid = os.fork()
    except OSError:
        for end in (answers, hand_over, asked, requests):
            os.close(end)
        return None
    if pid == 0:
        _run(work, Parent(hand_over, asked), (answers, requests))
    os.close(hand_over)
    os.close(asked)
    return Child(pid, answers, requests)


def _run(work: Callable[[Parent], None], parent: Parent, theirs: tuple[int, int]) -> NoReturn:
    status = 1
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        for end in theirs:
            os.close(end)
        work(parent)
        status = 0
    finally:
        os._exit(status)


def may_fork() -> bool:
    """Whether a second process is possible, saves time, and inherits no lock that another thread holds."""
    return hasattr(os, "fork") and (os.cpu_count() or 1) > 1 and threading.active_count() == 1


Shares = Iterator[range]
"""Numbers of the pieces of work that fall to one process, some at a time."""


def share_with_child(
    count: int,
    ours: Callable[[Shares, Callable[[], int]], None],
    theirs: Callable[[Shares, Callable[[int], None]], Iterable[bytes]],
    *,
    smallest: int = 1,
    silence: float | None = None,
) -> list[bytes] | None:
    """Divide pieces of work between this process and a child; returns the frames of the child.

    Both take the next share from one pipe, so that the faster one does more. `ours` may ask how much the child has
    done; an error in it ends the child. `theirs` reports how much it has done, and sends its frames only when no share
    is left, because they are not read earlier. The child and its memory are gone when this returns. No frames: the
    child failed or was silent for so many seconds, and its shares are still to be done. None: there was no child, and
    nothing is done.
    """
    size = max(smallest, -(-count // _SHARES))
    queue, feed = os.pipe()
    os.write(feed, b"".join(map(_NUMBER.pack, range(0, count, size))))
    os.close(feed)

    def shares() -> Shares:
        while token := os.read(queue, _NUMBER.size):
            (first,) = _NUMBER.unpack(token)
            yield range(first, min(first + size, count))

    with mmap.mmap(-1, _LENGTH.size) as counter:

        def work(parent: Parent) -> None:
            for frame in theirs(shares(), lambda done: _LENGTH.pack_into(counter, 0, done)):
                parent.send(frame)

        try:
            child = start(work)
            if child is None:
                return None
            frames: list[bytes] = []
            whole = False
            try:
                ours(shares(), lambda: int(_LENGTH.unpack_from(counter)[0]))
                frames = list(child.frames(silence))
            finally:
                if child.ended:
                    whole = child.wait()
                else:
                    child.stop()
                    child.close()
            return frames if whole else []
        finally:
            os.close(queue)
