"""What agents remember here, in one value: what they load, what is wrong with it, what waits, the last weeks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum, unique

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import history, index, verify
from dreamtui.desk.memory.folder import Contents
from dreamtui.desk.mine.reading import Progress
from dreamtui.desk.outputs import agent_context
from dreamtui.desk.workspace.health import WorkspaceStatus, status
from dreamtui.model.errors import Refused
from dreamtui.model.memory import IndexStep
from dreamtui.sources.claude.places import INDEX
from dreamtui.sources.context import LoadedContext
from dreamtui.text.dates import read_instant

WEEKS = 12
"""How many weeks of decisions are counted."""


@unique
class Wrong(StrEnum):
    """What may be wrong with what agents remember, the worst first."""

    LOST = "lost"
    """Memories that vanished or shrank outside dreamtui."""
    HIDDEN = "never loaded"
    """Lines of an index past what a session is given."""
    UNDECIDED = "undecided"
    """Rules or notes that nobody decided as they are."""
    PROBLEM = "problem"
    """What cannot be read or written."""
    ORPHAN = "without a line"
    """Memories that no line of an index names, so that no session finds them."""
    DANGLING = "dangling"
    """Lines that name a file that is not there."""
    FAILING = "failing"
    """Runs that nobody watches, and that failed the last times."""
    GONE = "gone"
    """Memories whose claims about the repository no longer hold."""
    RISKY = "risky"
    """Lines of outputs that hold what looks like a secret or an order."""
    MISSING = "missing"
    """Imports and files that agents should be given and are not."""
    STALE = "out of date"
    """Outputs that a sync would write."""
    LONG = "too long"
    """Lines of an index that are longer than advised."""


PROBLEMS = frozenset({Wrong.LOST, Wrong.HIDDEN, Wrong.UNDECIDED, Wrong.PROBLEM, Wrong.ORPHAN, Wrong.DANGLING})
"""What makes `doctor` fail; the rest is good to know."""


@dataclass(frozen=True, slots=True)
class OverviewFinding:
    """One thing that is wrong, in one place."""

    kind: Wrong
    count: int
    place: str
    """Logical path of the file it is about, or of the folder; empty for the workspace."""
    names: tuple[str, ...] = ()
    """What it is about: files, lines, sentences."""
    is_large: bool = False
    """Whether mending it takes out so many lines that it stops unless that is said."""


@dataclass(frozen=True, slots=True)
class Overview:
    status: WorkspaceStatus
    loaded: LoadedContext
    """What every session is given."""
    folders: tuple[Contents, ...]
    """The memory folders of this workspace."""
    findings: tuple[OverviewFinding, ...]
    """The worst first."""
    weeks: tuple[int, ...]
    """Decisions of each of the last weeks, the oldest first."""
    marked: int
    """Those of them that may not be the decisions of whom they name."""
    decisions: int
    """All that were ever recorded."""
    used: frozenset[str]
    """The kinds of items whose sources this workspace has."""
    claims: verify.Report | None
    """What became of the memories' claims about the repository; None if they were not looked at."""


def whole_overview(
    desk: Desk,
    *,
    keep: bool = True,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Overview:
    """Look at everything, the claims of memories too, although nothing changed since they were looked at."""
    found = overview(desk, keep=keep, progress=progress, cancelled=cancelled)
    return with_claims(found, verify.verify(desk, progress=progress, cancelled=cancelled)) if found.folders else found


def overview(
    desk: Desk,
    *,
    keep: bool = True,
    anew: bool = True,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Overview:
    """Look at everything but the claims of memories, which may take long.

    `keep` lets the history of the memory folders take new versions. `anew`: look at the files of the queue again; else
    it is counted as the index has it.
    """

    def tell(what: str) -> None:
        if cancelled is not None and cancelled():
            raise Refused("The state of memory was not read to the end.")
        if progress is not None:
            progress(what, 0, 0)

    tell("reading memory folders")
    folders = tuple(index.status(desk))
    tell("looking for losses")
    lost = tuple(history.check(desk, keep=keep))
    tell("looking at the outputs")
    found = status(desk, folders, anew=anew)
    loaded = agent_context.loaded(desk)
    findings = _ranked([*_lost(lost), *_of_workspace(found, loaded), *_of_folders(desk, folders)])
    used = frozenset(name for name, part in desk.parts.items() if part.is_used(desk))
    return Overview(found, loaded, folders, findings, *_weeks(desk), used, None)


def with_claims(found: Overview, claims: verify.Report | None) -> Overview:
    """The same, and what became of the memories' claims."""
    others = [one for one in found.findings if one.kind is not Wrong.GONE]
    return replace(found, claims=claims, findings=_ranked([*others, *_gone(claims)]))


def _ranked(findings: Sequence[OverviewFinding]) -> tuple[OverviewFinding, ...]:
    rank = {kind: place for place, kind in enumerate(Wrong)}
    return tuple(sorted(findings, key=lambda one: (rank[one.kind], one.place)))


def _lost(lost: Sequence[history.LostMemory]) -> list[OverviewFinding]:
    return [OverviewFinding(Wrong.LOST, len(lost), lost[0].path, tuple(one.path for one in lost))] if lost else []


def _of_workspace(found: WorkspaceStatus, loaded: LoadedContext) -> list[OverviewFinding]:
    troubles = tuple(f"{one.where}: {one.what}" for one in loaded.troubles)
    risky = OverviewFinding(Wrong.RISKY, found.risky, "")
    failing = OverviewFinding(Wrong.FAILING, found.runs.failures, "", (found.runs.why,))
    several = (
        OverviewFinding(kind, len(names), names[0] if kind is Wrong.STALE else "", names)
        for kind, names in (
            (Wrong.UNDECIDED, found.undecided),
            (Wrong.PROBLEM, (*found.problems, *found.published, *found.signatures)),
            (Wrong.MISSING, troubles),
            (Wrong.STALE, found.out_of_date),
        )
        if names
    )
    return [*several, *([risky] if found.risky else []), *([failing] if found.runs.failures else [])]


def _of_folders(desk: Desk, folders: Sequence[Contents]) -> list[OverviewFinding]:
    made = []
    for one in folders:
        report, place = one.report, f"{one.folder.key}/{INDEX}"
        for kind, names in (
            (Wrong.HIDDEN, tuple(map(str, report.hidden))),
            (Wrong.ORPHAN, tuple(report.orphans)),
            (Wrong.DANGLING, tuple(report.dangling)),
            (Wrong.LONG, tuple(map(str, report.long_lines))),
        ):
            if names:
                is_large = kind is Wrong.DANGLING and _takes_many(desk, one)
                made.append(OverviewFinding(kind, len(names), place, names, is_large))
    return made


def _takes_many(desk: Desk, found: Contents) -> bool:
    """Whether taking out the lines without their files stops at the share of lines that would go."""
    return bool(index.too_many_gone([index.plan(desk, found.folder, steps=(IndexStep.REMOVE,))]))


def _gone(claims: verify.Report | None) -> list[OverviewFinding]:
    stale = {checked.path: verify.gone_words(checked) for checked in (claims.memories if claims is not None else ())}
    names = tuple(f"{path}: {words}" for path, words in stale.items() if words)
    first = next((path for path, words in stale.items() if words), "")
    return [OverviewFinding(Wrong.GONE, len(names), first, names)] if names else []


def _weeks(desk: Desk) -> tuple[tuple[int, ...], int, int]:
    """Decisions of each of the last weeks, those of them that are marked, and all there are."""
    counts, marked, total = [0] * WEEKS, 0, 0
    for mark in desk.store.audit.marks():
        total += 1
        when = read_instant(mark.when)
        ago = (desk.now - when) // timedelta(weeks=1) if when is not None else WEEKS
        if 0 <= ago < WEEKS:
            counts[WEEKS - 1 - ago] += 1
            marked += bool(mark.doubts)
    return tuple(counts), marked, total
