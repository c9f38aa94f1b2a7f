"""With which mode (off, core, rem, deep), profile, thresholds and weights recalls are ranked, and where each comes
from.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.disk.opening import TooLarge, read_whole
from dreamtui.model.errors import Usage
from dreamtui.openclaw.js import number_text
from dreamtui.openclaw.scoring.profiles import ScoringProfile, Weights, profile_named, weights_of
from dreamtui.openclaw.scoring.recall_entries import Thresholds
from dreamtui.text.cron_times import parse_cron
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.scalars import finite
from dreamtui.text.zones import zone_named


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
    cron = _string(found.get("frequency"))
    names = (*(["frequency"] if cron else []), *(["timezone"] if _string(found.get("timezone")) else []), *named)
    return Dreaming(mode.name, cron or mode.cron, thresholds, _string(found.get("timezone")) or zone, names)


def _newer(found: Mapping[str, Any], base: Thresholds, zone: str) -> Dreaming:
    """The later form: on or off, with the thresholds under `phases.deep`."""
    phases = found.get("phases")
    deep = phases.get("deep") if isinstance(phases, Mapping) else None
    thresholds, named = _overridden(deep if isinstance(deep, Mapping) else {}, replace(base, limit=LIMIT))
    cron = _string(found.get("frequency"))
    mode = "off" if found.get("enabled") is False else "on"
    names = (*(["frequency"] if cron else []), *named)
    return Dreaming(mode, cron or "0 3 * * *", thresholds, _string(found.get("timezone")) or zone, names)


def _overridden(found: Mapping[str, Any], values: Thresholds) -> tuple[Thresholds, tuple[str, ...]]:
    """The thresholds with what the configuration sets itself; a value out of range counts as not set."""
    changes: dict[str, Any] = {}
    names = []
    for key, threshold in (
        ("limit", "limit"), ("minRecallCount", "min_recalls"), ("minUniqueQueries", "min_queries"),
        ("maxAgeDays", "max_age_days"),
    ):  # fmt: skip
        number = _real(found.get(key))
        if number is not None and math.floor(number) >= 0:
            changes[threshold] = math.floor(number)
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


def _string(value: Any) -> str:
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


def next_run(cron: str, now: datetime, zone: tzinfo) -> datetime | None:
    """The next time after now that a cadence names, by the clocks of its zone; None for none in nine years."""
    try:
        times = parse_cron(cron)
    except ValueError:
        raise Usage(f"{cron!r} is not a cron expression of five fields, such as 0 3 * * *") from None
    return next(times.after(now.astimezone(zone)), None)


@dataclass(frozen=True, slots=True)
class PromotionOptions:
    """What a person asked for; empty means that the configuration says, else the profile."""

    profile: str = ""
    limit: int | None = None
    include_promoted: bool = False
    min_score: float | None = None
    min_recalls: int | None = None
    min_queries: int | None = None
    half_life_days: float | None = None
    """Days after which recency is halved."""
    max_age_days: int | None = None
    config: Path | None = None
    scheduled: bool = False
    """Whether it runs unattended: then the limit of the configuration holds."""


@dataclass(frozen=True, slots=True)
class Settings:
    profile: ScoringProfile
    thresholds: Thresholds
    weights: Weights
    """How the components are weighed."""
    dreaming: Dreaming
    source: str
    from_openclaw: bool = False
    """Whether that is OpenClaw's own configuration, which is never written."""
    given: Mapping[str, float] = field(default_factory=dict)

    def day(self, desk: Desk) -> str:
        """The date that a section of MEMORY.md is headed with."""
        zone = self.dreaming.timezone if self.profile.form.marks else ""
        return desk.now.astimezone(zone_named(zone)).date().isoformat()


def settle(desk: Desk, asked: PromotionOptions) -> Settings:
    """Flags, then OpenClaw's configuration, else ours, then the profile."""
    ours = desk.config["dreamtui.dreaming"]
    theirs = read_config(desk.workspace.root, desk.env, asked.config)
    profile = profile_named(asked.profile or _text(ours, "profile"))
    if theirs is not None:
        dreaming = resolve(theirs.dreaming, profile.thresholds, theirs.timezone)
        source = theirs.source
    else:
        dreaming = resolve(ours, profile.thresholds)
        source = desk.config.source("dreamtui.dreaming")
    given = _weights(ours.get("weights"))
    thresholds = _asked(dreaming.thresholds, asked)
    return Settings(profile, thresholds, weights_of(profile, given), dreaming, source, theirs is not None, given)


def _asked(values: Thresholds, asked: PromotionOptions) -> Thresholds:
    """The thresholds with the options; without one, only a scheduled run has a limit."""
    changes: dict[str, Any] = {"limit": values.limit if asked.scheduled else None}
    if asked.min_score is not None:
        if not 0 <= asked.min_score <= 1:
            raise Usage(f"the lowest score is {asked.min_score:g}, but a score lies between 0 and 1")
        changes["min_score"] = asked.min_score
    if asked.half_life_days is not None:
        if asked.half_life_days <= 0:
            raise Usage("the half-life has to be more than 0 days")
        changes["half_life_days"] = asked.half_life_days
    whole = {
        "limit": asked.limit,
        "min_recalls": asked.min_recalls,
        "min_queries": asked.min_queries,
        "max_age_days": asked.max_age_days,
    }
    changes |= {name: value for name, value in whole.items() if value is not None}
    return replace(values, **changes)


def _weights(value: Any) -> dict[str, float]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise Usage("dreamtui.dreaming.weights has to be a mapping of components and numbers")
    found = {}
    for name, given in value.items():
        number = finite(given)
        if name not in Weights.__dataclass_fields__ or number is None:
            raise Usage(f"dreamtui.dreaming.weights.{name} is not a weight; components are {', '.join(_names())}")
        found[str(name)] = number
    return found


def _names() -> list[str]:
    return list(Weights.__dataclass_fields__)


def _text(mapping: Mapping[str, Any], name: str) -> str:
    value = mapping.get(name, "")
    return value if isinstance(value, str) else ""


NAME = "openclaw.json"
_LARGEST = 4 * 1024 * 1024
_PATH = ("plugins", "entries", "memory-core", "config", "dreaming")
_COMMENT = re.compile(r'("(?>(?:[^"\\]|\\.)*)"?)|//[^\n]*|/\*(?>(?:[^*]|\*(?!/))*)(?:\*/)?', re.DOTALL)
_TRAILING = re.compile(r'("(?>(?:[^"\\]|\\.)*)"?)|,(?=\s*[}\]])', re.DOTALL)


@dataclass(frozen=True, slots=True)
class DreamingConfig:
    """The part of a configuration that dreaming needs."""

    dreaming: Mapping[str, Any]
    source: str
    timezone: str = ""
    """The user's time zone, where dreaming names none."""


def read_config(root: Path, env: Mapping[str, str], named: Path | None) -> DreamingConfig | None:
    """The configuration that was named, else one in the workspace, beside it, or from the environment."""
    if named is not None:
        if not named.is_file():
            raise Usage(f"{named} is not a file")
        return _configured(named) or DreamingConfig({}, str(named))
    places = [root / NAME, root.parent / NAME]
    if env.get("OPENCLAW_CONFIG_PATH"):
        places.insert(0, Path(env["OPENCLAW_CONFIG_PATH"]))
    for path in places:
        if path.is_file() and (found := _configured(path)) is not None:
            return found
    return None


def _configured(path: Path) -> DreamingConfig | None:
    """What a file says; None if it says nothing about dreaming."""
    try:
        text = read_whole(path, _LARGEST, follow=True).decode("utf-8", "replace").removeprefix("\ufeff")
    except TooLarge:
        raise Usage(f"{path} has more than {_LARGEST:,} bytes") from None
    except OSError as problem:
        raise Usage(f"{path} cannot be read: {problem.strerror}") from None
    config = _json(text, path)
    dreaming = _dig(config, _PATH)
    if not isinstance(dreaming, dict):
        return None
    zone = _dig(config, ("agents", "defaults", "userTimezone"))
    return DreamingConfig(dreaming, str(path), zone.strip() if isinstance(zone, str) else "")


def _json(text: str, path: Path) -> Any:
    """JSON, with the comments and trailing commas that OpenClaw allows too."""
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        plain = _COMMENT.sub(lambda found: found[1] or " ", text)
        plain = _TRAILING.sub(lambda found: found[1] or "", plain)
    try:
        return read_json(plain)
    except (ValueError, RecursionError):
        raise Usage(f"{path} is not valid JSON") from None


def _dig(value: Any, names: tuple[str, ...]) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value
