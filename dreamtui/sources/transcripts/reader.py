"""Reads one transcript in large chunks, line by line, from where the last run stopped."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from dreamtui.sources.jsonl.lines import BadLine, LineReader, open_file, prefetch, too_long, torn
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot
from dreamtui.sources.transcripts.files import BEGINNING
from dreamtui.sources.transcripts.miner import Miner
from dreamtui.sources.transcripts.record import (
    IMPERFECT,
    LONGEST,
    RecordRun,
    TranscriptRecord,
    decode,
    decode_lines,
    read_record,
)
from dreamtui.sources.transcripts.state import SKIPS, FileState

CHUNK = 256 << 10
"""Bytes of a chunk; it fits the processor's cache, so that parsing it reads no memory again."""
_OPENS, _CLOSES = b"{}"
_TOO_LONG = too_long(LONGEST)


class TranscriptReader:
    def __init__(self, state: FileState, miner: Miner, cancelled: Callable[[], bool] | None = None) -> None:
        self.state = state
        self.miner = miner
        self.bytes_read = 0
        self._cancelled = cancelled
        self._known = state.mark.records

    @property
    def records(self) -> int:
        return self.state.mark.records - self._known

    def read(self, path: str) -> None:
        """Read to the end; a last line without a newline counts only if it is a complete record."""
        handle, status = open_file(path)
        try:
            lines = LineReader(handle, status, self.state.mark, longest=LONGEST, step=CHUNK, cancelled=self._cancelled)
            for block in lines:
                if block is None:
                    self._skip(_TOO_LONG)
                else:
                    data, start, end = block
                    self._lines(data, start, end)
                    if end < len(data):  # once a step: not after a line that was put together from two
                        self.miner.settle()
            self._last_line(lines)
            self.miner.settle()
            self.bytes_read = lines.bytes_read
            lines.close()
        finally:
            os.close(handle)

    def _lines(self, data: bytes, start: int, last: int) -> None:
        """Complete lines, without copies.

        If each begins and ends like a record and there are as many records as lines, each line is one record.
        """
        find, ends, begin, regular = data.find, list[int](), start, True
        while (end := find(b"\n", begin, last)) >= 0:
            if data[begin] != _OPENS or data[end - 1] != _CLOSES:
                regular = False
            ends.append(end)
            begin = end + 1
        ends.append(last)
        regular = regular and begin < last and data[begin] == _OPENS and data[last - 1] == _CLOSES
        records: list[TranscriptRecord] = []
        if regular:
            with suppress(*IMPERFECT):
                records = decode_lines(memoryview(data)[start:last])
        if len(records) == len(ends):
            self._feed(records, data, start, ends)
        else:
            self._one_by_one(data, start, ends)

    def _one_by_one(self, data: bytes, start: int, ends: list[int]) -> None:
        """Lines of which some are malformed; those are parsed leniently."""
        piece, records, first, begin = memoryview(data), list[TranscriptRecord](), 0, start
        for index, end in enumerate(ends):
            try:
                records.append(decode(piece[begin:end]))
            except IMPERFECT:
                self._feed(records, data, start, ends[first:index])
                self._line(data[begin:end])
                records, first, start = [], index + 1, end + 1
            begin = end + 1
        self._feed(records, data, start, ends[first:])

    def _feed(self, records: list[TranscriptRecord], data: bytes, start: int, ends: list[int]) -> None:
        """Records of consecutive lines."""
        if records:
            mark = self.state.mark
            self.miner.feed(records, RecordRun(data, start, ends, mark.lines + 1))
            mark.lines += len(records)
            mark.records += len(records)

    def _line(self, line: bytes) -> None:
        mark = self.state.mark
        try:
            record = read_record(line)
        except BadLine as error:
            self._skip(str(error))
            return
        mark.lines += 1
        if record is None:
            return
        mark.records += 1
        self.miner.feed([record], RecordRun(line, 0, [len(line)], mark.lines))

    def _skip(self, why: str) -> None:
        mark = self.state.mark
        mark.lines += 1
        mark.skipped += 1
        if len(self.state.skips) < SKIPS:
            self.state.skips.append((mark.lines, why))

    def _last_line(self, lines: LineReader) -> None:
        """What follows the last newline: a complete record, or a part that is read again next time."""
        mark = self.state.mark
        if lines.rest_too_long:
            mark.torn = _TOO_LONG
        elif lines.rest:
            try:
                whole = read_record(lines.rest) is not None
            except BadLine as error:
                mark.torn = torn(error)
                return
            if whole:
                self._line(lines.rest)
                lines.count_rest()


_AHEAD = 16 << 20
"""Bytes of the next files that are prefetched while one is read."""


class TranscriptJob(msgspec.Struct, array_like=True, gc=False):
    name: str
    """Its path below the folder of all projects."""
    path: str
    state: FileState
    size: int = 0
    """Its size when its first records were read."""


class FileResult(msgspec.Struct, array_like=True, gc=False):
    name: str
    state: FileState | None
    """Its new state; None if it could not be read."""
    bytes_read: int = 0
    records: int = 0
    why: str = ""
    """Why it could not be read."""


class _Packed(msgspec.Struct, array_like=True):
    """The message from the other process."""

    done: dict[int, FileResult]


def read_job(job: TranscriptJob, roots: Sequence[str], cancelled: Callable[[], bool] | None = None) -> FileResult:
    reader = TranscriptReader(job.state, Miner(job.state, roots), cancelled)
    try:
        reader.read(job.path)
    except OSError as error:
        return FileResult(job.name, None, why=f"unreadable: {error.strerror}")
    return FileResult(job.name, job.state, reader.bytes_read, reader.records)


class Prefetch:
    """Prefetches files ahead of the one that is read; small ones were prefetched whole by `find`."""

    def __init__(self, jobs: Sequence[TranscriptJob]) -> None:
        self.jobs = jobs
        self._ends: list[int] = []

    def before(self, number: int) -> None:
        """Called before that job is read."""
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
    def __init__(
        self, jobs: Sequence[TranscriptJob], roots: Sequence[str], cancelled: Callable[[], bool] | None = None
    ) -> None:
        self.jobs = jobs
        self.done: dict[int, FileResult] = {}
        self._roots = roots
        self._cancelled = cancelled
        self._prefetch: Prefetch | None = Prefetch(jobs)

    def read(self, number: int) -> None:
        if self._prefetch is not None:
            self._prefetch.before(number)
        self.done[number] = read_job(self.jobs[number], self._roots, self._cancelled)

    def flush(self) -> None:
        """Nothing is held back."""

    def fresh(self) -> "TranscriptFilesReader":
        """One that leaves prefetching to the other process."""
        other = TranscriptFilesReader(self.jobs, self._roots)
        other._prefetch = None
        return other

    def pack(self) -> list[bytes]:
        return [encode_snapshot(_Packed(self.done))]

    def absorb(self, frames: list[bytes]) -> None:
        if (packed := decode_snapshot(frames[0], _Packed)) is not None:
            self.done.update(packed.done)
