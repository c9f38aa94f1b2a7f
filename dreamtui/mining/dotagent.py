"""Mines exactly as dotagent does: its event log and registry only, its expressions, counts, order and titles.

What differs from our own signals: one `revert_cluster` for the whole repository, a commit that names an error three
times counts three times, any mention of "revert" is a revert, nothing is left out as noise, and only the newest five
thousand events are looked at.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from dreamtui.model.evidence import Event, Evidence
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import MineSettings
from dreamtui.model.mining.registry import RegistryEntry

LIMIT = 5000
"""How many events dotagent looks at."""

_REVERT = re.compile(r"\brevert\b", re.IGNORECASE)
_FIX = re.compile(r"^(fix|hotfix|bug)[: (\!]", re.IGNORECASE)
_ERROR = re.compile(r"\b([A-Z][A-Za-z0-9_]+(?:Error|Exception))\b")
_LINES = 8
_LINES_OF_REVERTS = 10


def newest_events(events: Iterable[Event], since: str) -> list[Event]:
    """What dotagent's index returns: each event of the window once, newest first, at most `LIMIT`.

    Events of the same time keep their order.
    """
    unique: dict[tuple[str, str, str, str, str, str], Event] = {}
    for event in events:
        if event.ts >= since:
            unique.setdefault((event.ts, event.actor, event.session, event.kind, event.summary, event.sha), event)
            if len(unique) > 4 * LIMIT:
                newest = sorted(unique.items(), key=lambda pair: pair[1].ts, reverse=True)
                unique = dict(newest[:LIMIT])
    return sorted(unique.values(), key=lambda event: event.ts, reverse=True)[:LIMIT]


def mine_like_dotagent(
    events: Iterable[Event], registry: Sequence[RegistryEntry], settings: MineSettings
) -> list[Finding]:
    """The findings in dotagent's order, with dotagent's subjects and titles."""
    newest = newest_events(events, settings.since)
    found = [
        *_reverts(newest, settings),
        *_fixes(newest, settings),
        *_failures(newest, settings),
        *_crossings(newest, registry),
    ]
    return [finding for finding in found if settings.only in (None, finding.signal)]


def _finding(
    signal: str, subject: str, title: str, weight: int, events: Sequence[Event], lines: int, actors: Iterable[str],
    files: Iterable[str],
) -> Finding:  # fmt: skip
    return Finding(
        signal=signal,
        subject=subject,
        title=title,
        weight=weight,
        actors=tuple(actors),
        files=tuple(files),
        evidence=tuple(Evidence(e.summary, e.locator, e.ts, e.actor, e.digest) for e in events[:lines]),
        first_seen=min(event.ts for event in events),
        last_seen=max(event.ts for event in events),
        sessions=len({event.session for event in events if event.session}),
    )


def _actors(events: Iterable[Event]) -> list[str]:
    return sorted({event.actor for event in events})


def _reverts(events: Sequence[Event], settings: MineSettings) -> Iterable[Finding]:
    hits = [event for event in events if event.kind == "revert" or _REVERT.search(event.summary)]
    if len(hits) >= settings.min_reverts:
        files = sorted({path for event in hits for path in event.files})
        title = f"{len(hits)} reverts in last {settings.since_text}"
        yield _finding("revert_cluster", "", title, len(hits), hits, _LINES_OF_REVERTS, _actors(hits), files)


def _fixes(events: Sequence[Event], settings: MineSettings) -> Iterable[Finding]:
    groups: dict[str, list[Event]] = {}
    for event in events:
        if _FIX.match(event.summary):
            for path in event.files:
                groups.setdefault(path, []).append(event)
    for path, hits in groups.items():
        if len(hits) >= settings.min_cluster_size:
            title = f"`{path}` was fix-touched {len(hits)} times in last {settings.since_text}"
            yield _finding("repeat_fix", path, title, len(hits), hits, _LINES, _actors(hits), [path])


def _failures(events: Sequence[Event], settings: MineSettings) -> Iterable[Finding]:
    groups: dict[str, list[Event]] = {}
    for event in events:
        for error in _ERROR.findall(event.summary):
            groups.setdefault(error, []).append(event)
    for error, hits in groups.items():
        if len(hits) >= settings.min_cluster_size:
            title = f"`{error}` appeared {len(hits)} times in last {settings.since_text}"
            yield _finding("frequent_failure", error, title, len(hits), hits, _LINES, (), ())


def _crossings(events: Sequence[Event], registry: Sequence[RegistryEntry]) -> Iterable[Finding]:
    for entry in registry:
        files = set(entry.files)
        hits = [event for event in events if not files.isdisjoint(event.files)]
        actors = _actors(hits)
        if len(actors) >= 2:
            title = f"bug `{entry.id}` ({entry.title}) hit by {len(actors)} actors"
            yield _finding("cross_actor_anti", entry.id, title, len(actors), hits, _LINES, actors, entry.files)


def clusters_like_dotagent(events: Sequence[Event], clusters: Iterable[Sequence[int]]) -> list[Finding]:
    """The findings of clusters of events, newest first; their ids are the clusters' numbers, as dotagent has them."""
    found = []
    for number, cluster in enumerate(clusters):
        hits = [events[index] for index in cluster]
        kind = Counter(event.kind for event in hits).most_common(1)[0][0]
        title = f"{kind} cluster: {hits[0].summary[:80]} ({len(hits)} events)"
        files = sorted({path for event in hits for path in event.files})
        told = [replace(event, actor=f"{event.actor} via {event.tool}") for event in hits]
        one = _finding("semantic_cluster", str(number), title, len(hits), told, _LINES, _actors(hits), files)
        found.append(one)
    return found
