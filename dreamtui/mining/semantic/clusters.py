"""Events that say something similar in different words, as findings; pure, given their vectors."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from dreamtui.mining.noise import Ignored, is_bot
from dreamtui.mining.semantic import NAME
from dreamtui.mining.semantic.explain import explained, medoid
from dreamtui.mining.signals.tally import NEWEST
from dreamtui.model.evidence import Event, Evidence
from dreamtui.model.item import Finding, Nearness
from dreamtui.model.mining.interface import MineSettings
from dreamtui.text.saying import cut

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

EPS = 0.45
"""The largest cosine distance of neighbours."""
MOST_EVENTS = 2000
"""Events that are compared, the newest of them."""
_TITLE = 100
_MOST_ALIASES = 64
_FILES = 20


class SemanticCluster:
    """At least `min_cluster_size` events of event logs whose summaries are near in meaning, in more than one wording;
    and a correction put in other words in `min_correction_sessions` sessions. Needs the extra `semantic`: meaning.md.
    """


def text_of(event: Event) -> str:
    """What is embedded of an event: its kind, summary and files, as dotagent does."""
    files = f"files:{' '.join(event.files)}" if event.files else ""
    return " | ".join(part for part in (event.kind, event.summary, files) if part)


def comparable(events: Iterable[Event], since: str) -> list[Event]:
    """The newest events of the window that say something, each commit once, newest first."""
    seen: dict[tuple[str, ...], Event] = {}
    for event in events:
        if event.ts >= since and event.summary.strip() and not event.noise and not is_bot(event.actor):
            name = (event.sha,) if event.sha else (event.ts, event.actor, event.session, event.kind, event.summary)
            seen.setdefault(name, event)
    ordered = sorted(seen.values(), key=lambda event: (event.ts, str(event.locator)), reverse=True)
    return ordered[:MOST_EVENTS]


def grouped(events: Sequence[Event], embed: Callable[[Sequence[str]], "Floats"], least: int) -> list[list[int]]:
    """The clusters as indexes of events, in DBSCAN's order; equal texts are embedded and compared once."""
    if len(events) < least:
        return []
    import numpy as np

    from dreamtui.mining.semantic.dbscan import dbscan

    texts = list(map(text_of, events))
    unique = list(dict.fromkeys(texts))
    counts = Counter(texts)
    labels = dbscan(embed(unique), EPS, least, np.array([counts[text] for text in unique]))
    label_of = dict(zip(unique, labels.tolist(), strict=True))
    clusters: list[list[int]] = [[] for _ in range(int(labels.max()) + 1)]
    for index, text in enumerate(texts):
        if label_of[text] >= 0:
            clusters[label_of[text]].append(index)
    return clusters


def find(
    events: Sequence[Event], embed: Callable[[Sequence[str]], "Floats"], settings: MineSettings, ignored: Ignored
) -> list[Finding]:
    """The clusters of comparable events, the largest first."""
    found = []
    for cluster in grouped(events, embed, settings.min_cluster_size):
        members = [events[index] for index in cluster]
        wordings = {_wording(event.summary): event.summary for event in members}
        if len(wordings) > 1:
            found.append(_finding(members, embed, len(wordings), settings, ignored))
    return sorted(found, key=lambda finding: (-finding.weight, finding.subject))


def _wording(summary: str) -> str:
    return " ".join(summary.casefold().split())


def _finding(
    members: Sequence[Event],
    embed: Callable[[Sequence[str]], "Floats"],
    wordings: int,
    settings: MineSettings,
    ignored: Ignored,
) -> Finding:
    texts = {text_of(event): event.summary for event in members}
    counts = Counter(map(text_of, members))
    vectors = embed(list(texts))
    summaries = list(texts.values())
    middle = summaries[medoid(vectors)]
    files = Counter(path for event in members for path in event.files if not ignored[path])
    names = [_member(event) for event in reversed(members)]
    title = f"{cut(' '.join(middle.split()), _TITLE).rstrip('.')}: {len(members)} events in {wordings} wordings"
    some = sorted(sorted(files, key=lambda path: (-files[path], path))[:_FILES])
    weights = [counts[text] for text in texts]
    why = explained(summaries, vectors, EPS, settings.min_cluster_size, weights)
    return finding_of(members, list(dict.fromkeys(names))[: _MOST_ALIASES + 1], title, some, why)


def finding_of(
    members: Sequence[Event], names: Sequence[str], title: str, files: Iterable[str], why: Nearness
) -> Finding:
    """Events, newest first, as one finding under the first of its names."""
    return Finding(
        signal=NAME,
        subject=names[0],
        title=title,
        weight=len(members),
        actors=tuple(sorted({event.actor for event in members})),
        files=tuple(files),
        evidence=tuple(Evidence(e.summary, e.locator, e.ts, e.actor, e.digest) for e in members[:NEWEST]),
        first_seen=members[-1].ts,
        last_seen=members[0].ts,
        sessions=len({event.session for event in members if event.session}),
        aliases=tuple(names[1:]),
        alike=why,
    )


def _member(event: Event) -> str:
    """Names an event by what it says and when; its place may change."""
    said = f"{event.ts}\0{event.actor}\0{text_of(event)}"
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:12]
