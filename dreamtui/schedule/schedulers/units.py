"""systemd's user timers and launchd's agents: the text of their files."""

import plistlib
from itertools import product
from typing import Any

from dreamtui.model.errors import Refused
from dreamtui.schedule.schedulers.job import ScheduledJob
from dreamtui.schedule.tasks import LOCAL
from dreamtui.text.cron_times import CronTimes

_WEEKDAYS = ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")
_MOST = 400
"""Times that launchd is given one by one."""


def unit_name(job: ScheduledJob) -> str:
    return f"dreamtui-{job.key}-{job.name}"


def service(job: ScheduledJob) -> str:
    """The unit that runs once. A percent sign and a dollar sign mean something to systemd unless they are doubled."""
    env = "".join(f"Environment={_quoted(f'{name}={value}', dollar=False)}\n" for name, value in job.env)
    command = " ".join(map(_quoted, job.command("systemd")))
    return (
        f"[Unit]\nDescription=dreamtui fills the queue of {_plain(job.root.name)}\n\n"
        f"[Service]\nType=oneshot\nNice=10\n{env}ExecStart={command}\n"
    )


def timer(job: ScheduledJob) -> str:
    """The unit that says when; a machine that was off at the time catches up."""
    zone = "" if job.cadence.zone == LOCAL else f" {job.cadence.zone}"
    times = "".join(f"OnCalendar={one}{zone}\n" for one in calendar(job.cadence.times))
    description = f"dreamtui, {_plain(job.name)}, for {_plain(job.root.name)}"
    return (
        f"[Unit]\nDescription={description}\n\n[Timer]\n{times}Persistent=true\nUnit={unit_name(job)}.service\n\n"
        "[Install]\nWantedBy=timers.target\n"
    )


def calendar(times: CronTimes) -> list[str]:
    """The times as systemd writes them; a day that fits either of two restrictions takes two lines."""
    clock = f"{_list(times.hours, 24)}:{_list(times.minutes, 60)}:00"
    months = _list(times.months, 12)
    weekdays = ",".join(_WEEKDAYS[day] for day in times.weekdays) + " " if len(times.weekdays) < 7 else ""
    days = _list(times.days, 31)
    if times.any_day or times.any_weekday:
        return [f"{weekdays}*-{months}-{days} {clock}"]
    return [f"*-{months}-{days} {clock}", f"{weekdays}*-{months}-* {clock}"]


def _list(values: tuple[int, ...], whole: int) -> str:
    return "*" if len(values) == whole else ",".join(f"{value:02}" for value in values)


def _quoted(word: str, *, dollar: bool = True) -> str:
    """A word of a command line; quotes around an environment assignment keep its dollar signs as they are."""
    safe = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{safe.replace("$", "$$") if dollar else safe}"'


def _plain(text: str) -> str:
    """What may stand in a description."""
    return text.replace("%", "%%").replace("\\", "/").replace("\n", " ")


def agent_label(job: ScheduledJob) -> str:
    return f"io.github.dreamtui.{job.key}.{job.name}"


def agent(job: ScheduledJob, log: str) -> bytes:
    """launchd's file; it goes by the machine's own time."""
    value: dict[str, Any] = {
        "Label": agent_label(job),
        "ProgramArguments": job.command("launchd"),
        "EnvironmentVariables": dict(job.env),
        "StartCalendarInterval": intervals(job.cadence.times),
        "StandardOutPath": log,
        "StandardErrorPath": log,
        "ProcessType": "Background",
        "LowPriorityIO": True,
        "RunAtLoad": False,
    }
    return plistlib.dumps(value, sort_keys=False)


def intervals(times: CronTimes) -> list[dict[str, int]]:
    """The times as launchd wants them: one entry for each, without what may be anything."""
    if times.any_day or times.any_weekday:
        return _combined(times, days=not times.any_day, weekdays=not times.any_weekday)
    return _combined(times, days=True, weekdays=False) + _combined(times, days=False, weekdays=True)


def _combined(times: CronTimes, *, days: bool, weekdays: bool) -> list[dict[str, int]]:
    parts: list[tuple[str, tuple[int, ...]]] = []
    for name, values, whole in (
        ("Month", times.months, 12),
        ("Day", times.days if days else (), 31),
        ("Weekday", times.weekdays if weekdays else (), 7),
        ("Hour", times.hours, 24),
        ("Minute", times.minutes, 60),
    ):
        if values and len(values) < whole:
            parts.append((name, values))
    found = [dict(zip((name for name, _ in parts), one, strict=True)) for one in product(*(v for _, v in parts))]
    if len(found) > _MOST:
        raise Refused(f"the schedule {times.text} has {len(found):,} times, and launchd needs each one; choose fewer")
    return found
