"""When the evidence of an item happened, as a row keeps it: the newest week, and how many pieces each of the last has.

`105733:00100021` says that the week 105733 has one piece, the week before it two, and the fifth before it one. Weeks
are counted from the first Monday of the calendar, so that a row need not know today.
"""

from collections.abc import Iterable
from datetime import date, datetime
from functools import lru_cache

from dreamtui.text.bars import bars

SHOWN = 8
"""Weeks that are shown, the current one the last."""
_NONE = " "
_MOST = 9
"""A week with more pieces is as high as one with so many."""


def weeks_of(times: Iterable[str]) -> str:
    """As a row keeps it; empty where no piece says when it happened."""
    weeks = [week for time in times if time and (week := _week(time[:10]))]
    if not weeks:
        return ""
    newest = max(weeks)
    counts = [0] * SHOWN
    for week in weeks:
        if newest - week < SHOWN:
            counts[newest - week] += 1
    return f"{newest}:{''.join(str(min(count, _MOST)) for count in reversed(counts))}"


@lru_cache(4096)
def _week(day: str) -> int:
    """The number of the week of a date; 0 for what is none."""
    try:
        return (date.fromisoformat(day).toordinal() - 1) // 7
    except ValueError:
        return 0


def spark(weeks: str, now: datetime, *, plain: bool = False) -> str:
    """The last weeks as bars, a cell each; blank where nothing happened in them. `plain`: in ASCII."""
    newest, _, counts = weeks.partition(":")
    if not counts:
        return _NONE * SHOWN
    since = (now.date().toordinal() - 1) // 7 - int(newest)
    shown = f"{counts}{'0' * since}"[-SHOWN:] if since >= 0 else counts
    if not shown.strip("0"):
        return _NONE * SHOWN
    return bars([int(count) for count in shown], plain=plain)
