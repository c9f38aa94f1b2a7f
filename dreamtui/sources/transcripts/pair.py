"""Reads files in two processes: a forked child takes part of them and sends back what it drew from them.

Both take the next file from one pipe, so that the faster one does more. Whatever happens to the child, the caller
learns which files it did not finish and reads them itself.
"""

import os
import signal
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NoReturn

import msgspec

from dreamtui.sources.transcripts.work import Done, Fetching, Job, read_job

_MUCH = 4 << 20
"""Bytes from which on two processes are faster than one."""
_SHARES = 2048
"""At most so many shares are handed out; a pipe holds them all."""
_NUMBER = struct.Struct("=I")


def worth_it(jobs: Sequence[Job]) -> bool:
    """Whether so much is to be read that a second process saves time, and one may be made here."""
    if len(jobs) < 2 or not hasattr(os, "fork") or threading.active_count() > 1 or (os.cpu_count() or 1) < 2:
        return False
    size = 0
    for job in jobs:
        with suppress(OSError):
            size += os.lstat(job.path).st_size - job.state.mark.offset
        if size >= _MUCH:
            return True
    return False


def read_in_two(jobs: Sequence[Job], roots: Sequence[str], step: Callable[[int], bool]) -> list[Done] | None:
    """Read the files, in no certain order; None when `step`, told how many are done, says to stop.

    Files that the child did not finish are missing.
    """
    size = max(1, -(-len(jobs) // _SHARES))
    shares = range(0, len(jobs), size)
    queue, feed = os.pipe()
    answer, hand_over = os.pipe()
    os.write(feed, b"".join(map(_NUMBER.pack, shares)))
    os.close(feed)
    child = os.fork()
    if child == 0:
        os.close(answer)
        _child(jobs, roots, size, queue, hand_over)
    os.close(hand_over)
    done: list[Done] = []
    theirs = b""
    finished = False
    fetching = Fetching(jobs)
    try:
        with os.fdopen(answer, "rb") as pipe:
            for number in _taken(queue, size, len(jobs)):
                if not step(len(done)):
                    return None
                fetching.at(number)
                done.append(read_job(jobs[number], roots))
            theirs = pipe.read()
            finished = True
    finally:
        os.close(queue)
        if not finished:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if status == 0:
        with suppress(msgspec.MsgspecError):
            done += msgspec.msgpack.decode(theirs, type=list[Done])
    return done


def _taken(queue: int, size: int, count: int) -> Iterator[int]:
    """The numbers of the files that fall to this process."""
    while token := os.read(queue, _NUMBER.size):
        (first,) = _NUMBER.unpack(token)
        yield from range(first, min(first + size, count))


def _child(jobs: Sequence[Job], roots: Sequence[str], size: int, queue: int, hand_over: int) -> NoReturn:
    """Read until nothing is left, hand over, and end without running anything of the parent's."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        done = [read_job(jobs[number], roots) for number in _taken(queue, size, len(jobs))]
        with os.fdopen(hand_over, "wb", closefd=False) as pipe:
            pipe.write(msgspec.msgpack.encode(done))
        status = 0
    finally:
        os._exit(status)
