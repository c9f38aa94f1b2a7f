"""Options of every command, before or after its name; parameters that several commands share; how help looks."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from dreamtui.compose import open_desk
from dreamtui.desk.desk import Seat
from dreamtui.model.channel import Channel
from dreamtui.text.inert import inert_line

_OURS = re.compile(r"(?<![\w./@~-])\.agent/(?=[\w.])")


@dataclass(slots=True)
class HomePlace:
    """Where the files of a command's workspace are, once the command has found out."""

    home: str = ""
    """The folder meant by `.agent`; empty if the workspace has its own, or it is not known yet."""

    def opened(self, sentence: str) -> str:
        """The sentence with every path of ours as it can be opened."""
        return _OURS.sub(lambda _: f"{self.home}/", sentence) if self.home else sentence


FLAGS = frozenset({"--json", "--quiet", "-q", "--no-color", "--all", "--reveal"})
"""Global options without a value."""

VALUED = frozenset({"-C", "--workspace", "--wait", "--claude-dir", "--memory-dir"})
"""Global options with a value."""

TAKING_A_VALUE = frozenset(
    {
        "--acknowledge",
        "--as",
        "--category",
        "--choose",
        "--compat",
        "--description",
        "--dir",
        "--draft",
        "--evidence",
        "--extend-days",
        "--files",
        "--guard",
        "--half-life-days",
        "--instructions",
        "--item",
        "--kind",
        "--limit",
        "--lookback-days",
        "--max-age-days",
        "--max-new",
        "--min-cluster-size",
        "--min-recall-count",
        "--min-score",
        "--most",
        "--min-unique-queries",
        "--night",
        "--notes",
        "--preset",
        "--score",
        "--timezone",
        "--vertical",
        "--window",
        "--name",
        "--only",
        "--openclaw-config",
        "--profile",
        "--query",
        "--rationale",
        "--reason",
        "--result",
        "--reviews",
        "--rule",
        "--schedule",
        "--scope",
        "--scorer",
        "--secondbrain",
        "--session",
        "--sha",
        "--signal",
        "--since",
        "--status",
        "--summary",
        "--text",
        "--theme",
        "--threshold",
        "--out",
        "--title",
        "--to",
        "--tool",
        "--trigger",
        "--type",
        "--until",
        "--verb",
        "--version",
        "--with",
    }
)
"""Command options whose next word is their value, never a global option; a test compares this with the commands."""


ALONE = {"--guard": "hold"}
"""Options that may stand without a value, and what they mean then; a value is joined to them: --guard=notify."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How the console is to be opened."""

    read_only: bool = False
    """Look, decide nothing."""
    plain: bool = False
    theme: str = ""
    take_over: bool = False
    """Take the workspace from a console that is open."""
    mouse: bool = True
    """Whether the mouse is used."""
    ascii: bool = False
    """Signs and borders in ASCII."""

    def and_also(self, other: "Wish") -> "Wish":
        """What either of the two asks for; a theme that the other names comes first."""
        return Wish(
            self.read_only or other.read_only,
            self.plain or other.plain,
            other.theme or self.theme,
            self.take_over or other.take_over,
            self.mouse and other.mouse,
            self.ascii or other.ascii,
        )


@dataclass(slots=True)
class Globals:
    """The global options."""

    workspace: Path | None = None
    """`-C`: the folder to work in instead of the current one."""
    all: bool = False
    json: bool = False
    quiet: bool = False
    """No words on stderr but errors."""
    color: bool = True
    """Whether colour may be used."""
    wait: float = 5.0
    """Seconds to wait for a lock."""
    claude_dir: Path | None = None
    """Claude Code's folder instead of the usual one."""
    memory_dir: Path | None = None
    """The memory folder instead of this repository's own."""
    console: Wish = Wish()
    """How a command that opens the console is to open it."""
    reveal: bool = False
    """Show secret-like text that is masked otherwise; noted in the log."""
    place: HomePlace = field(default_factory=HomePlace)
    """Where our files are, set by the command."""


def seat(channel: Channel = Channel.COMMAND) -> Seat:
    """How whoever started us sits there; what reads from no terminal is no person's typing."""
    if channel is Channel.COMMAND and os.environ.get("CI", "").lower() in {"1", "true"}:
        channel = Channel.ACTION
    return Seat(channel, sys.stdin.isatty() and (sys.stdout.isatty() or sys.stderr.isatty()))


def hoist(arguments: Sequence[str]) -> list[str]:
    """Move global options to the front, where the command line's root reads them."""
    front: list[str] = []
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        name, equals, _ = word.partition("=")
        if word == "--":
            rest += [word, *words]
        elif word in FLAGS or (name in VALUED and equals) or (word.startswith("-C") and len(word) > 2):
            front.append(word)
        elif word in VALUED:
            front += [word, *_next(words)]
        elif word in ALONE:
            rest.append(f"{word}={ALONE[word]}")
        elif word in TAKING_A_VALUE:
            rest += [word, *_next(words)]
        else:
            rest.append(word)
    return [*front, *rest]


def _next(words: Iterator[str]) -> list[str]:
    value = next(words, None)
    return [] if value is None else [value]


def command_of(words: Sequence[str]) -> str:
    """The command that hoisted words name; empty for none."""
    rest = iter(words)
    for word in rest:
        if word in VALUED or word in TAKING_A_VALUE:
            next(rest, None)
        elif not word.startswith("-"):
            return word
    return ""


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


Id = Annotated[str, typer.Argument(metavar="ID", autocompletion=complete_open, help="Id or unique beginning of one.")]
Ids = Annotated[
    list[str],
    typer.Argument(metavar="ID", autocompletion=complete_open, help="Ids, or unique beginnings of ids."),
]
SomeIds = Annotated[
    list[str] | None,
    typer.Argument(metavar="ID", autocompletion=complete_open, help="Ids, or unique beginnings of ids; or --kind."),
]
AllOfKind = Annotated[
    str,
    typer.Option("--kind", metavar="KIND", help="Every item of this kind that waits, with one reason and one undo."),
]
Rationale = Annotated[
    str | None,
    typer.Option("--rationale", "--reason", metavar="TEXT", help="Why, in writing; `-` reads standard input."),
]
Disposition = Annotated[
    str, typer.Option("--as", metavar="wrong|wording|duplicate|not-now", help="Why it is rejected.")
]
NotBefore = Annotated[str, typer.Option("--until", metavar="DATE", help="With not-now: until then.")]
HoldsUntil = Annotated[
    str,
    typer.Option("--until", metavar="DATE", help="The rule holds until then and comes back for review; default +180d."),
]
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
