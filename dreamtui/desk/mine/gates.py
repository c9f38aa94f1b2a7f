"""What holds an unattended dream back: too little time, or too few sessions, since the last one; the cheapest first."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.store.claude.lock import last_dream
from dreamtui.store.records.log import last_entry
from dreamtui.text.dates import read_instant

_GROWING = 600.0
"""Seconds in which a transcript that was written to last is taken for a session that still goes on."""


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate that holds a run back."""

    name: str
    """hours or sessions."""
    why: str
    """What is missing, a sentence without its stop."""


def held_back(desk: Desk) -> Gate | None:
    """The gate that holds an unattended run back now; None when it may go on."""
    last = _last(desk)
    hours = int(desk.config["dream.min_hours"])
    if last is not None and desk.now - last < timedelta(hours=hours):
        since = max(0, int((desk.now - last).total_seconds() // 3600))
        return Gate("hours", f"the last dream was {since} h ago, and dream.min_hours is {hours}")
    if not desk.config["dreamtui.transcripts"]:
        return None
    wanted = int(desk.config["dream.min_sessions"])
    count = _sessions(desk, last)
    if count >= wanted:
        return None
    ago = "since the last dream" if last is not None else "so far"
    return Gate("sessions", f"{_many(count)} took place {ago}, and dream.min_sessions is {wanted}")


def _many(count: int) -> str:
    return "1 finished session" if count == 1 else f"{count} finished sessions"


def _last(desk: Desk) -> datetime | None:
    """When the newest dream was, ours by the log or Claude's by its lock; what lies days ahead is no date."""
    entry = last_entry(desk.layout, "dream")
    times = [read_instant(str(entry["ts"]))] if entry is not None else []
    stamp = last_dream(desk.memory.main)
    if stamp:
        with suppress(OSError, OverflowError, ValueError):
            times.append(datetime.fromtimestamp(stamp, UTC))
    return max((time for time in times if time is not None and time < desk.now + timedelta(days=1)), default=None)


def _sessions(desk: Desk, last: datetime | None) -> int:
    """Main sessions written to since then, without the newest one while it may still go on."""
    claude = desk.memory.claude
    if not (claude / "projects").is_dir():
        return 0
    from dreamtui.desk.mine.transcripts import known
    from dreamtui.sources import transcripts
    from dreamtui.sources.claude.sessions import roots_of

    found = transcripts.find(claude, roots_of(desk.workspace), previous=known(desk))
    touched = _touched([Path(file.path) for file in found.files if not file.subagent])
    since = last.timestamp() if last is not None else 0.0
    if touched and desk.now.timestamp() - touched[-1] < _GROWING:
        touched.pop()
    return sum(when > since for when in touched)


def _touched(files: Sequence[Path]) -> list[float]:
    """When each file was changed last, the newest at the end; a file that is gone meanwhile is left out."""
    found = []
    for path in files:
        try:
            found.append(path.lstat().st_mtime)
        except OSError:
            continue
    return sorted(found)
