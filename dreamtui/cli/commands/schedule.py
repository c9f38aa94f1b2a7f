"""schedule install, uninstall, status, run: dreams at fixed times."""

import sys
from typing import Annotated

import typer

from dreamtui.cli.context import desk_of
from dreamtui.cli.options import Group
from dreamtui.cli.printer import Printer
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused, Unavailable, Usage
from dreamtui.schedule.schedulers.install import SchedulePlan, Scheduler
from dreamtui.text.inert import inert_line

app = typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode=None)

FORGE = "github-action"
_KINDS = f"cron|systemd|launchd|{FORGE}"
Kind = Annotated[str, typer.Argument(metavar=_KINDS, help="A scheduler of this machine, or a workflow of GitHub's.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change, write nothing.")]
Lookback = Annotated[
    int | None, typer.Option("--lookback-days", metavar="N", min=1, help="How far each run looks back.")
]
Instructions = Annotated[str, typer.Option("--instructions", metavar="TEXT", help="What to look at; recorded.")]


def register(parent: typer.Typer) -> None:
    parent.add_typer(app, name="schedule", help="Have dreams run at fixed times; they only fill the queue.")


@app.command("install")
def install(
    context: typer.Context,
    kind: Kind,
    schedule: Annotated[
        str, typer.Option("--schedule", metavar="CRON", help="Five fields of cron, in local time; default 02:00 UTC.")
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
    """Schedule a dream for this workspace; one of the same name is replaced, and nobody else's line is touched."""
    from dreamtui.desk.person import run_log
    from dreamtui.schedule.schedulers import install as use
    from dreamtui.schedule.schedulers.job import job

    desk, printer = desk_of(context)
    if kind == FORGE:
        if lookback_days or instructions or name:
            raise Usage(f"{FORGE} takes --schedule and --with alone; the rest stands in the workflow it writes")
        _forge(desk, printer, schedule, package, dry_run=dry_run, out=False)
        return
    if package:
        raise Usage(f"--with goes with {FORGE}")
    log = run_log(desk.env)
    asked = job(
        desk.workspace.root, desk.env, log, times=schedule, name=name, lookback_days=lookback_days,
        instructions=instructions,
    )  # fmt: skip
    _carry_out(desk, printer, use.install_plan(desk, _kind(kind), asked), dry_run=dry_run)


@app.command("uninstall")
def uninstall(context: typer.Context, kind: Kind, dry_run: DryRun = False) -> None:
    """Take everything of this workspace out of a scheduler; the rest is byte for byte as it was."""
    from dreamtui.schedule.schedulers import install as use

    desk, printer = desk_of(context)
    if kind == FORGE:
        _forge(desk, printer, "", "", dry_run=dry_run, out=True)
        return
    _carry_out(desk, printer, use.uninstall_plan(desk, _kind(kind)), dry_run=dry_run)


@app.command("status")
def status(context: typer.Context) -> None:
    """What is scheduled for this workspace, when it comes next, how the last runs went."""
    from dreamtui.desk.person import run_log
    from dreamtui.desk.workspace.runs import coming, runs
    from dreamtui.schedule.schedulers import install as use

    desk, printer = desk_of(context)
    found, known = use.installed(desk), use.known(desk)
    went = runs(desk, 0)
    if printer.options.json:
        from dreamtui.present.documents.unattended import schedules

        printer.data(schedules(found, known, went, desk.now, str(run_log(desk.env))))
        return
    rows = []
    for one in known:
        at = coming(one, desk.now)
        rows.append(
            (one.kind, one.name, f"{one.times} {one.zone}", at.strftime("%Y-%m-%d %H:%M %Z") if at else "never")
        )
    if rows:
        printer.table(("BY", "NAME", "SCHEDULE", "NEXT"), rows)
    for kind, line in found:
        printer.say(f"{kind}: {line}")
    if not (rows or found):
        printer.say("nothing is scheduled; `dreamtui schedule install cron --dry-run` shows what would be")
    if went.failures:
        printer.say(f"{went.failures} unattended run(s) failed in a row, the last: {went.why}")
    printer.say(f"what the runs did is in {run_log(desk.env)}")


@app.command("run")
def run(
    context: typer.Context,
    lookback_days: Lookback = None,
    instructions: Instructions = "",
    max_new: Annotated[int | None, typer.Option("--max-new", metavar="N", min=0, help="New items at most.")] = None,
    trigger: Annotated[str, typer.Option("--trigger", metavar="NAME", help="What starts it, for the log.")] = "manual",
    with_digest: Annotated[
        bool, typer.Option("--digest", help="Print what waits afterwards as Markdown, or with --json as data.")
    ] = False,
) -> None:
    """What schedulers start: one run, alone, noted in the log; exit 1 when it fails, 3 when one runs already."""
    import os

    from dreamtui.schedule.running import RunWish, begin, carry_out

    desk, printer = desk_of(context)
    if not trigger.isprintable() or len(trigger) > 40:
        raise Usage("a trigger is a short name")
    wish = RunWish(trigger, lookback_days, instructions, max_new=max_new)
    try:
        lock = begin(desk.own_layout, wish, desk.now)
    except OSError as problem:
        raise Unavailable(f"the store at {desk.workspace.home} cannot be written: {problem}") from None
    if lock is None:
        raise Unavailable("an unattended run is under way already")
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


def _kind(named: str) -> Scheduler:
    try:
        return Scheduler(named)
    except ValueError:
        raise Usage(f"there is no scheduler {inert_line(named)}; there are {', '.join(Scheduler)}, {FORGE}") from None


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
        printer.say("nothing is to be changed")
    elif not (dry_run or out):
        printer.say("commit the workflow; it opens a pull request with what waits, if Actions may create pull requests")


def _carry_out(desk: Desk, printer: Printer, plan: SchedulePlan, *, dry_run: bool) -> None:
    from dreamtui.desk.audit.change_text import diff_text
    from dreamtui.schedule.schedulers.install import carry_out

    left = () if dry_run else carry_out(desk, plan)
    nexts = [at.isoformat(timespec="minutes") for job in plan.jobs for at in job.next_times(desk.now)]
    if printer.options.json:
        from dreamtui.present.documents.unattended import schedule_change

        printer.data(schedule_change(plan.kind.value, plan.shown, nexts, (*plan.remarks, *left), dry_run=dry_run))
        return
    for line in diff_text(plan.shown, reveal=printer.options.reveal).splitlines():
        printer.line(inert_line(line))
    for sentence in (*plan.remarks, *left):
        printer.say(sentence)
    if not plan.shown:
        printer.say("nothing is to be changed")
    if nexts:
        printer.say(f"the next runs: {', '.join(nexts)}")
