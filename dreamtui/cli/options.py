"""Parameters that several commands share; how help looks."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from dreamtui.cli.values import convert_little
from dreamtui.compose import open_desk
from dreamtui.model.errors import Usage
from dreamtui.text.inert import inert_line


class Group(TyperGroup):
    """A group of commands whose help is for people."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for command in self.commands.values():
            _in_words(command)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The parser adds options of its own after the group was made, so these are all there only now."""
        convert_little(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The same for the command that is called."""
        found = super().resolve_command(ctx, args)
        if found[1] is not None:
            convert_little(found[1].get_params(ctx))
        return found

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Every command with the whole first sentence of its help, wrapped where it is long."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, _sentence(command.help or "")) for name, command in found if command and not command.hidden]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


def _sentence(text: str) -> str:
    """The first paragraph on one line, without its stop."""
    return " ".join(text.strip().partition("\n\n")[0].split()).removesuffix(".")


def _in_words(command: Any) -> None:
    """Leave out what Python calls the type of an argument, which its name and help say better."""
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = _nothing


def _nothing(ctx: Any) -> None:
    """No type."""


def complete_open(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Ids of open items for the shell."""
    from dreamtui.desk.queue import listing
    from dreamtui.model.errors import DreamtuiError

    try:
        desk = open_desk(context.find_root().params.get("workspace_folder"), mend=False)
        found = listing.listing(desk, status="all").entries
    except (DreamtuiError, OSError):
        return []
    return [(inert_line(e.row.id), inert_line(e.row.title)) for e in found if e.row.id.startswith(incomplete)]


Id = Annotated[str, typer.Argument(metavar="ID", autocompletion=complete_open, help="Id, or a unique prefix.")]
Ids = Annotated[
    list[str],
    typer.Argument(metavar="ID", autocompletion=complete_open, help="Ids, or unique prefixes."),
]
SomeIds = Annotated[
    list[str] | None,
    typer.Argument(metavar="ID", autocompletion=complete_open, help="Ids, or unique prefixes; or --kind."),
]
AllOfKind = Annotated[
    str,
    typer.Option("--kind", metavar="KIND", help="Every item of this kind that waits, with one reason and one undo."),
]
WithTwins = Annotated[
    bool,
    typer.Option("--group", help="Their twins too: waiting items with the same evidence, one record each, one undo."),
]
Rationale = Annotated[
    str | None,
    typer.Option("--rationale", "--reason", metavar="TEXT", help="Why, in writing; `-` reads standard input."),
]
WhyLater = Annotated[
    str | None,
    typer.Option(
        "--rationale", "--reason", metavar="TEXT", help="Why later; none is needed. `-` reads standard input."
    ),
]
Disposition = Annotated[
    str, typer.Option("--as", metavar="wrong|wording|duplicate|not-now", help="Why it is rejected.")
]
NotBefore = Annotated[str, typer.Option("--until", metavar="DATE", help="With not-now: until then.")]
HoldsUntil = Annotated[
    str,
    typer.Option(
        "--until",
        metavar="DATE|VERSION",
        help="The rule holds until then, or until a tag or manifest is at that version, and comes back; default +180d.",
    ),
]
_TARGETS = "outputs|claude|rules|memory|user|agents"
To = Annotated[
    str,
    typer.Option(
        "--to",
        metavar=_TARGETS,
        help="Where the rule goes; default: what dreamtui.outputs asks for (outputs).",
    ),
]
MoveTo = Annotated[
    str,
    typer.Option(
        "--to", metavar=_TARGETS, help="Where the rule goes from now on; outputs: what dreamtui.outputs asks for."
    ),
]
Paths = Annotated[
    list[str] | None,
    typer.Option(
        "--paths",
        metavar="GLOB",
        help="With --to rules or user: only for matching files; repeatable. Default for rules: its files' folder.",
    ),
]
MakeRoom = Annotated[bool, typer.Option("--make-room", help="Drop the oldest promotions where needed.")]
OverBudget = Annotated[bool, typer.Option("--over-budget", help="Write beyond the budget.")]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="MUTATION", help="Only this change of a proposal, by its id (u-…); repeatable."),
]
Choose = Annotated[str, typer.Option("--choose", metavar="CHOICE", help="The choice in a contradiction.")]
Text = Annotated[
    str, typer.Option("--text", metavar="FILE|-", help="The result as you edited it; `-` reads standard input.")
]
Take = Annotated[
    str,
    typer.Option("--take", metavar="a|b|both", help="Which wording, where two memories say the same."),
]
Acknowledge = Annotated[
    list[str] | None,
    typer.Option(
        "--acknowledge",
        metavar="STATEMENT|secret|order",
        help="A statement that may be lost, `all` for every one; or words that are meant as they are; repeatable.",
    ),
]
Most = Annotated[int, typer.Option("--most", metavar="N", min=1, help="Rules and notes that may go at once.")]
Risk = Annotated[
    list[str] | None,
    typer.Option(
        "--acknowledge",
        metavar="secret|order",
        help="The words are meant, although they hold what looks like a secret or reads like an order; repeatable.",
    ),
]
Compat = Annotated[
    str, typer.Option("--compat", metavar="dotagent", help="Write exactly the bytes that dotagent would.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the exact changes, write nothing.")]


def compat_of(name: str) -> bool | None:
    """The value of --compat; None lets the workspace say."""
    if name not in {"", "dotagent"}:
        raise Usage(f"{name!r} is not a compat mode; use dotagent")
    return name == "dotagent" or None
