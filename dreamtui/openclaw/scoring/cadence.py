"""When a cron expression is due next, in a time zone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dreamtui.model.errors import Usage

_BOUNDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
_YEARS = 5


def zone_named(name: str) -> tzinfo:
    """A time zone by its name; UTC for none."""
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Usage(f"{name!r} is not a time zone, such as Europe/Berlin") from None


def next_run(cron: str, now: datetime, zone: tzinfo) -> datetime | None:
    """The next minute after now that a five-field cron expression names; None for none in five years."""
    minutes, hours, days, months, weekdays = _fields(cron)
    every_day, every_weekday = days == set(range(1, 32)), {0, 1, 2, 3, 4, 5, 6} <= weekdays
    local = now.astimezone(zone)
    for day in _days(local):
        if day.month not in months:
            continue
        by_date, by_week = day.day in days, day.isoweekday() % 7 in {number % 7 for number in weekdays}
        matches = by_date and by_week if every_day or every_weekday else by_date or by_week
        if not matches:
            continue
        for hour in sorted(hours):
            for minute in sorted(minutes):
                moment = day.replace(hour=hour, minute=minute)
                if moment.astimezone(UTC) > now.astimezone(UTC):
                    return moment
    return None


def _days(local: datetime) -> Iterator[datetime]:
    start = local.replace(hour=0, minute=0, second=0, microsecond=0)
    return (start + timedelta(days=number) for number in range(366 * _YEARS))


def _fields(cron: str) -> list[set[int]]:
    parts = cron.split()
    if len(parts) != len(_BOUNDS):
        raise Usage(f"{cron!r} is not a cron expression of five fields, such as 0 3 * * *")
    try:
        return [_field(part, *bounds) for part, bounds in zip(parts, _BOUNDS, strict=True)]
    except ValueError:
        raise Usage(f"{cron!r} is not a cron expression of five fields, such as 0 3 * * *") from None


def _field(text: str, low: int, high: int) -> set[int]:
    found: set[int] = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        first, dash, last = span.partition("-")
        start = low if span == "*" else int(first)
        end = high if span == "*" or (step and not dash) else int(last) if dash else start
        if not low <= start <= end <= high:
            raise ValueError(part)
        found |= set(range(start, end + 1, int(step) if step else 1))
    return found
