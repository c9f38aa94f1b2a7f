"""Reads files in two processes: a forked child takes part of them and sends back what its miners remember.

Both take the next file from one pipe, so that the faster one does more. Whatever happens to the child, the caller
learns which files it did not finish and reads them itself.
"""

import mmap
import os
import signal
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

from dreamtui.model.evidence import Skip
from dreamtui.sources.events.reader import Job, Reader
from dreamtui.sources.events.snapshot import Mark, Skips

_SHARE = 2048
"""At most so many shares are handed out; a pipe holds them all."""
_NUMBER = struct.Struct("=I")
_COUNTER = struct.Struct("=Q")


def shares_of(jobs: Sequence[Job]) -> list[Sequence[Job]]:
    """The files cut into shares, in their order."""
    size = max(1, -(-len(jobs) // _SHARE))
    return [jobs[n : n + size] for n in range(0, len(jobs), size)]


class Pair:
    """This process and a child, reading the same list of files."""

    def __init__(self, reader: Reader, jobs: Sequence[Job], step: Callable[[int], bool]) -> None:
        self.reader = reader
        self.shares = shares_of(jobs)
        self.step = step
        self.failed: dict[str, str] = {}
        self._counter = mmap.mmap(-1, _COUNTER.size)
        self._queue, feed = os.pipe()
        os.write(feed, b"".join(_NUMBER.pack(n) for n in range(len(self.shares))))
        os.close(feed)

    def run(self) -> tuple[Reader, bytes] | None:
        """Read everything; the child's reader without its miners, and these packed. None when there is nothing."""
        answer, hand_over = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(answer)
            self._child(hand_over)
        os.close(hand_over)
        data, status = b"", 1
        try:
            if self._read(self._go_on):
                self.reader.flush()
                with os.fdopen(answer, "rb", closefd=False) as pipe:
                    data = pipe.read()
        finally:
            if not data:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            os.close(answer)
            os.close(self._queue)
            self._counter.close()
        return None if status else self._take(data)

    def _go_on(self) -> bool:
        return self.step(int(_COUNTER.unpack_from(self._counter)[0]))

    def _report(self) -> bool:
        _COUNTER.pack_into(self._counter, 0, self.reader.bytes_read)
        return True

    def _read(self, step: Callable[[], bool]) -> bool:
        """Take shares until none is left; False when told to stop."""
        while token := os.read(self._queue, _NUMBER.size):
            for job in self.shares[_NUMBER.unpack(token)[0]]:
                if not step():
                    return False
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
            self.reader = Reader(parent.miners.fresh(parent.miners.floor), Skips(), parent.decode)
            self._read(self._report)
            marks = self.reader.finish()
            skips = [(skip.path, skip.line, skip.why) for skip in self.reader.skips.first()]
            message = msgspec.msgpack.encode([marks, self.failed, skips])
            with os.fdopen(hand_over, "wb", closefd=False) as pipe:
                pipe.write(_COUNTER.pack(len(message)))
                pipe.write(message)
                pipe.write(self.reader.miners.pack())
            status = 0
        finally:
            os._exit(status)

    def _take(self, data: bytes) -> tuple[Reader, bytes]:
        """What the child handed over."""
        import msgspec

        end = _COUNTER.size + int(_COUNTER.unpack_from(data)[0])
        shape = tuple[dict[str, Mark], dict[str, str], list[tuple[str, int, str]]]
        marks, failed, skips = msgspec.msgpack.decode(data[_COUNTER.size : end], type=shape)
        self.failed.update(failed)
        theirs = Reader(self.reader.miners, Skips([Skip(*skip) for skip in skips]))
        theirs.marks = marks
        return theirs, data[end:]
