"""Our lines in a person's crontab: in a block of the workspace's own, so that no other byte is touched."""

import os
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence

from dreamtui.model.errors import Refused
from dreamtui.schedule.schedulers.job import ScheduledJob

_BEGIN, _END = b"# dreamtui:begin ", b"# dreamtui:end "
_GAP, _ALL = b"added-newline", b"made"
"""In the first line of a block: what was there before it had no newline at its end; there was no crontab."""
_LINE = re.compile(rb"# dreamtui:begin ([0-9a-f]{8})((?: added-newline| made)*) ")


_LONGEST = 990
"""Bytes of a command: Debian's cron refuses a crontab with one of a thousand."""


def line(job: ScheduledJob) -> str:
    """The line of a job; where it is too long for cron, folders of PATH that no run needs are left out."""
    env = dict(job.env)
    if _excess(job, env) > 0 and "PATH" in env:
        folders = list(dict.fromkeys(env["PATH"].split(os.pathsep)))
        spare = [folder for folder in folders if not _is_needed(folder)]
        env["PATH"] = os.pathsep.join(folders)
        while _excess(job, env) > 0 and spare:
            folders.remove(spare.pop())
            env["PATH"] = os.pathsep.join(folders)
    if (excess := _excess(job, env)) > 0:
        raise Refused(f"the line would be {excess} bytes longer than the {_LONGEST} that cron takes")
    return f"{job.cadence.times.text} {_command(job, env)}"


def _excess(job: ScheduledJob, env: Mapping[str, str]) -> int:
    """Bytes that the command is too long by."""
    return len(os.fsencode(_command(job, env))) - _LONGEST


def _is_needed(folder: str) -> bool:
    """Whether it is one of the system's, or git is there."""
    return folder in os.defpath.split(os.pathsep) or shutil.which("git", path=folder) is not None


def _command(job: ScheduledJob, env: Mapping[str, str]) -> str:
    """Cron ends a command at a percent sign, wherever it stands, unless it is escaped."""
    words = "".join(f"{name}={shlex.quote(value)} " for name, value in env.items())
    command = f"{words}{shlex.join(job.command('cron'))} >> {shlex.quote(str(job.log))} 2>&1"
    return command.replace("%", r"\%") + f" # dreamtui {job.key} {job.name}"


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
