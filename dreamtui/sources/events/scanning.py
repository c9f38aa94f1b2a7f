"""Reads every event log of a folder into miners, or only what is new in it since the last time."""

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from dreamtui.model.evidence import Skip
from dreamtui.model.mining import no_collection
from dreamtui.sources.events.files import find_logs, open_log, print_of, shown_name
from dreamtui.sources.events.pair import Pair
from dreamtui.sources.events.reader import LogJob, LogReader, make_job
from dreamtui.sources.events.snapshot import LogPosition, LogSnapshot, M, Skips

_MANY_FILES = 2000
"""Files from which on a second process is made, however small they are."""
_MUCH = 8 << 20
"""Bytes from which on a second process is made for any number of files; for less it takes longer than it saves."""

Progress = Callable[[int, int], None]
"""Told how many files have been read, of how many."""


@dataclass(slots=True)
class ScanResult(Generic[M]):
    """What was read."""

    miners: M
    """All that is remembered, of this and earlier scans."""
    events: int
    """Events in all files that are there."""
    read: int
    """Events read by this scan."""
    skipped: int
    """Lines and files in all that could not be read."""
    skips: list[Skip]
    """The first of them by name."""
    snapshot: LogSnapshot[M]
    """For the next scan."""
    files: int = 0
    """Files that were opened by this scan."""
    bytes_read: int = 0
    """Bytes read by this process in this scan."""
    rewritten: tuple[str, ...] = ()
    """Files that are not what they were plus something; because of them all was read again."""
    vanished: tuple[str, ...] = ()
    """Files that are gone; because of them all was read again."""


class LogScanStopped(Exception):
    """The scan was cancelled; the snapshot it began with is still good."""


@dataclass(slots=True)
class _Plan:
    """What has to be read."""

    jobs: list[LogJob]
    """Files to read, newest day first."""
    kept: dict[str, LogPosition]
    """Files that need not be opened, or only from where they were left."""
    rewritten: list[str]
    """Files that changed otherwise than by growing."""
    vanished: list[str]
    """Files that are gone."""


def scan(
    folder: Path,
    root: Path,
    miners: M,
    *,
    previous: LogSnapshot[M] | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Progress | None = None,
    processes: int = 0,
) -> ScanResult[M]:
    """Read the event logs below a folder; `miners` are empty ones that carry the floor of the window.

    With the snapshot of an earlier scan only new bytes are read, unless something but growth happened to a file. The
    snapshot's miners are taken over, so an earlier snapshot serves once. A snapshot for another folder, for other
    miners or for a later floor is not used. `processes` is 1 or 2, or 0 for what suits the number of files.
    """
    name_of = shown_name(root)
    where = name_of(str(folder))
    outside = Skips()
    logs, left_out = find_logs(folder, name_of, outside)
    if previous is not None and not _usable(previous, miners, where):
        previous = None
    plan = _plan(logs, previous)
    rewritten, vanished = tuple(sorted(plan.rewritten)), tuple(sorted(plan.vanished))
    if rewritten or vanished:
        previous = None
        plan = _plan(logs, None)
    del logs
    target = miners if previous is None else miners.fresh(previous.floor)
    readers, failed = _read(plan, target, cancelled, progress, processes)
    snapshot = _merge(previous, plan, readers, LogSnapshot(miners.key, where, target.floor, target))
    for name, why in failed.items():
        outside.add(name, 0, why)
    return ScanResult(
        miners=snapshot.miners,
        events=sum(mark.events for mark in snapshot.marks.values()),
        read=sum(mark.events for reader in readers for mark in reader.marks.values()),
        skipped=sum(mark.skipped for mark in snapshot.marks.values()) + left_out + len(failed),
        skips=Skips([*snapshot.skips, *outside.first()]).first(),
        snapshot=snapshot,
        files=sum(len(reader.marks) for reader in readers),
        bytes_read=sum(reader.bytes_read for reader in readers),
        rewritten=rewritten,
        vanished=vanished,
    )


def _usable(previous: LogSnapshot[M], miners: M, where: str) -> bool:
    """Whether a snapshot is of this folder, of such miners, and goes back as far as it has to."""
    same = previous.key == miners.key and previous.folder == where
    return same and not previous.spent and previous.floor <= miners.floor


def _merge(
    previous: LogSnapshot[M] | None, plan: _Plan, readers: Sequence[LogReader[M]], snapshot: LogSnapshot[M]
) -> LogSnapshot[M]:
    """Put together what was known and what was read; `snapshot` holds the miners that were fed."""
    marks, skips = snapshot.marks, Skips()
    marks.update(plan.kept)
    for reader in readers:
        for name, mark in reader.marks.items():
            before = plan.kept.get(name)
            if before is not None:
                skipped = before.skipped - before.torn + mark.skipped
                mark = mark._replace(events=before.events + mark.events, skipped=skipped)
            marks[name] = mark
        for skip in reader.skips.first():
            skips.add(skip.path, skip.line, skip.why)
    if previous is not None:
        ends = {name: plan.kept[name].lines for reader in readers for name in reader.marks if name in plan.kept}
        for skip in previous.skips:
            if skip.line <= ends.get(skip.path, skip.line):
                skips.add(skip.path, skip.line, skip.why)
        previous.spent = True
        if any(reader.marks for reader in readers):
            previous.miners.absorb(snapshot.miners)
        snapshot.miners = previous.miners
    snapshot.skips = skips.first()
    return snapshot


def _plan(logs: dict[str, "os.DirEntry[str]"], previous: LogSnapshot[M] | None) -> _Plan:
    """Compare what is there with what was read."""
    if previous is None:
        jobs = [make_job((name, entry.path, 0, 0)) for name, entry in logs.items()]
        return _Plan(jobs, {}, [], [])
    plan = _Plan([], {}, [], [name for name, mark in previous.marks.items() if name not in logs and mark.events])
    for name, entry in logs.items():
        mark = previous.marks.get(name)
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            status = None
        if mark is None or status is None:
            plan.jobs.append(LogJob(name, entry.path))
        elif (status.st_size, status.st_mtime_ns, status.st_ino) == mark[:3]:
            plan.kept[name] = mark
        elif status.st_size > mark.size and _same_start(entry.path, mark):
            plan.kept[name] = mark
            plan.jobs.append(LogJob(name, entry.path, mark.offset, mark.lines - mark.open))
        else:
            plan.rewritten.append(name)
    return plan


def _same_start(path: str, mark: LogPosition) -> bool:
    """Whether a file that grew still begins as it did."""
    try:
        handle, _ = open_log(path)
    except OSError:
        return False
    try:
        ended = not mark.open or os.pread(handle, 1, mark.offset) in (b"\n", b"\r")
        return ended and print_of(handle, mark.offset) == mark.print
    except OSError:
        return False
    finally:
        os.close(handle)


def _read(
    plan: _Plan, target: M, cancelled: Callable[[], bool] | None, progress: Progress | None, processes: int
) -> tuple[list[LogReader[M]], dict[str, str]]:
    """Read what is planned, in two processes when it is worth it."""
    reader = LogReader(target, Skips())
    readers = [reader]
    total = len(plan.jobs)
    failed: dict[str, str] = {}

    def step(elsewhere: int) -> bool:
        if cancelled is not None and cancelled():
            return False
        if progress is not None:
            progress(len(reader.marks) + len(failed) + elsewhere, total)
        return True

    with no_collection():
        if len(plan.jobs) > 1 and (processes or 1 + _is_much(plan.jobs)) > 1 and _may_fork():
            pair = Pair(reader, plan.jobs, step)
            theirs = pair.run()
            failed = pair.failed
            if theirs is not None:
                target.absorb(theirs.miners)
                readers.append(theirs)
                theirs.miners = target
        done = {name for one in readers for name in one.marks}
        _read_here(reader, [job for job in plan.jobs if job.name not in done and job.name not in failed], failed, step)
    return readers, failed


def _read_here(
    reader: LogReader[M], jobs: Sequence[LogJob], failed: dict[str, str], step: Callable[[int], bool]
) -> None:
    """Read files in this process."""
    for job in jobs:
        if not step(0):
            raise LogScanStopped
        if why := reader.read(job):
            failed[job.name] = why
    if not step(0):
        raise LogScanStopped
    reader.finish()


def _is_much(jobs: Sequence[LogJob]) -> bool:
    """Whether so much is to be read that two processes are faster."""
    if len(jobs) >= _MANY_FILES:
        return True
    size = 0
    for job in jobs:
        with suppress(OSError):
            size += Path(job.path).stat().st_size - job.offset
    return size >= _MUCH


def _may_fork() -> bool:
    """Whether a child may be made: not beside other threads, whose locks it would inherit."""
    return hasattr(os, "fork") and threading.active_count() == 1 and (os.cpu_count() or 1) > 1
