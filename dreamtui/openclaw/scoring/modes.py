"""The modes off, core, rem and deep: how often, with which thresholds, and what a configuration changes of them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dreamtui.model.recall import Thresholds
from dreamtui.text.js import number_text


@dataclass(frozen=True, slots=True)
class Mode:
    """One mode's cadence and thresholds."""

    name: str
    """What it is called."""
    cron: str
    """When a run is due."""
    min_score: float
    """Lowest score."""
    min_recalls: int
    """Fewest recalls."""
    min_queries: int
    """Fewest different queries."""


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
"""Most promotions of one scheduled run."""


@dataclass(frozen=True, slots=True)
class Dreaming:
    """What a configuration says about dreaming."""

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
        """Whether scheduled runs are wanted."""
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
    """What each mode means."""
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
