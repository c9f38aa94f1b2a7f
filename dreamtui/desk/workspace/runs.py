"""How the runs of a workspace went: each run, the last and the next one, failures, a queue that only grows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Usage
from dreamtui.sources.workspace import data_home
from dreamtui.store.person import run_state
from dreamtui.store.person.schedule_registry import Scheduled, scheduled
from dreamtui.store.records import log
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
    """Unattended runs of one kind that failed in a row, on this machine."""
    why: str = ""
    """Why the last of them failed."""
    failing: str = ""
    """Which kind of run that is: dream, promote, train; empty for none."""
    undecided_days: int | None = None
    """Days since the last decision, where so much waits that somebody should be reminded."""
    going_on: str = ""
    """Which kind of unattended run goes on at this moment; empty for none."""


def runs(desk: Desk, pending: int) -> RunsStatus:
    """What the log, the state on this machine and the schedules say."""
    last = log.last_entry(desk.layout, "dream")
    states = {task: run_state.load(desk.own_layout, task) for task in run_state.TASKS}
    failing = max(states, key=lambda task: states[task].failures)
    state = states[failing]
    coming, by = next_run(desk)
    return RunsStatus(
        str(last["ts"]) if last else "",
        str(last.get("trigger", "manual")) if last else "",
        coming,
        by,
        state.failures,
        state.why if state.failures else "",
        failing if state.failures else "",
        _undecided_days(desk) if pending >= _MANY else None,
        next((task for task in run_state.TASKS if run_state.running(desk.own_layout, task) is not None), ""),
    )


def next_run(desk: Desk) -> tuple[str, str]:
    """The next scheduled run and what starts it; empty for none."""
    found = (
        (at, one.kind)
        for one in scheduled(data_home(desk.env), desk.workspace.root)
        if (at := next(next_times(one, desk.now), None)) is not None
    )
    at, by = min(found, default=(None, ""))
    return (iso(at.astimezone(UTC)), by) if at is not None else ("", "")


def next_times(one: Scheduled, now: datetime) -> Iterator[datetime]:
    """When a schedule comes, by its own clocks; nothing for one that cannot be read."""
    try:
        from dreamtui.text.cron_times import parse_cron
        from dreamtui.text.zones import zone_named

        times, zone = parse_cron(one.times), None if one.zone == "local" else zone_named(one.zone)
    except (ValueError, Usage):
        return iter(())
    return times.after(now.astimezone(zone))


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run as the workspace's log has it."""

    when: str
    """UTC."""
    task: str
    """dream, promote, train."""
    trigger: str
    """manual, stop, session-end, cron, …"""
    failed: str = ""
    """Why it failed, a sentence; empty if it did not."""
    seconds: float | None = None
    """How long it took; None where the log does not say."""
    read: str = ""
    """What was read, in a few words."""
    new: tuple[str, ...] = ()
    """Ids of what it put into the queue."""
    said: str = ""
    """What came of it, where the log has a sentence."""
    whole: Mapping[str, Any] = field(default_factory=dict)
    """The entry of the log."""


def history(desk: Desk, most: int) -> list[RunRecord]:
    """The last runs, the newest first: by hand, by hooks and by schedules, and those that failed."""
    found = (entry for entry in reversed(log.entries(desk.layout)) if entry.get("what") in _RUNS)
    return [_record(entry) for entry, _ in zip(found, range(most), strict=False)]


_RUNS = ("dream", "run", "run-failed")


def _record(entry: Mapping[str, Any]) -> RunRecord:
    seconds, new = entry.get("seconds"), entry.get("new")
    counts = [
        f"{count:,} {what if count != 1 else what.removesuffix('s')}"
        for what in ("events", "commits", "transcripts")
        if isinstance(count := entry.get(what), int) and count
    ]
    return RunRecord(
        str(entry["ts"]),
        str(entry.get("task", run_state.DREAM)),
        str(entry.get("trigger", "manual")),
        str(entry.get("why", "unknown")) if entry["what"] == "run-failed" else "",
        float(seconds) if isinstance(seconds, int | float) else None,
        ", ".join(counts) or ("nothing" if entry["what"] == "dream" else ""),
        tuple(map(str, new)) if isinstance(new, list) else (),
        str(entry.get("said", "")),
        entry,
    )


def _undecided_days(desk: Desk) -> int | None:
    """Days since the last decision, or since the first line of the log where none was made, if they are many."""
    last = log.last_entry(desk.layout, "decision") or next(iter(log.entries(desk.layout)), None)
    when = read_instant(str(last["ts"])) if last else None
    days = (desk.now - when).days if when is not None else 0
    return days if days >= _DAYS else None
