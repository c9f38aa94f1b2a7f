"""hook install, uninstall, status, run: dreams that Claude Code's own events start."""

from typing import Annotated

import typer

from dreamtui.cli.context import desk_of
from dreamtui.cli.options import Group
from dreamtui.cli.printer import Printer
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Usage
from dreamtui.schedule.hooks.install import CLAUDES, HookPlan, HookScope
from dreamtui.text.inert import inert_line

app = typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode=None)

Scoped = Annotated[
    str,
    typer.Option(
        "--scope",
        metavar="user|local|project",
        help="Whose settings: yours everywhere, yours for this workspace, or everybody's.",
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change, write nothing.")]


Git = Annotated[bool, typer.Option("--git", help="Git's post-commit hook instead, which notes each commit.")]


def register(parent: typer.Typer) -> None:
    parent.add_typer(app, name="hook", help="Have Claude Code's own events start a dream and tell what waits.")


@app.command("install")
def install(
    context: typer.Context,
    scope: Scoped = "user",
    guard: Annotated[
        str,
        typer.Option(
            "--guard", metavar="hold|notify", help="What agents write into memory folders waits, or is let through."
        ),
    ] = "",
    reads: Annotated[
        bool, typer.Option("--reads", help="OpenClaw: passages of daily notes that are read count as recalls.")
    ] = False,
    git: Git = False,
    dry_run: DryRun = False,
) -> None:
    """Put three hooks into Claude Code's settings; every other byte of the file stays as it is.

    Stop and SessionEnd start a dream in a process of its own, at least six hours apart; SessionStart says what waits.
    """
    from dreamtui.schedule.hooks import install as use
    from dreamtui.schedule.hooks.wanted import SHARED, Guard, hooks, program

    desk, printer = desk_of(context)
    if git:
        _carry_out(desk, printer, use.git_plan(desk, program()), "hook install", dry_run=dry_run)
        return
    if guard and guard not in set(Guard):
        raise Usage(f"there is no guard {inert_line(guard)}; use one of {', '.join(Guard)}")
    wanted = _scope(scope)
    made = hooks(SHARED if wanted is HookScope.PROJECT else "", Guard(guard) if guard else None, reads=reads)
    _carry_out(desk, printer, use.install_plan(desk, wanted, made), "hook install", dry_run=dry_run)


@app.command("uninstall")
def uninstall(context: typer.Context, scope: Scoped = "user", git: Git = False, dry_run: DryRun = False) -> None:
    """Remove dreamtui's hooks from Claude Code's settings; nothing else changes."""
    from dreamtui.schedule.hooks import install as use

    desk, printer = desk_of(context)
    plan = use.git_plan(desk, "") if git else use.uninstall_plan(desk, _scope(scope))
    _carry_out(desk, printer, plan, "hook uninstall", dry_run=dry_run)


@app.command("status")
def status(context: typer.Context) -> None:
    """Which hooks are installed where, what they run, and the log of the runs."""
    from dreamtui.desk.person import run_log
    from dreamtui.schedule.hooks.install import places

    desk, printer = desk_of(context)
    found = places(desk)
    if printer.options.json:
        from dreamtui.present.documents.unattended import HooksOutput, hook_file

        files = tuple(hook_file(one.scope.value, str(one.path), one.hooks.items(), one.problem) for one in found)
        printer.data(HooksOutput(files=files, log=str(run_log(desk.env))))
        return
    rows = [(one.scope.value, event, command) for one in found for event, command in one.hooks.items()]
    if rows:
        printer.table(("SCOPE", "EVENT", "COMMAND"), rows)
    else:
        printer.say("no hooks are installed; `dreamtui hook install --dry-run` shows what would be")
    for one in found:
        if one.problem:
            printer.say(inert_line(one.problem))
    printer.say(f"the log of the runs is {run_log(desk.env)}")


@app.command("run")
def run(
    context: typer.Context,
    event: Annotated[
        str, typer.Argument(metavar="stop|session-end|session-start|post-commit|guard|read", help="What happened.")
    ],
) -> None:
    """What the hooks run: reads the event on standard input, returns at once, never fails."""
    from dreamtui.schedule.hooks.run import main

    raise typer.Exit(main([event]))


def _scope(named: str) -> HookScope:
    scope = next((one for one in CLAUDES if one == named), None)
    if scope is None:
        raise Usage(f"there is no scope {inert_line(named)}; use one of {', '.join(CLAUDES)}")
    return scope


def _carry_out(desk: Desk, printer: Printer, plan: HookPlan, what: str, *, dry_run: bool) -> None:
    from dreamtui.desk.audit.change_text import diff_text
    from dreamtui.schedule.hooks.install import carry_out

    if not dry_run:
        carry_out(desk, plan, what)
    if printer.options.json:
        from dreamtui.present.documents.unattended import hook_change

        printer.data(hook_change(plan.scope.value, str(plan.path), plan.changes, dry_run=dry_run))
        return
    for line in diff_text(plan.changes, reveal=printer.options.reveal).splitlines():
        printer.line(inert_line(line))
    if not plan.changes:
        printer.say(f"there is nothing to change in {plan.path}")
    elif dry_run:
        printer.say(f"would write {plan.path}")
    else:
        where = {HookScope.USER: "", HookScope.GIT: " --git"}.get(plan.scope, f" --scope {plan.scope}")
        undo = f"`dreamtui hook uninstall{where}` removes them again"
        back = undo if what == "hook install" else "hooks removed"
        printer.say(f"wrote {plan.path}; {back}")
