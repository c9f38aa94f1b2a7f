"""The command tree: the root with its global options, and every command from its own module."""

from pathlib import Path
from typing import Annotated

import typer

from dreamtui import __version__
from dreamtui.cli.commands import audit, decide, memory, mining, outputs, queue, workspace
from dreamtui.cli.options import Globals

app = typer.Typer(
    name="dreamtui",
    help="Decide what your coding agents remember: evidence in, a written reason, rules out.",
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"dreamtui {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    workspace_folder: Annotated[
        Path | None, typer.Option("-C", "--workspace", metavar="DIR", help="Work in this folder.")
    ] = None,
    all_workspaces: Annotated[bool, typer.Option("--all", help="Every known workspace, where it makes sense.")] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Print data as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="No words on stderr but errors.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="No colour (NO_COLOR does the same).")] = False,
    wait: Annotated[float, typer.Option("--wait", metavar="SECONDS", min=0, help="How long to wait for a lock.")] = 5.0,
    read_only: Annotated[bool, typer.Option("--read-only", help="Console: look, decide nothing.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Console: line mode, for screen readers and scripts.")] = False,
    theme: Annotated[str, typer.Option("--theme", help="Console: its theme.")] = "",
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Read the global options; without a command, open the console."""
    context.obj = Globals(workspace_folder, all_workspaces, json_output, quiet, not no_color, wait)
    if context.invoked_subcommand is None:
        from dreamtui.cli.console import open_console

        open_console(context.obj, read_only=read_only, plain=plain, theme=theme)


for module in (workspace, mining, queue, decide, outputs):
    module.register(app)
app.add_typer(memory.app, name="memory", help="Long-term notes.")
app.add_typer(audit.app, name="audit", help="The record of every decision.")
