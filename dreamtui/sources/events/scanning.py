"""Reads every event log of a folder into miners, or only what is new in it since the last time."""

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from dreamtui.model.evidence import Skip
from dreamtui.model.mining import no_collection
from dreamtui.sources.events.files import find_logs, open_log, print_of, shown_name
from dreamtui.sources.events.pair import Pair
from dreamtui.sources.events.reader import Job, Reader
from dreamtui.sources.events.snapshot import M, Mark, Skips, Snapshot

_WORTH_A_PROCESS = 8 << 20
"""Bytes (a small file counts as 32 KiB) from which on a second process pays."""
_SMALL_FILE = 32 << 10

Progress = Callable[[int, int], None]


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
    snapshot: Snapshot[M]
    """For the next scan."""
    files: int = 0
    """Files that were opened by this scan."""
    bytes_read: int = 0
    """Bytes read by this process in this scan."""
    rewritten: tuple[str, ...] = ()
    """Files that are not what they were plus something; because of them all was read again."""
    vanished: tuple[str, ...] = ()
    """Files that are gone; because of them all was read again."""


class ScanStopped(Exception):
    """The scan was cancelled; the snapshot it began with is still good."""


@dataclass(slots=True)
class _Plan:
    """What has to be read."""

    jobs: list[Job]
    """Files to read, newest day first."""
    sizes: int
    """About how many bytes that is."""
    kept: dict[str, Mark]
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
    previous: Snapshot[M] | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Progress | None = None,
    processes: int = 2,
) -> ScanResult[M]:
    """Read the event logs below a folder; `miners` are empty ones that carry the floor of the window.

    With the snapshot of an earlier scan only new bytes are read, unless something but growth happened to a file. The
    snapshot's miners are taken over, so an earlier snapshot serves once. A snapshot for another folder, for other
    miners or for a later floor is not used.
    """
    name_of = shown_name(folder, root)
    outside = Skips()
    logs, left_out = find_logs(folder, name_of, outside)
    where = name_of(str(folder))
    if previous is not None and (
        previous.spent or previous.key != miners.key or previous.folder != where or previous.floor > miners.floor
    ):
        previous = None
    plan = _plan(logs, previous)
    rewritten, vanished = plan.rewritten, plan.vanished
    if previous is not None and (rewritten or vanished):
        previous = None
        plan = _plan(logs, None)
    target = miners if previous is None else miners.fresh(previous.floor)
    readers, failed = _read(plan, target, cancelled, progress, processes)
    marks, skips = dict(plan.kept), Skips()
    read = 0
    fresh: set[str] = set()
    for reader in readers:
        for name, mark in reader.marks.items():
            before = plan.kept.get(name)
            read += mark.events
            fresh.add(name)
            if before is not None:
                skipped = before.skipped - before.torn + mark.skipped
                mark = mark._replace(events=before.events + mark.events, skipped=skipped)
            marks[name] = mark
        for skip in reader.skips.first():
            skips.add(skip.path, skip.line, skip.why)
    if previous is not None:
        again = {name: plan.kept[name].lines for name in fresh if name in plan.kept}
        for skip in previous.skips:
            if skip.line <= again.get(skip.path, skip.line):
                skips.add(skip.path, skip.line, skip.why)
        previous.spent = True
        if fresh:
            previous.miners.absorb(target)
        target = previous.miners
    floor = miners.floor if previous is None else previous.floor
    snapshot = Snapshot(miners.key, where, floor, target, marks, skips.first())
    for name, why in failed.items():
        outside.add(name, 0, why)
    shown = Skips([*snapshot.skips, *outside.first()])
    return ScanResult(
        miners=target,
        events=sum(mark.events for mark in marks.values()),
        read=read,
        skipped=sum(mark.skipped for mark in marks.values()) + left_out + len(failed),
        skips=shown.first(),
        snapshot=snapshot,
        files=len(fresh),
        bytes_read=sum(reader.bytes_read for reader in readers),
        rewritten=tuple(sorted(rewritten)),
        vanished=tuple(sorted(vanished)),
    )


def _plan(logs: dict[str, "os.DirEntry[str]"], previous: Snapshot[M] | None) -> _Plan:
    """Compare what is there with what was read."""
    if previous is None:
        jobs = [Job(name, entry.path) for name, entry in logs.items()]
        return _Plan(jobs, _weight(logs), {}, [], [])
    plan = _Plan([], 0, {}, [], [name for name, mark in previous.marks.items() if name not in logs and mark.events])
    for name, entry in logs.items():
        mark = previous.marks.get(name)
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            status = None
        if mark is None or status is None:
            plan.jobs.append(Job(name, entry.path))
            plan.sizes += _SMALL_FILE if status is None else max(_SMALL_FILE, status.st_size)
        elif (status.st_size, status.st_mtime_ns, status.st_ino) == mark[:3]:
            plan.kept[name] = mark
        elif status.st_size > mark.size and _same_start(entry.path, mark):
            plan.kept[name] = mark
            plan.jobs.append(Job(name, entry.path, mark.offset, mark.lines - mark.open))
            plan.sizes += status.st_size - mark.offset
        else:
            plan.rewritten.append(name)
    return plan


def _weight(logs: dict[str, "os.DirEntry[str]"]) -> int:
    """About how much there is to read; it is enough to know whether it is much."""
    total = 0
    for entry in logs.values():
        try:
            total += max(_SMALL_FILE, entry.stat(follow_symlinks=False).st_size)
        except OSError:
            continue
        if total > _WORTH_A_PROCESS:
            break
    return total


def _same_start(path: str, mark: Mark) -> bool:
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
) -> tuple[list[Reader], dict[str, str]]:
    """Read what is planned, in two processes when it is worth it."""
    reader = Reader(target, Skips())
    readers = [reader]
    total = max(1, plan.sizes)

    def step(elsewhere: int) -> bool:
        if cancelled is not None and cancelled():
            return False
        if progress is not None:
            progress(reader.bytes_read + elsewhere, total)
        return True

    failed: dict[str, str] = {}
    with no_collection():
        if processes > 1 and len(plan.jobs) > 1 and plan.sizes > _WORTH_A_PROCESS and _may_fork():
            pair = Pair(reader, plan.jobs, step)
            answer = pair.run()
            failed = pair.failed
            if answer is not None:
                theirs, packed = answer
                more = target.unpack(packed, target.floor)
                if more is not None:
                    del packed, answer
                    target.absorb(more)
                    readers.append(theirs)
        done = {name for one in readers for name in one.marks}
        _read_here(reader, [job for job in plan.jobs if job.name not in done and job.name not in failed], failed, step)
    return readers, failed


def _read_here(reader: Reader, jobs: Sequence[Job], failed: dict[str, str], step: Callable[[int], bool]) -> None:
    """Read files in this process."""
    for job in jobs:
        if not step(0):
            raise ScanStopped
        if why := reader.read(job):
            failed[job.name] = why
    if not step(0):
        raise ScanStopped
    reader.finish()


def _may_fork() -> bool:
    """Whether a child may be made: not beside other threads, whose locks it would inherit."""
    return hasattr(os, "fork") and threading.active_count() == 1 and (os.cpu_count() or 1) > 1
