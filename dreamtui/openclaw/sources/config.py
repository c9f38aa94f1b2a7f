"""What OpenClaw's own configuration says about dreaming; read, never written."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import TooLarge, read_whole
from dreamtui.model.errors import Usage
from dreamtui.text.jsons import read_json

NAME = "openclaw.json"
_LARGEST = 4 * 1024 * 1024
_PATH = ("plugins", "entries", "memory-core", "config", "dreaming")
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*+"?)|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?', re.DOTALL)
_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*+"?)|,(?=\s*[}\]])', re.DOTALL)


@dataclass(frozen=True, slots=True)
class DreamingConfig:
    """The part of a configuration that dreaming needs."""

    dreaming: Mapping[str, Any]
    """`dreaming` itself."""
    source: str
    """The file it stands in."""
    timezone: str = ""
    """The user's time zone, where dreaming names none."""


def read_config(root: Path, env: Mapping[str, str], named: Path | None) -> DreamingConfig | None:
    """The configuration that was named, else one in the workspace, beside it, or where the environment says."""
    if named is not None:
        if not named.is_file():
            raise Usage(f"{named} is not a file")
        return _read(named) or DreamingConfig({}, str(named))
    places = [root / NAME, root.parent / NAME]
    if env.get("OPENCLAW_CONFIG_PATH"):
        places.insert(0, Path(env["OPENCLAW_CONFIG_PATH"]))
    for path in places:
        if path.is_file() and (found := _read(path)) is not None:
            return found
    return None


def _read(path: Path) -> DreamingConfig | None:
    """What a file says; None where it says nothing about dreaming."""
    try:
        text = read_whole(path, _LARGEST, follow=True).decode("utf-8", "replace").removeprefix("\ufeff")
    except TooLarge:
        raise Usage(f"{path} has more than {_LARGEST:,} bytes") from None
    except OSError as problem:
        raise Usage(f"{path} cannot be read: {problem.strerror}") from None
    config = _parse(text, path)
    dreaming = _dig(config, _PATH)
    if not isinstance(dreaming, dict):
        return None
    zone = _dig(config, ("agents", "defaults", "userTimezone"))
    return DreamingConfig(dreaming, str(path), zone.strip() if isinstance(zone, str) else "")


def _parse(text: str, path: Path) -> Any:
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
