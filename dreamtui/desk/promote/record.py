"""Recording what a search of the memory found, in OpenClaw's own file and form."""

from collections.abc import Iterable, Mapping
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.desk.promote.settings import PromotionOptions, Settings, settle
from dreamtui.kinds.promotion import recall_store
from dreamtui.kinds.promotion.kind import STORE
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Refused, Usage
from dreamtui.openclaw.scoring.cadence import zone_named
from dreamtui.openclaw.scoring.profiles import PROFILES, ScoringProfile
from dreamtui.openclaw.scoring.recording import SearchHit, counted, entry_key, hit_of
from dreamtui.openclaw.scoring.recording import record as recorded
from dreamtui.openclaw.sources import read_recalls
from dreamtui.store.promotion_lock import promoting
from dreamtui.text.js import epoch_ms, iso_ms, trim
from dreamtui.text.jsons import read_json


def record_hits(desk: Desk, query: str, results: Iterable[Mapping[str, Any]], profile: str = "") -> tuple[str, ...]:
    """Add the hits to the store; the keys of the entries that changed."""
    if not trim(query):
        return ()
    settings = settle(desk, PromotionOptions(profile))
    way = shape_of(settings)
    hits = counted((hit for hit in map(hit_of, results) if hit is not None), way)
    if not hits:
        return ()
    with desk.store.writing(desk.writer()) as transaction, promoting(desk.layout, desk.wait):
        if not read_recalls(desk.workspace.root, desk.env).writable:
            raise Refused("OpenClaw keeps recalls in its database here, which is never written; let it record them")
        before = desk.store.read(STORE)
        after, keys = _after(before, hits, query, way, settings, desk)
        if keys:
            transaction.apply(ChangeSet.of(Change(STORE, before, after)), "recall", keys=keys)
    return tuple(keys)


def shape_of(settings: Settings) -> ScoringProfile:
    """How entries are written: the newest form that lies in a file, unless a profile says an older one."""
    return PROFILES["openclaw-v3"] if settings.profile.shape == "v4" else settings.profile


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
        entry = recorded(old if isinstance(old, dict) else None, hit, query, way, now_ms, now, day)
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
        raise Usage(f"{words[:60]!r} is no result; write memory/2026-11-18.md:3-5=0.9:what it says, or JSON") from None
