"""Reads many files of ours with two processes: a forked child takes part of them and hands back their rows.

Both take the next share of files from one pipe, so that the faster one does more. Whatever happens to the child, the
files it did not hand back are read here.
"""

import marshal
import mmap
import os
import select
import signal
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from dreamtui.model.mining import no_collection
from dreamtui.store.index.file_scan import Answer, FileJob, ParsedFile, answer
from dreamtui.store.index.schema import FileProblem, QueueRow, Reader

SILENCE = 5.0
"""Seconds after which a child that should hand something over and does not is given up."""

_MOST_SHARES = 2048
_NUMBER = struct.Struct("=I")
_FRAME = struct.Struct("=II")
_COUNTER = struct.Struct("=Q")


def read_in_two(jobs: Sequence[FileJob], read: Reader, step: Callable[[int], None]) -> list[Answer] | None:
    """What comes of each file, in their order, or None where there is no second process to be had.

    `step` is told now and then how many are done.
    """
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        return None
    _load(jobs[0], read)
    with no_collection():
        return _Pair(jobs, read, step).run()


def _load(job: FileJob, read: Reader) -> None:
    """Import everything a reader may need: a child that imports could wait for a lock nobody holds any more."""
    import base64  # noqa: F401
    import binascii  # noqa: F401

    from dreamtui.store.index import rows  # noqa: F401
    from dreamtui.text.danger import risks

    risks.load()
    answer(job, read)


class _Pair:
    """This process and a child."""

    def __init__(self, jobs: Sequence[FileJob], read: Reader, step: Callable[[int], None]) -> None:
        self._jobs = jobs
        self._read = read
        self._step = step
        self._size = max(50, -(-len(jobs) // _MOST_SHARES))
        self._done: dict[int, list[Answer]] = {}
        self._counter = mmap.mmap(-1, _COUNTER.size)

    def _share(self, number: int) -> Sequence[FileJob]:
        return self._jobs[number * self._size : (number + 1) * self._size]

    def _count(self) -> int:
        return -(-len(self._jobs) // self._size)

    def run(self) -> list[Answer] | None:
        """Read everything."""
        queue, feed = os.pipe()
        os.write(feed, b"".join(map(_NUMBER.pack, range(self._count()))))
        os.close(feed)
        answers, hand_over = os.pipe()
        try:
            child = os.fork()
        except OSError:
            for end in (queue, answers, hand_over):
                os.close(end)
            return None
        if child == 0:
            os.close(answers)
            self._child(queue, hand_over)
        os.close(hand_over)
        try:
            own = 0
            for number in _taken(queue):
                self._done[number] = [answer(job, self._read) for job in self._share(number)]
                own += len(self._done[number])
                self._step(own + int(_COUNTER.unpack_from(self._counter)[0]))
            for number, packed in _frames(answers):
                self._done[number] = [_unpack(one) for one in marshal.loads(packed)]
        finally:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(queue)
            os.close(answers)
            self._counter.close()
        return [found for number in range(self._count()) for found in self._whole(number)]

    def _whole(self, number: int) -> list[Answer]:
        if number not in self._done:
            return [answer(job, self._read) for job in self._share(number)]
        return self._done[number]

    def _child(self, queue: int, hand_over: int) -> NoReturn:
        """Read until nothing is left, hand over, and end without running anything of the parent's."""
        status = 1
        try:
            for one in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
                signal.signal(one, signal.SIG_DFL)
            frames = []
            done = 0
            for number in _taken(queue):
                found = [answer(job, self._read) for job in self._share(number)]
                packed = marshal.dumps([_pack(one) for one in found])
                frames.append(_FRAME.pack(number, len(packed)) + packed)
                done += len(found)
                _COUNTER.pack_into(self._counter, 0, done)
            with os.fdopen(hand_over, "wb", closefd=False) as pipe:
                for frame in frames:
                    pipe.write(frame)
            status = 0
        finally:
            os._exit(status)


def _pack(one: Answer) -> tuple[Any, ...] | None:
    return (one.stamp, tuple(one.row)) if isinstance(one, ParsedFile) else one and tuple(one)


def _unpack(one: tuple[Any, ...] | None) -> Answer:
    if one is None:
        return None
    first, second = one
    return FileProblem(first, second) if isinstance(second, str) else ParsedFile(first, QueueRow._make(second))


def _taken(queue: int) -> Iterator[int]:
    """Numbers of shares, until none is left."""
    while token := os.read(queue, _NUMBER.size):
        yield int(_NUMBER.unpack(token)[0])


def _frames(answers: int) -> Iterator[tuple[int, bytes]]:
    """What the child hands over, until it ends or is silent for too long."""
    held = bytearray()
    while select.select([answers], [], [], SILENCE)[0]:
        some = os.read(answers, 1 << 20)
        if not some:
            return
        held += some
        at = 0
        while len(held) - at >= _FRAME.size:
            number, length = _FRAME.unpack_from(held, at)
            if len(held) - at - _FRAME.size < length:
                break
            yield int(number), bytes(held[at + _FRAME.size : at + _FRAME.size + length])
            at += _FRAME.size + length
        del held[:at]
