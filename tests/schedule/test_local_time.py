"""Schedules of another time zone, by the machine's own clocks: every time that is meant comes, and only those run."""

from datetime import UTC, datetime, timedelta, tzinfo
from itertools import takewhile
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.schedule.schedulers.job import ScheduledJob, job
from dreamtui.schedule.schedulers.local_time import in_local_time
from dreamtui.schedule.tasks import LOCAL, cadence

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
ZONES = ("UTC", "Europe/Berlin", "America/Chicago", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia")
CADENCES = ("0 2 * * *", "0 3 * * *", "0 */6 * * *", "0 */12 * * *", "30 1,2,3 * * *", "15 23 * * 1", "0 0 1 * mon")


def asked(text: str, zone: str) -> ScheduledJob:
    return job(Path("/w"), {}, Path("/log"), cadence(text, zone))


def runs(one: ScheduledJob, here: tzinfo, days: int) -> list[datetime]:
    """When the moved job really runs: it comes by local clocks, and asks first if it is due."""
    words = list(one.words)
    due = cadence(words[words.index("--due") + 1], words[words.index("--zone") + 1]) if words else None
    end, began, ran = NOW + timedelta(days=days), NOW, []
    for at in takewhile(lambda at: at <= end, one.cadence.times.after(NOW.astimezone(here))):
        if due is None or due.has_come(began, at.astimezone(UTC)):
            began = at.astimezone(UTC)
            ran.append(began)
    return ran


@pytest.mark.parametrize(
    ("text", "zone", "here", "times", "words"),
    [
        ("0 2 * * *", "UTC", "Asia/Kolkata", "30 7 * * *", ()),
        ("0 2 * * *", "UTC", "Europe/Berlin", "0 3,4 * * *", ("--due", "0 2 * * *", "--zone", "UTC")),
        ("0 3 * * *", "Europe/Berlin", "Europe/Berlin", "0 3 * * *", ()),
        ("0 9 * * 1", "UTC", "Asia/Kolkata", "30 14 * * 1", ()),
        ("0 23 * * 1", "UTC", "Asia/Kolkata", "30 4 * * *", ("--due", "0 23 * * 1", "--zone", "UTC")),
    ],
)
def test_what_stands_in_the_scheduler(text: str, zone: str, here: str, times: str, words: tuple[str, ...]) -> None:
    """One time where the clocks go alike; where they do not, or the day is another, a run asks if it is due."""
    moved, said = in_local_time(asked(text, zone), NOW, ZoneInfo(here))
    assert (moved.cadence.times.text, moved.cadence.zone, moved.words) == (times, LOCAL, words)
    assert ("does nothing then" in said) == bool(words)


@settings(deadline=None)
@given(st.sampled_from(CADENCES), st.sampled_from(ZONES), st.sampled_from(ZONES))
def test_a_year_has_every_run_that_was_meant(text: str, zone: str, here: str) -> None:
    """Within an hour, which is what clocks skip; and none twice."""
    one = asked(text, zone)
    moved, _ = in_local_time(one, NOW, ZoneInfo(here))
    end = NOW + timedelta(days=200)
    meant = [
        at.astimezone(UTC) for at in takewhile(lambda at: at <= end, one.cadence.times.after(one.cadence.clock(NOW)))
    ]
    ran = runs(moved, ZoneInfo(here), 200)
    hour = timedelta(hours=1)
    assert len(ran) in range(len(meant) - 1, len(meant) + 2)
    assert all(any(abs(at - one) <= hour for one in ran) for at in meant[:-1])


def test_what_never_ran_is_due() -> None:
    """And what ran just now is not."""
    one = cadence("0 2 * * *", "UTC")
    assert one.has_come(None, NOW)
    assert one.has_come(NOW - timedelta(days=1), NOW)
    assert not one.has_come(NOW - timedelta(hours=1), NOW)
