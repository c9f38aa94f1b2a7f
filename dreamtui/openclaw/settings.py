"""With which profile, thresholds and weights recalls are ranked, and where each of them comes from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.disk.opening import TooLarge, read_whole
from dreamtui.model.errors import Usage
from dreamtui.openclaw.modes import Dreaming, resolve, zone_named
from dreamtui.openclaw.scoring.profiles import ScoringProfile, Weights, profile_named, weights_of
from dreamtui.openclaw.scoring.recall import Thresholds
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.scalars import finite


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
            raise Usage(f"dreamtui.dreaming.weights.{name} is no weight; components are {', '.join(_names())}")
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
