"""Reads every event log of a folder into miners, or only what is new in it since the last time."""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Generic

from dreamtui.model.evidence import Skip
from dreamtui.model.mining.interface import no_collection
from dreamtui.sources.events.reader import LogJob, LogReader, LogSnapshot, M, make_job
from dreamtui.sources.jsonl.lines import FileChange, FilePosition, Skips, as_left, change_of, what_is
from dreamtui.sources.jsonl.parallel import Progress, read_files, two_are_faster


def find_logs(folder: Path, name_of: Callable[[str], str], skips: Skips) -> tuple[dict[str, "os.DirEntry[str]"], int]:
    """Every `*.jsonl` below a folder by the name it is shown with, newest day first; and how much was left out."""
    found: dict[str, os.DirEntry[str]] = {}
    left_out = 0
    pending = [str(folder)]
    while pending:
        where = pending.pop()
        base = name_of(where)
        try:
            with os.scandir(where) as entries:
                for entry in entries:
                    file = entry.name
                    if file.endswith(".jsonl") and entry.is_file(follow_symlinks=False):
                        found[f"{base}/{file if file.isascii() else name_of(file)}"] = entry
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    if file.endswith(".jsonl"):
                        left_out += 1
                        skips.add(f"{base}/{name_of(file)}", 0, what_is(entry))
        except FileNotFoundError:
            continue
        except OSError as error:
            left_out += 1
            skips.add(base, 0, f"unreadable folder: {error.strerror}")
    return dict(sorted(found.items(), key=itemgetter(0), reverse=True)), left_out


def logs_stamp(folder: Path, root: Path) -> str:
    """A hash that differs once a log below the folder came, went or changed; no log is opened."""
    outside = Skips()
    logs, left_out = find_logs(folder, shown_name(root), outside)
    seen = hashlib.sha256(repr((left_out, outside.first())).encode("utf-8", "surrogatepass"))
    for name, entry in logs.items():
        try:
            at = entry.stat(follow_symlinks=False)
            about = f"{at.st_size} {at.st_mtime_ns} {at.st_ctime_ns} {at.st_ino} {at.st_mode}"
        except OSError as problem:
            about = str(problem)
        seen.update(f"{name} {about}\n".encode("utf-8", "surrogatepass"))
    return seen.hexdigest()


def shown_name(root: Path) -> Callable[[str], str]:
    """How log files are named: relative to the workspace if they are inside, else by their full path."""
    base = str(root) + os.sep if str(root) != os.sep else os.sep

    def name(path: str) -> str:
        short = path[len(base) :] if path.startswith(base) else path
        if not short.isascii():
            short = short.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return short if os.sep == "/" else short.replace(os.sep, "/")

    return name


_MANY_FILES = 2000
"""Files from which on a second process is made, however small they are."""
_MUCH = 8 << 20
"""Bytes from which on a second process is made for any number of files; for less it takes longer than it saves."""

_UNREAD = FilePosition()


@dataclass(slots=True)
class ScanResult(Generic[M]):
    miners: M
    """All that is remembered, of this and earlier scans."""
    events: int
    """Events in all files that are there."""
    read: int
    skipped: int
    """Lines and files in all that could not be read."""
    skips: list[Skip]
    """The first of them by name."""
    snapshot: LogSnapshot[M]
    files: int = 0
    """Files that were opened by this scan."""
    bytes_read: int = 0
    """Bytes read by this process in this scan."""
    rewritten: tuple[str, ...] = ()
    """Files that are not what they were plus something; because of them all was read again."""
    vanished: tuple[str, ...] = ()
    """Files that are gone; because of them all was read again."""


@dataclass(slots=True)
class _Plan:
    jobs: list[LogJob]
    """Files to read, newest day first."""
    kept: dict[str, FilePosition]
    """Files that need not be opened, or only from where they were left."""
    rewritten: list[str]
    """Files that changed otherwise than by growing."""
    vanished: list[str]


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
    reader = LogReader(plan.jobs, target)
    two = processes == 2 or (
        processes == 0 and two_are_faster([_unread(job) for job in plan.jobs], much=_MUCH, many=_MANY_FILES)
    )
    with no_collection():
        read_files(reader, len(plan.jobs), two=two, cancelled=cancelled, progress=progress)
    snapshot = _merge(previous, plan, reader, LogSnapshot(miners.key, where, target.floor, target))
    for name, why in reader.failed.items():
        outside.add(name, 0, why)
    marks = snapshot.marks.values()
    for skip in snapshot.skips:
        outside.add(skip.path, skip.line, skip.why)
    for name, mark in snapshot.marks.items():
        if mark.torn:
            outside.add(name, mark.lines + 1, mark.torn)
    return ScanResult(
        miners=snapshot.miners,
        events=sum(mark.records for mark in marks),
        read=sum(mark.records - plan.kept.get(name, _UNREAD).records for name, mark in reader.marks.items()),
        skipped=sum(mark.skipped + bool(mark.torn) for mark in marks) + left_out + len(reader.failed),
        skips=outside.first(),
        snapshot=snapshot,
        files=len(reader.marks),
        bytes_read=reader.bytes_read,
        rewritten=rewritten,
        vanished=vanished,
    )


def _usable(previous: LogSnapshot[M], miners: M, where: str) -> bool:
    """Whether a snapshot is of this folder, of such miners, and goes back as far as it has to."""
    same = previous.key == miners.key and previous.folder == where
    return same and not previous.spent and previous.floor <= miners.floor


def _merge(
    previous: LogSnapshot[M] | None, plan: _Plan, reader: LogReader[M], snapshot: LogSnapshot[M]
) -> LogSnapshot[M]:
    """Merge known and new results; `snapshot` holds the miners that were fed."""
    snapshot.marks = {**plan.kept, **reader.marks}
    skips = reader.skips
    if previous is not None:
        for skip in previous.skips:
            skips.add(skip.path, skip.line, skip.why)
        previous.spent = True
        if reader.marks:
            previous.miners.absorb(snapshot.miners)
        snapshot.miners = previous.miners
    snapshot.skips = skips.first()
    return snapshot


def _plan(logs: dict[str, "os.DirEntry[str]"], previous: LogSnapshot[M] | None) -> _Plan:
    """Compare the files with the snapshot."""
    if previous is None:
        jobs = [make_job((name, entry.path, None)) for name, entry in logs.items()]
        return _Plan(jobs, {}, [], [])
    plan = _Plan([], {}, [], [name for name, mark in previous.marks.items() if name not in logs and mark.records])
    for name, entry in logs.items():
        mark = previous.marks.get(name)
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            status = None
        if mark is None or status is None:
            plan.jobs.append(LogJob(name, entry.path))
        elif as_left(status, mark):
            plan.kept[name] = mark
        elif status.st_size > mark.size and _has_grown(entry.path, mark):
            plan.kept[name] = mark
            plan.jobs.append(LogJob(name, entry.path, mark))
        else:
            plan.rewritten.append(name)
    return plan


def _has_grown(path: str, mark: FilePosition) -> bool:
    try:
        return change_of(path, mark) is FileChange.GROWN
    except OSError:
        return False


def _unread(job: LogJob) -> tuple[str, int]:
    return job.path, job.position.offset if job.position is not None else 0
