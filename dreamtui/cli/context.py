"""What every command starts with: its options, its desk, its printer."""

import sys

import typer

from dreamtui.cli.arguments import Globals, seat
from dreamtui.cli.encoding import typed
from dreamtui.cli.printer import Meter, Printer, hush
from dreamtui.compose import open_desk
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Usage


def options(context: typer.Context) -> Globals:
    found = context.find_object(Globals)
    return found if found is not None else Globals()


def desk_of(context: typer.Context, *, everywhere: bool = False) -> tuple[Desk, Printer]:
    """The desk for the workspace asked for; recoveries are reported.

    `everywhere` is for commands that support --all, which the others refuse.
    """
    chosen = options(context)
    if chosen.all and not everywhere:
        raise Usage("--all does not go with this command; it goes with list, search, status and memory status")
    meter = Meter(context.command_path.partition(" ")[2], quiet=chosen.quiet).start()
    context.call_on_close(meter.close)
    printer = Printer(chosen, meter)
    desk = open_desk(
        chosen.workspace,
        wait=chosen.wait,
        claude_dir=chosen.claude_dir,
        memory_dir=chosen.memory_dir,
        seat=seat(),
    )
    chosen.place.home = "" if desk.workspace.has_agent else str(desk.workspace.home)
    for mended in desk.recovered:
        printer.say(f"dreamtui: {mended.said}")
        for path in mended.left:
            printer.say(f"dreamtui: {path} was changed by another process and is left as it is")
        for path in mended.kept:
            what = "it is kept in" if mended.outcome == "set aside" else "another version of it is kept in"
            printer.say(f"dreamtui: {what} {path}")
    if chosen.reveal:
        with desk.store.writing(desk.writer()) as transaction:
            transaction.note("reveal", command=context.command_path.partition(" ")[2])
    if desk.unmended:
        printer.say(f"dreamtui: an interrupted change needs recovery: {desk.unmended}")
    return desk, printer


def said(rationale: str | None) -> str:
    """The rationale as given; `-` reads it from standard input."""
    if rationale == "-":
        if sys.stdin.isatty():
            hush()
            print("Write the rationale, then ctrl+d:", file=sys.stderr)
        return typed(sys.stdin.buffer.read()).strip("\n")
    return rationale or ""
