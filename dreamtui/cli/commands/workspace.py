"""init, status, doctor, config, demo: the workspace itself."""

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from dreamtui.cli.arguments import Globals, Wish, seat
from dreamtui.cli.context import desk_of, options
from dreamtui.cli.printer import Printer
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import ExitCode, Usage
from dreamtui.text.inert import inert_line


def register(app: typer.Typer) -> None:
    app.command("demo")(demo)
    app.command("init")(init)
    app.command("status")(status)
    app.command("doctor")(doctor)
    app.command("config")(config)


def init(
    context: typer.Context,
    merge_logs: Annotated[
        bool, typer.Option("--merge-logs", help="Let git keep what both branches of a merge added to the logs.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --merge-logs: show the change, write nothing.")
    ] = False,
) -> None:
    """Give the repository an .agent of its own, so that the team shares what is decided."""
    from dreamtui.desk.workspace.workspaces import init as make

    desk, printer = desk_of(context)
    if merge_logs:
        _merge_logs(desk, printer, dry_run=dry_run)
        return
    if dry_run:
        raise Usage("--dry-run goes only with --merge-logs")
    made, said = make(desk)
    options(context).place.home = ""  # from here on our files are where their names say
    for sentence in said:
        printer.say(sentence)
    if printer.options.json:
        from dreamtui.present.documents.workspaces import InitOutput

        root, home = made.workspace.root, made.workspace.home
        printer.data(InitOutput(root=str(root), home=str(home), done=tuple(said)))
    else:
        printer.line(inert_line(str(made.workspace.home)))
    if not said:
        printer.say("there was nothing to do")
    from dreamtui.desk.workspace.workspaces import would_merge_logs

    if would_merge_logs(made):
        printer.say("more than one branch adds to the logs here: `dreamtui init --merge-logs` lets git keep both sides")


def _merge_logs(desk: Desk, printer: Printer, *, dry_run: bool) -> None:
    from dreamtui.desk.audit.change_text import diff_text
    from dreamtui.desk.workspace.workspaces import merge_attributes

    changes = merge_attributes(desk, dry_run=dry_run)
    said = [f"{'would write' if dry_run else 'wrote'} {change.path}" for change in changes.changes]
    if printer.options.json:
        from dreamtui.present.documents.workspaces import InitOutput

        root, home = desk.workspace.root, desk.workspace.home
        printer.data(InitOutput(root=str(root), home=str(home), done=tuple(said)))
    else:
        for line in diff_text(changes).splitlines():
            printer.line(inert_line(line))
    for sentence in said or ["there was nothing to do"]:
        printer.say(sentence)


def status(
    context: typer.Context,
    full: Annotated[
        bool, typer.Option("--full", help="All that agents remember here: what is wrong, loaded and waiting.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit 1 while anything waits for a decision.")] = False,
) -> None:
    """Pending items, the oldest, outputs out of date, the last run: one line, or JSON."""
    from dreamtui.desk.workspace import health
    from dreamtui.desk.workspace.workspaces import everywhere

    desk, printer = desk_of(context, everywhere=True)
    if check and (full or options(context).all):
        raise Usage("--check is of one workspace and goes with neither --full nor --all")
    if full:
        if options(context).all:
            raise Usage("--full is of one workspace; without it --all has a line for each")
        _full_status(context, desk, printer)
        return
    if not options(context).all:
        found = health.status(desk)
        if printer.options.json:
            from dreamtui.present.documents import workspaces as documents

            printer.data(documents.status(found))
        else:
            printer.line(inert_line(health.status_line(desk, found)))
        if check and found.pending:
            raise typer.Exit(int(ExitCode.REFUSED))
        return
    answers, problems = everywhere(desk, health.status)
    for sentence in problems:
        printer.say(f"dreamtui: {inert_line(sentence)}")
    if printer.options.json:
        from dreamtui.present.documents import workspaces as documents

        printer.data(documents.status_all(answers))
        return
    for other, found in answers:
        printer.line(inert_line(f"{other.workspace.root}: {health.status_line(other, found)}"))


def _full_status(context: typer.Context, desk: Desk, printer: Printer) -> None:
    """What is wrong, what every session loads, what waits."""
    from dreamtui.desk.workspace.overview import whole_overview

    context.call_on_close(printer.meter.close)
    printer.meter.start()
    found = whole_overview(desk, progress=printer.meter)
    printer.meter.close()
    if printer.options.json:
        from dreamtui.present.documents import overview as documents

        printer.data(documents.overview(found))
        return
    from dreamtui.cli.text import wrapped_lines
    from dreamtui.present.overview import whole

    for line in wrapped_lines(whole(found, desk.now), printer, 80):
        printer.line(line)


def doctor(context: typer.Context) -> None:
    """What was found here, what is wrong, what to do; exit 1 when something is wrong."""
    from dreamtui.cli.console import key_problems
    from dreamtui.desk.workspace import health

    desk, printer = desk_of(context)
    found = health.doctor(desk)
    with contextlib.suppress(Usage):  # a file that cannot be read at all is among the findings
        found += [health.HealthFinding("problem", sentence, "fix the file") for sentence in key_problems(desk)]
    if printer.options.json:
        from dreamtui.present.documents import workspaces as documents

        printer.data(documents.findings(found))
    else:
        signs = {"ok": printer.style("✓", "green"), "note": "·", "problem": printer.style("✗", "red")}
        for finding in found:
            printer.line(f"{signs[finding.level]} {inert_line(finding.what)}")
            if finding.advice:
                printer.line(f"    → {inert_line(finding.advice)}")
    if any(finding.level == "problem" for finding in found):
        raise typer.Exit(int(ExitCode.REFUSED))


def config(
    context: typer.Context,
    paths: Annotated[bool, typer.Option("--paths", help="Print where everything is instead.")] = False,
) -> None:
    """Every setting with its value and where it comes from."""
    from dreamtui.cli.console import key_problems
    from dreamtui.desk.config import OPTIONS, shown_value

    desk, printer = desk_of(context)
    values = desk.config
    problems = [*values.problems, *key_problems(desk)]
    help_of = {option.name: option.help for option in OPTIONS}
    if printer.options.json:
        from dreamtui.present.documents import workspaces as documents

        printer.data(documents.settings(desk, problems))
        return
    if paths:
        from dreamtui.desk.workspace.where import places

        printer.table(("WHAT", "WHERE"), [(name, str(path)) for name, path in places(desk)])
        return
    rows = [(v.name, shown_value(v.value), v.source, help_of[v.name]) for v in values.values.values()]
    rows.append(("identity", desk.identity.id, desk.identity.source, "who decides"))
    printer.table(("SETTING", "VALUE", "SOURCE", "MEANING"), rows)
    for problem in problems:
        printer.say(f"dreamtui: {problem}")


def demo(
    context: typer.Context,
    folder: Annotated[Path | None, typer.Option("--dir", metavar="DIR", help="Build it here.")] = None,
    console: Annotated[bool, typer.Option("--console/--no-console", help="Open it in the console.")] = True,
    read_only: Annotated[bool, typer.Option("--read-only", help="Look, decide nothing.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Line mode, for screen readers and scripts.")] = False,
    mouse: Annotated[bool, typer.Option("--mouse/--no-mouse", help="Use the mouse.")] = True,
    ascii_signs: Annotated[bool, typer.Option("--ascii", help="Signs and borders in ASCII.")] = False,
    theme: Annotated[str, typer.Option("--theme", metavar="NAME", help="The console's theme.")] = "",
) -> None:
    """A throwaway workspace with a believable history, to try everything on.

    It stays as it is left: closing it prints the command that opens it again. What is said of the console before the
    command's name counts here too.
    """
    import sys

    from dreamtui.cli.console import check_theme
    from dreamtui.demo.build import build
    from dreamtui.model.channel import Channel

    asked = options(context)
    asked.console = asked.console.and_also(
        Wish(read_only=read_only, plain=plain, theme=theme, mouse=mouse, ascii=ascii_signs)
    )
    _only_the_demo(asked)
    check_theme(asked.console.theme)
    printer = Printer(asked)
    if console and folder is None:
        _name_last_demo(printer)
    printer.meter("building the demo", 0, 0)
    printer.meter.start()
    context.call_on_close(printer.meter.close)
    made = build(folder, wait=asked.wait, seat=seat(Channel.LINES if asked.console.plain else Channel.CONSOLE))
    printer.meter.close()
    if not console:
        printer.line(inert_line(str(made.workspace.root)))
        return
    if asked.console.plain or (sys.stdin.isatty() and sys.stdout.isatty()):
        from dreamtui.cli.console import open_demo

        raise typer.Exit(open_demo(asked, made))
    from dreamtui.cli.commands.queue import print_listing

    print_listing(made, printer)
    _say_what_to_try(made, printer)


def _name_last_demo(printer: Printer) -> None:
    """Where the demo is that was made before this one: what was decided there is still there."""
    import os
    import shlex

    from dreamtui.cli.console import program
    from dreamtui.demo.place import earlier

    if (last := earlier(os.environ)) is not None:
        opens = f"`{shlex.join([*program(), '-C', str(last)])}` opens it as you left it"
        printer.say(f"dreamtui: this is a new demo; you have made one before, and {opens}")


def _only_the_demo(asked: Globals) -> None:
    """Refuse options that name another workspace or memory than the one that is made up."""
    others = {
        "--all": asked.all,
        "-C": asked.workspace is not None,
        "--claude-dir": asked.claude_dir is not None,
        "--memory-dir": asked.memory_dir is not None,
    }
    if given := next((name for name, is_given in others.items() if is_given), ""):
        raise Usage(f"{given} does not go with demo, which makes a workspace of its own; --dir says where")


def _say_what_to_try(made: Desk, printer: Printer) -> None:
    """The first commands for somebody who has never seen this, on an item that is there."""
    import shlex

    from dreamtui.cli.console import program
    from dreamtui.desk.queue.listing import listing

    waiting = [e.row for e in listing(made, status="pending", kind="candidate").entries if not e.row.flags]
    item = max(waiting, key=lambda row: row.weight).id
    start = shlex.join([*program(), "-C", str(made.workspace.root)])
    printer.say("")
    printer.say("This is a throwaway repository; nothing of yours is touched. Try:")
    for words, meaning in (
        (f"show {item} --preview", "the evidence, what speaks against it, what each verb would change"),
        (f'graduate {item} --rationale "…"', "make it a rule; the reason has to be in your own words"),
        (f'reject {item} --rationale "…"', "or keep it out, and say why"),
        ("sync", "write the rules to CLAUDE.md and the index"),
        ("why CLAUDE.md:14", "from a line back to the decision and the person"),
        ('undo --rationale "…"', "undo the newest decision"),
    ):
        printer.say(f"  {start} {words}")
        printer.say(f"      {meaning}")
