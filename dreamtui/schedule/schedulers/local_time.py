"""A job by the machine's own clocks, for the schedulers that know no others.

Where the two clocks are not always equally far apart, the job comes at every time that may be meant, and a run that is
not due does nothing (`schedule run --due`).
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo

from dreamtui.schedule.schedulers.job import ScheduledJob
from dreamtui.schedule.tasks import LOCAL, Cadence
from dreamtui.text.cron_times import CronTimes, parse_cron

_DAY = 24 * 60


def in_local_time(one: ScheduledJob, now: datetime, local: tzinfo | None = None) -> tuple[ScheduledJob, str]:
    """The job in local time, and a sentence about the difference; empty for one that is in local time already."""
    asked = one.cadence
    if asked.zone == LOCAL:
        return one, ""
    shifts = _shifts(asked, now, local)
    moved, is_exact = _moved(asked.times, shifts)
    words = one.words if is_exact else (*one.words, "--due", asked.times.text, "--zone", asked.zone)
    said = _difference(asked, now, local)
    if not is_exact:
        said += "; so it also runs at other times, and does nothing then"
    return replace(one, cadence=Cadence(moved, LOCAL), words=words), said


def _shifts(asked: Cadence, now: datetime, local: tzinfo | None) -> list[int]:
    """By how many minutes local clocks are ahead, at any time of the coming year."""
    found = set()
    for hours in range(0, 366 * 24, 6):
        at = now + timedelta(hours=hours)
        here, there = at.astimezone(local).utcoffset(), asked.clock(at).utcoffset()
        if here is not None and there is not None:
            found.add(round((here - there).total_seconds() / 60))
    return sorted(found)


def _moved(times: CronTimes, shifts: Sequence[int]) -> tuple[CronTimes, bool]:
    """The times with every shift, and whether those are exactly the ones that are meant."""
    plain = [hour * 60 + minute + shift for hour in times.hours for minute in times.minutes for shift in shifts]
    pairs = {at % _DAY for at in plain}
    minutes, hours = sorted({at % 60 for at in pairs}), sorted({at // 60 for at in pairs})
    every_day = (len(times.days), len(times.months), len(times.weekdays)) == (31, 12, 7)
    same_day = all(0 <= at < _DAY for at in plain)
    days = " ".join(times.text.split()[2:]) if every_day or same_day else "* * *"
    is_exact = len(shifts) == 1 and len(minutes) * len(hours) == len(pairs) and (every_day or same_day)
    return parse_cron(f"{_list(minutes, 60)} {_list(hours, 24)} {days}"), is_exact


def _list(values: Sequence[int], whole: int) -> str:
    return "*" if len(values) == whole else ",".join(map(str, values))


def _difference(asked: Cadence, now: datetime, local: tzinfo | None) -> str:
    at = next(asked.times.after(asked.clock(now)), None)
    if at is None:
        return ""
    here = at.astimezone(local)
    return f"{at:%H:%M} {asked.zone} is {here:%H:%M} here today; this scheduler goes by the machine's own time"
