"""sync, why, context: what agents read, and where each line of it comes from."""

from typing import Annotated

import typer

from dreamtui.cli.context import desk_of
from dreamtui.cli.options import DryRun
from dreamtui.cli.printer import Printer
from dreamtui.desk.outputs.remembered import ways_out
from dreamtui.desk.outputs.sync import Synced
from dreamtui.model.errors import ExitCode
from dreamtui.text.inert import inert_line


def register(app: typer.Typer) -> None:
    app.command("sync")(sync)
    app.command("why")(why)
    app.command("context")(context_loaded)


def sync(
    context: typer.Context,
    check: Annotated[
        bool, typer.Option("--check", help="Exit 1 when an output is out of date; write nothing.")
    ] = False,
    dry_run: DryRun = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Put broken regions in order; with --dry-run, the plan.")
    ] = False,
    accept_unreviewed: Annotated[
        bool,
        typer.Option(
            "--accept-unreviewed", help="Name the queue's items for what nobody decided; their words stay unwritten."
        ),
    ] = False,
) -> None:
    """Write the outputs: CLAUDE.md, MEMORY.md and the others that are asked for."""
    from dreamtui.desk.outputs import sync as outputs

    desk, printer = desk_of(context)
    if accept_unreviewed:
        desk.decides()
    writes = not (check or dry_run)
    done = outputs.sync(desk, mend=repair) if writes else outputs.plan(desk, mend=repair)
    if printer.options.json:
        from dreamtui.present.documents import outputs as documents

        printer.data(documents.synced(done, dry_run=dry_run))
    else:
        _say_changes(printer, done, writes=writes)
        for one in done.held if accept_unreviewed else ():
            printer.line(inert_line(f"to be decided  {one.item}  {one.said}"))
        if dry_run or done.repairs:
            _diffs(printer, done)
    for sentence in done.left:
        printer.say(f"note: {sentence}")
    for sentence in done.unread:
        printer.say(f"skipped {sentence}")
    for sentence in done.problems:
        printer.say(f"dreamtui: {sentence}")
    if done.problems:
        raise typer.Exit(int(ExitCode.INTEGRITY))
    _say_undecided(printer, done)
    if check and done.changes:
        printer.say("dreamtui: outputs are out of date; `dreamtui sync` writes them")
    if check and (done.changes or done.held or done.unread or done.misplaced):
        raise typer.Exit(int(ExitCode.REFUSED))


def _say_undecided(printer: Printer, done: Synced) -> None:
    """Name the rules that nobody decided; what agents are given of them is not what their files say."""
    for sentence in (*done.undecided, *done.strays):
        printer.say(f"dreamtui: undecided: {sentence}")
    for way in ways_out(done.held):
        printer.say(f"dreamtui: {inert_line(way)}")
    for sentence in done.misplaced:
        printer.say(f"dreamtui: {sentence}")
    for sentence in done.unshown:
        printer.say(f"dreamtui: {sentence}")


def _say_changes(printer: Printer, done: Synced, *, writes: bool) -> None:
    changed = {change.path: change for change in done.changes.changes}
    for path, change in changed.items():
        what = "removed" if change.after is None else "made" if change.before is None else "updated"
        printer.line(f"{what if writes else 'would be ' + what}  {inert_line(path)}")
    for sentence in done.repairs:
        printer.say(f"repair: {sentence}")
    for file in done.files:
        for title in file.moved:
            printer.say(f"moved to a second-level index: {title}")
        for sentence in file.advice:
            printer.say(f"{file.path}: {sentence}")
    if not changed and not done.problems:
        printer.say("everything is up to date")


def _diffs(printer: Printer, done: Synced) -> None:
    from dreamtui.desk.audit.change_text import diff_text

    for line in diff_text(done.changes).splitlines():
        printer.line(inert_line(line))


def why(
    context: typer.Context,
    reference: Annotated[str, typer.Argument(metavar="RULE|FILE:LINE", help="A rule, a note, or a line of an output.")],
) -> None:
    """Trace a line that agents read to its decision, person, reason and evidence."""
    from dreamtui.desk.outputs.why import why as why_of

    desk, printer = desk_of(context)
    found = why_of(desk, reference)
    if printer.options.json:
        from dreamtui.present.documents import decisions as documents

        printer.data(documents.origin(found))
        return
    from dreamtui.cli.text import wrapped_lines
    from dreamtui.present.history import why_lines

    for line in wrapped_lines(why_lines(found, desk.now), printer, 80):
        printer.line(line)
    if found.way_out:
        printer.say(inert_line(found.way_out))


def context_loaded(
    context: typer.Context,
    lines: Annotated[bool, typer.Option("--lines", help="Every line with its place.")] = False,
) -> None:
    """What an agent really loads here: CLAUDE.md with imports and rules, the visible part of MEMORY.md."""
    from dreamtui.desk.outputs.agent_context import loaded, sources_of

    desk, printer = desk_of(context)
    found = loaded(desk)
    if printer.options.json:
        from dreamtui.present.documents import outputs as documents

        printer.data(documents.loaded(found, sources_of(desk, found)))
        return
    from dreamtui.cli.text import styled
    from dreamtui.present.memory import context_lines

    for line in context_lines(found, sources_of(desk, found) if lines else None):
        printer.line(styled(line, printer))
