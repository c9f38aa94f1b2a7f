"""Insights: found by a run in the words of events and commits, listed, and decided like every other item."""

from collections.abc import Sequence
from dataclasses import dataclass

from dreamtui.desk.desk import Desk
from dreamtui.kinds.candidate.kind import CANDIDATE
from dreamtui.kinds.insight import codec
from dreamtui.kinds.insight.intake import KnownInsight, rules
from dreamtui.kinds.insight.kind import INSIGHT, INSIGHT_FILES
from dreamtui.kinds.intake import Intake, take_in
from dreamtui.kinds.row import QueueEntry
from dreamtui.mining.insights import find
from dreamtui.model.errors import Refused, Usage
from dreamtui.model.evidence import Event
from dreamtui.model.insight import Insight, InsightType
from dreamtui.model.status import Status
from dreamtui.store.index.queue import Queue
from dreamtui.store.layout import EVENTS
from dreamtui.text.dates import iso

MOST_NEW = 10
"""New insights of one run; the rest is counted."""
MOST_EVENTS = 10_000
"""Events of the logs whose words are read in one run, the newest of them."""
_ACTIVE = frozenset({Status.PENDING, Status.DEFERRED, Status.GRADUATED})
_WORDS = {"active": _ACTIVE, "deprecated": frozenset({Status.REJECTED, Status.RECURRING}), "all": frozenset(Status)}


@dataclass(frozen=True, slots=True)
class InsightsFound:
    """What was found in one window."""

    found: tuple[Insight, ...]
    remarks: tuple[str, ...] = ()
    """What is to be known, a sentence each."""
    instructions: str = ""
    """What a person wants looked at."""


def wanted(desk: Desk, queue: Queue) -> bool:
    """Whether insights are looked for: they were asked for, some were decided, or came from a SecondBrain store."""
    return bool(desk.config["dreamtui.insights"]) or bool(queue.rows(INSIGHT_FILES))


def look(desk: Desk, queue: Queue, since: str, commits: Sequence[Event], instructions: str = "") -> InsightsFound:
    """Find insights in the window: what takes time, and is done before anybody is shut out.

    Event logs are opened here: a run reads only their new lines.
    """
    from dreamtui.sources.events.stream import recent

    events, capped = recent(desk.layout.real(EVENTS), desk.workspace.root, since, MOST_EVENTS)
    inside = sorted((event for event in commits if event.ts >= since), key=lambda event: event.ts, reverse=True)
    remarks = (f"insights were looked for in the newest {MOST_EVENTS:,} events only",) if capped else ()
    return InsightsFound(find([*events, *inside[:MOST_EVENTS]], _subjects(queue)), remarks, instructions)


def sorted_in(desk: Desk, queue: Queue, looked: InsightsFound) -> Intake[Insight]:
    """What they do to the files of insights; nothing is written here."""
    there = known_insights(desk, queue)
    alike = float(desk.config["dreamtui.dedup_threshold"])
    taken = rules(there, now=iso(desk.now), today=desk.today, most=MOST_NEW, alike=alike, steered=looked.instructions)
    return take_in(looked.found, taken)


def _subjects(queue: Queue) -> frozenset[str]:
    """What candidates are about already, pending or decided: files and error names."""
    rows = [entry.row for entry in queue.entries(tuple(Status), "kind = ?", CANDIDATE.name)]
    named = {path.casefold() for row in rows for path in row.files}
    return frozenset(named | {word.strip("`'\"").casefold() for row in rows for word in row.title.split()[:4]})


def known_insights(desk: Desk, queue: Queue) -> dict[str, KnownInsight]:
    """Every insight that is here, by id."""
    found: dict[str, KnownInsight] = {}
    for row in queue.rows(INSIGHT_FILES):
        try:
            data = desk.store.read(row.path)
        except Refused:
            continue
        made = codec.parse(data, row.path) if data is not None else None
        if data is not None and made is not None:
            found[made.id] = KnownInsight(made, data)
    return found


def listed(
    desk: Desk, *, status: str = "", kind: str = "", query: str = "", limit: int = 50
) -> list[tuple[QueueEntry, Insight]]:
    """Insights as they were asked for, the most important first; without a status those that wait."""
    wanted = _statuses(status)
    if kind and kind not in tuple(InsightType):
        raise Usage(f"{kind!r} is not a type of insight; use one of {', '.join(InsightType)}")
    queue = desk.queue()
    known = known_insights(desk, queue)
    words = query.casefold()
    found = []
    for entry in queue.entries(tuple(Status)):
        one = known.get(entry.row.id) if entry.row.kind == INSIGHT.name else None
        if one is None or entry.status not in wanted or (kind and one.made.type != kind):
            continue
        if words in f"{one.made.title}\n{one.made.text}\n{' '.join(p.quote for p in one.made.evidence)}".casefold():
            found.append((entry, one.made))
    found.sort(key=lambda pair: (-pair[1].importance, pair[1].id))
    return found[:limit]


def _statuses(name: str) -> frozenset[Status]:
    if name == "":
        return frozenset({Status.PENDING, Status.RECURRING})
    if name in _WORDS:
        return _WORDS[name]
    try:
        return frozenset({Status(name)})
    except ValueError:
        raise Usage(f"{name!r} is not a status; use one of {', '.join((*_WORDS, *Status))}") from None
