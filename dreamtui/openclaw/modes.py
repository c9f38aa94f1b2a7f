"""The modes off, core, rem and deep: how often, with which thresholds, and what a configuration changes of them."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dreamtui.model.errors import Usage
from dreamtui.openclaw.js import number_text
from dreamtui.openclaw.scoring.recall import Thresholds


@dataclass(frozen=True, slots=True)
class Mode:
    name: str
    cron: str
    """When a run is due."""
    min_score: float
    min_recalls: int
    min_queries: int


MODES = {
    mode.name: mode
    for mode in (
        Mode("off", "0 3 * * *", 0.75, 3, 2),
        Mode("core", "0 3 * * *", 0.75, 3, 2),
        Mode("rem", "0 */6 * * *", 0.85, 4, 3),
        Mode("deep", "0 */12 * * *", 0.8, 3, 3),
    )
}
LIMIT = 10


@dataclass(frozen=True, slots=True)
class Dreaming:
    mode: str
    """off, core, rem or deep; `on` for the newer form without modes."""
    cron: str
    """When a run is due."""
    thresholds: Thresholds
    """What an entry has to reach; the limit is that of a scheduled run."""
    timezone: str = ""
    """In which zone days are named; empty for UTC."""
    overridden: tuple[str, ...] = ()
    """Names of the values that the configuration sets itself."""

    @property
    def enabled(self) -> bool:
        return self.mode != "off"


def resolve(dreaming: Any, base: Thresholds | None = None, zone: str = "") -> Dreaming:
    """The settings of a `dreaming` mapping, of either form; `base` are the thresholds where it says nothing."""
    found = dreaming if isinstance(dreaming, Mapping) else {}
    if "mode" not in found and ("enabled" in found or "phases" in found):
        return _newer(found, base or Thresholds(0.75, 3, 3, max_age_days=30), zone)
    return _with_mode(found, base, zone)


def _with_mode(found: Mapping[str, Any], base: Thresholds | None, zone: str) -> Dreaming:
    """The first form: a mode and single values that replace its own; only real numbers count."""
    word = found.get("mode")
    name = word.strip().lower() if isinstance(word, str) else ""
    mode = MODES.get(name, MODES["off"])
    if base is not None and mode.name == "off":
        values = replace(base, limit=LIMIT)
    else:
        values = replace(base or Thresholds(0, 0, 0), min_score=mode.min_score, min_recalls=mode.min_recalls,
                         min_queries=mode.min_queries, limit=LIMIT)  # fmt: skip
    thresholds, named = _overridden(found, values)
    cron = _text(found.get("frequency"))
    names = (*(["frequency"] if cron else []), *(["timezone"] if _text(found.get("timezone")) else []), *named)
    return Dreaming(mode.name, cron or mode.cron, thresholds, _text(found.get("timezone")) or zone, names)


def _newer(found: Mapping[str, Any], base: Thresholds, zone: str) -> Dreaming:
    """The later form: on or off, with the thresholds under `phases.deep`."""
    phases = found.get("phases")
    deep = phases.get("deep") if isinstance(phases, Mapping) else None
    thresholds, named = _overridden(deep if isinstance(deep, Mapping) else {}, replace(base, limit=LIMIT))
    cron = _text(found.get("frequency"))
    mode = "off" if found.get("enabled") is False else "on"
    names = (*(["frequency"] if cron else []), *named)
    return Dreaming(mode, cron or "0 3 * * *", thresholds, _text(found.get("timezone")) or zone, names)


def _overridden(found: Mapping[str, Any], values: Thresholds) -> tuple[Thresholds, tuple[str, ...]]:
    """The thresholds with what the configuration sets itself; a value out of range counts as not set."""
    changes: dict[str, Any] = {}
    names = []
    for key, field in (
        ("limit", "limit"), ("minRecallCount", "min_recalls"), ("minUniqueQueries", "min_queries"),
        ("maxAgeDays", "max_age_days"),
    ):  # fmt: skip
        number = _real(found.get(key))
        if number is not None and math.floor(number) >= 0:
            changes[field] = math.floor(number)
            names.append(key)
    score, half = _real(found.get("minScore")), _real(found.get("recencyHalfLifeDays"))
    if score is not None and 0 <= score <= 1:
        changes["min_score"] = score
        names.append("minScore")
    if half is not None and half > 0:
        changes["half_life_days"] = half
        names.append("recencyHalfLifeDays")
    return replace(values, **changes), tuple(names)


def _real(value: Any) -> float | None:
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return value if good else None


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def status_text(now: Dreaming) -> str:
    """Mode, cadence and thresholds in the words of the chat command."""
    zone = f" ({now.timezone})" if now.timezone else ""
    values = now.thresholds
    return "\n".join(
        (
            "Dreaming status:",
            f"- mode: {now.mode}",
            f"- cadence: {f'{now.cron}{zone}' if now.enabled else 'disabled'}",
            f"- limit: {values.limit}",
            f"- thresholds: minScore={number_text(values.min_score)}, minRecallCount={values.min_recalls},"
            f" minUniqueQueries={values.min_queries}",
        )
    )


def guide_text() -> str:
    lines = ["Modes:", "- off: disable automatic short-term to long-term promotion."]
    lines += [
        f"- {mode.name}: cadence={mode.cron}; minScore={number_text(mode.min_score)},"
        f" minRecallCount={mode.min_recalls}, minUniqueQueries={mode.min_queries}."
        for mode in MODES.values()
        if mode.name != "off"
    ]
    return "\n".join(lines)


def command_text(word: str, now: Dreaming) -> str:
    """The answer to a mode command; `now` is what holds after it."""
    name = word.strip().lower()
    if name == "status":
        return status_text(now)
    head = (
        f"Dreaming mode set to {name}."
        if name in MODES
        else "Usage: /dreaming off|core|rem|deep\nUse /dreaming status for current settings."
    )
    return f"{head}\n\n{status_text(now)}\n\n{guide_text()}"


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
