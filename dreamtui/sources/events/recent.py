"""The newest events of the logs, whole and not many: for what has to be read in its words."""

import os
from pathlib import Path

from dreamtui.model.evidence import Event
from dreamtui.sources.events.files import find_logs, open_log, shown_name
from dreamtui.sources.events.record import BOM, LONGEST, BadLine, event_of, read_line
from dreamtui.sources.events.snapshot import Skips
from dreamtui.text.dates import iso


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
            except BadLine:
                continue
            if record is not None:
                found.append(event_of(record, iso(record.ts), name, number, line))
    return found
