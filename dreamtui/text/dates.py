"""Instants, days and windows: read from what a person typed, written as dotagent writes them, shown in few letters.

Nothing here reads the clock; `now` and `today` are passed in.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from dreamtui.model.errors import Usage

_SPAN = re.compile(r"([0-9]{1,9})([dhmw])")
_DAYS = re.compile(r"\+?([0-9]{1,9})([dw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Window:
    floor_iso: str
    """UTC time of the oldest moment that counts; compares as text with the times of events."""
    text: str
    """The window as it was typed; titles repeat it."""


def read_instant(text: str) -> datetime | None:
    """The UTC moment an ISO 8601 text names (naive means UTC); None when it names none."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def parse_now(value: str) -> datetime:
    """The current time, from an environment variable."""
    moment = read_instant(value)
    if moment is None:
        raise Usage(f"{value!r} is not a time; write ISO 8601, such as 2026-11-18T09:00:00Z.")
    return moment


def iso(moment: datetime) -> str:
    """UTC as dotagent writes it: microseconds unless they are 0, then Z."""
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return aware.replace(tzinfo=None).isoformat() + "Z"


def parse_since(text: str, now: datetime) -> Window:
    """A window such as 30d, 12h, 45m, 2w, or one that starts at an ISO date or time; anything else is an error."""
    typed = text.strip()
    match = _SPAN.fullmatch(typed)
    try:
        if match:
            return Window(iso(now - timedelta(**{_UNITS[match[2]]: int(match[1])})), typed)
    except OverflowError:
        raise Usage(f"{typed!r} reaches back before the calendar begins.") from None
    moment = read_instant(typed)
    if moment is None:
        raise Usage(f"{text!r} is not a window; write 30d, 12h, 45m, 2w, or an ISO date such as 2026-10-19.")
    return Window(iso(moment), typed)


def parse_date(text: str, today: date) -> date:
    """A day after today: an ISO date, `tomorrow`, `+3d`, `3d` or `2w`."""
    typed = text.strip().lower()
    match = _DAYS.fullmatch(typed)
    try:
        if match:
            day = today + timedelta(**{_UNITS[match[2]]: int(match[1])})
        else:
            day = today + timedelta(days=1) if typed == "tomorrow" else date.fromisoformat(typed)
    except OverflowError:
        raise Usage(f"{text!r} lies beyond the calendar.") from None
    except ValueError:
        raise Usage(f"{text!r} is not a date; write 2026-12-01, tomorrow, +3d or 2w.") from None
    if day <= today:
        raise Usage(f"{text!r} is not after today, {today.isoformat()}.")
    return day


def add_days(moment: datetime, days: int) -> str:
    """The UTC date so many days after the moment."""
    try:
        return (moment.astimezone(UTC).date() + timedelta(days=days)).isoformat()
    except OverflowError:
        return date.max.isoformat()


def moment(text: str) -> str:
    """A time in UTC to the second, as `2026-11-18 09:30:05`; a day, and what is no time, as it is."""
    found = read_instant(text) if "T" in text else None
    return text if found is None else found.strftime("%Y-%m-%d %H:%M:%S")


def ago(text: str, now: datetime) -> str:
    """An age in a few letters, such as 12d; `in 3d` for what is to come; empty for what is no time."""
    moment = read_instant(text)
    if moment is None:
        return ""
    seconds = (now - moment).total_seconds()
    return f"in {_short(-seconds)}" if seconds <= -60 else _short(max(seconds, 0))


def _short(seconds: float) -> str:
    minutes = int(seconds // 60)
    days = minutes // 1440
    if minutes < 1:
        return "now"
    if minutes < 60:
        return f"{minutes}m"
    if days < 1:
        return f"{minutes // 60}h"
    if days < 100:
        return f"{days}d"
    return f"{days // 7}w" if days < 730 else f"{days // 365}y"


def humanise(text: str, now: datetime) -> str:
    """A day as people say it: today, yesterday, 2 Nov, 2 Nov 2025; what is no time is returned as it is."""
    moment = read_instant(text)
    if moment is None:
        return text
    today = now.astimezone(UTC).date()
    day = moment.date()
    if (words := {0: "today", 1: "yesterday", -1: "tomorrow"}.get((today - day).days)) is not None:
        return words
    short = f"{day.day} {_MONTHS[day.month - 1]}"
    return short if day.year == today.year else f"{short} {day.year}"
