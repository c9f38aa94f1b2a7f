"""Reads event logs line by line in large steps and feeds the miners some hundred records at a time."""

import os
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from itertools import islice
from typing import Generic, NamedTuple

import msgspec

from dreamtui.sources.events.files import open_log, print_of, print_of_bytes
from dreamtui.sources.events.record import BOM, LONGEST, BadEvent, LogRecord, framed, read_framed, read_line
from dreamtui.sources.events.snapshot import LogPosition, M, Skips, make_mark
from dreamtui.text.ids import line_digest

CHUNK = 1 << 16
"""Bytes read in one step."""
_FULL = 192
"""Lines after which a batch is fed; lines of small files are fed together."""

_FILE = len("file:")
_TOO_LONG = f"longer than {LONGEST >> 20} MiB"


class LineRun(NamedTuple):
    """Consecutive lines of one file."""

    first: int
    """Index of the record of the first of them in its batch."""
    place: str
    """Locator of the file."""
    line: int
    """Number of the first line."""
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
        """Where a record stands; lines are walked over in one direction, most batches have few that are quoted."""
        starts = self._starts
        stretch = self._stretches[bisect_right(starts, index) - 1 if len(starts) > 1 else 0]
        offset = index - stretch.first
        if stretch is not self._stretch or offset < self._next:
            self._stretch, self._lines, self._next = stretch, BytesIO(stretch.data), 0
        line = next(islice(self._lines, offset - self._next, None))
        self._next = offset + 1
        return stretch.place, stretch.line + offset, line_digest(line)


class LogJob(NamedTuple):
    """One file to read."""

    name: str
    """How it is shown."""
    path: str
    """How it is opened."""
    offset: int = 0
    """Where to begin."""
    lines: int = 0
    """Lines before the offset."""


make_job: Callable[[tuple[str, str, int, int]], LogJob] = partial(tuple.__new__, LogJob)
"""A job of all its fields in their order."""


class LogReader(Generic[M]):
    """Reads files one after the other into the same miners."""

    def __init__(self, miners: M, skips: Skips, decode: Callable[[bytes], Sequence[LogRecord]] = read_framed) -> None:
        self.miners = miners
        self.skips = skips
        self.marks: dict[str, LogPosition] = {}
        self.bytes_read = 0
        self.decode = decode
        self._stretches: list[LineRun] = []
        self._frames: list[bytes] = []
        self._full = 0
        self._lost: dict[str, list[int]] = {}
        self._place = ""

    def read(self, job: LogJob) -> str:
        """Read a file from where it was left; the reason when it cannot be read."""
        try:
            handle, status = open_log(job.path)
        except OSError as error:
            return f"unreadable: {error.strerror}"
        try:
            self._read_open(job, handle, status)
        except OSError as error:
            return f"unreadable: {error.strerror}"
        finally:
            os.close(handle)
        return ""

    def _read_open(self, job: LogJob, handle: int, status: os.stat_result) -> None:
        """Read to the end; what comes without a last newline counts only if it is a whole event."""
        if job.offset:
            os.lseek(handle, job.offset, os.SEEK_SET)
        offset, number, rest = job.offset, job.lines, b""
        first = data = os.read(handle, CHUNK)
        if len(first) == status.st_size and not offset and first[-1:] == b"\n":
            self._read_whole(job.name, first, status)
            return
        while data:
            self.bytes_read += len(data)
            head, newline, tail = data.rpartition(b"\n")
            if newline:
                offset += len(rest) + len(head) + 1
                lines = rest + head if rest else head
                if len(rest) > LONGEST:
                    self._lose(job.name, number, _TOO_LONG)
                    _, newline, lines = lines.partition(b"\n")
                    number += 1
                if newline:
                    number += self._add(job.name, number, lines)
                rest = tail
            elif len(rest) <= LONGEST:
                rest += tail
            else:
                offset += len(tail)
            if len(data) < CHUNK and offset + len(rest) >= status.st_size:
                break
            data = os.read(handle, CHUNK)
        torn = unended = False
        if len(rest) > LONGEST:
            self._lose(job.name, number, _TOO_LONG)
            offset, number = offset + len(rest), number + 1
        elif rest.strip():
            torn = not self._last_line(job.name, number, rest)
            if not torn:
                unended = True
                offset, number = offset + len(rest), number + 1
        whole = offset == len(first) and not job.offset
        mark = print_of_bytes(first) if whole else print_of(handle, offset)
        self.marks[job.name] = LogPosition(
            status.st_size,
            status.st_mtime_ns,
            status.st_ino,
            offset,
            number,
            number - job.lines,
            0,
            torn,
            unended,
            mark,
        )

    def _read_whole(self, name: str, data: bytes, status: os.stat_result) -> None:
        """A file that one step holds and that ends as it should, as most do: the same with less ado."""
        self.bytes_read += len(data)
        size, number = len(data), self._add(name, 0, data[:-1])
        self.marks[name] = make_mark(
            (size, status.st_mtime_ns, status.st_ino, size, number, number, 0, False, False, print_of_bytes(data))
        )

    def _last_line(self, name: str, number: int, line: bytes) -> bool:
        """Whether a line without a newline is an event; if not it is skipped, for now."""
        try:
            read_line(line.removeprefix(BOM) if number == 0 else line)
        except BadEvent as error:
            self._lose(name, number, "torn last line" if str(error) == "not JSON" else str(error), event=False)
            return False
        self._add(name, number, line)
        return True

    def _lose(self, name: str, number: int, why: str, *, event: bool = True) -> None:
        """Note a line that is skipped, or one that is blank when there is no reason."""
        lost = self._lost.setdefault(name, [0, 0])
        lost[0] += event
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
            self.flush()
        return count

    def flush(self) -> None:
        """Feed what has been read."""
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
                except BadEvent as error:
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

    def finish(self) -> dict[str, LogPosition]:
        """Feed the rest; how far each file was read."""
        self.flush()
        for name, (events, skipped) in self._lost.items():
            mark = self.marks.get(name)
            if mark is not None:
                self.marks[name] = mark._replace(events=mark.events - events, skipped=skipped)
        return self.marks
