"""Reads one transcript in large steps, line by line, from where it was left; never the whole of it at once."""

import os
from collections.abc import Callable
from contextlib import suppress

from dreamtui.sources.events.files import open_log, print_of, print_of_bytes
from dreamtui.sources.transcripts.ahead import fetch
from dreamtui.sources.transcripts.miner import Miner
from dreamtui.sources.transcripts.record import (
    IMPERFECT,
    LONGEST,
    BadRecord,
    RecordRun,
    TranscriptRecord,
    decode,
    decode_lines,
    read_record,
)
from dreamtui.sources.transcripts.state import SKIPS, FileState

CHUNK = 256 << 10
"""Bytes read in one step; so few that they are still in the cache of the processor when they are looked at."""
_AHEAD = 8 << 20
"""Bytes of one file that the system is asked to fetch before they are needed."""
_OPENS, _CLOSES = b"{}"
_TOO_LONG = f"longer than {LONGEST >> 20} MiB"


class Stopped(Exception):
    """Reading was cancelled."""


class TranscriptReader:
    """Reads a file into its state."""

    def __init__(self, state: FileState, miner: Miner, cancelled: Callable[[], bool] | None = None) -> None:
        self.state = state
        self.miner = miner
        self.cancelled = cancelled
        self.bytes_read = 0
        self.known = state.mark.records
        self._parts: list[bytes] = []
        self._held = 0
        self._lost = False

    @property
    def records(self) -> int:
        """Records that were read."""
        return self.state.mark.records - self.known

    def read(self, path: str) -> None:
        """Read to the end; a last line without its newline counts only when it is a whole record."""
        handle, status = open_log(path)
        try:
            mark = self.state.mark
            mark.torn = ""
            if mark.open:
                self._close_line(handle)
            if mark.offset:
                os.lseek(handle, mark.offset, os.SEEK_SET)
            position = advised = begun = mark.offset
            whole: bytes | None = None
            while True:
                if position + CHUNK < status.st_size and advised - position < _AHEAD // 2:
                    advised = fetch(handle, advised, _AHEAD)
                room = min(CHUNK, status.st_size - position + 1) if position < status.st_size else CHUNK
                data = os.read(handle, room)
                if not data:
                    break
                if self.cancelled is not None and self.cancelled():
                    raise Stopped
                whole = data if not position else None
                position += len(data)
                self._take(data)
                if len(data) < room and position >= status.st_size:
                    break
            self.bytes_read = position - begun
            self._last_line()
            self.miner.settle()
            mark.size, mark.mtime, mark.inode = max(status.st_size, position), status.st_mtime_ns, status.st_ino
            mark.print = print_of(handle, mark.offset) if whole is None else print_of_bytes(whole[: mark.offset])
        finally:
            os.close(handle)

    def _close_line(self, handle: int) -> None:
        """Step over the newline that has come since for a last line that was counted without it."""
        mark = self.state.mark
        following = os.pread(handle, 2, mark.offset)
        if following[:1] == b"\n" or following == b"\r\n":
            mark.offset += following.index(b"\n") + 1
            mark.open = False

    def _take(self, data: bytes) -> None:
        """The lines that end in this piece; what is left is held until the rest of it comes."""
        start = 0
        if self._held and (end := data.find(b"\n")) >= 0:
            self._finish_held(data[:end])
            start = end + 1
        start = self._lines(data, start)
        self.miner.settle()
        left = len(data) - start
        self._held += left
        if self._held > LONGEST:
            self._parts.clear()
            self._lost = True
        elif left:
            self._parts.append(data[start:])

    def _finish_held(self, end: bytes) -> None:
        """A line that began in an earlier piece."""
        size = self._held + len(end) + 1
        lost = self._lost or size > LONGEST + 1
        line = b"" if lost else b"".join([*self._parts, end])
        self._parts.clear()
        self._held, self._lost = 0, False
        if lost:
            self._skip(_TOO_LONG, size)
        else:
            self._line(line, size)

    def _lines(self, data: bytes, start: int) -> int:
        """The whole lines of a piece, none of them copied; where they end.

        Where each begins and ends as a record does and there are as many records as lines, each line is one record.
        """
        find, ends, begin, regular = data.find, list[int](), start, True
        while (end := find(b"\n", begin)) >= 0:
            if data[begin] != _OPENS or data[end - 1] != _CLOSES:
                regular = False
            ends.append(end)
            begin = end + 1
        if not ends:
            return start
        records: list[TranscriptRecord] = []
        if regular:
            with suppress(*IMPERFECT):
                records = decode_lines(memoryview(data)[start : ends[-1]])
        if len(records) == len(ends):
            self._feed(records, data, start, ends)
        else:
            self._one_by_one(data, start, ends)
        return begin

    def _one_by_one(self, data: bytes, start: int, ends: list[int]) -> None:
        """Lines of which some are no perfect records; those are looked at once more."""
        piece, records, first, begin = memoryview(data), list[TranscriptRecord](), 0, start
        for index, end in enumerate(ends):
            try:
                records.append(decode(piece[begin:end]))
            except IMPERFECT:
                self._feed(records, data, start, ends[first:index])
                self._line(data[begin:end], end + 1 - begin)
                records, first, start = [], index + 1, end + 1
            begin = end + 1
        self._feed(records, data, start, ends[first:])

    def _feed(self, records: list[TranscriptRecord], data: bytes, start: int, ends: list[int]) -> None:
        """Records of lines that follow each other."""
        if records:
            mark = self.state.mark
            self.miner.feed(records, RecordRun(data, start, ends, mark.lines + 1))
            mark.lines += len(records)
            mark.records += len(records)
            mark.offset += ends[-1] + 1 - start

    def _line(self, line: bytes, size: int) -> None:
        """One whole line."""
        mark = self.state.mark
        try:
            record = read_record(line)
        except BadRecord as error:
            self._skip(str(error), size)
            return
        mark.lines += 1
        mark.offset += size
        if record is None:
            return
        mark.records += 1
        self.miner.feed([record], RecordRun(line, 0, [len(line)], mark.lines))

    def _skip(self, why: str, size: int) -> None:
        """Note a line that is no record."""
        mark = self.state.mark
        mark.lines += 1
        mark.offset += size
        mark.skipped += 1
        if len(self.state.skips) < SKIPS:
            self.state.skips.append((mark.lines, why))

    def _last_line(self) -> None:
        """What stands after the last newline: a record that counts, or something that is read again next time."""
        if not self._held:
            return
        mark = self.state.mark
        if self._lost:
            mark.torn = _TOO_LONG
            return
        line = b"".join(self._parts)
        try:
            whole = read_record(line) is not None
        except BadRecord as error:
            mark.torn = "torn last line" if str(error) == "not JSON" else str(error)
            return
        if whole:
            self._line(line, len(line))
            mark.open = True
