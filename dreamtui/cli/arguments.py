"""The words of a command line before a parser reads them: the options of every command, and where they may stand.

The console is opened from here alone: importing the parser would take longer than drawing its first screen.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dreamtui.desk.desk import Seat
from dreamtui.model.channel import Channel

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
        "--take",
        "--text",
        "--theme",
        "--threshold",
        "--out",
        "--paths",
        "--title",
        "--to",
        "--tool",
        "--trigger",
        "--task",
        "--due",
        "--zone",
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
    """The command that hoisted words name; empty for none, and where help is asked of all before it."""
    rest = iter(words)
    for word in rest:
        if word in ("-h", "--help"):
            return ""
        if word in VALUED or word in TAKING_A_VALUE:
            next(rest, None)
        elif not word.startswith("-"):
            return word
    return ""
