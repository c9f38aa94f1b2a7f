"""A dream: look at the memory folders, gather what happened, propose what to merge or retire, say what the index needs.

Everything becomes something that a person reviews; nothing in a memory folder is written by it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.folder import Contents, folders_of, read_folder
from dreamtui.desk.mine import run as mine
from dreamtui.desk.mine.reading import Progress, SourcesRead
from dreamtui.desk.mine.run import DreamRequest, Run
from dreamtui.kinds.intake import Intake
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.status import Status
from dreamtui.sources.claude.places import AUTO
from dreamtui.store.claude.lock import last_dream
from dreamtui.store.index.recurrence import anything_recurs
from dreamtui.store.records.log import last_entry
from dreamtui.text.dates import read_instant
from dreamtui.text.words import counted

if TYPE_CHECKING:
    from dreamtui.desk.reorganize.cycle import Cycle

ORIENT, GATHER, CONSOLIDATE, INDEX = "orient", "gather", "consolidate", "prune and index"


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate that holds a run back."""

    name: str
    """hours or sessions."""
    why: str
    """What is missing, a sentence without its stop."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a dream and what came of it."""

    name: str
    """orient, gather, consolidate, prune and index."""
    said: tuple[str, ...]
    """What came of it, a sentence without its stop each."""


@dataclass(frozen=True, slots=True)
class Dream:
    run: Run
    """What was gathered and what it did to the queue."""
    phases: tuple[Phase, ...] = ()
    """In their order; without a memory folder there is only the gathering."""
    cycle: "Cycle | None" = None
    """What was proposed about the memories; None if they were not looked at."""
    gate: Gate | None = None
    """What held it back, so that nothing was done."""
    reopening: frozenset[str] = frozenset()
    """Ids of decided things that came up again with anything newer than their decision."""

    @property
    def changed(self) -> bool:
        """Whether the queue is another one now."""
        intakes = (self.run.intake, self.run.insights, self.cycle.intake if self.cycle else None)
        return any(bool(intake.changes or intake.recurring) for intake in intakes if intake is not None)


def dream(
    desk: Desk,
    request: DreamRequest,
    *,
    unattended: bool = False,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Dream:
    """Mine, and look after the memory folder if there is one; unattended only if the gates allow it."""
    if unattended and (gate := held_back(desk)) is not None:
        return Dream(_nothing(desk, request), gate=gate)
    tell = progress or _silent
    minds_memory = _minds_memory(desk, request)
    phases: list[Phase] = []
    folders: list[Contents] = []
    if minds_memory:
        tell(ORIENT, 0, 0)
        folders = [read_folder(desk, folder) for folder in folders_of(desk)]
        phases.append(Phase(ORIENT, tuple(map(_held, folders))))

    def gathering(what: str, done: int, total: int) -> None:
        tell(f"{GATHER}: {what}", done, total)

    run = mine.dream(desk, request, progress=gathering if progress else None, cancelled=cancelled)
    phases.append(Phase(GATHER, (_gathered(run),)))
    if not minds_memory:
        return Dream(run, tuple(phases), reopening=_reopening(desk, request))
    tell(CONSOLIDATE, 0, 0)
    cycle, said = _consolidate(desk, request, cancelled)
    phases.append(Phase(CONSOLIDATE, said))
    tell(INDEX, 0, 0)
    index = tuple(_wrong(contents) for contents in folders if not contents.report.healthy)
    phases.append(Phase(INDEX, index or ("every index is whole",)))
    told = (*run.read.remarks, *(cycle.remarks if cycle else said), *index)
    run = replace(run, read=replace(run.read, remarks=tuple(dict.fromkeys(told))))
    return Dream(run, tuple(phases), cycle, reopening=_reopening(desk, request))


def added(done: Dream) -> tuple[str, ...]:
    """The ids of all that a dream put into the queue."""
    insights = done.run.insights.new if done.run.insights is not None else ()
    proposals = tuple(one.proposal.id for one in done.cycle.intake.new) if done.cycle is not None else ()
    return (*(item.id for item in done.run.intake.new), *(one.id for one in insights), *proposals)


def _reopening(desk: Desk, request: DreamRequest) -> frozenset[str]:
    if request.dry_run or not anything_recurs(desk.layout):
        return frozenset()
    return frozenset(entry.row.id for entry in desk.queue().entries((Status.RECURRING,)) if entry.is_news)


def _silent(what: str, done: int, total: int) -> None:
    """Progress that is not shown."""


def _minds_memory(desk: Desk, request: DreamRequest) -> bool:
    """Whether memories are looked at: there is a folder of them, and no less than a whole run is wanted."""
    one_thing = mine.is_compat(desk, request) or request.only or request.reviews or request.partial
    return not one_thing and bool(desk.memory.folders)


def _nothing(desk: Desk, request: DreamRequest) -> Run:
    compat = mine.is_compat(desk, request)
    settings, window_source, size_source = mine.settle(desk, request, compat)
    return Run(SourcesRead(()), Intake(), settings, window_source, size_source, compat)


def _held(contents: Contents) -> str:
    """What a memory folder holds."""
    named = len(contents.files) - len(contents.report.orphans)
    lines = f"{named} of them named in its index" if contents.index is not None else "without an index"
    return f"{contents.folder.key} holds {counted(len(contents.files), 'memory', 'memories')}, {lines}"


def _gathered(run: Run) -> str:
    read, new = run.read, len(run.intake.new)
    commits, heard = counted(read.commits, "commit"), counted(read.heard.files, "transcript")
    return f"{counted(read.events, 'event')}, {commits} and {heard} gave {counted(new, 'new item')}"


def _consolidate(
    desk: Desk, request: DreamRequest, cancelled: Callable[[], bool] | None
) -> "tuple[Cycle | None, tuple[str, ...]]":
    """Look for memories to merge, retire or correct; a failure is reported and stops nothing else."""
    from dreamtui.desk.reorganize.cycle import ReorganizeRequest as CycleRequest
    from dreamtui.desk.reorganize.cycle import reorganize

    try:
        asked = CycleRequest(instructions=request.instructions, dry_run=request.dry_run)
        cycle = reorganize(desk, asked, cancelled=cancelled)
    except DreamtuiError as problem:
        sentence = str(problem).rstrip(".")
        stopped = cancelled is not None and cancelled()
        return None, (sentence if stopped else f"the memories were not looked at: {sentence}",)
    intake = cycle.intake
    counts = f"{len(intake.new)} new, {len(intake.updated)} updated, {len(intake.unchanged)} unchanged"
    gave = counted(len(cycle.proposals), "proposal")
    return cycle, (f"{counted(cycle.scanned, 'memory', 'memories')} gave {gave}: {counts}",)


def _wrong(contents: Contents) -> str:
    """What is wrong with an index, and the command that mends it."""
    report = contents.report
    counts = (
        (len(report.orphans), "memory without a line", "memories without a line"),
        (len(report.dangling), "line without its file", "lines without their files"),
        (len(report.long_lines), "line that is too long", "lines that are too long"),
        (len(report.hidden), "line that is never loaded", "lines that are never loaded"),
    )
    wrong = ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts if count)
    key = contents.folder.key
    whose = "Claude's MEMORY.md" if key == AUTO else f"the index of {key}"
    return f"{whose} has {wrong}; `dreamtui memory index --dry-run` shows the fix"


_GROWING = 600.0
"""Seconds in which a transcript that was written to last is taken for a session that still goes on."""


def held_back(desk: Desk) -> Gate | None:
    """The gate that holds an unattended run back now; None when it may go on."""
    last = _last(desk)
    hours = int(desk.config["dream.min_hours"])
    if last is not None and desk.now - last < timedelta(hours=hours):
        since = max(0, int((desk.now - last).total_seconds() // 3600))
        return Gate("hours", f"the last dream was {since} h ago, and dream.min_hours is {hours}")
    if not desk.config["dreamtui.transcripts"]:
        return None
    wanted = int(desk.config["dream.min_sessions"])
    count = _sessions_since(desk, last)
    if count >= wanted:
        return None
    ago = "since the last dream" if last is not None else "so far"
    return Gate("sessions", f"{_many(count)} took place {ago}, and dream.min_sessions is {wanted}")


def _many(count: int) -> str:
    return "1 finished session" if count == 1 else f"{count} finished sessions"


def _last(desk: Desk) -> datetime | None:
    """The time of the newest whole dream, ours by the log or Claude's by its lock; a time days ahead is ignored."""
    entry = last_entry(desk.layout, "dream", lambda one: not one.get("partial"))
    times = [read_instant(str(entry["ts"]))] if entry is not None else []
    stamp = last_dream(desk.memory.main)
    if stamp:
        with suppress(OSError, OverflowError, ValueError):
            times.append(datetime.fromtimestamp(stamp, UTC))
    return max((time for time in times if time is not None and time < desk.now + timedelta(days=1)), default=None)


def _sessions_since(desk: Desk, last: datetime | None) -> int:
    """Main sessions written to since then, without the newest one while it may still go on."""
    claude = desk.memory.claude
    if not (claude / "projects").is_dir():
        return 0
    from dreamtui.desk.mine.reading import known
    from dreamtui.sources import transcripts
    from dreamtui.sources.claude.sessions import roots_of

    found = transcripts.find(claude, roots_of(desk.workspace), previous=known(desk))
    touched = _touched([Path(file.path) for file in found.files if not file.subagent])
    since = last.timestamp() if last is not None else 0.0
    if touched and desk.now.timestamp() - touched[-1] < _GROWING:
        touched.pop()
    return sum(when > since for when in touched)


def _touched(files: Sequence[Path]) -> list[float]:
    """The time of the last change of each file, the newest last; deleted files are left out."""
    found = []
    for path in files:
        try:
            found.append(path.lstat().st_mtime)
        except OSError:
            continue
    return sorted(found)
