"""A run: read what happened, find candidates, put them into the queue."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import history
from dreamtui.desk.mine import coverage, insights
from dreamtui.desk.mine.reading import (
    HEARD_SIGNALS,
    Progress,
    SourcesRead,
    commits_since,
    ignored_patterns,
    read_commits,
    read_compat,
    read_new,
    reads_commits,
    switched_off,
)
from dreamtui.kinds.candidate.intake import MANUAL, Limits, ids_of, rules, to_item, without_secrets
from dreamtui.kinds.candidate.kind import CANDIDATE, CANDIDATES, decided_ids
from dreamtui.kinds.insight.kind import INSIGHT
from dreamtui.kinds.intake import Intake, Known, take_in
from dreamtui.kinds.row import QueueEntry
from dreamtui.model.change import ChangeSet
from dreamtui.model.errors import NotFound, Usage
from dreamtui.model.insight import Insight
from dreamtui.model.item import Item
from dreamtui.model.mining.interface import MineSettings
from dreamtui.model.status import Status
from dreamtui.store.index import recurrence
from dreamtui.store.index.queue import Queue
from dreamtui.text.dates import iso, parse_since

_WIDER = (90, 365)
"""Days to which the window is widened while too little is found."""
INSTRUCTIONS_LIMIT = 4096
"""Characters of instructions that are kept."""


@dataclass(frozen=True, slots=True)
class DreamRequest:
    """What a person asked of a run; empty means that the configuration says."""

    since: str = ""
    """A window or an ISO date."""
    lookback_days: int | None = None
    """The window in days; not together with `since`."""
    min_cluster_size: int | None = None
    """Events needed for repeat_fix and frequent_failure."""
    max_new: int | None = None
    only: str = ""
    instructions: str = ""
    """What a person wants looked at; recorded."""
    compat: bool | None = None
    dry_run: bool = False
    """Say what would be done, write nothing."""
    reviews: str = ""
    """A file of review comments, or the tool of a forge: nothing else is looked at."""
    one_reviewer: bool = False
    """Of reviews, also what only one reviewer asked for."""
    trigger: str = "manual"
    """What started it."""
    embeddings: bool = True
    """Compare events by meaning too, where there is a model."""
    partial: bool = False
    """It looks back less far than the settings say, so nothing has vanished that it does not find."""


@dataclass(frozen=True, slots=True)
class Run:
    read: SourcesRead
    intake: Intake[Item]
    settings: MineSettings
    window_source: str
    size_source: str
    compat: bool
    insights: Intake[Insight] | None = None
    """What it did to the insights; None if they were not looked for."""
    remembered: coverage.Answered = ()
    """What was found and left out, because a memory says it already."""
    entries: tuple[QueueEntry, ...] = ()
    """What was found and is in the queue, as it stands there."""


def dream(
    desk: Desk,
    request: DreamRequest,
    *,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Run:
    """Mine and queue; a cancelled run changes nothing."""
    keep = not request.dry_run
    began = desk.now
    folders = history.snapshot(desk, keep=keep)
    compat = is_compat(desk, request)
    settings, window_source, size_source = settle(desk, request, compat)
    read, settings = _read(desk, request, _windows(desk, request, settings), progress, cancelled, keep=keep)
    queue = desk.queue()
    if not queue.is_whole():
        queue.sync()  # long, so before anybody is shut out
    found = _look(desk, request, queue, settings, read)
    if keep:
        taken = _put_into_queue(desk, request, queue, settings, found, began)
        if taken.changes or taken.intake.rows:
            queue.refresh([change.path for change in taken.changes.changes])  # they alone changed under the lock
        others = () if compat or request.only else _after_run(desk)
    else:
        taken, others = _sort_in(desk, queue, found), ()
    said = found.insights.remarks if found.insights else ()
    remarks = (*read.remarks, *others, *said, *taken.unreadable, *history.sentences(desk, folders))
    return Run(
        replace(read, remarks=remarks),
        taken.intake,
        settings,
        window_source,
        size_source,
        compat,
        taken.insights,
        taken.remembered,
        _entries(queue, taken.intake),
    )


def _entries(queue: Queue, intake: Intake[Item]) -> tuple[QueueEntry, ...]:
    found = [item.id for item in (*intake.new, *intake.updated, *intake.unchanged, *intake.recurring)]
    named = "kind = ? AND id IN (SELECT value FROM json_each(?))"
    return tuple(queue.entries(tuple(Status), named, CANDIDATE.name, json.dumps(found)))


@dataclass(frozen=True, slots=True)
class _Found:
    """What a run found, before it is compared with the queue."""

    items: list[Item]
    limits: Limits
    read: SourcesRead
    insights: insights.InsightsFound | None
    """None if they were not looked for."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """What it does to the queue."""

    intake: Intake[Item]
    remembered: coverage.Answered
    unreadable: tuple[str, ...]
    """Files of the queue that cannot be read, a sentence each."""
    insights: Intake[Insight] | None

    @property
    def changes(self) -> ChangeSet:
        """To candidates first, then to insights."""
        return ChangeSet.of(*self.intake.changes.changes, *(self.insights.changes.changes if self.insights else ()))


def _read(
    desk: Desk,
    request: DreamRequest,
    windows: Sequence[MineSettings],
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    *,
    keep: bool,
) -> tuple[SourcesRead, MineSettings]:
    """What there is, and the window in which it was looked for."""
    settings = windows[0]
    if request.reviews:
        from dreamtui.desk.mine.reviews import read_reviewed

        one, since = request.one_reviewer, request.since
        read = read_reviewed(
            desk, settings, request.reviews, since=since, one_reviewer=one, progress=progress, cancelled=cancelled
        )
        return read, settings
    if settings.compat:
        return read_compat(desk, settings, progress, cancelled, keep=keep), settings
    if reads_commits(settings):
        return read_commits(desk, settings, progress, cancelled, keep=keep), settings
    return read_new(desk, windows, progress, cancelled, keep=keep)


def _look(desk: Desk, request: DreamRequest, queue: Queue, settings: MineSettings, read: SourcesRead) -> _Found:
    """The slow part, done before the lock is taken."""
    places = [0] * len(read.findings) if settings.compat else range(1, len(read.findings) + 1)
    items = [to_item(one, place) for one, place in zip(read.findings, places, strict=True)]
    most = request.max_new if request.max_new is not None else int(desk.config["dreamtui.max_new"])
    limits = Limits(
        len(items) if settings.compat else most,
        iso(desk.now),
        settings.compat,
        complete=read.complete and not request.only and not request.partial,
        since=settings.since,
        unasked=_not_asked(read) | switched_off(desk, settings),
    )
    wants_insights = not (settings.compat or request.only or request.reviews) and insights.wanted(desk, queue)
    seen = None
    if wants_insights:
        commits = read.history if read.history is not None else commits_since(desk, settings.since)
        seen = insights.look(desk, queue, settings.since, commits, request.instructions)
    return _Found(items, limits, read, seen)


def _not_asked(read: SourcesRead) -> frozenset[str]:
    """Signals whose source this run did not read."""
    from dreamtui.mining.semantic import NAME as SEMANTIC
    from dreamtui.model.mining.review import SIGNAL

    unread: frozenset[str] = frozenset()
    if not read.with_changes:
        from dreamtui.mining.history.signals import HISTORY_SIGNALS

        unread = frozenset(HISTORY_SIGNALS)
    compared = frozenset() if read.compared else frozenset({SEMANTIC})
    return unread | {SIGNAL} | compared | (HEARD_SIGNALS if not read.heard.read else frozenset())


def _put_into_queue(
    desk: Desk, request: DreamRequest, queue: Queue, settings: MineSettings, found: _Found, began: datetime
) -> _Taken:
    """Sort it in under the lock, with a line in the log, and keep what came up again."""
    with desk.store.writing(desk.writer()) as transaction:
        queue.refresh()  # others may have changed it until the lock was taken
        taken = _sort_in(desk, queue, found)
        details = _log_details(request, found.read, taken, settings) | _insight_details(taken.insights)
        details["seconds"] = round((desk.now - began).total_seconds(), 1)
        transaction.apply(taken.changes, "dream", **details)
    recurrence.save(desk.layout, CANDIDATE.name, taken.intake.rows)
    if taken.insights is not None:
        recurrence.save(desk.layout, INSIGHT.name, taken.insights.rows)
    return taken


def _sort_in(desk: Desk, queue: Queue, found: _Found) -> _Taken:
    """Compares what was found with the queue, without what a memory says already; nothing is written here.

    What is there already is not found again under another signal.
    """
    from dreamtui.mining.history.seen import SeenCommits

    waiting = queued(desk, queue)
    unreadable = tuple(problem.said for problem in queue.problems)
    known_only = (one for one in found.read.known_only if coverage.is_known(ids_of(one), waiting))
    there = {item.id: item for item in map(to_item, known_only)}
    seen = SeenCommits(item.evidence for item in there.values())
    items = [
        there.get(item.id, item)
        for item in found.items
        if coverage.is_known((item.id, *item.aliases), waiting) or not seen.hold(item.evidence)
    ]
    there = {item.id: item for item in (*_under_a_member(items, waiting), *there.values())}
    kept, remembered = coverage.set_aside(desk, list(there.values()), waiting, found.read.heard.moments)
    of_insights = insights.sorted_in(desk, queue, found.insights) if found.insights else None
    as_kept = _as_kept(queue, masked=not found.limits.compat)
    return _Taken(take_in(kept, rules(waiting, found.limits, as_kept)), remembered, unreadable, of_insights)


def _under_a_member(items: Sequence[Item], waiting: Known) -> list[Item]:
    """Items that wait under something they were called by before, which is no longer in the window, keep waiting there.

    It is an alias of what waits that names them now.
    """
    named = {key for item in items for key in (item.id, *item.aliases)}
    known_as = {
        (row.signal, alias): row.id for row in waiting.rows.values() if row.id not in named for alias in row.alias_ids
    }
    kept = []
    for item in items:
        waits = known_as.get((item.signal, item.id)) if item.id not in waiting.rows else None
        if waits is not None:
            known_as = {key: row for key, row in known_as.items() if row != waits}
            item = replace(item, aliases=(*item.aliases, item.id, waits))
        kept.append(item)
    return kept


def _after_run(desk: Desk) -> tuple[str, ...]:
    """What the kinds do after a run, a sentence each."""
    return tuple(said for part in desk.parts.values() for said in part.after_run(desk))


def _windows(desk: Desk, request: DreamRequest, settings: MineSettings) -> list[MineSettings]:
    """The windows of a run: the one that was asked for, else that of the configuration and wider ones."""
    if request.since or request.lookback_days or request.only or settings.compat:
        return [settings]
    first = int(desk.config["dream.window_days"])
    wider = (parse_since(f"{days}d", desk.now) for days in _WIDER if days > first)
    return [settings, *(replace(settings, since=window.floor_iso, since_text=window.text) for window in wider)]


def _insight_details(seen: Intake[Insight] | None) -> dict[str, Any]:
    """What several sessions have in common, for the log."""
    if seen is None or not seen.changes:
        return {}
    return {
        "new_insights": [one.id for one in seen.new],
        "updated_insights": len(seen.updated),
        "recurring_insights": [one.id for one in seen.recurring],
        "held_back_insights": len(seen.held_back),
    }


def is_compat(desk: Desk, request: DreamRequest) -> bool:
    """Whether a run is to do as dotagent does."""
    return request.compat if request.compat is not None else desk.config["dreamtui.compat"] == "dotagent"


def settle(desk: Desk, request: DreamRequest, compat: bool) -> tuple[MineSettings, str, str]:
    """Thresholds and window: flags, then the configuration, then the defaults."""
    if request.only:
        from dreamtui.mining.history.signals import HISTORY_SIGNALS
        from dreamtui.mining.semantic import NAME as SEMANTIC
        from dreamtui.mining.signals import SIGNALS

        names = [*SIGNALS, SEMANTIC, *(() if compat else HISTORY_SIGNALS)]
        if request.only not in names:
            raise Usage(f"{request.only!r} is not a signal; use one of {', '.join(names)}")
    if request.since:
        window, source = parse_since(request.since, desk.now), "flag"
    else:
        days = request.lookback_days or desk.config["dream.window_days"]
        source = "flag" if request.lookback_days else desk.config.source("dream.window_days")
        window = parse_since(f"{days}d", desk.now)
    size = request.min_cluster_size or desk.config["dream.min_cluster_size"]
    settings = MineSettings(
        since=window.floor_iso,
        since_text=window.text,
        until=iso(desk.now),
        min_cluster_size=size,
        min_correction_sessions=desk.config["dreamtui.min_correction_sessions"],
        min_command_failures=desk.config["dreamtui.min_command_failures"],
        compat=compat,
        ignored=ignored_patterns(desk),
        embeddings=request.embeddings,
        only=request.only or None,
    )
    return settings, source, "flag" if request.min_cluster_size else desk.config.source("dream.min_cluster_size")


class _WaitingFiles(Mapping[str, bytes]):
    """The files of candidates; each is read when it is asked for."""

    def __init__(self, desk: Desk, paths: Mapping[str, str]) -> None:
        self._desk = desk
        self._paths = paths

    def __getitem__(self, item_id: str) -> bytes:
        data = self._desk.store.read(self._paths[item_id])
        if data is None:
            raise NotFound(f"{self._paths[item_id]} is gone")
        return data

    def __contains__(self, item_id: object) -> bool:
        return item_id in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def queued(desk: Desk, queue: Queue) -> Known:
    """What is in the queue, and what was decided."""
    entries = queue.entries(tuple(Status), "kind = ? AND path GLOB ?", CANDIDATE.name, f"{CANDIDATES}/*.md")
    rows = {entry.row.id: entry.row for entry in entries if not entry.row.unwritten}
    waiting = {entry.row.id for entry in entries if entry.status in {Status.PENDING, Status.DEFERRED}}
    standing = decided_ids(queue.shelf())
    reopened = frozenset(item_id for item_id in standing if item_id in waiting)
    odd = (p.path.rpartition("/")[2].removesuffix(".md") for p in queue.problems if p.path.startswith(CANDIDATES + "/"))
    files = _WaitingFiles(desk, {item_id: row.path for item_id, row in rows.items()})
    return Known(files, standing, reopened, frozenset(odd), rows)


def _as_kept(queue: Queue, *, masked: bool) -> Callable[[Item], Item]:
    """How an item is kept: without secrets, and marked as similar to what was filed by hand.

    Mined titles of one signal look alike by nature. It is done to those that are kept, not to all that is found.
    """
    from dreamtui.text.similarity import nearest

    waiting = queue.entries((Status.PENDING, Status.RECURRING), "signal = ?", MANUAL)
    others = [(entry.row.id, entry.row.title) for entry in waiting]

    def kept(item: Item) -> Item:
        item = without_secrets(item) if masked else item
        return replace(item, similar_to=tuple(other for other, _ in nearest(item.title, others)[:3]))

    return kept


def _log_details(request: DreamRequest, read: SourcesRead, taken: _Taken, settings: MineSettings) -> dict[str, Any]:
    intake = taken.intake
    return {
        "trigger": request.trigger,
        "partial": request.partial,
        "compat": settings.compat,
        "since": settings.since,
        "window": settings.since_text,
        "min_cluster_size": settings.min_cluster_size,
        "instructions": request.instructions.strip()[:INSTRUCTIONS_LIMIT],
        "events": read.events,
        "commits": read.commits,
        "new": [item.id for item in intake.new],
        "updated": len(intake.updated),
        "vanished": list(intake.vanished),
        "recurring": len(intake.recurring),
        "held_back": len(intake.held_back),
        "skipped_lines": read.skipped,
        "transcripts": read.heard.files,
        "remembered": len(taken.remembered),
    }
