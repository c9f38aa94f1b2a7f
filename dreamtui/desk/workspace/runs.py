"""How the runs of a workspace went: the last and the next one, failures, a queue that only grows."""

from dataclasses import dataclass
from datetime import UTC, datetime

from dreamtui.desk.desk import Desk
from dreamtui.sources.workspace import data_home
from dreamtui.store.person import run_state
from dreamtui.store.person.schedule_registry import Scheduled, scheduled
from dreamtui.store.records import log
from dreamtui.text.cron_times import parse_cron
from dreamtui.text.dates import iso, read_instant

_MANY, _DAYS = 20, 7
"""Items that wait, and days without a decision, after which somebody is reminded."""


@dataclass(frozen=True, slots=True)
class RunsStatus:
    last: str = ""
    """When the queue was last filled, UTC; empty for never."""
    trigger: str = ""
    """What started that run: manual, stop, session-end, cron, …"""
    next: str = ""
    """When the next scheduled run comes, UTC; empty where nothing is scheduled."""
    next_by: str = ""
    """What starts it: cron, systemd, launchd."""
    failures: int = 0
    """Unattended runs that failed in a row, on this machine."""
    why: str = ""
    """Why the last of them failed."""
    undecided_days: int | None = None
    """Days since the last decision, where so much waits that somebody should be reminded."""


def runs(desk: Desk, pending: int) -> RunsStatus:
    """What the log, the state on this machine and the schedules say."""
    last = log.last_entry(desk.layout, "dream")
    state = run_state.load(desk.own_layout)
    coming, by = next_run(desk)
    return RunsStatus(
        str(last["ts"]) if last else "",
        str(last.get("trigger", "manual")) if last else "",
        coming,
        by,
        state.failures,
        state.why,
        _undecided_days(desk) if pending >= _MANY else None,
    )


def last_run(desk: Desk) -> str:
    """When the queue was last filled; empty for never."""
    last = log.last_entry(desk.layout, "dream")
    return str(last["ts"]) if last else ""


def next_run(desk: Desk) -> tuple[str, str]:
    """The next scheduled run and what starts it; empty for none."""
    found = (
        (at, one.kind)
        for one in scheduled(data_home(desk.env), desk.workspace.root)
        if (at := coming(one, desk.now)) is not None
    )
    at, by = min(found, default=(None, ""))
    return (iso(at.astimezone(UTC)), by) if at is not None else ("", "")


def coming(one: Scheduled, now: datetime) -> datetime | None:
    """When a schedule comes next; None for one that cannot be read."""
    try:
        times = parse_cron(one.times)
    except ValueError:
        return None
    return next(times.after(now.astimezone(UTC) if one.zone == "UTC" else now.astimezone()), None)


def _undecided_days(desk: Desk) -> int | None:
    """Days since the last decision, or since the first line of the log where none was made, if they are many."""
    last = log.last_entry(desk.layout, "decision") or next(iter(log.entries(desk.layout)), None)
    when = read_instant(str(last["ts"])) if last else None
    days = (desk.now - when).days if when is not None else 0
    return days if days >= _DAYS else None
