"""Events of the logs one at a time: all of them for mining as dotagent does, or the newest, whole."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from dreamtui.model.evidence import Event, Skip
from dreamtui.sources.events.reader import CHUNK, TOO_LONG
from dreamtui.sources.events.record import LONGEST, event_of, read_line
from dreamtui.sources.events.scanning import find_logs, shown_name
from dreamtui.sources.jsonl.lines import BOM, BadLine, Skips, numbered, open_file
from dreamtui.text.dates import iso


class _Stamp(msgspec.Struct):
    """The time of a line, not read."""

    ts: str


class EventStream:
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
                for number, line in _lines(entry.path):
                    try:
                        event = _event(name, number, line)
                    except BadLine as error:
                        self._skip(name, number, str(error))
                        continue
                    if event is not None:
                        self.read += 1
                        yield event
            except OSError as error:
                self._skip(name, 0, f"unreadable: {error.strerror}")


def _lines(path: str) -> Iterator[tuple[int, bytes | None]]:
    handle, status = open_file(path)
    try:
        yield from numbered(handle, status, longest=LONGEST, step=CHUNK)
    finally:
        os.close(handle)


def _event(name: str, number: int, line: bytes | None) -> Event | None:
    """The event of a line with its time as it is written there; None for a blank line."""
    if line is None:
        raise BadLine(TOO_LONG)
    text = line.removeprefix(BOM) if number == 1 else line
    record = read_line(text)
    stamp = "" if record is None else msgspec.json.decode(text, type=_Stamp).ts
    return None if record is None else event_of(record, stamp, name, number, line)


def recent(folder: Path, root: Path, since: str, most: int) -> tuple[list[Event], bool]:
    """Events since a time, the newest logs first, and whether there were more than so many.

    Logs are in a folder a day; one before the window is not opened. Invalid lines are skipped here: the run that mines
    them counts and names them.
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
        found += [event for event in _events(name, entry.path) if event.ts >= since]
    return found, False


def _events(name: str, path: str) -> list[Event]:
    found: list[Event] = []
    with suppress(OSError):
        for number, line in _lines(path):
            with suppress(BadLine):
                if line and (record := read_line(line.removeprefix(BOM) if number == 1 else line)) is not None:
                    found.append(event_of(record, iso(record.ts), name, number, line))
    return found
