"""Recalls of short-term memory: what a search found, how often, for how many queries, on which days.

These are tuples rather than dataclasses because a store holds tens of thousands of them.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from dreamtui.openclaw.js import collapse, number, trim

if TYPE_CHECKING:
    from dreamtui.openclaw.scoring.profiles import ScoringProfile


class RecallEntry(NamedTuple):
    """One passage of a daily note and how it was recalled, as one version of OpenClaw reads it."""

    key: str
    path: str
    start: int
    end: int
    snippet: str
    recalls: int
    daily: int
    grounded: int
    total_score: float
    max_score: float
    first_recalled: str
    last_recalled: str
    queries: tuple[str, ...]
    days: tuple[str, ...]
    tags: tuple[str, ...] | None
    promoted_at: str
    user_queries: tuple[str, ...] | None
    origin: str
    project: str


class PhaseHits(NamedTuple):
    """How often a passage was taken up by the light and REM phases, and when last."""

    light: int
    rem: int
    last_light: str
    last_rem: str


class Components(NamedTuple):
    """The parts of a score, each 0 to 1; consolidation and conceptual are None in a profile with four signals."""

    frequency: float
    relevance: float
    diversity: float
    recency: float
    consolidation: float | None
    conceptual: float | None


class Scored(NamedTuple):
    """An entry that passed every gate, with its score and the figures it comes from."""

    entry: RecallEntry
    score: float
    components: Components
    boost: float
    signals: int
    contexts: int
    average: float
    age_days: float
    tags: tuple[str, ...]


class Exclusion(NamedTuple):
    """An entry that did not pass, under the first gate that dropped it."""

    key: str
    reason: str
    detail: str
    distance: float


class Ranking(NamedTuple):
    considered: int
    candidates: tuple[Scored, ...]
    excluded: tuple[Exclusion, ...]
    held_back: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What an entry has to reach; all gates must pass."""

    min_score: float
    """Lowest score; reaching it is enough."""
    min_recalls: int
    """Fewest recalls (or signals, where a profile counts all)."""
    min_queries: int
    """Fewest distinct queries (or contexts)."""
    limit: int | None = None
    """Most candidates; None for all."""
    max_age_days: int | None = None
    """Oldest last recall in days; None for any age."""
    half_life_days: float = 14.0
    """Days after which recency is halved."""


@dataclass(frozen=True, slots=True)
class RawStore:
    """A recall store as it was read, before any version's rules are applied."""

    entries: dict[str, Any]
    """The members of `entries`, by key, in the file's order."""
    updated_at: str = ""
    """When it was written last, as it says itself."""


MOST_QUERIES = 32
MOST_DAYS = 16
MOST_TAGS = 8


def entries_of(store: RawStore, profile: "ScoringProfile", now: str) -> list[RecallEntry]:
    """Every valid entry, in the file's order; `now` replaces missing dates."""
    read = (read_entry(key, value, profile, now) for key, value in store.entries.items())
    return [entry for entry in read if entry is not None]


def read_entry(key: str, raw: Any, profile: "ScoringProfile", now: str) -> RecallEntry | None:
    """One entry; None for what is none."""
    if type(raw) is not dict or raw.get("source") != "memory":
        return None
    get = raw.get
    path, start, end = get("path"), get("startLine"), get("endLine")
    if type(path) is not str or not path:
        return None
    start = start if type(start) is int else _line(raw, "startLine")
    end = end if type(end) is int else _line(raw, "endLine")
    path = normalised(path)
    if start is None or end is None or not path:
        return None
    total, best = get("totalScore"), get("maxScore")
    first, last, promoted, snippet = get("firstRecalledAt"), get("lastRecalledAt"), get("promotedAt"), get("snippet")
    days, tags = get("recallDays"), get("conceptTags")
    return RecallEntry(
        key or f"memory:{path}:{start}:{end}",
        path,
        start,
        end,
        collapse(snippet) if type(snippet) is str else "",
        _count(get("recallCount")),
        _count(get("dailyCount")) if profile.all_signals else 0,
        _count(get("groundedCount")) if profile.all_signals else 0,
        total if type(total) is float and 0 <= total < math.inf else _positive(total),
        best if type(best) is float and 0 <= best <= 1 else min(1.0, _positive(best)),
        first if type(first) is str else now,
        last if type(last) is str else now,
        _queries(get("queryHashes"), distinct=profile.keeps_days),
        _days(days) if profile.keeps_days and type(days) is list else (),
        _tags(tags) if type(tags) is list else None,
        promoted if type(promoted) is str else "",
        _user_queries(raw) if profile.diversity == "interactive" else None,
        _origin(get("provenance")) if profile.origins else "",
        project_keys(get("projectKey")) if "projectKey" in raw else "",
    )


def _line(raw: dict[str, Any], name: str) -> int | None:
    found = number(raw[name]) if name in raw else math.nan
    return int(found) if math.isfinite(found) and found == int(found) else None


def _count(value: Any) -> int:
    if type(value) is int:
        return value if value > 0 else 0
    found = number(value) if value is not None else 0.0
    return max(0, math.floor(found)) if math.isfinite(found) else 0


def _positive(value: Any) -> float:
    """`Math.max(0, Number(x) || 0)`."""
    found = number(value) if value is not None else 0.0
    return found if found > 0 else 0.0


def _queries(value: Any, *, distinct: bool) -> tuple[str, ...]:
    if type(value) is not list or not value:
        return ()
    if not distinct:
        return tuple(query for query in value if type(query) is str)
    try:
        together = "".join(value)
    except TypeError:
        together = ""
    if together.isalnum() and together.isascii() and len(value) <= MOST_QUERIES and "" not in value:
        return tuple(dict.fromkeys(value))  # hashes, as nearly always
    return tuple(_distinct((query for query in value if type(query) is str), MOST_QUERIES))


def _tags(values: list[Any]) -> tuple[str, ...]:
    found: list[str] = []
    for value in values:
        if type(value) is str:
            tag = trim(value.lower())
            if tag and tag not in found:
                found.append(tag)
    return tuple(found[:MOST_TAGS])


def _distinct(values: Iterator[str], most: int) -> list[str]:
    seen: dict[str, None] = {}
    for value in values:
        word = trim(value)
        if word and word not in seen:
            seen[word] = None
            if len(seen) == most:
                break
    return list(seen)


def _days(values: list[Any]) -> tuple[str, ...]:
    """The days that begin like one, the newest sixteen."""
    found = [day for value in values if (day := iso_day(value))]
    return tuple(found[-MOST_DAYS:])


def iso_day(value: Any) -> str:
    """The leading YYYY-MM-DD of a text, empty for none."""
    return _leading_day(value) if type(value) is str else ""


@lru_cache(maxsize=8192)
def _leading_day(text: str) -> str:
    day = trim(text)[:10]
    good = len(day) == 10 and day[4] == day[7] == "-" and day.isascii()
    return day if good and (day[:4] + day[5:7] + day[8:]).isdigit() else ""


def _user_queries(raw: dict[str, Any]) -> tuple[str, ...] | None:
    """Queries of a person; an old entry without them has its queries only where nothing else added to it."""
    if type(raw.get("userQueryHashes")) is list:
        return _queries(raw["userQueryHashes"], distinct=True)
    if _count(raw.get("dailyCount")) or _count(raw.get("groundedCount")):
        return None
    return _queries(raw.get("queryHashes"), distinct=True)


def _origin(value: Any) -> str:
    """Where an entry comes from; an unknown word counts as untrusted."""
    if type(value) is not dict:
        return ""
    origin = value.get("originClass")
    return origin if origin in ("owner", "agent", "system", "untrusted") else "untrusted"


def project_keys(value: Any) -> str:
    """Project keys as they are compared: hosts in lower case, each once, joined by semicolons."""
    if type(value) is not str:
        return ""
    keys: dict[str, None] = {}
    for part in value.split(";"):
        key = trim(part)
        if not key or any(char in key for char in "\r\n<>"):
            continue
        cut = key.find("/")
        keys[key if key.startswith("path:") or cut < 1 else key[:cut].lower() + key[cut:]] = None
    return "; ".join(keys)


_DAY = r"\d{4}-\d{2}-\d{2}"
_FLAT = re.compile(rf"(?:^|/)memory/{_DAY}\.md\Z", re.ASCII)
_FLAT_BARE = re.compile(rf"{_DAY}\.md", re.ASCII)
_NESTED = re.compile(rf"(?:[^/]+/)*{_DAY}(?:-[^/]+)?\.md", re.ASCII)
"""What follows the last `memory/` of a path."""
_NESTED_BARE = re.compile(rf"{_DAY}(?:-[^/]+)?\.md", re.ASCII)
_CORPUS = re.compile(rf"(?:^|/)memory/\.dreams/session-corpus/{_DAY}\.(?:md|txt)\Z", re.ASCII)
_DREAMING = re.compile(r"(?:^|/)memory/dreaming/")


def normalised(path: str) -> str:
    """Slashes one way, without a leading `./`."""
    if "\\" in path:
        path = path.replace("\\", "/")
    return path.removeprefix("./")


@lru_cache(maxsize=4096)
def is_short_term(path: str, *, nested: bool) -> bool:
    """Whether a path is short-term memory; `nested` allows folders, slugs and the session corpus."""
    path = normalised(path)
    if not nested:
        return bool(_FLAT.search(path) or _FLAT_BARE.fullmatch(path))
    if _DREAMING.search(path):
        return False
    _, inside, below = f"/{path}".rpartition("/memory/")
    nested_note = inside and _NESTED.fullmatch(below)
    return bool(nested_note or _CORPUS.search(path) or _NESTED_BARE.fullmatch(path))


def is_corpus(path: str) -> bool:
    """Whether a path is a transcript of sessions rather than a note."""
    return _CORPUS.search(normalised(path)) is not None


def is_note_name(name: str) -> bool:
    """Whether a text is the name of a daily note."""
    return _NESTED_BARE.fullmatch(name) is not None
