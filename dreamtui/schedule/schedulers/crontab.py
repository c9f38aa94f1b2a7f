"""Our lines in a person's crontab: in a block of the workspace's own, so that no other byte is touched."""

import re
import shlex
from collections.abc import Sequence

from dreamtui.schedule.schedulers.job import ScheduledJob

_BEGIN, _END = b"# dreamtui:begin ", b"# dreamtui:end "
_GAP, _ALL = b"added-newline", b"made"
"""In the first line of a block: what was there before it had no newline at its end; there was no crontab."""
_LINE = re.compile(rb"# dreamtui:begin ([0-9a-f]{8})((?: added-newline| made)*) ")


def line(job: ScheduledJob) -> str:
    """The line of a job. Cron ends a command at a percent sign, wherever it stands, unless it is escaped."""
    env = "".join(f"{name}={shlex.quote(value)} " for name, value in job.env)
    command = f"{env}{shlex.join(job.command('cron'))} >> {shlex.quote(str(job.log))} 2>&1"
    return f"{job.cadence.times.text} {command}".replace("%", r"\%") + f" # dreamtui {job.key} {job.name}"


def with_jobs(crontab: bytes | None, jobs: Sequence[ScheduledJob]) -> bytes:
    """The crontab with these jobs of one workspace in place of those of theirs with the same names."""
    key, names = jobs[0].key, {job.name for job in jobs}
    there, notes = _block(crontab or b"", key)
    bare = without_jobs(crontab, key) if crontab is not None else b""
    kept = [one for one in there if name_of(one) not in names]
    if not notes:
        notes = [_ALL] if crontab is None else []
        notes += [_GAP] if bare and not bare.endswith(b"\n") else []
    gap = b"\n" if _GAP in notes else b""
    root = str(jobs[0].root).encode("utf-8", "surrogateescape")
    head = _BEGIN + b" ".join([key.encode(), *notes, root])
    lines = [head, *kept, *(line(job).encode("utf-8", "surrogateescape") for job in jobs), _END + key.encode()]
    return (bare or b"") + gap + b"\n".join(lines) + b"\n"


def without_jobs(crontab: bytes, key: str, name: str = "") -> bytes | None:
    """The crontab without the block of a workspace, or one job of it; None if there was no crontab before it."""
    found = _span(crontab, key)
    if found is None:
        return crontab
    start, end, notes = found
    if name:
        lines = crontab[start:end].splitlines(keepends=True)
        kept = [one for one in lines[1:-1] if name_of(one.rstrip(b"\r\n")) != name]
        if kept:
            return crontab[:start] + b"".join([lines[0], *kept, lines[-1]]) + crontab[end:]
    before = crontab[:start]
    if _GAP in notes and before.endswith(b"\n") and not crontab[end:]:
        before = before[:-1]
    left = before + crontab[end:]
    return None if not left and _ALL in notes else left


def jobs_in(crontab: bytes, key: str) -> list[bytes]:
    """The lines of the jobs of a workspace."""
    return _block(crontab, key)[0]


def name_of(job_line: bytes) -> str:
    """What the job of a line is called."""
    return job_line.rpartition(b" ")[2].decode("utf-8", "replace")


def _block(crontab: bytes, key: str) -> tuple[list[bytes], list[bytes]]:
    found = _span(crontab, key)
    if found is None:
        return [], []
    start, end, notes = found
    return crontab[start:end].splitlines()[1:-1], notes


def _span(crontab: bytes, key: str) -> tuple[int, int, list[bytes]] | None:
    """Where the block of a workspace begins and ends; None for none, or one without an end."""
    at = 0
    for one in crontab.splitlines(keepends=True):
        match = _LINE.match(one)
        if match and match[1] == key.encode():
            last = _END + key.encode()
            end = at
            for inner in crontab[at:].splitlines(keepends=True):
                end += len(inner)
                if inner.rstrip(b"\r\n") == last:
                    return at, end, match[2].split()
            return None
        at += len(one)
    return None
