"""The files that have to be read, by one process or two."""

import os
import signal
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NoReturn

import msgspec

from dreamtui.sources.events.files import open_log
from dreamtui.sources.transcripts.ahead import fetch
from dreamtui.sources.transcripts.files import BEGINNING
from dreamtui.sources.transcripts.miner import Miner
from dreamtui.sources.transcripts.reader import TranscriptReader
from dreamtui.sources.transcripts.state import FileState

_AHEAD = 16 << 20
"""Bytes of the files that follow which the system is asked to fetch while one is read."""


class TranscriptJob(msgspec.Struct, array_like=True, gc=False):
    """One file to read into a state."""

    name: str
    """Its name below the folder of all projects."""
    path: str
    """How it is opened."""
    state: FileState
    """What is known of it."""
    size: int = 0
    """Its size when its first records were looked at."""


class Done(msgspec.Struct, array_like=True, gc=False):
    """A file that was read."""

    name: str
    """Its name."""
    state: FileState | None
    """What is known of it now; None when it could not be read."""
    bytes_read: int = 0
    """Bytes that were read."""
    records: int = 0
    """Records that were read."""
    why: str = ""
    """Why it could not be read."""


def read_job(job: TranscriptJob, roots: Sequence[str], cancelled: Callable[[], bool] | None = None) -> Done:
    """Read one file."""
    reader = TranscriptReader(job.state, Miner(job.state, roots), cancelled)
    try:
        reader.read(job.path)
    except OSError as error:
        return Done(job.name, None, why=f"unreadable: {error.strerror}")
    return Done(job.name, job.state, reader.bytes_read, reader.records)


class Fetching:
    """Asks the system for files some way ahead of the one that is read; of small ones `find` has asked for all."""

    def __init__(self, jobs: Sequence[TranscriptJob]) -> None:
        self.jobs = jobs
        self._ends: list[int] = []

    def at(self, number: int) -> None:
        """That job is about to be read."""
        ends = self._ends
        begun = ends[number - 1] if 0 < number <= len(ends) else 0
        end = ends[-1] if ends else 0
        while len(ends) < len(self.jobs) and end - begun < _AHEAD:
            job = self.jobs[len(ends)]
            offset = job.state.mark.offset
            length = max(0, min(job.size - offset, _AHEAD))
            if job.size > BEGINNING and length:
                with suppress(OSError):
                    handle, _ = open_log(job.path)
                    fetch(handle, offset, length)
                    os.close(handle)
            end += length
            ends.append(end)


_MUCH = 4 << 20
"""Bytes from which on two processes are faster than one."""
_SHARES = 2048
"""At most so many shares are handed out; a pipe holds them all."""
_NUMBER = struct.Struct("=I")


def worth_it(jobs: Sequence[TranscriptJob]) -> bool:
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


def read_in_two(jobs: Sequence[TranscriptJob], roots: Sequence[str], step: Callable[[int], bool]) -> list[Done] | None:
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


def _child(jobs: Sequence[TranscriptJob], roots: Sequence[str], size: int, queue: int, hand_over: int) -> NoReturn:
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
