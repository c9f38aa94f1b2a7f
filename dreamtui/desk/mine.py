"""A run: read what happened, find candidates, put them into the queue."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dreamtui.desk import items, listing
from dreamtui.desk.desk import Desk
from dreamtui.desk.gitless import asked
from dreamtui.dream.intake import MANUAL, Intake, Limits, Queued, take_in, to_item
from dreamtui.model.errors import Refused, Usage
from dreamtui.model.evidence import Skip
from dreamtui.model.item import Finding, Item, Status
from dreamtui.model.mining import MineSettings
from dreamtui.store.blobs import load_blob, save_blob
from dreamtui.store.layout import CANDIDATES, EVENTS
from dreamtui.store.queue import RECURRING_FILE, Queue
from dreamtui.store.rows import recurring_blob
from dreamtui.text.dates import iso, parse_since

if TYPE_CHECKING:
    from dreamtui.sources.git import GitHistory

INSTRUCTIONS_LIMIT = 4096
"""Characters of instructions that are kept."""

_GIT_CACHE = "git.msgpack"
_EVENTS_CACHE = "events.msgpack"


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked of a run; empty means that the configuration says."""

    since: str = ""
    """A window or an ISO date."""
    lookback_days: int | None = None
    """The window in days; not together with `since`."""
    min_cluster_size: int | None = None
    """Events needed for repeat_fix and frequent_failure."""
    max_new: int | None = None
    """New items a run may add."""
    only: str = ""
    """The one signal that is wanted."""
    instructions: str = ""
    """What a person wants looked at; recorded."""
    compat: bool | None = None
    """Mine and write as dotagent does."""
    dry_run: bool = False
    """Say what would be done, write nothing."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read."""

    findings: tuple[Finding, ...]
    """What the signals found."""
    events: int = 0
    """Events of the log in all."""
    commits: int = 0
    """Commits of the history in all."""
    fresh: int = 0
    """Events and commits read now, the rest being remembered."""
    skipped: int = 0
    """Lines that could not be read."""
    skips: tuple[Skip, ...] = ()
    """The first of them by name."""
    remarks: tuple[str, ...] = ()
    """What else is to be known, a sentence each."""
    complete: bool = True
    """Whether every source could be read, so that what is not found has vanished."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a run did."""

    read: Read
    """What was read."""
    intake: Intake
    """What it did to the queue."""
    settings: MineSettings
    """With which thresholds and window."""
    window_source: str
    """Where the window comes from."""
    size_source: str
    """Where the cluster size comes from."""
    compat: bool
    """Whether dotagent's ways were used."""


Progress = Callable[[str, int, int], None]
"""What is being done, how far, of how much (0: unknown)."""


def dream(
    desk: Desk,
    request: Request,
    *,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Run:
    """Mine and queue; a cancelled run changes nothing."""
    compat = request.compat if request.compat is not None else desk.config["dreamtui.compat"] == "dotagent"
    settings, window_source, size_source = settle(desk, request, compat)
    read = _read_compat(desk, settings) if compat else _read(desk, settings, progress, cancelled)
    found = _marked_similar(desk, [to_item(finding) for finding in read.findings])
    limit = request.max_new if request.max_new is not None else int(desk.config["dreamtui.max_new"])
    most = len(found) if compat else limit
    limits = Limits(most, iso(desk.now), compat, complete=read.complete and not request.only, since=settings.since)
    if request.dry_run:
        intake = take_in(found, queued(desk), limits)
    else:
        with desk.store.writing(desk.writer()) as transaction:
            intake = take_in(found, queued(desk), limits)
            transaction.apply(intake.changes, "dream", **_log_details(request, read, intake, settings, compat))
        save_blob(desk.layout.state / RECURRING_FILE, recurring_blob(intake.recurring))
        Queue(desk.layout, desk.today).entries((Status.PENDING,))
    return Run(read, intake, settings, window_source, size_source, compat)


def settle(desk: Desk, request: Request, compat: bool) -> tuple[MineSettings, str, str]:
    """Thresholds and window: flags, then the configuration, then the defaults."""
    if request.since and request.lookback_days:
        raise Usage("--since and --lookback-days say the same thing; give one of them")
    if request.only:
        from dreamtui.dream.signals import SIGNALS

        if request.only not in SIGNALS:
            raise Usage(f"{request.only!r} is not a signal; there are {', '.join(SIGNALS)}")
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
        compat=compat,
        ignored=ignored_patterns(desk),
        only=request.only or None,
    )
    return settings, source, "flag" if request.min_cluster_size else desk.config.source("dream.min_cluster_size")


def ignored_patterns(desk: Desk) -> tuple[str, ...]:
    """The built-in patterns with those of the configuration; `!pattern` takes one back."""
    from dreamtui.dream.noise import DEFAULT_IGNORED

    own = [str(pattern) for pattern in desk.config["dreamtui.ignore"]]
    back = {pattern[1:] for pattern in own if pattern.startswith("!")}
    kept = [pattern for pattern in DEFAULT_IGNORED if pattern not in back]
    return tuple(dict.fromkeys([*kept, *(pattern for pattern in own if not pattern.startswith("!"))]))


def _read(desk: Desk, settings: MineSettings, progress: Progress | None, cancelled: Callable[[], bool] | None) -> Read:
    """Event logs and git history through our own signals, only what is new of either."""
    from dreamtui.dream.signals import EventMiners
    from dreamtui.sources import events, git
    from dreamtui.sources.identity import read_roster
    from dreamtui.sources.registry import read_registry

    root, state = desk.workspace.root, desk.layout.state
    people = read_roster(root)
    registry = read_registry(root, _sources(desk))
    miners = EventMiners(settings.since, registry.entries, settings.ignored)
    saved = load_blob(state / _EVENTS_CACHE)
    scanned = events.scan(
        desk.layout.real(EVENTS),
        root,
        miners,
        previous=events.Snapshot.from_bytes(saved, miners) if saved else None,
        cancelled=cancelled,
        progress=(lambda done, total: progress("reading event logs", done, total)) if progress else None,
    )
    saved = load_blob(state / _GIT_CACHE)
    history, known = _history(desk, settings, saved, progress, cancelled)
    wanted = [sha for sha in scanned.miners.wanted_shas() if sha not in {e.sha for e in history.events}]
    named = asked(lambda: git.complete(root, wanted, people, history), {}) if wanted else {}
    commits = (*history.events, *(named[sha] for sha in sorted(named)))
    findings = scanned.miners.findings(settings, commits)
    if desk.layout.home.is_dir():
        if scanned.read or not saved:
            save_blob(state / _EVENTS_CACHE, scanned.snapshot.to_bytes())
        if history.snapshot is not None and (history.new_commits or not saved):
            save_blob(state / _GIT_CACHE, history.snapshot.dumps())
    return Read(
        tuple(findings),
        scanned.events,
        len(history.events),
        scanned.read + history.new_commits,
        scanned.skipped,
        (*scanned.skips, *registry.skipped),
        tuple(_remarks(scanned, history)),
        complete=known,
    )


def _history(
    desk: Desk,
    settings: MineSettings,
    saved: bytes | None,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
) -> "tuple[GitHistory, bool]":
    """The history, and whether it could be read; without git, or with a broken repository, the rest goes on."""
    from dreamtui.sources import git
    from dreamtui.sources.identity import read_roster

    previous = git.GitSnapshot.loads(saved) if saved else None
    told = (lambda done: progress("reading commits", done, 0)) if progress else None
    root = desk.workspace.root
    try:
        return git.read_history(root, settings.since, previous, cancelled, told, read_roster(root)), True
    except Refused as problem:
        if cancelled is not None and cancelled():
            raise
        return git.GitHistory(remark=str(problem) if desk.workspace.git_dir else ""), False


def _remarks(scanned: Any, history: Any) -> list[str]:
    """What a person should know about the sources."""
    said = [history.remark] if history.remark else []
    if history.rewritten:
        said.append("the git history was rewritten since the last run, so it was read again from the start")
    if scanned.rewritten:
        names = ", ".join(scanned.rewritten[:3])
        said.append(
            f"{len(scanned.rewritten)} event log(s) changed otherwise than by growing and were read again: {names}"
        )
    if scanned.vanished:
        said.append(f"{len(scanned.vanished)} event log(s) are gone since the last run")
    return said


def _read_compat(desk: Desk, settings: MineSettings) -> Read:
    """dotagent's event log and registry alone, through its own rules."""
    from dreamtui.dream.compat import mine_like_dotagent
    from dreamtui.sources.events import PlainLog
    from dreamtui.sources.registry import read_registry

    log = PlainLog(desk.layout.real(EVENTS), desk.workspace.root)
    registry = read_registry(desk.workspace.root, _sources(desk), compat=True)
    everything = list(log)
    findings = mine_like_dotagent(everything, registry.entries, settings)
    return Read(tuple(findings), len(everything), 0, len(everything), log.skipped, tuple(log.skips))


def _sources(desk: Desk) -> dict[str, object]:
    found = (desk.config.raw or {}).get("sources")
    return found if isinstance(found, dict) else {}


def queued(desk: Desk) -> Queued:
    """What is in the queue, and what was decided."""
    queue = Queue(desk.layout, desk.today)
    entries = queue.entries(tuple(Status))
    waiting = {entry.row.id for entry in entries if entry.status in {Status.PENDING, Status.DEFERRED}}
    files: dict[str, bytes] = {}
    for entry in entries:
        if entry.row.path.startswith(CANDIDATES + "/") and entry.row.kind == "candidate":
            data = desk.store.read(entry.row.path)
            if data is not None:
                files[entry.row.id] = data
    standing = queue.standing()
    reopened = frozenset(item_id for item_id in standing if item_id in waiting)
    return Queued(files, standing, reopened)


def _marked_similar(desk: Desk, found: list[Item]) -> list[Item]:
    """Mark what looks like something filed by hand; mined titles of one signal look alike by nature."""
    from dreamtui.text.similarity import nearest

    others = [(e.row.id, e.row.title) for e in listing.listing(desk).entries if e.row.signal == MANUAL]
    if not others:
        return found
    return [replace(item, similar_to=tuple(other for other, _ in nearest(item.title, others)[:3])) for item in found]


def _log_details(request: Request, read: Read, intake: Intake, settings: MineSettings, compat: bool) -> dict[str, Any]:
    return {
        "compat": compat,
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
    }


def run_json(desk: Desk, run: Run) -> dict[str, Any]:
    """`dream --json`."""
    entries = {entry.row.id: entry for entry in listing.listing(desk, status="all").entries}
    intake = run.intake
    seen = [item.id for item in (*intake.new, *intake.updated, *intake.unchanged, *intake.recurring)]
    shown = [listing.entry_dict(entries[i]) for i in seen if i in entries] or [
        items.planned_dict(item) for item in (*intake.new, *intake.updated)
    ]
    return {
        "schema": 1,
        "read": {"events": run.read.events, "commits": run.read.commits, "fresh": run.read.fresh},
        "window": {"since": run.settings.since, "text": run.settings.since_text, "source": run.window_source},
        "new": len(intake.new),
        "updated": len(intake.updated),
        "vanished": len(intake.vanished),
        "recurring": len(intake.recurring),
        "held_back": len(intake.held_back),
        "skipped_lines": run.read.skipped,
        "skips": [{"path": s.path, "line": s.line, "why": s.why} for s in run.read.skips],
        "remarks": list(run.read.remarks),
        "items": shown,
    }
