"""Time zones by name."""

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dreamtui.model.errors import Usage


def zone_named(name: str) -> tzinfo:
    """A time zone by its name; UTC for none."""
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Usage(f"{name!r} is not a time zone, such as Europe/Berlin") from None
