"""Reads event logs line by line in large steps and feeds the miners some hundred records at a time."""

import os
from bisect import bisect_right
from collections.abc import Callable
from typing import Generic, NamedTuple

import msgspec

from dreamtui.sources.events.files import open_log, print_of, print_of_bytes
from dreamtui.sources.events.record import BOM, LONGEST, BadLine, LogRecord, read_line
from dreamtui.sources.events.snapshot import M, Mark, Skips
from dreamtui.text.ids import line_digest

CHUNK = 1 << 16
"""Bytes read in one step."""
_FULL = 192
"""Lines after which a batch is fed; lines of small files are fed together."""

_TOO_LONG = f"longer than {LONGEST >> 20} MiB"

_decode: Callable[[bytes], LogRecord] = msgspec.json.Decoder(LogRecord).decode


class LogBatch:
    """Records with the lines they come from; a stretch is a run of consecutive lines of one file."""

    __slots__ = ("_lines", "_places", "_starts", "aside", "heads", "records", "summaries")

    def __init__(
        self, records: list[LogRecord], lines: list[bytes], starts: list[int], places: list[tuple[str, int]]
    ) -> None:
        self.records = records
        self.summaries = [record.summary for record in records]
        self.heads = [summary[:3] for summary in self.summaries]
        self.aside: set[int] | None = set()
        self._lines, self._starts, self._places = lines, starts, places

    def place(self, index: int) -> tuple[str, int, str]:
        """Where a record stands."""
        starts = self._starts
        stretch = bisect_right(starts, index) - 1 if len(starts) > 1 else 0
        place, first = self._places[stretch]
        return place, first + index - starts[stretch], line_digest(self._lines[index])


class Job(NamedTuple):
    """One file to read."""

    name: str
    """How it is shown."""
    path: str
    """How it is opened."""
    offset: int = 0
    """Where to begin."""
    lines: int = 0
    """Lines before the offset."""


class Reader(Generic[M]):
    """Reads files one after the other into the same miners."""

    def __init__(self, miners: M, skips: Skips, decode: Callable[[bytes], LogRecord] = _decode) -> None:
        self.miners = miners
        self.skips = skips
        self.marks: dict[str, Mark] = {}
        self.bytes_read = 0
        self.decode = decode
        self._lines: list[bytes] = []
        self._starts: list[int] = []
        self._places: list[tuple[str, int]] = []
        self._lost: dict[str, list[int]] = {}

    def read(self, job: Job) -> str:
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

    def _read_open(self, job: Job, handle: int, status: os.stat_result) -> None:
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
                lines = (rest + head if rest else head).split(b"\n")
                offset += len(rest) + len(head) + 1
                if len(rest) > LONGEST:
                    self._lose(job.name, number, _TOO_LONG)
                    lines, number = lines[1:], number + 1
                if lines:
                    self._add(job.name, number, lines)
                number += len(lines)
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
        self.marks[job.name] = Mark(
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
        lines = data[:-1].split(b"\n")
        self.bytes_read += len(data)
        self._add(name, 0, lines)
        size, number = len(data), len(lines)
        self.marks[name] = Mark(
            size, status.st_mtime_ns, status.st_ino, size, number, number, 0, False, False, print_of_bytes(data)
        )

    def _last_line(self, name: str, number: int, line: bytes) -> bool:
        """Whether a line without a newline is an event; if not it is skipped, for now."""
        try:
            read_line(line.removeprefix(BOM) if number == 0 else line)
        except BadLine as error:
            self._lose(name, number, "torn last line" if str(error) == "not JSON" else str(error), event=False)
            return False
        self._add(name, number, [line])
        return True

    def _lose(self, name: str, number: int, why: str, *, event: bool = True) -> None:
        """Note a line that is skipped, or one that is blank when there is no reason."""
        lost = self._lost.setdefault(name, [0, 0])
        lost[0] += event
        if why:
            lost[1] += 1
            self.skips.add(name, number + 1, why)

    def _add(self, name: str, number: int, lines: list[bytes]) -> None:
        self._starts.append(len(self._lines))
        self._places.append((f"file:{name}", number + 1))
        if self._lines:
            self._lines += lines
        else:
            self._lines = lines
        if len(self._lines) >= _FULL:
            self.flush()

    def flush(self) -> None:
        """Feed what has been read."""
        lines, starts, places = self._lines, self._starts, self._places
        if not lines:
            return
        self._lines, self._starts, self._places = [], [], []
        try:
            records = list(map(self.decode, lines))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
            records, lines, starts, places = self._one_by_one(lines, starts, places)
        self.miners.feed(LogBatch(records, lines, starts, places))

    def _one_by_one(
        self, lines: list[bytes], starts: list[int], places: list[tuple[str, int]]
    ) -> tuple[list[LogRecord], list[bytes], list[int], list[tuple[str, int]]]:
        """Read lines among which is a bad one; a stretch ends where a line is left out."""
        records: list[LogRecord] = []
        kept: list[bytes] = []
        new_starts: list[int] = []
        new_places: list[tuple[str, int]] = []
        for stretch, (place, first) in enumerate(places):
            begin = starts[stretch]
            end = starts[stretch + 1] if stretch + 1 < len(starts) else len(lines)
            fresh = True
            for number, line in enumerate(lines[begin:end], first):
                try:
                    record = read_line(line.removeprefix(BOM) if number == 1 else line)
                    why = ""
                except BadLine as error:
                    record, why = None, str(error)
                if record is None:
                    self._lose(place.removeprefix("file:"), number - 1, why)
                    fresh = True
                    continue
                if fresh:
                    new_starts.append(len(records))
                    new_places.append((place, number))
                    fresh = False
                records.append(record)
                kept.append(line)
        return records, kept, new_starts, new_places

    def finish(self) -> dict[str, Mark]:
        """Feed the rest; how far each file was read."""
        self.flush()
        for name, (events, skipped) in self._lost.items():
            mark = self.marks.get(name)
            if mark is not None:
                self.marks[name] = mark._replace(events=mark.events - events, skipped=skipped)
        return self.marks
