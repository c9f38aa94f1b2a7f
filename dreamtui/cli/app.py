"""The command tree: the root with its global options, and each command from its own module.

Only the module of the command that is called is imported; help and completion import them all.
"""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from dreamtui.cli.arguments import Globals, HomePlace, Wish, command_of
from dreamtui.cli.options import Group

MODULES = {
    "demo": "workspace",
    "init": "workspace",
    "status": "workspace",
    "doctor": "workspace",
    "config": "workspace",
    "dream": "mining",
    "observe": "mining",
    "list": "queue",
    "search": "search",
    "show": "queue",
    "draft": "queue",
    "add": "queue",
    "propose": "queue",
    "import": "transfer",
    "export": "transfer",
    "graduate": "decide",
    "accept": "decide",
    "reject": "decide",
    "defer": "decide",
    "reopen": "decide",
    "retire": "decide",
    "rerationale": "decide",
    "move": "decide",
    "undo": "decide",
    "redo": "decide",
    "sync": "outputs",
    "why": "outputs",
    "context": "outputs",
    "memory": "memory.notes",
    "promote": "promote",
    "reorganize": "reorganize",
    "insights": "insights",
    "train": "train",
    "audit": "audit",
    "mcp": "mcp",
    "schedule": "schedule",
    "hook": "hook",
}
"""Which module each command comes from, in the order help shows them."""


def _version(wanted: bool) -> None:
    if wanted:
        from dreamtui import __version__

        print(f"dreamtui {__version__}")
        raise typer.Exit


def root(
    context: typer.Context,
    workspace_folder: Annotated[
        Path | None, typer.Option("-C", "--workspace", metavar="DIR", help="Work in this folder.")
    ] = None,
    all_workspaces: Annotated[
        bool, typer.Option("--all", help="Every known workspace: list, search, status, memory status, console.")
    ] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Print data as JSON.")] = False,
    reveal: Annotated[
        bool, typer.Option("--reveal", help="Show secret-like text that is masked otherwise; noted in the log.")
    ] = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Print only errors on stderr.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="No colour (NO_COLOR does the same).")] = False,
    wait: Annotated[float, typer.Option("--wait", metavar="SECONDS", min=0, help="How long to wait for a lock.")] = 5.0,
    claude_dir: Annotated[
        Path | None, typer.Option("--claude-dir", metavar="DIR", help="Claude Code's folder instead of ~/.claude.")
    ] = None,
    memory_dir: Annotated[
        Path | None, typer.Option("--memory-dir", metavar="DIR", help="The memory folder to work on.")
    ] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Console: look, decide nothing.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Console: line mode, for screen readers and scripts.")] = False,
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Console: take the workspace from one that is open.")
    ] = False,
    mouse: Annotated[bool, typer.Option("--mouse/--no-mouse", help="Console: use the mouse.")] = True,
    ascii_signs: Annotated[
        bool, typer.Option("--ascii", help="Console: signs and borders in ASCII (LANG=C does the same).")
    ] = False,
    theme: Annotated[str, typer.Option("--theme", metavar="NAME", help="Console: its theme.")] = "",
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Decide what your coding agents remember: evidence in, a written reason, rules out.

    Without a command, opens the console.
    """
    wish = Wish(read_only, plain, theme, take_over, mouse, ascii_signs)
    place = context.obj if isinstance(context.obj, HomePlace) else HomePlace()
    context.obj = Globals(
        workspace_folder,
        all_workspaces,
        json_output,
        quiet,
        not no_color,
        wait,
        claude_dir,
        memory_dir,
        wish,
        reveal,
        place,
    )
    if context.invoked_subcommand is None:
        from dreamtui.cli.console import open_console

        raise typer.Exit(open_console(context.obj, wish))


def build(words: Sequence[str] = ()) -> typer.Typer:
    """The command line for these words: whole, or with the one command they name."""
    app = typer.Typer(
        name="dreamtui",
        cls=Group,
        no_args_is_help=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(root)
    named = command_of(words)
    wanted = [MODULES[named]] if named in MODULES else list(dict.fromkeys(MODULES.values()))
    for name in wanted:
        import_module(f"dreamtui.cli.commands.{name}").register(app)
    return app
