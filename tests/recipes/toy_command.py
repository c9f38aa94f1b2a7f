"""A command: `todos` files what the toy source reads as candidates."""

import typer

from dreamtui.cli.context import desk_of


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("todos")(todos)


def todos(context: typer.Context) -> None:
    """File the open points of TODO.txt as candidates."""
    from toy_source import NAME, read_todos

    from dreamtui.desk.queue.add_candidate import add

    desk, printer = desk_of(context)
    read = read_todos(desk.workspace.root)
    for line, words in read.points:
        printer.line(add(desk, words, [f"file:{NAME}:{line}"]).id)
    for skip in read.skipped:
        printer.say(f"skipped {skip.path}:{skip.line}: {skip.why}")
