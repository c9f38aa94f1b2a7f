"""Opens the console, or says what to use without a terminal."""

import sys

from dreamtui.cli.options import Globals
from dreamtui.desk.desk import Desk, open_desk
from dreamtui.model.errors import Usage


def open_console(options: Globals, *, read_only: bool, plain: bool, theme: str) -> None:
    """The console of the workspace asked for."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Usage("the console needs a terminal; without one use `dreamtui list`, `show`, `graduate`, `reject`")
    _run(open_desk(options.workspace, wait=options.wait), options)


def open_demo(options: Globals, desk: Desk) -> None:
    """The console on the demo."""
    _run(desk, options)


def _run(desk: Desk, options: Globals) -> None:
    from dreamtui.cli.commands.queue import print_listing
    from dreamtui.cli.words import Printer

    print_listing(desk, Printer(options))
