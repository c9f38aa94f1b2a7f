"""The commands and options of the real command line."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import typer.main

from dreamtui.cli.app import build


def commands() -> dict[str, Any]:
    """Every command that can be typed, by its words."""
    return dict(_leaves(root(), ()))


@cache
def root() -> Any:
    """The command that holds all others."""
    return typer.main.get_command(build())


def _leaves(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    children = getattr(command, "commands", None)
    if children is None:
        yield " ".join(path), command
        return
    if path and command.invoke_without_command:
        yield " ".join(path), command
    for name, child in children.items():
        yield from _leaves(child, (*path, name))
