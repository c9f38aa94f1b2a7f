"""What a run reads: event logs, git history, conversations and the bug registry, only what is new of each."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeVar

from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused, Unavailable
from dreamtui.model.evidence import Event, Skip
from dreamtui.model.item import BY_ALL, Finding
from dreamtui.model.mining.interface import MineSettings
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot
from dreamtui.sources.workspace import data_home
from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.store.layout import EVENTS
from dreamtui.text.inert import one_line

if TYPE_CHECKING:
    from dreamtui.desk.mine.history import HistoryRead
    from dreamtui.sources.git.history import GitHistory
    from dreamtui.sources.identity import Roster
    from dreamtui.sources.registry import Registry
    from dreamtui.sources.transcripts import TranscriptScan, TranscriptSnapshot


T = TypeVar("T")


def asked(question: Callable[[], T]) -> T | None:
    """The answer of git; None if it is not installed or cannot read the repository."""
    try:
        return question()
    except Refused:
        return None


_GIT_CACHE = "git.msgpack"
_DIFFS_CACHE = "diffs.msgpack"
_HEAD_CACHE = "head.msgpack"
_MINED_CACHE = "mined.msgpack"
_MINED_LIMIT = 64 * 1024 * 1024
_EVENTS_CACHE = "events.msgpack"
HEARD_SIGNALS = frozenset({"correction", "decided", "failing_command", "praised", "remembered"})
"""What only conversations can show; not looked for where they are not read."""
_EXPECTED = (
    "remembered", "correction", "decided", "sync_comment", "substitution", "registration", "changed_together",
    "changelog_entry", "subject_template", "stated_cause", "reasoned_revert", "own_repair", "revert_cluster",
    "cross_actor_anti", "failing_command", "frequent_failure", "semantic_cluster", "repeat_fix", "praised",
)  # fmt: skip
"""Signals in the order of what is to be expected of them."""
_TRANSCRIPTS_CACHE = "transcripts.msgpack"


Progress = Callable[[str, int, int], None]
"""What is being done, how far, of how much (0: unknown)."""


@dataclass(frozen=True, slots=True)
class Heard:
    moments: tuple[Event, ...] = ()
    """Everything that a signal may want, or that is evidence of something."""
    files: int = 0
    sessions: int = 0
    skipped: int = 0
    skips: tuple[Skip, ...] = ()
    remarks: tuple[str, ...] = ()
    """What else is to be known, a sentence each."""
    read: bool = False
    """Whether conversations were looked for at all."""


@dataclass(frozen=True, slots=True)
class SourcesRead:
    findings: tuple[Finding, ...]
    events: int = 0
    commits: int = 0
    history: tuple[Event, ...] | None = None
    """The commits as events; None where they were not read for this run."""
    fresh: int = 0
    """Events and commits read now, the rest being remembered."""
    skipped: int = 0
    skips: tuple[Skip, ...] = ()
    remarks: tuple[str, ...] = ()
    """What else is to be known, a sentence each."""
    complete: bool = True
    """Whether every source could be read, so that what is not found has vanished."""
    changes: int = 0
    """How many commits were looked at with what they changed, whatever the window."""
    changes_since: str = ""
    """The day of the oldest of them."""
    changes_only: bool = False
    """Whether nothing else was read."""
    with_changes: bool = False
    """Whether commits could be read with what they changed."""
    known_only: tuple[Finding, ...] = ()
    """What is no new item, but brings one up to date that is there already: what lies before the window, what another
    finding says better, and counts of all commits."""
    kept: tuple[Finding, ...] = ()
    """What commits show, the repository says already and nobody forgets: no items."""
    heard: Heard = field(default_factory=Heard)
    compared: bool = False
    """Whether events were compared by meaning."""


def hear(desk: Desk, progress: Progress | None, cancelled: Callable[[], bool] | None, *, keep: bool) -> Heard:
    """The moments in the transcripts of this workspace and its worktrees; `keep` remembers how far was read."""
    if not desk.config["dreamtui.transcripts"]:
        return Heard()
    claude = desk.memory.claude
    saved = load_blob(desk.layout.private_state / _TRANSCRIPTS_CACHE)
    if not saved and not (claude / "projects").is_dir():
        return Heard(read=True)
    from dreamtui.sources import transcripts
    from dreamtui.sources.claude.sessions import roots_of

    previous = transcripts.TranscriptSnapshot.from_bytes(saved) if saved else None
    found = transcripts.find(claude, roots_of(desk.workspace), previous=previous)
    told = (lambda done, total: progress("reading transcripts", done, total)) if progress else None
    scanned = transcripts.scan(found, previous=previous, cancelled=cancelled, progress=told)
    if keep and desk.layout.home.is_dir() and (data := scanned.snapshot.to_bytes()) != saved:
        save_blob(desk.layout.private_state / _TRANSCRIPTS_CACHE, data)
    return Heard(
        tuple(scanned.events),
        scanned.files,
        len(scanned.sessions),
        scanned.skipped,
        tuple(scanned.skips),
        tuple(_transcript_remarks(scanned)),
        read=True,
    )


def known(desk: Desk) -> "TranscriptSnapshot | None":
    """How far the transcripts were read; None when they never were."""
    from dreamtui.sources.transcripts import TranscriptSnapshot

    saved = load_blob(desk.layout.private_state / _TRANSCRIPTS_CACHE)
    return TranscriptSnapshot.from_bytes(saved) if saved else None


def _transcript_remarks(scanned: "TranscriptScan") -> list[str]:
    """What a person should know about the transcripts."""
    said = []
    if scanned.rewritten:
        names, count = ", ".join(scanned.rewritten[:3]), len(scanned.rewritten)
        said.append(f"rewritten transcripts were read again ({count}): {names}")
    if scanned.vanished:
        said.append(f"transcripts that are gone: {len(scanned.vanished)}; what was read in them is kept")
    return said


def ignored_patterns(desk: Desk) -> tuple[str, ...]:
    """The built-in patterns with those of the configuration; `!pattern` takes one back."""
    from dreamtui.mining.noise import DEFAULT_IGNORED

    own = [str(pattern) for pattern in desk.config["dreamtui.ignore"]]
    back = {pattern[1:] for pattern in own if pattern.startswith("!")}
    kept = [pattern for pattern in DEFAULT_IGNORED if pattern not in back]
    return tuple(dict.fromkeys([*kept, *(pattern for pattern in own if not pattern.startswith("!"))]))


def switched_off(desk: Desk, settings: MineSettings) -> frozenset[str]:
    """Signals that a run does not ask; one that is asked by name is, and dotagent asks all of its own."""
    if settings.compat or settings.only is not None:
        return frozenset()
    return frozenset(map(str, desk.config["dreamtui.signals_off"]))


ENOUGH = 10
"""Items for which a window is wide enough."""
_LASTING = frozenset(
    ["sync_comment", "substitution", "registration", "changed_together", "changelog_entry", "subject_template",
     "reasoned_revert"]
)  # fmt: skip
"""Signals whose findings count whenever they were last seen: how code is written shows over a year or not at all, and a
reason why something was taken back does not pass."""


def read_new(
    desk: Desk,
    windows: Sequence[MineSettings],
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    *,
    keep: bool,
) -> tuple[SourcesRead, MineSettings]:
    """Event logs, git history and conversations through our own signals, and the window that was taken.

    The windows differ in nothing but how far back they go, each further than the one before: the first that has
    enough is taken, or the first in which no less is found than in the last. What is read suits the widest; `keep`
    remembers how far each source was read.
    """
    from dreamtui.desk.mine import answer
    from dreamtui.sources.identity import read_roster
    from dreamtui.sources.registry import read_registry

    root = desk.workspace.root
    people, registry = read_roster(root), read_registry(root, _sources(desk))
    heard = hear(desk, progress, cancelled, keep=keep)
    of = answer.question(desk, windows, people, registry, heard) if windows[0].only is None else ""
    if (before := answer.load(desk, of)) is not None:
        return replace(before.read, heard=heard), windows[before.window]
    read, settings, holds = _read_all(desk, windows, people, registry, heard, progress, cancelled, keep=keep)
    if of and holds >= 0 and keep and desk.layout.home.is_dir():
        kept = replace(read, fresh=0, heard=Heard(), history=None)
        answer.save(desk, answer.LastAnswer(of, desk.now.timestamp(), holds, windows.index(settings), kept))
    return read, settings


def _read_all(
    desk: Desk,
    windows: Sequence[MineSettings],
    people: "Roster",
    registry: "Registry",
    heard: Heard,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    *,
    keep: bool,
) -> tuple[SourcesRead, MineSettings, float]:
    """What was read and the window that was taken; and how long the same would be found, below 0 if that is unknown."""
    from dreamtui.desk.mine import answer
    from dreamtui.desk.mine.alike import alike_events, events_of, not_said_better
    from dreamtui.desk.mine.history import HistoryRead
    from dreamtui.mining.semantic import NAME as SEMANTIC
    from dreamtui.mining.signals import EventMiners
    from dreamtui.mining.signals.miners import LOGGED_ONLY
    from dreamtui.sources import events
    from dreamtui.sources.git.objects import complete

    root, state, settings = desk.workspace.root, desk.layout.private_state, windows[-1]
    miners = EventMiners(settings.since, registry.entries, settings.ignored)
    logs = load_blob(state / _EVENTS_CACHE)
    scanned = events.scan(
        desk.layout.real(EVENTS),
        root,
        miners,
        previous=events.LogSnapshot.from_bytes(logs, miners) if logs else None,
        cancelled=cancelled,
        progress=(lambda done, total: progress("reading event logs", done, total)) if progress else None,
    )
    commits_read = load_blob(state / _GIT_CACHE)
    history, known = _history(desk, settings.since, people, commits_read, progress, cancelled)
    there = {event.sha for event in history.events}
    wanted = [sha for sha in scanned.miners.wanted_shas() if sha not in there]
    named = (asked(lambda: complete(root, wanted, people, history)) or {}) if wanted else {}
    commits = (*history.events, *(named[sha] for sha in sorted(named)))
    changes = HistoryRead()
    if settings.only is None and not desk.workspace.trouble:
        changes = _changes(desk, settings, progress, cancelled, keep=keep)
    off = switched_off(desk, settings)
    of_changes = [one for one in changes.findings if one.signal not in off]
    tried: list[tuple[MineSettings, list[Finding]]] = []
    holds: list[float] = []
    by_sha = {commit.sha: commit for commit in commits}
    wanted_alike = replace(settings, embeddings=settings.embeddings and SEMANTIC not in off)
    with alike_events(desk, wanted_alike, progress, cancelled, keep=keep) as alike:
        compares = alike.vectors is not None
        logged = events_of(desk, settings.since, by_sha, heard.moments) if compares else []
        for window in windows:
            mined = scanned.miners.findings(window, (*commits, *heard.moments))
            mined = [one for one in mined if one.signal not in off]
            changed = [one for one in of_changes if _counts(one, window)]
            near = [*alike.corrections(heard.moments, mined, window), *alike.find(logged, window)]
            mined += not_said_better(near, (*mined, *changed))
            passing = (one.last_seen for one in changed if one.signal not in _LASTING)
            counted = (event.ts for event in logged if event.ts >= window.since)
            holds.append(answer.holds(window.since, (*(one.first_seen for one in mined), *passing, *counted)))
            tried.append((window, in_turns(mined, changed)))
            if len(tried[-1][1]) >= ENOUGH:
                break
    settings, findings = next(one for one in tried if len(one[1]) == len(tried[-1][1]))
    inside = tuple(event for event in history.events if event.ts >= settings.since)
    holds.append(answer.holds(settings.since, (event.ts for event in inside)))
    everywhere = scanned.miners.findings(settings, (*commits, *heard.moments), whole_history=True)
    if keep and desk.layout.home.is_dir():
        if scanned.read or not logs:
            save_blob(state / _EVENTS_CACHE, scanned.snapshot.to_bytes())
        if history.snapshot is not None and (history.new_commits or not commits_read):
            save_blob(state / _GIT_CACHE, encode_snapshot(history.snapshot))
    shown = {(finding.signal, finding.subject) for finding in findings}
    read = SourcesRead(
        tuple(findings),
        scanned.events,
        len(inside),
        inside,
        scanned.read + min(history.new_commits, len(inside)),
        scanned.skipped + heard.skipped,
        (*scanned.skips, *heard.skips, *registry.skipped),
        (
            *((desk.workspace.trouble,) if desk.workspace.trouble else ()),
            *_remarks(scanned, history),
            *heard.remarks,
            *filter(
                None,
                (alike.remark, changes.remark, _written_down(changes.kept), _widened(tried, settings), _misnamed(off)),
            ),
        ),
        complete=known,
        heard=heard,
        changes=changes.commits,
        changes_since=changes.begin,
        with_changes=changes.snapshot is not None,
        compared=alike.looked,
        kept=changes.kept,
        known_only=(
            *(one for one in everywhere if one.signal in LOGGED_ONLY - off),
            *(one for one in of_changes if (one.signal, one.subject) not in shown),
        ),
    )
    holds += [answer.holds(settings.since, (one.first_seen for one in everywhere if one.signal in LOGGED_ONLY))]
    # What is said of a source once only is not the answer to the next question too.
    once = scanned.rewritten or scanned.vanished or history.rewritten or (history.new_commits and history.remark)
    failed = not known or changes.remark or (compares and alike.vectors is None)
    return read, settings, -1 if once or failed else min(holds)


def commits_since(desk: Desk, since: str) -> tuple[Event, ...]:
    """The commits of a window as events, where a run did not have to read them."""
    from dreamtui.sources.identity import read_roster

    saved = load_blob(desk.layout.private_state / _GIT_CACHE)
    history, _ = _history(desk, since, read_roster(desk.workspace.root), saved, None, None)
    return tuple(event for event in history.events if event.ts >= since)


def _counts(finding: Finding, window: MineSettings) -> bool:
    """Whether what commits say is found in a window: its newest evidence lies there, or no window matters."""
    return finding.signal in _LASTING or finding.last_seen >= window.since


def _widened(tried: Sequence[tuple[MineSettings, list[Finding]]], chosen: MineSettings) -> str:
    """How far the window was widened, and why."""
    before = [f"{len(found)} in {window.since_text}" for window, found in tried if window.since > chosen.since]
    if before:
        counts = ", ".join(before)
        return f"fewer than {ENOUGH} items were found ({counts}), so the window was widened to {chosen.since_text}"
    wider = [window.since_text for window, _ in tried[1:]]
    return f"no more is found in {' or '.join(wider)}" if wider else ""


_NAMED_KEPT = 3
"""How many of the places are named where what commits show is written down."""


def _written_down(kept: Sequence[Finding]) -> str:
    """What commits show and nobody needs to be told: where it is written, or what everybody does."""
    places = list(dict.fromkeys(one.kept_at for one in kept if one.kept_at != BY_ALL))
    habits = list(dict.fromkeys(one.files[0] for one in kept if one.kept_at == BY_ALL and one.files))
    said = [
        f"{'1 habit is' if len(names) == 1 else f'{len(names)} habits are'} {why}, so not offered: "
        f"{', '.join(names[:_NAMED_KEPT])}{f' and {len(names) - _NAMED_KEPT} more' if len(names) > _NAMED_KEPT else ''}"
        for names, why in ((places, "written down already and kept"), (habits, "hardly ever forgotten"))
        if names
    ]
    return one_line("; ".join(said))


def _misnamed(off: frozenset[str]) -> str:
    """What is to be switched off, but is no signal."""
    from dreamtui.mining.history.signals import HISTORY_SIGNALS
    from dreamtui.mining.semantic import NAME as SEMANTIC
    from dreamtui.mining.signals import SIGNALS

    wrong = sorted(off.difference(SIGNALS, HISTORY_SIGNALS, (SEMANTIC,)))
    return f"dreamtui.signals_off: there is no signal {', '.join(map(one_line, wrong))}" if wrong else ""


def in_turns(events: Iterable[Finding], changes: Sequence[Finding]) -> list[Finding]:
    """A finding of each signal in turn, the signal that promises most first; hotspots, seldom a rule, come last.

    What changes say better, with half of the same commits, is left to them.
    """
    from dreamtui.mining.history.seen import SeenCommits
    from dreamtui.mining.history.signals import LAST

    by_signal: dict[str, list[Finding]] = {}
    told = SeenCommits(change.evidence for change in changes)
    for finding in events:
        if told.hold(finding.evidence):
            continue
        by_signal.setdefault(finding.signal, []).append(finding)
    for finding in changes:
        if finding.signal != LAST:
            by_signal.setdefault(finding.signal, []).append(finding)
    names = sorted(by_signal, key=lambda name: _EXPECTED.index(name) if name in _EXPECTED else len(_EXPECTED))
    turns = zip_longest(*(by_signal[name] for name in names))
    ordered = [finding for turn in turns for finding in turn if finding is not None]
    return [*ordered, *(finding for finding in changes if finding.signal == LAST)]


def reads_commits(settings: MineSettings) -> bool:
    """Whether the one signal that is wanted reads commits with their changes, and nothing else."""
    if settings.only is None:
        return False
    from dreamtui.mining.history.signals import HISTORY_SIGNALS

    return settings.only in HISTORY_SIGNALS


def read_commits(
    desk: Desk,
    settings: MineSettings,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    *,
    keep: bool,
) -> SourcesRead:
    """The git history through one signal of commits and their changes; `keep` remembers how far it was read."""
    if desk.workspace.trouble:
        return SourcesRead((), remarks=(desk.workspace.trouble,), complete=False)
    read = _changes(desk, settings, progress, cancelled, keep=keep)
    return SourcesRead(
        read.findings,
        fresh=read.fresh,
        remarks=tuple(filter(None, (read.remark, _written_down(read.kept)))),
        kept=read.kept,
        changes=read.commits,
        changes_since=read.begin,
        changes_only=True,
    )


def _changes(
    desk: Desk,
    settings: MineSettings,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    *,
    keep: bool,
) -> "HistoryRead":
    """The commits with their changes through the signal that is wanted, or through all."""
    from dreamtui.desk.mine.history import MinedHistory, look
    from dreamtui.sources.git.diffs import DiffSnapshot
    from dreamtui.sources.git.head import HeadSnapshot
    from dreamtui.sources.identity import read_roster
    from dreamtui.store.person.sealed import load_sealed, save_sealed

    root, cache = desk.workspace.root, desk.layout.private_state / _DIFFS_CACHE
    saved = load_blob(cache)
    counted = load_blob(desk.layout.private_state / _HEAD_CACHE)
    about = f"{_MINED_CACHE} {settings.only}".encode()
    found = load_sealed(desk.layout.private_state / _MINED_CACHE, data_home(desk.env), about, _MINED_LIMIT)
    read = look(
        root,
        _begin_of_day(desk),
        ignored=settings.ignored,
        people=read_roster(root),
        previous=decode_snapshot(saved, DiffSnapshot) if saved else None,
        previous_head=decode_snapshot(counted, HeadSnapshot) if counted else None,
        mined=decode_snapshot(found, MinedHistory) if found else None,
        only=settings.only,
        cancelled=cancelled,
        progress=(lambda done: progress("reading changes", done, 0)) if progress else None,
    )
    if keep and desk.layout.home.is_dir() and read.mined is not None and read.mined.of:
        with suppress(Unavailable):
            save_sealed(
                desk.layout.private_state / _MINED_CACHE, data_home(desk.env), about, encode_snapshot(read.mined)
            )
    if keep and desk.layout.home.is_dir() and read.snapshot is not None and (read.fresh or not saved):
        save_blob(cache, encode_snapshot(read.snapshot))
    if keep and desk.layout.home.is_dir() and read.head is not None and read.looked:
        save_blob(desk.layout.private_state / _HEAD_CACHE, encode_snapshot(read.head))
    return read


def _begin_of_day(desk: Desk) -> int:
    """How far back changes are read moves once a day, so that what commits show stays the same between."""
    return int(desk.now.timestamp()) // 86_400 * 86_400


def _history(
    desk: Desk,
    since: str,
    people: "Roster",
    saved: bytes | None,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
) -> "tuple[GitHistory, bool]":
    """The history, and whether it could be read; without git, or with a broken repository, the rest goes on."""
    from dreamtui.sources.git.history import GitHistory, GitSnapshot, read_history

    if desk.workspace.trouble:
        return GitHistory(), False
    previous = decode_snapshot(saved, GitSnapshot) if saved else None
    told = (lambda done: progress("reading commits", done, 0)) if progress else None
    root = desk.workspace.root
    try:
        return read_history(root, since, previous, cancelled, told, people), True
    except Refused as problem:
        if cancelled is not None and cancelled():
            raise
        return GitHistory(remark=str(problem) if desk.workspace.git_dir else ""), False


def _remarks(scanned: Any, history: Any) -> list[str]:
    """What a person should know about the sources."""
    said = [history.remark] if history.remark else []
    if history.rewritten:
        said.append("the git history was rewritten since the last run, so it was read again from the start")
    if scanned.rewritten:
        names, count = ", ".join(scanned.rewritten[:3]), len(scanned.rewritten)
        said.append(f"rewritten event logs were read again ({count}): {names}")
    if scanned.vanished:
        said.append(f"event logs gone since the last run: {len(scanned.vanished)}")
    return said


def read_compat(
    desk: Desk,
    settings: MineSettings,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    *,
    keep: bool,
) -> SourcesRead:
    """dotagent's event log and registry alone, through its own rules."""
    from dreamtui.desk.mine.alike import alike_events
    from dreamtui.mining.dotagent import mine_like_dotagent, newest_events
    from dreamtui.sources.events import EventStream
    from dreamtui.sources.registry import read_registry

    log = EventStream(desk.layout.real(EVENTS), desk.workspace.root)
    registry = read_registry(desk.workspace.root, _sources(desk), compat=True)
    newest = newest_events(log, settings.since)
    findings = mine_like_dotagent(newest, registry.entries, settings)
    with alike_events(desk, settings, progress, cancelled, keep=keep) as alike:
        findings += alike.find_like_dotagent(newest, settings)
    return SourcesRead(
        tuple(findings),
        log.read,
        fresh=log.read,
        skipped=log.skipped,
        skips=tuple(log.skips),
        remarks=(alike.remark,) if alike.remark else (),
        compared=alike.looked,
    )


def _sources(desk: Desk) -> dict[str, object]:
    found = (desk.config.raw or {}).get("sources")
    return found if isinstance(found, dict) else {}
