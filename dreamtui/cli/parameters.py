"""The arguments and options that several commands have, each defined once."""

from typing import Annotated

import typer

from dreamtui.desk.desk import open_desk
from dreamtui.text.inert import inert_line


def complete_open(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Ids of open items for the shell."""
    from dreamtui.desk import listing
    from dreamtui.model.errors import DreamtuiError

    try:
        desk = open_desk(context.find_root().params.get("workspace_folder"), mend=False)
        found = listing.listing(desk, status="all").entries
    except (DreamtuiError, OSError):
        return []
    return [(inert_line(e.row.id), inert_line(e.row.title)) for e in found if e.row.id.startswith(incomplete)]


Id = Annotated[str, typer.Argument(metavar="ID", autocompletion=complete_open, help="Id or unique beginning of one.")]
Ids = Annotated[
    list[str],
    typer.Argument(metavar="ID", autocompletion=complete_open, help="Ids, or unique beginnings of ids."),
]
Rationale = Annotated[
    str | None,
    typer.Option("--rationale", "--reason", metavar="TEXT", help="Why, in writing; `-` reads standard input."),
]
Disposition = Annotated[
    str, typer.Option("--as", metavar="wrong|wording|duplicate|not-now", help="Why it is rejected.")
]
NotBefore = Annotated[str, typer.Option("--until", metavar="DATE", help="With not-now: until then.")]
MakeRoom = Annotated[bool, typer.Option("--make-room", help="Drop the oldest promotions where needed.")]
OverBudget = Annotated[bool, typer.Option("--over-budget", help="Write beyond the budget.")]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="MUTATION", help="Only this change of a proposal, by its id (u-…); repeatable."),
]
Choose = Annotated[str, typer.Option("--choose", metavar="CHOICE", help="The way out of a contradiction.")]
Text = Annotated[
    str, typer.Option("--text", metavar="FILE|-", help="The result as you edited it; `-` reads standard input.")
]
Acknowledge = Annotated[
    list[str] | None,
    typer.Option(
        "--acknowledge", metavar="STATEMENT", help="A statement that may be lost; repeatable; `all` for every one."
    ),
]
Compat = Annotated[
    str, typer.Option("--compat", metavar="dotagent", help="Write exactly the bytes that dotagent would.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the exact changes, write nothing.")]
Reveal = Annotated[bool, typer.Option("--reveal", help="Show secret-like text that is masked otherwise.")]
