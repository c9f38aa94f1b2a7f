"""Schedules in cron's five fields."""

from datetime import datetime, timedelta
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.text.cron_times import parse_cron

NOW = datetime(2026, 11, 18, 9, 0)


def coming(text: str, count: int = 3) -> list[str]:
    return [f"{at:%a %d %b %Y %H:%M}" for at in islice(parse_cron(text).after(NOW), count)]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("0 2 * * *", ["Thu 19 Nov 2026 02:00", "Fri 20 Nov 2026 02:00", "Sat 21 Nov 2026 02:00"]),
        ("0 9 * * 1", ["Mon 23 Nov 2026 09:00", "Mon 30 Nov 2026 09:00", "Mon 07 Dec 2026 09:00"]),
        ("0 9 * * 7", ["Sun 22 Nov 2026 09:00", "Sun 29 Nov 2026 09:00", "Sun 06 Dec 2026 09:00"]),
        ("*/20 9 * * *", ["Wed 18 Nov 2026 09:20", "Wed 18 Nov 2026 09:40", "Thu 19 Nov 2026 09:00"]),
        ("15,45 9-10 * nov wed", ["Wed 18 Nov 2026 09:15", "Wed 18 Nov 2026 09:45", "Wed 18 Nov 2026 10:15"]),
        ("0 0 29 2 *", ["Tue 29 Feb 2028 00:00", "Sun 29 Feb 2032 00:00"]),
        ("0 0 1 * mon", ["Mon 23 Nov 2026 00:00", "Mon 30 Nov 2026 00:00", "Tue 01 Dec 2026 00:00"]),
        ("0 0 */10 * mon", ["Mon 21 Dec 2026 00:00"]),
        ("@Weekly", ["Sun 22 Nov 2026 00:00", "Sun 29 Nov 2026 00:00", "Sun 06 Dec 2026 00:00"]),
        ("5/30 8-10/2 * * 5-7", ["Fri 20 Nov 2026 08:05", "Fri 20 Nov 2026 08:35", "Fri 20 Nov 2026 10:05"]),
    ],
)
def test_the_next_times(text: str, times: list[str]) -> None:
    """As cron takes them: a day that fits either of two restrictions counts, and both where one begins with a star."""
    assert coming(text, len(times)) == times


@pytest.mark.parametrize(
    "text",
    [
        "", "daily", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8",
        "a * * * *", "*/0 * * * *", "5-1 * * * *", "0 0 30 2 *", "0 0 31 4,6 *", "-1 * * * *", "1,,2 * * * *",
        "* * * * mon;rm", "@reboot", "*-5 * * * *", "0 2 * * * %x", "² * * * *", "1e1 * * * *",
    ],
)  # fmt: skip
def test_what_is_no_schedule_is_refused(text: str) -> None:
    """With a sentence; so is one that never comes."""
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        parse_cron(text)


NUMBER = st.integers(0, 59)


@given(
    st.lists(NUMBER, min_size=1, max_size=4), st.lists(st.integers(0, 23), min_size=1, max_size=3), st.integers(0, 6)
)
def test_times_fit_their_fields(minutes: list[int], hours: list[int], weekday: int) -> None:
    """In order, each of them, and none between two of them."""
    times = parse_cron(f"{','.join(map(str, minutes))} {','.join(map(str, hours))} * * {weekday}")
    found = list(islice(times.after(NOW), 10))
    assert found == sorted(set(found))
    assert all(at.minute in minutes and at.hour in hours and at.isoweekday() % 7 == weekday for at in found)
    step, between = NOW, set()
    while (step := step + timedelta(minutes=1)) < found[0]:
        between.add(step.minute in minutes and step.hour in hours and step.isoweekday() % 7 == weekday)
    assert True not in between
