"""The options every command has, allowed before and after the command's name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dreamtui.cli.places import Place

FLAGS = frozenset({"--json", "--quiet", "-q", "--no-color", "--all"})
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
        "--evidence",
        "--extend-days",
        "--files",
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
        "--min-unique-queries",
        "--only",
        "--openclaw-config",
        "--profile",
        "--query",
        "--rationale",
        "--reason",
        "--result",
        "--rule",
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
        "--title",
        "--to",
        "--tool",
        "--type",
        "--until",
        "--verb",
        "--version",
    }
)
"""Command options whose next word is their value, never a global option; a test compares this with the commands."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How the console is to be opened."""

    read_only: bool = False
    """Look, decide nothing."""
    plain: bool = False
    """Line mode."""
    theme: str = ""
    """Name of a theme."""
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
    """What was asked for globally."""

    workspace: Path | None = None
    """`-C`: the folder to work in instead of the current one."""
    all: bool = False
    """Every known workspace."""
    json: bool = False
    """Print data as JSON."""
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
    place: Place = field(default_factory=Place)
    """Where our files lie, filled in by the command."""


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
