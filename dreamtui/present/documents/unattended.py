"""What runs by itself: hooks, schedules, and how the runs went."""

from collections.abc import Iterable
from datetime import UTC
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct

from dreamtui.present.documents.alike import each, says

if TYPE_CHECKING:
    from datetime import datetime

    from dreamtui.desk.workspace.runs import RunRecord, RunsStatus
    from dreamtui.model.change import ChangeSet
    from dreamtui.store.person.schedule_registry import Scheduled


SchedulerName = Literal["cron", "systemd", "launchd", "github-action"]
Scoped = Literal["user", "local", "project", "git"]


class HookCommand(Struct, frozen=True):
    """One hook of ours in a settings file."""

    event: Annotated[str, says("What it is run for, as `hook run` calls it.")]
    command: Annotated[str, says("The command that Claude Code runs.")]


class HookFile(Struct, frozen=True):
    """A settings file of Claude Code's."""

    scope: Annotated[Scoped, says("Whose settings they are.")]
    path: Annotated[str, says("The file.")]
    hooks: Annotated[tuple[HookCommand, ...], says("Our hooks in it.")]
    problem: Annotated[str, says("Why the file cannot be read; empty if it can be.")]


class HooksOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Our hooks in every settings file there may be, and where unattended runs leave their lines."""

    files: Annotated[tuple[HookFile, ...], says("The files, whether or not they exist.")]
    log: Annotated[str, says("The log of the runs.")]


class HookChangeOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What installing or uninstalling hooks changed, or would change."""

    scope: Annotated[Scoped, says("Whose settings they are.")]
    path: Annotated[str, says("The file.")]
    changed: Annotated[bool, says("Whether anything is, or would be, another way.")]
    dry_run: Annotated[bool, says("Whether nothing was written.")]
    diff: Annotated[str, says("The change as a unified diff; secrets are masked.")]


class ScheduleChangeOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What scheduling changed, or would change."""

    scheduler: Annotated[SchedulerName, says("Which one.")]
    changed: Annotated[bool, says("Whether anything is, or would be, another way.")]
    dry_run: Annotated[bool, says("Whether nothing was written.")]
    diff: Annotated[str, says("The change as a unified diff.")]
    next: Annotated[tuple[str, ...], says("The next three times, with their distance from UTC; empty for taking out.")]
    remarks: Annotated[tuple[str, ...], says("What is to be known or left to be done, a sentence each.")]


class ScheduleShape(Struct, frozen=True):
    """Something that was scheduled."""

    scheduler: Annotated[str, says("Which scheduler has it.")]
    name: Annotated[str, says("What it was called.")]
    times: Annotated[str, says("Five fields of cron.")]
    zone: Annotated[str, says("UTC, local for the machine's own time, or a time zone.")]
    task: Annotated[str, says("What is run: dream, promote, train.")]
    next: Annotated[str | None, says("When it comes next, UTC.")]


class InstalledShape(Struct, frozen=True):
    """What a scheduler has of this workspace now."""

    scheduler: Annotated[str, says("Which scheduler.")]
    name: Annotated[str, says("What it is called there.")]
    line: Annotated[str, says("The line of the crontab, or the file.")]


class RunShape(Struct, frozen=True):
    """One run as the workspace's log has it."""

    when: Annotated[str, says("When it was, UTC.")]
    task: Annotated[str, says("What was run: dream, promote, train.")]
    trigger: Annotated[str, says("What started it: manual, stop, session-end, cron, …")]
    seconds: Annotated[float | None, says("How long it took; null where the log does not say.")]
    read: Annotated[str, says("What was read, in a few words.")]
    new: Annotated[tuple[str, ...], says("Ids of what it put into the queue.")]
    failed: Annotated[str, says("Why it failed; empty if it did not.")]


class SchedulesOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What is scheduled for a workspace, and how the runs went."""

    schedules: Annotated[tuple[ScheduleShape, ...], says("What was scheduled from here.")]
    installed: Annotated[tuple[InstalledShape, ...], says("What the schedulers have now.")]
    runs: Annotated[tuple[RunShape, ...], says("The last runs, the newest first.")]
    last_run: Annotated[str | None, says("When the queue was last filled; null for never.")]
    trigger: Annotated[str, says("What started that run; empty for none.")]
    failures: Annotated[int, says("Unattended runs that failed in a row.")]
    failure: Annotated[str, says("Why the last of them failed; empty for none.")]
    log: Annotated[str, says("The log of the runs.")]


class ScheduledRunOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a run did."""

    trigger: Annotated[str, says("What started it.")]
    said: Annotated[str, says("What came of it, in words.")]


def schedule_change(
    scheduler: SchedulerName, changes: "ChangeSet", nexts: Iterable[str], remarks: Iterable[str], *, dry_run: bool
) -> ScheduleChangeOutput:
    """A change of what is scheduled."""
    from dreamtui.desk.audit.change_text import diff_text

    return ScheduleChangeOutput(
        scheduler=scheduler,
        changed=bool(changes),
        dry_run=dry_run,
        diff=diff_text(changes),
        next=tuple(nexts),
        remarks=tuple(remarks),
    )


def schedules(
    found: "Iterable[tuple[str, str, str]]", known: "Iterable[Scheduled]", went: "RunsStatus",
    ran: "Iterable[RunRecord]", now: "datetime", log: str,
) -> SchedulesOutput:  # fmt: skip
    """What is scheduled for a workspace; `found` is scheduler, name and line of what is installed."""
    from dreamtui.desk.workspace.runs import next_times
    from dreamtui.text.dates import iso

    listed = tuple(
        ScheduleShape(
            scheduler=one.kind,
            name=one.name,
            times=one.times,
            zone=one.zone,
            task=one.task,
            next=iso(at.astimezone(UTC)) if (at := next(next_times(one, now), None)) is not None else None,
        )
        for one in known
    )
    return SchedulesOutput(
        schedules=listed,
        installed=tuple(InstalledShape(scheduler=kind, name=name, line=line) for kind, name, line in found),
        runs=each(RunShape, ran),
        last_run=went.last or None,
        trigger=went.trigger,
        failures=went.failures,
        failure=went.why,
        log=log,
    )


def hook_file(scope: Scoped, path: str, hooks: Iterable[tuple[str, str]], problem: str) -> HookFile:
    """One settings file."""
    listed = tuple(HookCommand(event=event, command=command) for event, command in hooks)
    return HookFile(scope=scope, path=path, hooks=listed, problem=problem)


def hook_change(scope: Scoped, path: str, changes: "ChangeSet", *, dry_run: bool) -> HookChangeOutput:
    """A change of the settings."""
    from dreamtui.desk.audit.change_text import diff_text

    return HookChangeOutput(scope=scope, path=path, changed=bool(changes), dry_run=dry_run, diff=diff_text(changes))
