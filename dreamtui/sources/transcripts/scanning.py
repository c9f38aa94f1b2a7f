"""Reads the transcripts of a repository, or only what is new in them since the last time."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from dreamtui.model.evidence import Event, Skip
from dreamtui.model.mining import no_collection
from dreamtui.sources.events.files import open_log, print_of
from dreamtui.sources.transcripts.files import PREFIX, FoundTranscripts, TranscriptFile
from dreamtui.sources.transcripts.parallel import Done, Fetching, TranscriptJob, read_in_two, read_job, worth_it
from dreamtui.sources.transcripts.reader import Stopped
from dreamtui.sources.transcripts.state import FileState, ReadPosition, TranscriptSnapshot
from dreamtui.sources.transcripts.summing import SessionSeen, events_of, sessions_of

NAMED = 100
"""How many skipped lines are named; all are counted."""

Progress = Callable[[int, int], None]
"""Told how many files have been read, of how many."""

__all__ = ["SessionSeen", "TranscriptScan", "TranscriptScanStopped", "scan"]


class TranscriptScanStopped(Exception):
    """The scan was cancelled; the snapshot it began with is still good."""


@dataclass(slots=True)
class TranscriptScan:
    """What the transcripts say."""

    events: list[Event]
    """Moments of all transcripts that were ever read, by time; what was copied counts once."""
    sessions: dict[str, SessionSeen]
    """Sessions by id."""
    snapshot: TranscriptSnapshot
    """For the next scan."""
    files: int = 0
    """Transcripts that are there."""
    opened: int = 0
    """Transcripts that were opened by this scan."""
    records: int = 0
    """Records in all transcripts that were ever read, copies included."""
    read: int = 0
    """Records read by this scan."""
    bytes_read: int = 0
    """Bytes read by this scan."""
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
        done = _read_all(jobs, found.roots, cancelled, progress, processes)
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


def _read_all(
    jobs: list[TranscriptJob],
    roots: tuple[str, ...],
    cancelled: Callable[[], bool] | None,
    progress: Progress | None,
    processes: int,
) -> list[Done]:
    """Read every file, in two processes when it is worth it."""

    def step(count: int) -> bool:
        if cancelled is not None and cancelled():
            return False
        if progress is not None:
            progress(count, len(jobs))
        return True

    done: list[Done] = []
    if processes == 2 or (processes == 0 and worth_it(jobs)):
        both = read_in_two(jobs, roots, step)
        if both is None:
            raise TranscriptScanStopped
        done = both
    finished = {one.name for one in done}
    rest = [job for job in jobs if job.name not in finished]
    fetching = Fetching(rest)
    for number, job in enumerate(rest):
        if not step(len(done)):
            raise TranscriptScanStopped
        fetching.at(number)
        try:
            done.append(read_job(job, roots, cancelled))
        except Stopped as stopped:
            raise TranscriptScanStopped from stopped
    if not step(len(done)):
        raise TranscriptScanStopped
    return done


def _state(file: TranscriptFile, known: FileState | None) -> tuple[FileState | None, bool]:
    """Into what a file has to be read, None when nothing in it is new; and whether it is not what it was."""
    fresh = FileState(stem=file.stem, subagent=file.subagent)
    if known is None:
        return fresh, False
    try:
        handle, status = open_log(file.path) if _differs(file.path, known.mark) or known.gone else (-1, None)
    except OSError:
        return fresh, False
    if status is None:
        return None, False
    try:
        same = _same_start(handle, status.st_size, known.mark)
    finally:
        os.close(handle)
    if not same:
        return fresh, True
    if known.mark.open and not _goes_on(file.path, known.mark):
        return fresh, False
    state = known.copy()
    state.gone = False
    return state, False


def _differs(path: str, mark: ReadPosition) -> bool:
    """Whether a file is not as it was left."""
    try:
        status = os.lstat(path)
    except OSError:
        return True
    return (status.st_size, status.st_mtime_ns, status.st_ino) != (mark.size, mark.mtime, mark.inode)


def _same_start(handle: int, size: int, mark: ReadPosition) -> bool:
    """Whether a file still begins as it did."""
    return size >= mark.offset and print_of(handle, mark.offset) == mark.print


def _goes_on(path: str, mark: ReadPosition) -> bool:
    """Whether a last line that counted without its newline has ended there, or not gone on yet."""
    with suppress(OSError):
        handle, _ = open_log(path)
        try:
            following = os.pread(handle, 2, mark.offset)
        finally:
            os.close(handle)
        return following[:1] in (b"", b"\n") or following in (b"\r", b"\r\n")
    return False


def _name_skips(result: TranscriptScan, skips: list[Skip]) -> None:
    """Count all that could not be read, and name the first of it; `skips` are whole files."""
    files = result.snapshot.files
    result.skipped = len(skips) + sum(state.mark.skipped + bool(state.mark.torn) for state in files.values())
    for name, state in files.items():
        skips += [Skip(PREFIX + name, line, why) for line, why in state.skips]
        if state.mark.torn:
            skips.append(Skip(PREFIX + name, state.mark.lines + 1, state.mark.torn))
    result.skips = tuple(sorted(skips, key=lambda skip: (skip.path, skip.line))[:NAMED])
