"""What a hit of a memory search adds to the recall store, as each version of OpenClaw writes it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Refused, Usage
from dreamtui.openclaw import recall_store
from dreamtui.openclaw.js import (
    collapse,
    cut_units,
    epoch_ms,
    iso_ms,
    number,
    number_text,
    sha1_12,
    trim,
    trim_end,
    units,
)
from dreamtui.openclaw.kind import STORE
from dreamtui.openclaw.recall_store import read_recalls
from dreamtui.openclaw.recalls import promotion_lock
from dreamtui.openclaw.scoring.contamination import is_contaminated
from dreamtui.openclaw.scoring.profiles import PROFILES, ScoringProfile
from dreamtui.openclaw.scoring.recall_entries import (
    MOST_DAYS,
    MOST_QUERIES,
    is_corpus,
    is_short_term,
    iso_day,
    normalised,
    read_entry,
)
from dreamtui.openclaw.scoring.score import clamp
from dreamtui.openclaw.scoring.tags import concept_tags
from dreamtui.openclaw.settings import PromotionOptions, Settings, settle
from dreamtui.text.jsons import read_json
from dreamtui.text.zones import zone_named

MOST_UNITS = 800


@dataclass(frozen=True, slots=True)
class SearchHit:
    path: str
    """The note, relative to the workspace."""
    start: float
    """First line as the search gave it."""
    end: float
    score: float
    snippet: str = ""
    source: str = "memory"
    """Only `memory` counts."""


def query_hash(query: str) -> str:
    """How a query is named in the store."""
    return sha1_12(trim(query).lower())


def claim_hash(snippet: str) -> str:
    """The name of a claim, independent of its place."""
    return sha1_12(collapse(snippet))


def entry_key(hit: SearchHit) -> str:
    """The key of a hit, with its line numbers as they were given."""
    return f"{hit.source}:{normalised(hit.path)}:{number_text(hit.start)}:{number_text(hit.end)}"


def counted(hits: Iterable[SearchHit], profile: ScoringProfile) -> list[SearchHit]:
    """The hits that are recalls of short-term memory."""
    return [hit for hit in hits if hit.source == "memory" and is_short_term(hit.path, nested=profile.nested_paths)]


def record(
    old: Mapping[str, Any] | None, hit: SearchHit, query: str, profile: ScoringProfile, now_ms: int, now: str, day: str
) -> dict[str, Any] | None:
    """The whole entry after a hit; None if the version does not record it."""
    key, path, snippet = entry_key(hit), normalised(hit.path), collapse(hit.snippet)
    if profile.contamination and snippet and is_contaminated(snippet, profile.contamination, corpus=is_corpus(path)):
        return None
    known = read_entry(key, dict(old), profile, now) if old is not None else None
    score = clamp(hit.score)
    kept = _capped(snippet) if profile.all_signals else snippet
    entry: dict[str, Any] = {
        "key": key,
        "path": path,
        "startLine": max(1, math.floor(hit.start)),
        "endLine": max(1, math.floor(hit.end)),
        "source": "memory",
        "snippet": kept or (known.snippet if known else ""),
        "recallCount": (known.recalls if known else 0) + 1,
    }
    if profile.all_signals:
        entry |= {"dailyCount": known.daily if known else 0, "groundedCount": known.grounded if known else 0}
    entry |= {
        "totalScore": (known.total_score if known else 0.0) + score,
        "maxScore": max(known.max_score if known else 0.0, score),
        "firstRecalledAt": known.first_recalled if known else now,
        "lastRecalledAt": now,
        "queryHashes": _newest(known.queries if known else (), query_hash(query), MOST_QUERIES),
    }
    if profile.keeps_days:
        tags = concept_tags(path, snippet, profile.tags)
        entry["recallDays"] = _newest(known.days if known else (), iso_day(day), MOST_DAYS)
        entry["conceptTags"] = list(tags or (known.tags if known and known.tags else ()))
    return entry | _rest(old, known is not None, profile, snippet, now_ms)


def _rest(
    old: Mapping[str, Any] | None, is_known: bool, profile: ScoringProfile, snippet: str, now_ms: int
) -> dict[str, Any]:
    """Members behind the shared ones: where it comes from, what it claims, when it was promoted."""
    before = old if is_known and old is not None else {}
    found: dict[str, Any] = {}
    if profile.origins:
        found["provenance"] = {"originClass": "agent", "sessionKind": "unknown", "observedAt": now_ms}
        claim = claim_hash(snippet) if snippet else before.get("claimHash")
        found |= {"claimHash": claim} if claim else {}
        found |= {"projectKey": before["projectKey"]} if isinstance(before.get("projectKey"), str) else {}
    elif profile.all_signals and isinstance(before.get("claimHash"), str):
        found["claimHash"] = before["claimHash"]
    if isinstance(before.get("promotedAt"), str) and before["promotedAt"]:
        found["promotedAt"] = before["promotedAt"]
    return found


def _newest(known: Iterable[str], new: str, most: int) -> list[str]:
    """Each once, the new one last, the oldest dropped."""
    found = list(dict.fromkeys(value for value in known if value))
    if new and new not in found:
        found.append(new)
    return found[-most:]


def _capped(snippet: str) -> str:
    return snippet if units(snippet) <= MOST_UNITS else trim_end(cut_units(snippet, MOST_UNITS))


def hit_of(raw: Mapping[str, Any]) -> SearchHit | None:
    """A hit from the result of a search tool; None for what is none."""
    path, snippet, source = raw.get("path"), raw.get("snippet", ""), raw.get("source", "memory")
    start, end, score = (number(raw.get(name, math.nan)) for name in ("startLine", "endLine", "score"))
    if not isinstance(path, str) or not path or not math.isfinite(start) or not math.isfinite(end):
        return None
    text = snippet if isinstance(snippet, str) else ""
    return SearchHit(path, start, end, score, text, source if isinstance(source, str) else "")


def record_hits(desk: Desk, query: str, results: Iterable[Mapping[str, Any]], profile: str = "") -> tuple[str, ...]:
    """Add the hits to the store; the keys of the entries that changed."""
    if not trim(query):
        return ()
    settings = settle(desk, PromotionOptions(profile))
    way = shape_of(settings)
    hits = counted((hit for hit in map(hit_of, results) if hit is not None), way)
    if not hits:
        return ()
    with desk.store.writing(desk.writer()) as transaction, promotion_lock(desk):
        if not read_recalls(desk.workspace.root, desk.env).writable:
            raise Refused("OpenClaw keeps recalls in its database here, which is never written; let it record them")
        before = desk.store.read(STORE)
        after, keys = _after(before, hits, query, way, settings, desk)
        if keys:
            transaction.apply(ChangeSet.of(Change(STORE, before, after)), "recall", keys=keys)
    return tuple(keys)


def shape_of(settings: Settings) -> ScoringProfile:
    """How entries are written: the newest form found in a file, unless a profile says an older one."""
    return PROFILES["openclaw-v3"] if settings.profile.origins else settings.profile


def _after(
    before: bytes | None, hits: list[SearchHit], query: str, way: ScoringProfile, settings: Settings, desk: Desk
) -> tuple[bytes, list[str]]:
    """The store's bytes with all hits, each counted in its turn."""
    now_ms = epoch_ms(desk.now)
    now = iso_ms(now_ms)
    day = desk.now.astimezone(zone_named(settings.dreaming.timezone)).date().isoformat()
    text = recall_store.decode(before, STORE) if before is not None else recall_store.dump({}, now).decode()
    entries = dict(recall_store.parse(before).entries)
    keys = []
    for hit in hits:
        key = entry_key(hit)
        old = entries.get(key)
        entry = record(old if isinstance(old, dict) else None, hit, query, way, now_ms, now, day)
        if entry is None:
            continue
        entries[key] = entry
        text = recall_store.put_entry(text, key, entry, now, STORE)
        keys.append(key)
    return text.encode("utf-8", "replace"), list(dict.fromkeys(keys))


def hit_from_words(words: str) -> dict[str, Any]:
    """A hit as the command line takes it: `PATH:START-END=SCORE:SNIPPET`, or JSON."""

    if words.lstrip().startswith("{"):
        try:
            found = read_json(words)
        except ValueError:
            raise Usage(f"{words[:60]!r} is not valid JSON") from None
        if not isinstance(found, dict) or hit_of(found) is None:
            raise Usage("a result needs path, startLine and endLine")
        return found
    place, equals, rest = words.partition("=")
    path, colon, span = place.rpartition(":")
    start, dash, end = span.partition("-")
    score, _, snippet = rest.partition(":")
    try:
        if not (equals and colon):
            raise ValueError
        return {
            "path": path,
            "startLine": int(start),
            "endLine": int(end) if dash else int(start),
            "score": float(score),
            "snippet": snippet,
            "source": "memory",
        }
    except ValueError:
        raise Usage(
            f"{words[:60]!r} is not a result; write memory/2026-11-18.md:3-5=0.9:what it says, or JSON"
        ) from None
