"""Reads files in two processes: a forked child takes part of them and sends back what its miners remember.

Both take the next file from one pipe, so that the faster one does more. Whatever happens to the child, the caller
learns which files it did not finish and reads them itself.
"""

import mmap
import os
import signal
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import BinaryIO, Generic, NoReturn

from dreamtui.model.evidence import Skip
from dreamtui.sources.events.reader import LogJob, LogReader
from dreamtui.sources.events.snapshot import LogPosition, M, Skips

_SHARE = 2048
"""At most so many shares are handed out; a pipe holds them all. Progress is told and stopping is asked once a share."""
_NUMBER = struct.Struct("=I")
_COUNTER = struct.Struct("=Q")


def shares_of(jobs: Sequence[LogJob]) -> list[Sequence[LogJob]]:
    """The files cut into shares, in their order."""
    size = max(1, -(-len(jobs) // _SHARE))
    return [jobs[n : n + size] for n in range(0, len(jobs), size)]


class Pair(Generic[M]):
    """This process and a child, reading the same list of files."""

    def __init__(self, reader: LogReader[M], jobs: Sequence[LogJob], step: Callable[[int], bool]) -> None:
        self.reader = reader
        self.shares = shares_of(jobs)
        self.step = step
        self.failed: dict[str, str] = {}
        self._counter = mmap.mmap(-1, _COUNTER.size)
        self._queue, feed = os.pipe()
        os.write(feed, b"".join(_NUMBER.pack(n) for n in range(len(self.shares))))
        os.close(feed)

    def run(self) -> LogReader[M] | None:
        """Read everything; a reader that stands for the child's, or None when there is nothing of a child's.

        What the child hands over is small; it is unpacked when the child and all it remembers is gone.
        """
        answer, hand_over = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(answer)
            self._child(hand_over)
        os.close(hand_over)
        parts: list[bytes] = []
        try:
            with os.fdopen(answer, "rb") as pipe:
                if self._read(self._go_on):
                    self.reader.flush()
                    parts = list(_frames(pipe))
        finally:
            if not parts:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            os.close(self._queue)
            self._counter.close()
        return None if status else self._take(_used_up(parts))

    def _go_on(self) -> bool:
        return self.step(int(_COUNTER.unpack_from(self._counter)[0]))

    def _report(self) -> bool:
        _COUNTER.pack_into(self._counter, 0, len(self.reader.marks) + len(self.failed))
        return True

    def _read(self, step: Callable[[], bool]) -> bool:
        """Take shares until none is left; False when told to stop."""
        while token := os.read(self._queue, _NUMBER.size):
            if not step():
                return False
            for job in self.shares[_NUMBER.unpack(token)[0]]:
                if why := self.reader.read(job):
                    self.failed[job.name] = why
        return True

    def _child(self, hand_over: int) -> NoReturn:
        """Read until nothing is left, hand over, and end without running anything of the parent's."""
        import msgspec

        status = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            parent = self.reader
            self.reader = LogReader(parent.miners.fresh(parent.miners.floor), Skips(), parent.decode)
            self._read(self._report)
            marks = self.reader.finish()
            skips = [(skip.path, skip.line, skip.why) for skip in self.reader.skips.first()]
            with os.fdopen(hand_over, "wb", closefd=False) as pipe:
                for part in chain([msgspec.msgpack.encode([marks, self.failed, skips])], self.reader.miners.pack()):
                    pipe.write(_COUNTER.pack(len(part)))
                    pipe.write(part)
            status = 0
        finally:
            os._exit(status)

    def _take(self, parts: Iterator[bytes]) -> LogReader[M] | None:
        """What the child hands over; None when it did not come to the end."""
        import msgspec

        shape = tuple[dict[str, LogPosition], dict[str, str], list[tuple[str, int, str]]]
        first = next(parts, None)
        miners = self.reader.miners.fresh(self.reader.miners.floor)
        if first is None or not miners.absorb_packed(parts):
            return None
        marks, failed, skips = msgspec.msgpack.decode(first, type=shape)
        self.failed.update(failed)
        theirs = LogReader(miners, Skips([Skip(*skip) for skip in skips]))
        theirs.marks = marks
        return theirs


def _frames(pipe: BinaryIO) -> Iterator[bytes]:
    """The parts that are written into a pipe, each after its length."""
    while len(length := pipe.read(_COUNTER.size)) == _COUNTER.size:
        yield pipe.read(int(_COUNTER.unpack(length)[0]))


def _used_up(parts: list[bytes]) -> Iterator[bytes]:
    """The parts, each let go of when the next is asked for."""
    parts.reverse()
    while parts:
        yield parts.pop()
