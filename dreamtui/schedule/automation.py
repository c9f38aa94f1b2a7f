"""What of a workspace runs by itself and what could, each with the change that switches it on or off, and the way back.

For a console, in which a person looks at all of it and switches one; the command line names what it means itself.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from dreamtui.desk.desk import Desk
from dreamtui.desk.person import run_log
from dreamtui.desk.workspace.runs import next_times
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.openclaw.kind import is_workspace
from dreamtui.schedule.forge import github
from dreamtui.schedule.forge import install as forge
from dreamtui.schedule.hooks import install as hooking
from dreamtui.schedule.hooks.event import HookEvent
from dreamtui.schedule.hooks.install import HookPlace, HookPlan, HookScope
from dreamtui.schedule.hooks.wanted import SHARED, Guard, hooks, program
from dreamtui.schedule.schedulers import install as scheduling
from dreamtui.schedule.schedulers.install import InstalledJob, SchedulePlan, Scheduler
from dreamtui.schedule.schedulers.job import job
from dreamtui.schedule.tasks import Task, own_cadence
from dreamtui.store.person.schedule_registry import Scheduled


@dataclass(frozen=True, slots=True)
class Automation:
    """One thing that runs by itself, or could."""

    id: str
    part: str
    """schedules or hooks."""
    name: str
    what: str
    """What it does, a sentence."""
    twin: str
    """The command that installs it."""
    by: str
    """What starts it: cron, systemd, launchd, GitHub, Claude Code, git."""
    on: bool
    when: str = ""
    """When it comes."""
    schedule: Scheduled | None = None
    where: tuple[tuple[str, str], ...] = ()
    """Where it stands: a name and the line or the file each."""
    problem: str = ""
    """Why it cannot be switched, a sentence."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A change that switches something on or off: shown, then written exactly so."""

    said: str
    """What is to be said when it is written."""
    changes: ChangeSet
    write: Callable[[], tuple[str, ...]]
    """Writes it; sentences about what is left to do."""
    back: "Callable[[], Switch]"
    """The way back."""
    remarks: tuple[str, ...] = ()


_WHATS = {
    Task.DREAM: "Looks for candidates, insights and proposals in what happened.",
    Task.PROMOTE: "Puts recalls that pass the thresholds into the queue, at the cadence of the mode.",
    Task.TRAIN: "Has your model command write tonight's brief, while the window of the curriculum is open.",
}
_HOOKS = {
    HookScope.USER: ("yours, wherever you work", ""),
    HookScope.LOCAL: ("yours, in this workspace alone", " --scope local"),
    HookScope.PROJECT: ("shared with everybody who clones this repository", " --scope project"),
}
_GUARDS = {
    Guard.HOLD: (HookEvent.GUARD, "What an agent writes into a memory folder waits for you, and is not written."),
    Guard.NOTIFY: (
        HookEvent.GUARD_NOTIFY,
        "What an agent writes into a memory folder is written, and filed as an item.",
    ),
}


def automations(desk: Desk) -> list[Automation]:
    """Everything, schedules first; what cannot be switched here says why."""
    return [*_schedules(desk), _workflow(desk), *_hooks(desk), _git(desk)]


def switch(desk: Desk, one: Automation) -> Switch:
    """The change that switches it; Refused where that cannot be."""
    if one.problem:
        raise Refused(one.problem)
    kind, _, name = one.id.partition(":")
    if kind == "job":
        by, _, name = name.partition(":")
        plan = scheduling.uninstall_plan(desk, Scheduler(by), name)
        return _scheduling(desk, plan, f"{name} is removed from {by}", f"{name} is in {by} again")
    if kind == "task":
        asked = job(
            desk.workspace.root, desk.env, run_log(desk.env), own_cadence(desk, Task(name)), task=Task(name)
        )  # fmt: skip
        plan = scheduling.install_plan(desk, Scheduler(one.by), asked)
        return _scheduling(desk, plan, f"{asked.name} is in {one.by}", f"{asked.name} is removed from {one.by}")
    if kind == "workflow":
        changes = forge.uninstall_plan(desk) if one.on else forge.install_plan(desk, "", "")
        said = "the workflow is removed" if one.on else "the workflow is written; commit it"
        return _forging(desk, changes, said, "the workflow is as it was")
    if kind == "git":
        made = hooking.git_plan(desk, "" if one.on else program())
        return _hooking(desk, made, f"git's post-commit hook is {'as it was' if one.on else 'in'}", "it is as it was")
    scope = HookScope(name) if kind == "hooks" else HookScope.USER
    if kind == "hooks" and one.on:
        made = hooking.uninstall_plan(desk, scope)
    else:
        there = next(place.hooks for place in hooking.places(desk) if place.scope is scope)
        guard = next((guard for guard, (event, _) in _GUARDS.items() if event in there), None)
        reads = HookEvent.READ in there
        if kind == "guard":
            guard = None if one.on else Guard(name)
        elif kind == "reads":
            reads = not one.on
        start = SHARED if scope is HookScope.PROJECT else ""
        made = hooking.install_plan(desk, scope, hooks(start, guard, reads=reads))
    return _hooking(desk, made, f"hooks in {made.path.name}: {'out' if one.on else 'in'}", "they are as they were")


# Schedules


def _schedules(desk: Desk) -> Iterator[Automation]:
    """What the schedulers have, then what they could have on this machine."""
    known = {(one.kind, one.name): one for one in scheduling.known(desk)}
    there = {(one.kind.value, one.name): one for one in scheduling.installed(desk)}
    for kind, name in sorted({*known, *there}):
        yield _job(kind, name, known.get((kind, name)), there.get((kind, name)))
    taken = {one.task for one in known.values()}
    for task in Task:
        if task.value not in taken:
            yield _offer(desk, task)


def _job(kind: str, name: str, one: Scheduled | None, there: InstalledJob | None) -> Automation:
    task = one.task if one is not None else ""
    where = [("in it", there.line)] if there is not None else []
    lost = f"{kind} no longer has it; uninstalling it here forgets it"
    return Automation(
        f"job:{kind}:{name}", "schedules", name, _WHATS[Task(task)] if task in set(Task) else "",
        f"dreamtui schedule install {kind} --name {name}", kind, there is not None,
        f"{one.times} {one.zone}" if one is not None else "scheduled by another of your homes",
        one, tuple(where) if there is not None else (("missing", lost),),
    )  # fmt: skip


def _offer(desk: Desk, task: Task) -> Automation:
    kind = _scheduler(desk)
    more = "" if task is Task.DREAM else f" --task {task}"
    when, problem, offered = "", "", None
    try:
        own = own_cadence(desk, task)
        when = f"{own.times.text} {own.zone}"
        offered = Scheduled(str(desk.workspace.root), kind.value, task.value, own.times.text, own.zone, task.value)
    except DreamtuiError as why:
        problem = str(why)
    return Automation(
        f"task:{task}", "schedules", task.value, _WHATS[task], f"dreamtui schedule install {kind}{more}", kind.value,
        False, when, offered, problem=problem,
    )  # fmt: skip


def _scheduler(desk: Desk) -> Scheduler:
    """The one that this machine most likely runs."""
    if sys.platform == "darwin":
        return Scheduler.LAUNCHD
    return Scheduler.CRON if shutil.which("crontab", path=desk.env.get("PATH")) else Scheduler.SYSTEMD


def _scheduling(desk: Desk, plan: SchedulePlan, said: str, undone: str) -> Switch:
    nexts = [f"{at:%a %d %b %H:%M}" for at in plan.job.next_times(desk.now)] if plan.job is not None else []
    remarks = (*plan.remarks, *([f"the next runs: {', '.join(nexts)}"] if nexts else []))
    return Switch(
        said, plan.shown, partial(scheduling.carry_out, desk, plan), lambda: _scheduling(desk, plan.back, undone, said),
        remarks,
    )  # fmt: skip


# The workflow, hooks


def _workflow(desk: Desk) -> Automation:
    path, problem, on = desk.workspace.root / github.WORKFLOW, "", False
    try:
        on = bool(forge.uninstall_plan(desk))
        if not on:
            forge.install_plan(desk, "", "")
    except DreamtuiError as why:
        problem = str(why)
    return Automation(
        "workflow:", "schedules", "pull request", "One pull request a night with what waits, and a check of others.",
        "dreamtui schedule install github-action", "GitHub", on, "0 2 * * * UTC",
        where=(("file", str(path)),), problem=problem,
    )  # fmt: skip


def _forging(desk: Desk, changes: ChangeSet, said: str, undone: str) -> Switch:
    def write() -> tuple[str, ...]:
        forge.carry_out(desk, changes)
        return ()

    back = ChangeSet.of(*(Change(one.path, one.after, one.before) for one in changes.changes))
    return Switch(said, changes, write, lambda: _forging(desk, back, undone, said))


def _hooks(desk: Desk) -> Iterator[Automation]:
    places = hooking.places(desk)
    for place in places:
        whose, more = _HOOKS[place.scope]
        others = {HookEvent.READ, *(event for event, _ in _GUARDS.values())}
        lines = tuple((event, command) for event, command in place.hooks.items() if event not in others)
        yield Automation(
            f"hooks:{place.scope}", "hooks", f"hooks: {place.scope}",
            f"Starts a dream when a session stops, at least six hours apart, and says at its beginning what waits. "
            f"The settings are {whose}.",
            f"dreamtui hook install{more}", "Claude Code", bool(lines), "after an answer",
            where=(("file", str(place.path)), *lines), problem=place.problem,
        )  # fmt: skip
    user = next(place for place in places if place.scope is HookScope.USER)
    for guard, (event, what) in _GUARDS.items():
        more = f"--guard={guard}"
        yield _extra(user, f"guard:{guard}", f"guard: {guard}", event, what, more, "before a write", user.problem)
    what = "In an OpenClaw workspace, a passage of a daily note that an agent reads counts as a recall."
    nothing = "" if is_workspace(desk.workspace.root) else "no recalls are kept here (memory/.dreams)"
    on_file = user.problem or ("" if HookEvent.READ in user.hooks else nothing)
    yield _extra(user, "reads:", "reads", HookEvent.READ, what, "--reads", "after a read", on_file)


def _extra(
    user: HookPlace, own_id: str, name: str, event: HookEvent, what: str, more: str, when: str, problem: str
) -> Automation:
    """A hook beside the usual ones, in the person's own settings."""
    there = user.hooks.get(event, "")
    lines = ((event.value, there),) if there else ()
    return Automation(
        own_id, "hooks", name, what, f"dreamtui hook install {more}", "Claude Code", bool(there), when,
        where=(("file", str(user.path)), *lines), problem=problem,
    )  # fmt: skip


def _git(desk: Desk) -> Automation:
    on, where, problem = False, "", ""
    try:
        plan = hooking.git_plan(desk, "")
        on, where = bool(plan.changes), str(plan.path)
        if not on:
            hooking.git_plan(desk, program())
    except DreamtuiError as why:
        problem = str(why)
    return Automation(
        "git:", "hooks", "post-commit", "Notes each commit with its subject and its files.",
        "dreamtui hook install --git", "git", on, "after a commit",
        where=(("file", where),) if where else (), problem=problem,
    )  # fmt: skip


def _hooking(desk: Desk, plan: HookPlan, said: str, undone: str) -> Switch:
    def write() -> tuple[str, ...]:
        hooking.carry_out(desk, plan, "hook install" if plan.after is not None else "hook uninstall")
        return ()

    return Switch(said, plan.changes, write, lambda: _hooking(desk, plan.back, undone, said))


def nexts(one: Automation, desk: Desk, count: int = 3) -> list[str]:
    """When it comes next, by the machine's clocks; empty for what no clock starts."""
    coming = next_times(one.schedule, desk.now) if one.schedule is not None else iter(())
    return [f"{at.astimezone():%a %d %b %Y %H:%M}" for _, at in zip(range(count), coming, strict=False)]
