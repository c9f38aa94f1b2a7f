"""Events of the logs one at a time: all of them for mining as dotagent does, or the newest, whole."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from dreamtui.model.evidence import Event, Skip
from dreamtui.sources.events.files import find_logs, open_log, shown_name
from dreamtui.sources.events.record import BOM, LONGEST, BadEvent, event_of, read_line
from dreamtui.sources.events.snapshot import Skips
from dreamtui.text.dates import iso


class _Stamp(msgspec.Struct):
    """The time of a line, not read."""

    ts: str


class PlainLog:
    """All events below a folder, in the order of files and lines; skipped lines are known when it has been read."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._folder, self._root = folder, root
        self._skips = Skips()
        self.read = 0
        self.skipped = 0

    @property
    def skips(self) -> list[Skip]:
        """The first skipped lines by name."""
        return self._skips.first()

    def _skip(self, name: str, line: int, why: str) -> None:
        self.skipped += 1
        self._skips.add(name, line, why)

    def __iter__(self) -> Iterator[Event]:
        self._skips, self.read = Skips(), 0
        logs, self.skipped = find_logs(self._folder, shown_name(self._root), self._skips)
        for name, entry in sorted(logs.items()):
            try:
                handle, _ = open_log(entry.path)
                with os.fdopen(handle, "rb") as file:
                    yield from self._file(name, file)
            except OSError as error:
                self._skip(name, 0, f"unreadable: {error.strerror}")

    def _file(self, name: str, file: BinaryIO) -> Iterator[Event]:
        number = 0
        while line := file.readline(LONGEST):
            number += 1
            if len(line) == LONGEST and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = file.readline(LONGEST)
                self._skip(name, number, f"longer than {LONGEST >> 20} MiB")
                continue
            text = line.removeprefix(BOM) if number == 1 else line
            try:
                record = read_line(text)
                if record is not None:
                    self.read += 1
                    yield event_of(record, msgspec.json.decode(text, type=_Stamp).ts, name, number, line)
            except BadEvent as error:
                self._skip(name, number, str(error))


def recent(folder: Path, root: Path, since: str, most: int) -> tuple[list[Event], bool]:
    """Events since a time, the newest logs first, and whether there were more than so many.

    Logs lie in a folder a day; one whose day lies before the window is not opened. Lines that are no events are
    passed over: the run that mines them counts and names them.
    """
    logs, _ = find_logs(folder, shown_name(root), Skips())
    day = since[:10].replace("-", "/")
    found: list[Event] = []
    for name, entry in logs.items():
        parts = name.rsplit("/", 4)
        if len(parts) == 5 and parts[1].isdigit() and "/".join(parts[1:4]) < day:
            continue
        if len(found) >= most:
            return found, True
        found += [event for event in _events(name, entry) if event.ts >= since]
    return found, False


def _events(name: str, entry: "os.DirEntry[str]") -> list[Event]:
    found: list[Event] = []
    try:
        handle, _ = open_log(entry.path)
    except OSError:
        return found
    with os.fdopen(handle, "rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(LONGEST), b""), 1):
            try:
                record = read_line(line.removeprefix(BOM) if number == 1 else line)
            except BadEvent:
                continue
            if record is not None:
                found.append(event_of(record, iso(record.ts), name, number, line))
    return found
