"""What JavaScript means by blanks, numbers, dates and lengths, so that figures and bytes equal those of OpenClaw."""

import json
import math
import re
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Any

DAY_MS = 86_400_000

_BLANK = (
    "\t\n\x0b\x0c\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028"
    "\u2029\u202f\u205f\u3000\ufeff"
)
_BLANKS = re.compile(f"[{_BLANK}]+")
_DECIMAL = re.compile(r"[+-]?(?:Infinity|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)")
_RADIX = {"0x": 16, "0o": 8, "0b": 2}
_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_LONE = re.compile("[\ud800-\udfff]")
_LINE_END = re.compile(r"\r?\n")


def trim(text: str) -> str:
    """`String.trim`."""
    return text.strip(_BLANK)


def trim_end(text: str) -> str:
    """`String.trimEnd`."""
    return text.rstrip(_BLANK)


def collapse(text: str) -> str:
    """Trimmed, with each run of blanks made one space; most texts are so already, which is quick to see."""
    if " ".join(text.split()) == text and "\ufeff" not in text:
        return text
    return _BLANKS.sub(" ", trim(text))


def split_lines(text: str) -> list[str]:
    """The lines of a text, split at LF or CRLF alone."""
    return _LINE_END.split(text)


def number(value: Any) -> float:
    """`Number(value)` for a value that came out of JSON; NaN for what is none."""
    while isinstance(value, list) and len(value) == 1 and not _is_flag(value[0]):
        value = value[0]
    if isinstance(value, (int, float)):
        return float(value) if abs(value) < 1e308 else math.inf if value > 0 else -math.inf
    if value is None:
        return 0.0
    if isinstance(value, str):
        return _number_of_text(trim(value))
    if isinstance(value, list):
        return math.nan if value else 0.0
    return math.nan


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _number_of_text(text: str) -> float:
    if not text:
        return 0.0
    base = _RADIX.get(text[:2].lower())
    if base:
        try:
            return float(int(text[2:], base)) if text[2:].isalnum() else math.nan
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan
    if not _DECIMAL.fullmatch(text) or not text.isascii():
        return math.nan
    return float(text.replace("Infinity", "inf"))


def units(text: str) -> int:
    """`String.length`: UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut_units(text: str, limit: int) -> str:
    """The first so many UTF-16 units, never half a character."""
    if len(text) <= limit // 2 or text.isascii():
        return text[:limit]
    used = 0
    for place, char in enumerate(text):
        used += 1 + (char > "\uffff")
        if used > limit:
            return text[:place]
    return text


def to_fixed(value: float, digits: int) -> str:
    """`Number.toFixed`: exact ties go up."""
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    return f"{rounded:f}"


@lru_cache(maxsize=65536)
def date_ms(text: str) -> int | None:
    """`Date.parse` of an ISO date or time (UTC where it names no zone); None for what is none."""
    if not _DATE.fullmatch(text):
        return None
    try:
        moment = datetime.fromisoformat(text if len(text) > 7 else f"{text}-01")
    except ValueError:
        return _overflowing(text)
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (aware - _EPOCH) // _MILLISECOND


def _overflowing(text: str) -> int | None:
    """Day 29 to 31 of a shorter month is a day of the next one."""
    if text[8:10] not in {"29", "30", "31"}:
        return None
    first = date_ms(f"{text[:8]}01{text[10:]}")
    return None if first is None else first + (int(text[8:10]) - 1) * DAY_MS


def epoch_ms(moment: datetime) -> int:
    """Milliseconds since 1970."""
    return (moment.astimezone(UTC) - _EPOCH) // _MILLISECOND


def iso_ms(milliseconds: int) -> str:
    """`Date.toISOString`."""
    moment = _EPOCH + timedelta(milliseconds=milliseconds)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03d}Z"


def quote(text: str) -> str:
    """A string as `JSON.stringify` writes it: only what has to be escaped is, lone surrogates too."""
    return _LONE.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(text, ensure_ascii=False))


def number_text(value: float) -> str:
    """A number as `JSON.stringify` writes it."""
    if isinstance(value, int):
        return str(value) if abs(value) <= 2**53 else number_text(float(value))
    if not math.isfinite(value):
        return "null"
    if value == int(value) and abs(value) <= 2**53:
        return str(int(value))
    if 1e-6 <= abs(value) < 1e21:
        return f"{Decimal(repr(value)):f}"
    return re.sub(r"e([+-])0+", r"e\1", repr(value))


def stringify(value: Any, indent: int = 0) -> str:
    """`JSON.stringify(value, null, 2)`, standing at an indentation."""
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return number_text(value)
    inner, outer = "\n" + " " * (indent + 2), "\n" + " " * indent
    if isinstance(value, dict):
        parts = [f"{quote(str(key))}: {stringify(entry, indent + 2)}" for key, entry in value.items()]
        return "{" + inner + ("," + inner).join(parts) + outer + "}" if parts else "{}"
    parts = [stringify(entry, indent + 2) for entry in value]
    return "[" + inner + ("," + inner).join(parts) + outer + "]" if parts else "[]"


def sha1_12(text: str) -> str:
    """The first 12 hex of the sha1 of a text, as queries and claims are named."""
    import hashlib

    return hashlib.sha1(text.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()[:12]
