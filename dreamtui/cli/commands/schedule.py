"""schedule install, uninstall, status, run: dreams at fixed times."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dreamtui.cli.context import desk_of
from dreamtui.cli.options import Group
from dreamtui.cli.printer import Printer
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused, Unavailable, Usage
from dreamtui.schedule.schedulers.install import SchedulePlan, Scheduler
from dreamtui.text.inert import inert_line

if TYPE_CHECKING:
    from dreamtui.schedule.tasks import Task

app = typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode=None)

FORGE = "github-action"
_SHOWN = 10
"""Runs that `status` shows, the newest first."""
_KINDS = f"cron|systemd|launchd|{FORGE}"
Kind = Annotated[str, typer.Argument(metavar=_KINDS, help="A scheduler of this machine, or a workflow of GitHub's.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change, write nothing.")]
TaskName = Annotated[
    str, typer.Option("--task", metavar="dream|promote|train", help="What to run; each has its own times.")
]
Lookback = Annotated[
    int | None, typer.Option("--lookback-days", metavar="N", min=1, help="How far each run looks back.")
]
Instructions = Annotated[str, typer.Option("--instructions", metavar="TEXT", help="What to look at; recorded.")]


def register(parent: typer.Typer) -> None:
    said = "Have dreams, promotions and training run at fixed times; they only fill the queue."
    parent.add_typer(app, name="schedule", help=said)


@app.command("install")
def install(
    context: typer.Context,
    kind: Kind,
    task: TaskName = "dream",
    schedule: Annotated[
        str, typer.Option("--schedule", metavar="CRON", help="Five fields of cron, in local time; default 02:00 UTC.")
    ] = "",
    zone: Annotated[
        str, typer.Option("--zone", metavar="ZONE", help="The time zone of --schedule, such as Europe/Berlin.")
    ] = "",
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Tells several of one workspace apart: daily, weekly, …")
    ] = "",
    lookback_days: Lookback = None,
    instructions: Instructions = "",
    package: Annotated[
        str, typer.Option("--with", metavar="PACKAGE", help="github-action: what pip installs; default this version.")
    ] = "",
    dry_run: DryRun = False,
) -> None:
    """Schedule a run for this workspace; one of the same name is replaced, and nobody else's line is touched.

    A dream runs at 02:00 UTC, a promotion at the cadence of the mode that is set, training while its window is open.
    """
    from dreamtui.desk.person import run_log
    from dreamtui.schedule.schedulers import install as use
    from dreamtui.schedule.schedulers.job import job
    from dreamtui.schedule.tasks import LOCAL, Task, cadence, own_cadence

    desk, printer = desk_of(context)
    if kind == FORGE:
        if lookback_days or instructions or name or zone:
            raise Usage(f"{FORGE} takes only --schedule and --with; the rest is in the workflow it writes")
        if task != Task.DREAM:
            raise Usage(f"{FORGE} runs only dreams: recalls and the model command are on your own machine")
        _forge(desk, printer, schedule, package, dry_run=dry_run, out=False)
        return
    if package:
        raise Usage(f"--with goes with {FORGE}")
    if zone and not schedule:
        raise Usage("--zone goes with --schedule")
    wanted = _task(task)
    asked = job(
        desk.workspace.root, desk.env, run_log(desk.env),
        cadence(schedule, zone or LOCAL) if schedule else own_cadence(desk, wanted),
        task=wanted, name=name or ("custom" if schedule and wanted is Task.DREAM else ""),
        lookback_days=lookback_days, instructions=instructions,
    )  # fmt: skip
    _carry_out(desk, printer, use.install_plan(desk, _kind(kind), asked), dry_run=dry_run)


@app.command("uninstall")
def uninstall(
    context: typer.Context,
    kind: Kind,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Only the one of this name.")] = "",
    dry_run: DryRun = False,
) -> None:
    """Remove everything of this workspace from a scheduler; the rest stays byte for byte."""
    from dreamtui.schedule.schedulers import install as use

    desk, printer = desk_of(context)
    if name and kind == FORGE:
        raise Usage(f"{FORGE} has one workflow, without a name")
    if kind == FORGE:
        _forge(desk, printer, "", "", dry_run=dry_run, out=True)
        return
    _carry_out(desk, printer, use.uninstall_plan(desk, _kind(kind), name), dry_run=dry_run)


@app.command("status")
def status(context: typer.Context) -> None:
    """What is scheduled for this workspace, when it comes next, how the last runs went."""
    from dreamtui.desk.person import run_log
    from dreamtui.desk.workspace.runs import history, next_times, runs
    from dreamtui.present import runs as texts
    from dreamtui.schedule.schedulers import install as use

    desk, printer = desk_of(context)
    found, known = use.installed(desk), use.known(desk)
    went, ran = runs(desk, 0), history(desk, _SHOWN)
    if printer.options.json:
        from dreamtui.present.documents.unattended import schedules

        installed = [(one.kind.value, one.name, one.line) for one in found]
        printer.data(schedules(installed, known, went, ran, desk.now, str(run_log(desk.env))))
        return
    rows = []
    for one in known:
        at = next(next_times(one, desk.now), None)
        when = at.strftime("%Y-%m-%d %H:%M %Z") if at is not None else "never"
        rows.append((one.kind, one.name, one.task, f"{one.times} {one.zone}", when))
    if rows:
        printer.table(("BY", "NAME", "RUNS", "SCHEDULE", "NEXT"), rows)
    for job in found:
        printer.say(f"{job.kind}: {job.line}")
    if not (rows or found):
        printer.say("nothing is scheduled; `dreamtui schedule install cron --dry-run` shows what would be")
    if ran:
        printer.table(("RAN", "WHAT", "BY", "TOOK", "READ", "NEW"), [texts.table_row(one, desk.now) for one in ran])
    if went.failures:
        printer.say(inert_line(texts.failing(went)))
    printer.say(f"the log of the runs is {run_log(desk.env)}")


@app.command("run")
def run(
    context: typer.Context,
    task: TaskName = "dream",
    lookback_days: Lookback = None,
    instructions: Instructions = "",
    max_new: Annotated[int | None, typer.Option("--max-new", metavar="N", min=0, help="New items at most.")] = None,
    trigger: Annotated[str, typer.Option("--trigger", metavar="NAME", help="What starts it, for the log.")] = "manual",
    due: Annotated[
        str, typer.Option("--due", metavar="CRON", help="Run only if these times came since the last scheduled run.")
    ] = "",
    zone: Annotated[str, typer.Option("--zone", metavar="ZONE", help="The time zone of --due; else local time.")] = "",
    with_digest: Annotated[
        bool, typer.Option("--digest", help="Print what waits afterwards as Markdown, or with --json as data.")
    ] = False,
) -> None:
    """What schedulers run: one run at a time, logged; exit 1 when it fails, 3 when one is running."""
    import os

    from dreamtui.schedule.running import RunWish, begin, carry_out, has_come
    from dreamtui.schedule.tasks import LOCAL, Task, cadence

    desk, printer = desk_of(context)
    wanted = _task(task)
    if wanted is not Task.DREAM and (lookback_days is not None or instructions or max_new is not None):
        raise Usage(f"--lookback-days, --instructions and --max-new are for dreams, not for {wanted}")
    if not trigger.isprintable() or len(trigger) > 40:
        raise Usage("a trigger is a short name")
    wish = RunWish(trigger, wanted.value, lookback_days, instructions, max_new=max_new, scheduled=bool(due))
    if due and not has_come(desk.own_layout, wish, cadence(due, zone or LOCAL), desk.now):
        return
    try:
        lock = begin(desk.own_layout, wish, desk.now)
    except OSError as problem:
        raise Unavailable(f"the store at {desk.workspace.home} cannot be written: {problem}") from None
    if lock is None:
        raise Unavailable("an unattended run is already running")
    outcome = carry_out(desk.workspace.root, os.environ, wish, lock)
    if not outcome.good:
        raise Refused(outcome.said)
    if with_digest:
        from dreamtui.cli.commands.mining import print_digest

        print_digest(desk, printer, outcome.new, outcome.updated, forge=trigger == "github-action")
    elif printer.options.json:
        from dreamtui.present.documents.unattended import ScheduledRunOutput

        printer.data(ScheduledRunOutput(trigger=trigger, said=outcome.said))
    elif trigger == "manual" or sys.stdout.isatty():
        printer.line(outcome.said)


def _task(named: str) -> "Task":
    from dreamtui.schedule.tasks import Task

    try:
        return Task(named)
    except ValueError:
        raise Usage(f"there is no task {inert_line(named)}; use one of {', '.join(Task)}") from None


def _kind(named: str) -> Scheduler:
    try:
        return Scheduler(named)
    except ValueError:
        raise Usage(f"there is no scheduler {inert_line(named)}; use one of {', '.join(Scheduler)}, {FORGE}") from None


def _forge(desk: Desk, printer: Printer, cron: str, package: str, *, dry_run: bool, out: bool) -> None:
    from dreamtui.desk.audit.change_text import diff_text
    from dreamtui.schedule.forge import install as use

    changes = use.uninstall_plan(desk) if out else use.install_plan(desk, cron, package)
    if not dry_run:
        use.carry_out(desk, changes)
    if printer.options.json:
        from dreamtui.present.documents.unattended import schedule_change

        printer.data(schedule_change("github-action", changes, (), (), dry_run=dry_run))
        return
    for line in diff_text(changes).splitlines():
        printer.line(inert_line(line))
    if not changes:
        printer.say("there is nothing to change")
    elif not (dry_run or out):
        printer.say("commit the workflow; it opens a pull request with what waits, if Actions may create pull requests")


def _carry_out(desk: Desk, printer: Printer, plan: SchedulePlan, *, dry_run: bool) -> None:
    from dreamtui.desk.audit.change_text import diff_text
    from dreamtui.schedule.schedulers.install import carry_out

    left = () if dry_run else carry_out(desk, plan)
    nexts = [at.isoformat(timespec="minutes") for at in (plan.job.next_times(desk.now) if plan.job else ())]
    if printer.options.json:
        from dreamtui.present.documents.unattended import schedule_change

        printer.data(schedule_change(plan.kind.value, plan.shown, nexts, (*plan.remarks, *left), dry_run=dry_run))
        return
    for line in diff_text(plan.shown, reveal=printer.options.reveal).splitlines():
        printer.line(inert_line(line))
    for sentence in (*plan.remarks, *left):
        printer.say(sentence)
    if not plan.shown:
        printer.say("there is nothing to change")
    if nexts:
        printer.say(f"the next runs: {', '.join(nexts)}")
