"""memory move: ask for a memory of Claude Code to be moved to another scope."""

from typing import Annotated

import typer

from dreamtui.cli.context import desk_of


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("move")(move)


def move(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A topic file: its path, its name, or its id.")],
    to: Annotated[str, typer.Option("--to", metavar="SCOPE", help="project, user or team.")],
) -> None:
    """Propose to move a memory file and its index line; nothing moves until the proposal is accepted."""
    from dreamtui.desk.memory.move import propose_move

    desk, printer = desk_of(context)
    made, new = propose_move(desk, file, to)
    item_id = made.proposal.id
    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.moving(made, new=new))
    else:
        printer.line(item_id)
    printer.say(
        f"{'proposed' if new else 'proposed already'}: `dreamtui show {item_id} --preview` shows it, "
        f"`dreamtui accept {item_id} --rationale …` does it"
    )
