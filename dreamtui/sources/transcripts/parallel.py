"""Reads the transcripts that have to be read, in the process that took them."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from dreamtui.sources.jsonl import snapshot
from dreamtui.sources.jsonl.files import open_file, prefetch
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


class FileResult(msgspec.Struct, array_like=True, gc=False):
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


class _Packed(msgspec.Struct, array_like=True):
    """What the other process hands over."""

    done: dict[int, FileResult]


def read_job(job: TranscriptJob, roots: Sequence[str], cancelled: Callable[[], bool] | None = None) -> FileResult:
    """Read one file."""
    reader = TranscriptReader(job.state, Miner(job.state, roots), cancelled)
    try:
        reader.read(job.path)
    except OSError as error:
        return FileResult(job.name, None, why=f"unreadable: {error.strerror}")
    return FileResult(job.name, job.state, reader.bytes_read, reader.records)


class Prefetch:
    """Asks the system for files some way ahead of the one that is read; of small ones `find` has asked for all."""

    def __init__(self, jobs: Sequence[TranscriptJob]) -> None:
        self.jobs = jobs
        self._ends: list[int] = []

    def before(self, number: int) -> None:
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
                    handle, _ = open_file(job.path)
                    prefetch(handle, offset, length)
                    os.close(handle)
            end += length
            ends.append(end)


class TranscriptFilesReader:
    """Reads transcripts in one process."""

    def __init__(
        self, jobs: Sequence[TranscriptJob], roots: Sequence[str], cancelled: Callable[[], bool] | None = None
    ) -> None:
        self.jobs = jobs
        self.done: dict[int, FileResult] = {}
        self._roots = roots
        self._cancelled = cancelled
        self._prefetch: Prefetch | None = Prefetch(jobs)

    def read(self, number: int) -> None:
        """Read one."""
        if self._prefetch is not None:
            self._prefetch.before(number)
        self.done[number] = read_job(self.jobs[number], self._roots, self._cancelled)

    def flush(self) -> None:
        """Nothing is held back."""

    def fresh(self) -> "TranscriptFilesReader":
        """One that leaves fetching to the other process."""
        other = TranscriptFilesReader(self.jobs, self._roots)
        other._prefetch = None
        return other

    def pack(self) -> list[bytes]:
        return [snapshot.encode(_Packed(self.done))]

    def absorb(self, frames: list[bytes]) -> None:
        if (packed := snapshot.decode(frames[0], _Packed)) is not None:
            self.done.update(packed.done)
