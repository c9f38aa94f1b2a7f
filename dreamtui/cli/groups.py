"""What help looks like: summaries are whole sentences, and values are told in words rather than by types of Python."""

from typing import Any

from typer.core import TyperGroup


class Group(TyperGroup):
    """A group of commands whose help is for people."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for command in self.commands.values():
            _in_words(command)

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
