"""The manual page, in the format that `man` reads."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Rows = Sequence[tuple[str, str]]
"""Each an option or argument, and what it does."""


class Part(NamedTuple):
    """One command."""

    usage: str
    says: str
    options: Rows


def page(version: str, says: str, options: Rows, commands: Iterable[Part], codes: Rows) -> str:
    """All of it; without a day, so that it stays the same until a command changes."""
    lines = [
        '.\\" Made by scripts/generate_docs.py (`make docs`); change the code it comes from instead.',
        f'.TH DREAMTUI 1 "" "dreamtui {version}"',
        ".SH NAME",
        f"dreamtui \\- {_text(says)}",
        ".SH SYNOPSIS",
        ".B dreamtui",
        "[OPTIONS] [COMMAND]",
        ".SH OPTIONS",
        *_listed(options),
        ".SH COMMANDS",
    ]
    for command in commands:
        lines += [f'.SS "{_text(command.usage)}"', *_paragraphs(command.says), *_listed(command.options)]
    return "\n".join([*lines, ".SH EXIT STATUS", *_listed(codes)]) + "\n"


def _listed(rows: Rows) -> list[str]:
    return [line for left, right in rows for line in (".TP", f".B {_text(left)}", _text(right))]


def _paragraphs(text: str) -> list[str]:
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return [line for part in paragraphs if part for line in (".PP", _text(part))]


def _text(text: str) -> str:
    """Text in ASCII in which nothing is a request or an escape."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    plain = "".join(sign if sign.isascii() else f"\\[u{ord(sign):04X}]" for sign in plain)
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
