"""The hours in which agents train, in a time zone: which night it is, and whether the window is open.

A night is the date on which its window opens. Whatever is done until the next one opens belongs to it, so a night has
one date, on whichever side of midnight, and on whichever UTC day, it is asked for.
"""

import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from dreamtui.text.zones import zone_named

_HOURS = re.compile(r"(\d{1,2}):(\d\d)\s*[-–—]\s*(\d{1,2}):(\d\d)")
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class NightWindow:
    """From when to when agents train, by the clocks of a zone."""

    opens: time = time(1)
    closes: time = time(4)
    """Before or at `opens` it is on the next day."""
    zone: str = ""
    """The name of the time zone; empty for UTC."""
    clock: tzinfo = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clock", zone_named(self.zone))

    @property
    def hours(self) -> str:
        """As it is written in the curriculum."""
        return f"{self.opens:%H:%M}-{self.closes:%H:%M}"

    def opening(self, night: date) -> datetime:
        """When the window of a night opens, in UTC.

        An hour that the clocks skip is the one after it, of one that they show twice the first counts.
        """
        return datetime.combine(night, self.opens, self.clock).astimezone(UTC)

    def closing(self, night: date) -> datetime:
        """When it closes; one that would be shut before it opens, because clocks are put forward, keeps its length."""
        day = night if self.closes > self.opens else night + _DAY
        closing = datetime.combine(day, self.closes, self.clock).astimezone(UTC)
        length = datetime.combine(day, self.closes) - datetime.combine(night, self.opens)
        opening = self.opening(night)
        return closing if closing > opening else opening + length

    def night_of(self, now: datetime) -> date:
        """The night that has opened last."""
        night = now.astimezone(self.clock).date()
        while self.opening(night) > now:
            night -= _DAY
        return night

    def is_open(self, now: datetime) -> bool:
        """Whether agents train now."""
        return now < self.closing(self.night_of(now))

    def next_opening(self, now: datetime) -> datetime:
        """When it opens next."""
        return self.opening(self.night_of(now) + _DAY)


def read_hours(text: str) -> tuple[time, time]:
    """The hours of `01:00-04:00`; ValueError for anything else."""
    found = _HOURS.fullmatch(text.strip())
    if found is None:
        raise ValueError("the window has to be like 01:00-04:00")
    opens, closes = time(int(found[1]), int(found[2])), time(int(found[3]), int(found[4]))
    if opens == closes:
        raise ValueError("the window opens and closes at the same time")
    return opens, closes
