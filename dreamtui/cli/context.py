"""What every command starts with: its options, its desk, its printer."""

import sys

import typer

from dreamtui.cli.encoding import typed
from dreamtui.cli.options import Globals
from dreamtui.cli.words import Printer
from dreamtui.desk.desk import Desk, open_desk
from dreamtui.model.errors import Usage


def options(context: typer.Context) -> Globals:
    """The global options."""
    found = context.find_object(Globals)
    return found if found is not None else Globals()


def desk_of(context: typer.Context) -> tuple[Desk, Printer]:
    """The desk for the workspace asked for; what was mended on the way is said."""
    chosen = options(context)
    printer = Printer(chosen)
    desk = open_desk(chosen.workspace, wait=chosen.wait, claude_dir=chosen.claude_dir, memory_dir=chosen.memory_dir)
    for mended in desk.recovered:
        printer.say(f"dreamtui: an interrupted {mended.label} was {mended.outcome}")
        for path in mended.left:
            printer.say(f"dreamtui: {path} was changed by somebody meanwhile and is left as it is")
        for path in mended.kept:
            printer.say(f"dreamtui: what else stood there is kept in {path}")
    if desk.unmended:
        printer.say(f"dreamtui: an interrupted change waits to be mended: {desk.unmended}")
    return desk, printer


def said(rationale: str | None) -> str:
    """The rationale as given; `-` reads it from standard input."""
    if rationale == "-":
        if sys.stdin.isatty():
            print("Write the rationale, then ctrl+d:", file=sys.stderr)
        return typed(sys.stdin.buffer.read()).strip("\n")
    return rationale or ""


def only_here(context: typer.Context) -> None:
    """Refuse --all where one workspace is meant."""
    if options(context).all:
        raise Usage("--all does not go with this command")
