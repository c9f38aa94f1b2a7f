"""Puts a job into a scheduler of the system, takes all of a workspace's out again, and says what is there."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from dreamtui.desk.decide.shut import why_shut
from dreamtui.desk.desk import Desk
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Changed, Refused, Unavailable
from dreamtui.schedule.schedulers import crontab, units
from dreamtui.schedule.schedulers.job import ScheduledJob, key_of
from dreamtui.schedule.schedulers.local_time import in_local_time
from dreamtui.sources.workspace import config_home, data_home, home_folder
from dreamtui.store.files.foreign_file import read_foreign, replace_foreign
from dreamtui.store.person.errorlog import note_run
from dreamtui.store.person.schedule_registry import Scheduled, keep_scheduled, scheduled
from dreamtui.text.inert import inert_line

_SECONDS = 30
_NO_PROGRAM = "there is no `crontab` on this machine: install cron, or choose systemd or launchd"
_NO_CRONTAB = b"no crontab for"


@unique
class Scheduler(StrEnum):
    CRON = "cron"
    SYSTEMD = "systemd"
    LAUNCHD = "launchd"


@dataclass(frozen=True, slots=True)
class SchedulePlan:
    """What installing or uninstalling changes."""

    kind: Scheduler
    changes: tuple[Change, ...]
    """Files of schedulers by their paths; the crontab is called `crontab`."""
    before: tuple[Scheduled, ...]
    """What this scheduler has of the workspace now, as far as it was scheduled from here."""
    after: tuple[Scheduled, ...]
    """The same when it is done."""
    job: ScheduledJob | None = None
    """What is installed, as it was asked for; None for anything else."""
    remarks: tuple[str, ...] = ()

    @property
    def shown(self) -> ChangeSet:
        """For the preview."""
        return ChangeSet.of(*self.changes)

    @property
    def begins(self) -> bool:
        """Whether the scheduler has to take up files, and not only to let them go."""
        return any(change.after is not None for change in self.changes)

    @property
    def back(self) -> "SchedulePlan":
        """The way back."""
        swapped = tuple(Change(one.path, one.after, one.before) for one in self.changes)
        return SchedulePlan(self.kind, swapped, self.after, self.before)


def install_plan(desk: Desk, kind: Scheduler, asked: ScheduledJob) -> SchedulePlan:
    """The job put into the scheduler; one of the same name is replaced, others of the workspace stay."""
    if kind is not Scheduler.CRON:
        _check_utf8(kind, (*asked.command(kind.value), str(asked.log)))
    if kind is Scheduler.SYSTEMD:
        name, folder = units.unit_name(asked), _units(desk.env)
        texts = ((f"{name}.service", units.service(asked)), (f"{name}.timer", units.timer(asked)))
        return _installing(desk, kind, asked, tuple(_written(folder / file, text.encode()) for file, text in texts))
    local, said = in_local_time(asked, desk.now)
    remarks = (said,) if said else ()
    if kind is Scheduler.LAUNCHD:
        path = _agents(desk.env) / f"{units.agent_label(asked)}.plist"
        return _installing(desk, kind, asked, (_written(path, units.agent(local, str(asked.log))),), remarks)
    if shutil.which("crontab", path=desk.env.get("PATH", os.defpath)):
        before = read_crontab(desk.env)
    else:
        before, remarks = None, (*remarks, f"{_NO_PROGRAM}; this is what it would get")
    after = crontab.with_jobs(before, [local])
    return _installing(desk, kind, asked, (Change("crontab", before, after),), remarks)


def _installing(
    desk: Desk, kind: Scheduler, asked: ScheduledJob, changes: tuple[Change, ...], remarks: tuple[str, ...] = ()
) -> SchedulePlan:
    there, when = _known(desk, kind), asked.cadence
    new = Scheduled(str(asked.root), kind.value, asked.name, when.times.text, when.zone, asked.task.value)
    others = (one for one in there if one.name != asked.name)
    return SchedulePlan(kind, changes, there, (new, *others), asked, remarks)


def _known(desk: Desk, kind: Scheduler) -> tuple[Scheduled, ...]:
    return tuple(one for one in known(desk) if one.kind == kind)


def _check_utf8(kind: Scheduler, words: Iterable[str]) -> None:
    """Refuse what the scheduler's files cannot hold; a crontab holds any bytes."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise Refused(f"{inert_line(word)!r} is not UTF-8, and what {kind} reads has to be") from None


def uninstall_plan(desk: Desk, kind: Scheduler, name: str = "") -> SchedulePlan:
    """Everything of this workspace taken out of the scheduler, or the one job of that name."""
    key, there = key_of(desk.workspace.root), _known(desk, kind)
    left = tuple(one for one in there if name not in {"", one.name})
    if kind is Scheduler.CRON:
        before = read_crontab(desk.env)
        after = crontab.without_jobs(before, key, name) if before is not None else None
        return SchedulePlan(kind, (Change("crontab", before, after),), there, left)
    files = [path for path in _files(desk, kind) if name in {"", name_of(path, key)}]
    changes = tuple(Change(str(path), read_foreign(path), None) for path in files)
    return SchedulePlan(kind, changes, there, left)


def _files(desk: Desk, kind: Scheduler) -> list[Path]:
    """Those of a scheduler that are for this workspace."""
    key = key_of(desk.workspace.root)
    folder = _units(desk.env) if kind is Scheduler.SYSTEMD else _agents(desk.env)
    pattern = f"dreamtui-{key}-*" if kind is Scheduler.SYSTEMD else f"io.github.dreamtui.{key}.*.plist"
    return sorted(folder.glob(pattern)) if folder.is_dir() else []


def name_of(path: Path, key: str) -> str:
    """What the job of a scheduler's file is called."""
    return path.stem.partition(key)[2][1:]


def carry_out(desk: Desk, plan: SchedulePlan) -> tuple[str, ...]:
    """Write it and have the scheduler read it; sentences about what is left to do. Inside an agent nothing is done."""
    if why := why_shut(desk):
        raise Refused(f"a person decides what runs by itself, and {why}")
    if not plan.shown:
        return ()
    grows = plan.begins and len(plan.after) >= len(plan.before)
    what = "schedule install" if grows else "schedule uninstall"
    note_run(f"{what} {plan.kind} {desk.workspace.root}", desk.env)
    said: tuple[str, ...] = ()
    if plan.kind is Scheduler.CRON:
        (change,) = plan.changes
        _write_crontab(desk.env, change.before, change.after)
    else:
        if not plan.begins:
            said = _told(desk, plan, begin=False)
        for change in plan.changes:
            replace_foreign(Path(change.path), change.before, change.after, desk.store.port)
        if plan.begins:
            said = _told(desk, plan, begin=True)
        elif plan.kind is Scheduler.SYSTEMD:
            _run(("systemctl", "--user", "daemon-reload"), desk.env)
    keep_scheduled(data_home(desk.env), desk.workspace.root, plan.kind.value, plan.after)
    with desk.store.writing(desk.writer()) as transaction:
        transaction.note(what, scheduler=plan.kind.value, schedules=[one.name for one in plan.after])
    return said


def known(desk: Desk) -> list[Scheduled]:
    """What was scheduled for this workspace from here."""
    return scheduled(data_home(desk.env), desk.workspace.root)


@dataclass(frozen=True, slots=True)
class InstalledJob:
    """What a scheduler has of a workspace."""

    kind: Scheduler
    name: str
    line: str
    """The line of the crontab, or the file."""


def installed(desk: Desk) -> list[InstalledJob]:
    """What of this workspace the schedulers have."""
    found: list[InstalledJob] = []
    key = key_of(desk.workspace.root)
    with suppress(Refused, Unavailable):
        lines = crontab.jobs_in(read_crontab(desk.env) or b"", key)
        found += [InstalledJob(Scheduler.CRON, crontab.name_of(one), one.decode("utf-8", "replace")) for one in lines]
    for kind in (Scheduler.SYSTEMD, Scheduler.LAUNCHD):
        files = [path for path in _files(desk, kind) if path.suffix != ".service"]
        found += [InstalledJob(kind, name_of(path, key), str(path)) for path in files]
    return found


def read_crontab(env: Mapping[str, str]) -> bytes | None:
    """The person's crontab; None if they have none. Anything else that fails is an error, and nothing is lost."""
    done = _run(("crontab", "-l"), env)
    if done is None:
        raise Refused(_NO_PROGRAM)
    if done.returncode == 0:
        return done.stdout
    if _NO_CRONTAB in done.stderr:
        return None
    said = inert_line(done.stderr.decode("utf-8", "replace")).strip()
    raise Refused(f"`crontab -l` failed, so nothing was changed: {said or f'exit code {done.returncode}'}")


def _write_crontab(env: Mapping[str, str], before: bytes | None, after: bytes | None) -> None:
    """Replace the crontab, if it is still what was read; what stands there then is looked at again."""
    if read_crontab(env) != before:
        raise Changed("the crontab was changed by another process; nothing was written")
    done = _run(("crontab", "-r"), env) if after is None else _run(("crontab", "-"), env, after)
    if done is None or done.returncode != 0:
        said = inert_line(done.stderr.decode("utf-8", "replace")).strip() if done is not None else ""
        raise Refused(f"`crontab` refused the new lines, the old ones are kept: {said}")
    if (now := read_crontab(env)) != after and (now or b"") != (after or b""):
        raise Refused("the crontab is not what was written; check it with `crontab -l`")


def _written(path: Path, data: bytes) -> Change:
    return Change(str(path), read_foreign(path), data)


def _units(env: Mapping[str, str]) -> Path:
    return config_home(env) / "systemd" / "user"


def _agents(env: Mapping[str, str]) -> Path:
    return home_folder(env) / "Library" / "LaunchAgents"


def _told(desk: Desk, plan: SchedulePlan, *, begin: bool) -> tuple[str, ...]:
    """Have the scheduler take up the files, or let them go; where it does not run, say how."""
    steps: list[tuple[str, ...]] = []
    if plan.kind is Scheduler.SYSTEMD:
        names = [Path(change.path).name for change in plan.changes if change.path.endswith(".timer")]
        steps += [("systemctl", "--user", "daemon-reload")] if begin else []
        steps.append(("systemctl", "--user", "enable" if begin else "disable", "--now", *names))
    else:
        verb = "bootstrap" if begin else "bootout"
        steps += [("launchctl", verb, f"gui/{os.getuid()}", change.path) for change in plan.changes]
        if begin and sys.platform == "darwin":
            for change in plan.changes:
                _run(("launchctl", "bootout", f"gui/{os.getuid()}", change.path), desk.env)
    failed = [step for step in steps if (done := _run(step, desk.env)) is None or done.returncode != 0]
    return tuple(f"`{' '.join(step)}` did not work here; run it where {plan.kind} runs" for step in failed)


def _run(
    words: tuple[str, ...], env: Mapping[str, str], feed: bytes = b""
) -> "subprocess.CompletedProcess[bytes] | None":
    """A program of the system, in the language its messages are known in; None if there is none."""
    program = shutil.which(words[0], path=env.get("PATH", os.defpath))
    if program is None:
        return None
    try:
        return subprocess.run(
            [program, *words[1:]], env={**env, "LC_ALL": "C"}, input=feed, capture_output=True, check=False,
            timeout=_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Unavailable(f"`{' '.join(words)}` did not answer within {_SECONDS} seconds") from None
    except OSError as problem:
        raise Refused(f"`{words[0]}` could not be started ({problem.strerror})") from None
