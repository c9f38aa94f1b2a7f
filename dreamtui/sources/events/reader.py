"""Reads event logs in large steps and feeds the miners some hundred records at a time."""

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

import msgspec

from dreamtui.model.evidence import Skip
from dreamtui.model.mining.interface import Miners
from dreamtui.sources.events.record import LONGEST, LogRecord, framed, read_framed, read_line
from dreamtui.sources.jsonl.lines import (
    BOM,
    NAMED,
    BadLine,
    FilePosition,
    LineReader,
    Skips,
    checksum_of,
    open_file,
    plausible,
    too_long,
    torn,
)
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot
from dreamtui.text.ids import line_digest

M = TypeVar("M", bound=Miners)

_VERSION = 2


class _Saved(msgspec.Struct, array_like=True):
    version: int
    key: str
    folder: str
    floor: str
    marks: dict[str, FilePosition]
    skips: list[tuple[str, int, str]]
    packed: list[bytes]


@dataclass(slots=True)
class LogSnapshot(Generic[M]):
    """All that is needed to read only what is new."""

    key: str
    """Key of the miners; a snapshot of others is of no use."""
    folder: str
    """The folder that was read, relative to the workspace or absolute."""
    floor: str
    """UTC time from which on the miners remember."""
    miners: M
    marks: dict[str, FilePosition] = field(default_factory=dict)
    """How far each file was read, by its path."""
    skips: list[Skip] = field(default_factory=list)
    """Skipped lines of these files, at most `NAMED`; torn ones are named by their positions."""
    spent: bool = False
    """Whether its miners already belong to a later snapshot."""

    def to_bytes(self) -> bytes:
        """As MessagePack."""
        skips = [(skip.path, skip.line, skip.why) for skip in self.skips]
        packed = list(self.miners.pack())
        return encode_snapshot(_Saved(_VERSION, self.key, self.folder, self.floor, self.marks, skips, packed))

    @classmethod
    def from_bytes(cls, data: bytes, miners: M) -> "LogSnapshot[M] | None":
        """Read what `to_bytes` wrote for miners of the same key; None for anything else."""
        saved = decode_snapshot(data, _Saved)
        if saved is None or (saved.version, saved.key) != (_VERSION, miners.key):
            return None
        if len(saved.skips) > NAMED or not plausible(saved.marks.values()):
            return None
        inside = miners.fresh(saved.floor)
        if not inside.absorb_packed(saved.packed):
            return None
        return cls(saved.key, saved.folder, saved.floor, inside, saved.marks, [Skip(*skip) for skip in saved.skips])


CHUNK = 1 << 16
_FULL = 192
"""Lines after which a batch is fed; lines of small files are fed together."""

_FILE = len("file:")
TOO_LONG = too_long(LONGEST)


class LineRun(NamedTuple):
    first: int
    """Index of the record of the first of them in its batch."""
    place: str
    line: int
    data: bytes
    """The lines; the last without its newline."""


_stretch: Callable[[tuple[int, str, int, bytes]], LineRun] = partial(tuple.__new__, LineRun)


class LogBatch:
    """Records with the lines they come from."""

    __slots__ = ("_lines", "_next", "_starts", "_stretch", "_stretches", "aside", "records")

    def __init__(self, records: Sequence[LogRecord], stretches: list[LineRun]) -> None:
        self.records = records
        self.aside: set[int] | None = set()
        self._stretches = stretches
        self._starts = [stretch.first for stretch in stretches]
        self._stretch: LineRun | None = None
        self._lines, self._next = BytesIO(), 0

    def place(self, index: int) -> tuple[str, int, str]:
        """The place of a record; lines are searched in one direction, because most batches have few that are quoted."""
        starts = self._starts
        stretch = self._stretches[bisect_right(starts, index) - 1 if len(starts) > 1 else 0]
        offset = index - stretch.first
        if stretch is not self._stretch or offset < self._next:
            self._stretch, self._lines, self._next = stretch, BytesIO(stretch.data), 0
        line = next(islice(self._lines, offset - self._next, None))
        self._next = offset + 1
        return stretch.place, stretch.line + offset, line_digest(line)


class LogJob(NamedTuple):
    name: str
    path: str
    position: FilePosition | None = None


make_job: Callable[[tuple[str, str, None]], LogJob] = partial(tuple.__new__, LogJob)
"""A job of all its fields in their order; several times as fast as calling the class, and there is one a file."""


class _Packed(msgspec.Struct, array_like=True):
    """What the other process hands over before its miners."""

    done: list[int]
    marks: dict[str, FilePosition]
    failed: dict[str, str]
    skips: list[tuple[str, int, str]]


class LogReader(Generic[M]):
    """Reads files one after the other into the same miners."""

    def __init__(
        self, jobs: Sequence[LogJob], miners: M, decode: Callable[[bytes], Sequence[LogRecord]] = read_framed
    ) -> None:
        self.jobs = jobs
        self.miners = miners
        self.skips = Skips()
        self.done: set[int] = set()
        self.marks: dict[str, FilePosition] = {}
        self.failed: dict[str, str] = {}
        """Why files could not be read."""
        self.bytes_read = 0
        self.decode = decode
        self._stretches: list[LineRun] = []
        self._frames: list[bytes] = []
        self._full = 0
        self._lost: dict[str, list[int]] = {}
        self._place = ""

    def read(self, number: int) -> None:
        """Read a file from where it was left."""
        job = self.jobs[number]
        try:
            handle, status = open_file(job.path)
            try:
                if job.position is not None or not self._read_small(job.name, handle, status):
                    self._read_open(job, handle, status)
            finally:
                os.close(handle)
        except OSError as error:
            self.failed[job.name] = f"unreadable: {error.strerror}"
        self.done.add(number)

    def _read_small(self, name: str, handle: int, status: os.stat_result) -> bool:
        """A file that one step holds and that ends as it should, as most do: the same with less ado."""
        size = status.st_size
        if size >= CHUNK:
            return False
        data = os.read(handle, CHUNK)
        if len(data) != size or data[-1:] != b"\n":
            os.lseek(handle, 0, os.SEEK_SET)
            return False
        self.bytes_read += size
        count = self._add(name, 0, data[:-1])
        self.marks[name] = FilePosition(size, status.st_mtime_ns, status.st_ino, size, checksum_of(data), count, count)
        return True

    def _read_open(self, job: LogJob, handle: int, status: os.stat_result) -> None:
        """Read to the end; what comes without a last newline counts only if it is a whole event."""
        name = job.name
        position = job.position.copy() if job.position is not None else FilePosition()
        before = position.lines
        lines = LineReader(handle, status, position, longest=LONGEST, step=CHUNK)
        for block in lines:
            if block is None:
                self._lose(name, position.lines, TOO_LONG)
                position.lines += 1
            else:
                data, start, end = block
                position.lines += self._add(name, position.lines, data[start:end])
        if lines.rest_too_long:
            position.torn = TOO_LONG
        elif lines.rest.strip():
            try:
                read_line(lines.rest.removeprefix(BOM) if position.lines == 0 else lines.rest)
            except BadLine as error:
                position.torn = torn(error)
            else:
                position.lines += self._add(name, position.lines, lines.rest)
                lines.count_rest()
        lines.close()
        self.bytes_read += lines.bytes_read
        position.records += position.lines - before
        self.marks[name] = position

    def _lose(self, name: str, number: int, why: str) -> None:
        """Note a line that is skipped, or one that is blank when there is no reason."""
        lost = self._lost.setdefault(name, [0, 0])
        lost[0] += 1
        if why:
            lost[1] += 1
            self.skips.add(name, number + 1, why)

    def _add(self, name: str, number: int, data: bytes) -> int:
        """Take lines of a file, of which so many come before; how many they are."""
        frame = framed(data)
        count = (len(frame) - len(data)) // 2 + 1
        if number == 0 or self._place[_FILE:] != name:
            self._place = f"file:{name}"
        self._stretches.append(_stretch((self._full, self._place, number + 1, data)))
        self._frames.append(frame)
        self._full += count
        if self._full >= _FULL:
            self._feed()
        return count

    def _feed(self) -> None:
        stretches, frames, full = self._stretches, self._frames, self._full
        if not full:
            return
        self._stretches, self._frames, self._full = [], [], 0
        try:
            records = self.decode(b"[%b]" % (frames[0] if len(frames) == 1 else b"]\n[".join(frames)))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            records = ()
        if len(records) != full:
            records, stretches = self._one_by_one(stretches)
        self.miners.feed(LogBatch(records, stretches))

    def _one_by_one(self, stretches: list[LineRun]) -> tuple[list[LogRecord], list[LineRun]]:
        """Read lines among which is a bad one; a stretch ends where a line is left out."""
        records: list[LogRecord] = []
        kept: list[LineRun] = []
        for _, place, first, data in stretches:
            fresh: list[bytes] = []
            for number, line in enumerate([*data.split(b"\n"), None], first):
                record, why = None, ""
                try:
                    if line:
                        record = read_line(line.removeprefix(BOM) if number == 1 else line)
                except BadLine as error:
                    why = str(error)
                if record is not None and line is not None:
                    records.append(record)
                    fresh.append(line)
                    continue
                if fresh:
                    kept.append(LineRun(len(records) - len(fresh), place, number - len(fresh), b"\n".join(fresh)))
                    fresh = []
                if line is not None:
                    self._lose(place.removeprefix("file:"), number - 1, why)
        return records, kept

    def flush(self) -> None:
        """Feed the rest; only then it is known which lines were no events."""
        self._feed()
        for name, (events, skipped) in self._lost.items():
            if (mark := self.marks.get(name)) is not None:
                mark.records -= events
                mark.skipped += skipped
        self._lost = {}

    def fresh(self) -> "LogReader[M]":
        return LogReader(self.jobs, self.miners.fresh(self.miners.floor), self.decode)

    def pack(self) -> Iterator[bytes]:
        """What it read and what its miners remember, part by part."""
        self.flush()
        skips = [(skip.path, skip.line, skip.why) for skip in self.skips.first()]
        yield encode_snapshot(_Packed(sorted(self.done), self.marks, self.failed, skips))
        yield from self.miners.pack()

    def absorb(self, frames: list[bytes]) -> None:
        frames.reverse()
        first = decode_snapshot(frames.pop(), _Packed)
        miners = self.miners.fresh(self.miners.floor)
        if first is None or not miners.absorb_packed(_used_up(frames)):
            return
        self.miners.absorb(miners)
        self.done.update(first.done)
        self.marks.update(first.marks)
        self.failed.update(first.failed)
        for skip in first.skips:
            self.skips.add(*skip)


def _used_up(parts: list[bytes]) -> Iterator[bytes]:
    """The parts from the last on, each let go of when the next is asked for: together they are large."""
    while parts:
        yield parts.pop()
