"""Instants, windows and days: what is typed is read exactly or refused."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.model.errors import Usage
from dreamtui.text import dates

NOW = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)
TODAY = NOW.date()


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-18T09:30:00Z", NOW),
        ("2026-11-18T10:30:00+01:00", NOW),
        ("2026-11-18T09:30:00", NOW),
        ("2026-11-18", datetime(2026, 11, 18, tzinfo=UTC)),
        (" 2026-11-18T09:30:00.5Z ", NOW + timedelta(milliseconds=500)),
    ],
)
def test_now_is_read_as_utc(text: str, moment: datetime) -> None:
    """An offset is honoured and a time without one is UTC."""
    assert dates.parse_now(text) == moment


@pytest.mark.parametrize("text", ["", "banana", "2026-13-01", "18.11.2026", "0001-01-01T00:00+14:00", "30d"])
def test_a_bad_now_is_wrong_usage(text: str) -> None:
    """A clock that cannot be read is never replaced by another one."""
    with pytest.raises(Usage):
        dates.parse_now(text)


def test_iso_is_written_as_dotagent_writes_it() -> None:
    """Microseconds are there unless they are zero, and UTC ends in Z."""
    assert dates.iso(NOW) == "2026-11-18T09:30:00Z"
    assert dates.iso(NOW + timedelta(microseconds=120)) == "2026-11-18T09:30:00.000120Z"
    assert dates.iso(NOW.astimezone(timezone(timedelta(hours=9)))) == "2026-11-18T09:30:00Z"


@given(st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1)))
def test_iso_is_read_back(moment: datetime) -> None:
    """What was written names the same moment."""
    assert dates.read_instant(dates.iso(moment)) == moment.replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "floor"),
    [
        ("30d", "2026-10-19T09:30:00Z"),
        ("12h", "2026-11-17T21:30:00Z"),
        ("45m", "2026-11-18T08:45:00Z"),
        ("2w", "2026-11-04T09:30:00Z"),
        ("2026-10-19", "2026-10-19T00:00:00Z"),
        ("2026-10-19T05:00:00+05:00", "2026-10-19T00:00:00Z"),
    ],
)
def test_a_window_starts_where_it_says(text: str, floor: str) -> None:
    """Every form gives the first moment that counts and keeps the words for titles."""
    assert dates.parse_since(text, NOW) == dates.Window(floor, text)


@pytest.mark.parametrize("text", ["banana", "", "7", "-3d", "3 d", "1y", "30D", "٣d", "999999999d", "last week"])
def test_an_unreadable_window_is_refused(text: str) -> None:
    """There is no silent seven days."""
    with pytest.raises(Usage):
        dates.parse_since(text, NOW)


def test_the_refusal_names_the_forms() -> None:
    """Whoever mistypes a window learns how to write one."""
    with pytest.raises(Usage, match=r"30d, 12h, 45m, 2w, or an ISO date"):
        dates.parse_since("banana", NOW)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-12-01", date(2026, 12, 1)),
        ("tomorrow", date(2026, 11, 19)),
        ("+3d", date(2026, 11, 21)),
        ("3d", date(2026, 11, 21)),
        ("2w", date(2026, 12, 2)),
    ],
)
def test_a_day_to_come_is_read(text: str, day: date) -> None:
    """Each form of a date for a deferral."""
    assert dates.parse_date(text, TODAY) == day


@pytest.mark.parametrize("text", ["", "soon", "2026-11-18", "2020-01-01", "0d", "3h", "99999999w", "2026-02-30"])
def test_a_day_that_is_none_or_past_is_refused(text: str) -> None:
    """A deferral until today or before would defer nothing."""
    with pytest.raises(Usage):
        dates.parse_date(text, TODAY)


@pytest.mark.parametrize(
    ("back", "shown"),
    [
        (timedelta(seconds=20), "now"),
        (timedelta(minutes=59), "59m"),
        (timedelta(hours=23), "23h"),
        (timedelta(days=12), "12d"),
        (timedelta(days=140), "20w"),
        (timedelta(days=800), "2y"),
        (timedelta(days=-3), "in 3d"),
    ],
)
def test_an_age_is_a_few_letters(back: timedelta, shown: str) -> None:
    """Ages fit a narrow column."""
    assert dates.ago(dates.iso(NOW - back), NOW) == shown


def test_an_age_of_nothing_is_empty() -> None:
    """What is no time has no age."""
    assert dates.ago("", NOW) == dates.ago("yesterday-ish", NOW) == ""


def test_days_are_said_as_people_say_them() -> None:
    """Today, yesterday, then day and month, then the year too."""
    said = [dates.humanise(text, NOW) for text in ("2026-11-18", "2026-11-17", "2026-11-02", "2025-11-02", "?")]
    assert said == ["today", "yesterday", "2 Nov", "2 Nov 2025", "?"]


def test_a_review_is_due_after_so_many_days() -> None:
    """The check value of dotagent's rule file: graduated plus 180 days."""
    assert dates.add_days(datetime(2026, 11, 18, 6, 6, 30, tzinfo=UTC), 180) == "2027-05-17"


def test_a_moment_is_told_to_the_second() -> None:
    """UTC without a fraction; a day and what is no time stay as they are."""
    told = [dates.moment(text) for text in ("2026-11-18T09:30:05.123456Z", "2026-11-18T01:00:00+02:00")]
    assert told == ["2026-11-18 09:30:05", "2026-11-17 23:00:00"]
    assert [dates.moment(text) for text in ("2026-11-18", "TODAY", "")] == ["2026-11-18", "TODAY", ""]
