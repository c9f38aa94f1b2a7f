"""Reads the transcripts of a repository, or only what is new in them since the last time."""

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dreamtui.model.evidence import Event, Skip
from dreamtui.model.mining.interface import no_collection
from dreamtui.sources.jsonl.lines import FileChange, Skips, as_left, change_of
from dreamtui.sources.jsonl.parallel import Progress, read_files, two_are_faster
from dreamtui.sources.transcripts.files import PREFIX, FoundTranscripts, TranscriptFile
from dreamtui.sources.transcripts.reader import TranscriptFilesReader, TranscriptJob
from dreamtui.sources.transcripts.state import FileState, Moment, TranscriptSnapshot


@dataclass(frozen=True, slots=True)
class SessionSeen:
    """A session as its transcripts show it."""

    id: str
    first: str
    """Time of its first record; empty when none has one."""
    last: str
    files: tuple[str, ...]
    """Its transcripts, as locators name them, sorted."""
    prompts: int
    """How often the person said something."""
    title: str
    """Its title: the person's, else Claude's, else a summary; empty when it has none."""


def events_of(files: Mapping[str, FileState]) -> list[Event]:
    """The events of all files in the order of time; of copies the one in a file that is there, by name and line."""
    best: dict[str, tuple[bool, str, int, Moment]] = {}
    for name, state in files.items():
        for moment in state.moments:
            place = (state.gone, name, moment.line, moment)
            other = best.get(moment.key)
            if other is None or place[:3] < other[:3]:
                best[moment.key] = place
    ordered = sorted(best.values(), key=lambda place: (place[3].ts, place[1], place[2], place[3].key))
    return [moment.event(PREFIX + name) for _, name, _, moment in ordered]


def sessions_of(files: Mapping[str, FileState]) -> dict[str, SessionSeen]:
    """The sessions of all files by id; a prompt that was copied into another session counts for the first."""
    ordered = sorted(files.items())
    owners: dict[str, str] = {}
    for _, state in ordered:
        for session, seen in sorted(state.sessions.items()) if len(state.sessions) > 1 else state.sessions.items():
            for key in seen.prompts:
                owners.setdefault(key, session)
    prompts = Counter(owners.values())
    parts: dict[str, list[tuple[str, FileState]]] = {}
    for name, state in ordered:
        for session in state.sessions:
            parts.setdefault(session, []).append((PREFIX + name, state))
    return {session: _session(session, parts[session], prompts[session]) for session in sorted(parts)}


def _session(session: str, parts: list[tuple[str, FileState]], prompts: int) -> SessionSeen:
    """One session from all files that speak of it."""
    seen = [state.sessions[session] for _, state in parts]
    _, title = max(((one.rank, one.title) for one in seen), default=(0, ""))
    return SessionSeen(
        id=session,
        first=min((one.first for one in seen if one.first), default=""),
        last=max((one.last for one in seen), default=""),
        files=tuple(name for name, _ in parts),
        prompts=prompts,
        title=title,
    )


_MUCH = 4 << 20
"""Bytes from which on two processes are faster than one."""


@dataclass(slots=True)
class TranscriptScan:
    events: list[Event]
    """Moments of all transcripts that were ever read, by time; what was copied counts once."""
    sessions: dict[str, SessionSeen]
    snapshot: TranscriptSnapshot
    files: int = 0
    opened: int = 0
    """Transcripts that were opened by this scan."""
    records: int = 0
    """Records in all transcripts that were ever read, copies included."""
    read: int = 0
    bytes_read: int = 0
    skipped: int = 0
    """Lines and files in all that could not be read."""
    skips: tuple[Skip, ...] = ()
    """The first of them by name."""
    rewritten: tuple[str, ...] = ()
    """Transcripts that are not what they were plus something, and were read again."""
    vanished: tuple[str, ...] = ()
    """Transcripts that were there the last time and are gone; what was drawn from them is kept."""


def scan(
    found: FoundTranscripts,
    *,
    previous: TranscriptSnapshot | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Progress | None = None,
    processes: int = 0,
) -> TranscriptScan:
    """Read the transcripts that were found; with the snapshot of an earlier scan only what is new in them.

    A snapshot of another folder or repository is not used; where roots only came or went, such as worktrees, what was
    drawn from their transcripts stays. The earlier snapshot stays as it was. `processes` is 1 or 2, or 0 for what suits
    the amount, which is always 1 where threads run beside this one.
    """
    if previous is not None and (previous.claude != found.claude or not set(previous.roots) & set(found.roots)):
        previous = None
    known = previous.files if previous is not None else {}
    snapshot = TranscriptSnapshot(found.claude, found.roots, found.origins, dict(known))
    here = {file.name for file in found.files}
    vanished = [name for name, state in known.items() if name not in found.origins and not state.gone]
    for name in vanished:
        snapshot.files[name] = state = known[name].copy()
        state.gone = True
    failed: list[Skip] = []
    with no_collection():
        jobs, rewritten = _plan(found, snapshot.files)
        reader = TranscriptFilesReader(jobs, found.roots, cancelled)
        two = processes == 2 or (
            processes == 0 and two_are_faster([(job.path, job.state.mark.offset) for job in jobs], much=_MUCH)
        )
        read_files(reader, len(jobs), two=two, cancelled=cancelled, progress=progress)
    done = reader.done.values()
    for one in done:
        if one.state is None:
            failed.append(Skip(PREFIX + one.name, 0, one.why))
        else:
            snapshot.files[one.name] = one.state
    result = TranscriptScan(
        events=events_of(snapshot.files),
        sessions=sessions_of(snapshot.files),
        snapshot=snapshot,
        files=len(here),
        opened=len(done) - len(failed),
        records=sum(state.mark.records for state in snapshot.files.values()),
        read=sum(one.records for one in done),
        bytes_read=sum(one.bytes_read for one in done),
        rewritten=tuple(rewritten),
        vanished=tuple(PREFIX + name for name in sorted(vanished)),
    )
    _name_skips(result, [*found.skips, *failed])
    return result


def _plan(found: FoundTranscripts, known: dict[str, FileState]) -> tuple[list[TranscriptJob], list[str]]:
    """What has to be read; and the names of what was rewritten."""
    jobs: list[TranscriptJob] = []
    rewritten: list[str] = []
    for file in found.files:
        state, changed = _state(file, known.get(file.name))
        if changed:
            rewritten.append(PREFIX + file.name)
        if state is not None:
            jobs.append(TranscriptJob(file.name, file.path, state, file.size))
    return jobs, sorted(rewritten)


def _state(file: TranscriptFile, known: FileState | None) -> tuple[FileState | None, bool]:
    """Into what a file has to be read, None when nothing in it is new; and whether it is not what it was."""
    fresh = FileState(stem=file.stem, subagent=file.subagent)
    if known is None:
        return fresh, False
    try:
        if not known.gone and as_left(os.lstat(file.path), known.mark):
            return None, False
        change = change_of(file.path, known.mark)
    except OSError:
        return fresh, False
    if change is not FileChange.GROWN:
        return fresh, change is FileChange.REWRITTEN
    state = known.copy()
    state.gone = False
    return state, False


def _name_skips(result: TranscriptScan, skips: list[Skip]) -> None:
    """Count all that could not be read, and name the first of it; `skips` are whole files."""
    files = result.snapshot.files
    result.skipped = len(skips) + sum(state.mark.skipped + bool(state.mark.torn) for state in files.values())
    named = Skips(skips)
    for name, state in files.items():
        for line, why in state.skips:
            named.add(PREFIX + name, line, why)
        if state.mark.torn:
            named.add(PREFIX + name, state.mark.lines + 1, state.mark.torn)
    result.skips = tuple(named.first())
