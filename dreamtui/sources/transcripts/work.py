"""The files that have to be read, and reading one of them; what comes out can be handed from one process to another."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from dreamtui.sources.events.files import open_log
from dreamtui.sources.transcripts.ahead import fetch
from dreamtui.sources.transcripts.files import BEGINNING
from dreamtui.sources.transcripts.miner import Miner
from dreamtui.sources.transcripts.reader import Reader
from dreamtui.sources.transcripts.state import FileState

_AHEAD = 16 << 20
"""Bytes of the files that follow which the system is asked to fetch while one is read."""


class Job(msgspec.Struct, array_like=True, gc=False):
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


def read_job(job: Job, roots: Sequence[str], cancelled: Callable[[], bool] | None = None) -> Done:
    """Read one file."""
    reader = Reader(job.state, Miner(job.state, roots), cancelled)
    try:
        reader.read(job.path)
    except OSError as error:
        return Done(job.name, None, why=f"unreadable: {error.strerror}")
    return Done(job.name, job.state, reader.bytes_read, reader.records)


class Fetching:
    """Asks the system for files some way ahead of the one that is read; of small ones `find` has asked for all."""

    def __init__(self, jobs: Sequence[Job]) -> None:
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
