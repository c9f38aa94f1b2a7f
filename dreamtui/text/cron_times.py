"""Schedules in cron's five fields: checked, and the times at which they come."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_FIELDS = (
    ("minute", 0, 59, ()),
    ("hour", 0, 23, ()),
    ("day of the month", 1, 31, ()),
    ("month", 1, 12, ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
    ("day of the week", 0, 7, ("sun", "mon", "tue", "wed", "thu", "fri", "sat")),
)
_WORDS = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
_PIECE = re.compile(r"(\*|[0-9a-z]{1,3})(?:-([0-9a-z]{1,3}))?(?:/([0-9]{1,2}))?")
_FARTHEST = 366 * 9
"""Days within which a schedule has to come once: the 29th of February comes after eight years at most."""


@dataclass(frozen=True, slots=True)
class CronTimes:
    """When something is run."""

    text: str
    """The five fields."""
    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: tuple[int, ...]
    months: tuple[int, ...]
    weekdays: tuple[int, ...]
    """Sunday is 0."""
    any_day: bool
    """The day of the month is not restricted, so the day of the week alone counts; and the other way round."""
    any_weekday: bool

    def comes_on(self, day: datetime) -> bool:
        """Whether it comes on that day. Cron takes a day that fits either of two restrictions."""
        if day.month not in self.months:
            return False
        in_month, in_week = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        if self.any_day or self.any_weekday:
            return in_month and in_week
        return in_month or in_week

    def after(self, moment: datetime) -> Iterator[datetime]:
        """The times after a moment, by the clocks of its time zone."""
        start = _instant(moment)
        return (at for at in self._days(moment, timedelta(days=1)) if _instant(at) > start)

    def latest(self, moment: datetime) -> datetime | None:
        """The newest time that is not after a moment, by the clocks of its time zone."""
        end = _instant(moment)
        return next((at for at in self._days(moment, timedelta(days=-1)) if _instant(at) <= end), None)

    def _days(self, moment: datetime, step: timedelta) -> Iterator[datetime]:
        """The times of the moment's day and of the days behind or before it, in that order."""
        turn = 1 if step > timedelta() else -1
        day = moment.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
        for _ in range(_FARTHEST):
            if self.comes_on(day):
                for hour in self.hours[::turn]:
                    for minute in self.minutes[::turn]:
                        yield day.replace(hour=hour, minute=minute)
            day += step


def _instant(moment: datetime) -> datetime:
    """For comparing: hours that clocks skip or show twice have their order in UTC alone."""
    return moment.astimezone(UTC) if moment.tzinfo is not None else moment


def parse_cron(text: str) -> CronTimes:
    """Read five fields, or one of cron's words such as @daily; ValueError with a sentence for anything else."""
    plain = _WORDS.get(text.strip().lower(), text)
    fields = plain.lower().split()
    if len(fields) != len(_FIELDS) or "%" in plain:
        raise ValueError("a schedule has five fields, as in `0 2 * * *`: minute, hour, day, month, day of the week")
    values = [_field(field, *known) for field, known in zip(fields, _FIELDS, strict=True)]
    weekdays = tuple(sorted({day % 7 for day in values[4]}))
    found = CronTimes(
        " ".join(fields), values[0], values[1], values[2], values[3], weekdays, fields[2][0] == "*", fields[4][0] == "*"
    )
    if next(found.after(datetime(2001, 1, 1)), None) is None:
        raise ValueError(f"the schedule {found.text} never runs")
    return found


def _field(text: str, name: str, least: int, most: int, words: tuple[str, ...]) -> tuple[int, ...]:
    """The values of one field."""
    found: set[int] = set()
    for piece in text.split(","):
        match = _PIECE.fullmatch(piece)
        if match is None:
            raise ValueError(f"{piece} is not a valid {name}")
        first, last, step = match.groups()
        if first == "*":
            low, high = least, most if least != 0 or most != 7 else 6
            if last is not None:
                raise ValueError(f"{piece} is not a valid {name}")
        else:
            low = _value(first, name, least, most, words)
            high = _value(last, name, least, most, words) if last else (most if step else low)
        if low > high or step in {"0", "00"}:
            raise ValueError(f"{piece} is not a valid {name}")
        found.update(range(low, high + 1, int(step or 1)))
    return tuple(sorted(found))


def _value(text: str, name: str, least: int, most: int, words: tuple[str, ...]) -> int:
    if text in words:
        return words.index(text) + (least if least else 0)
    if not text.isdigit() or not least <= int(text) <= most:
        raise ValueError(f"{text} is not a valid {name}")
    return int(text)
