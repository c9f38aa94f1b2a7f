"""What a command gets of the words that are typed, whether or not the parser had to convert them."""

from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from dreamtui.cli.options import Group

GOT: list[object] = []


def tool(
    names: Annotated[list[str] | None, typer.Argument()] = None,
    folder: Annotated[Path | None, typer.Option("--folder")] = None,
    text: Annotated[str, typer.Option("--text")] = "",
    maybe: Annotated[str | None, typer.Option("--maybe")] = None,
    wait: Annotated[float, typer.Option("--wait", min=0)] = 5.0,
    most: Annotated[int | None, typer.Option("--most", min=1)] = None,
    many: Annotated[list[str] | None, typer.Option("--many")] = None,
    on: Annotated[bool, typer.Option("--on/--off")] = True,
) -> None:
    """Keep what it was given."""
    GOT[:] = [names, folder, text, maybe, wait, most, many, on]


def run(*words: str, group: type[Group] | None = Group) -> tuple[int, str, list[object]]:
    """The exit code, what was printed and what the command got."""
    app = typer.Typer(cls=group, rich_markup_mode=None)
    app.command("tool")(tool)
    app.command("other")(lambda: None)
    GOT.clear()
    done = CliRunner().invoke(app, ["tool", *words])
    return done.exit_code, done.output, list(GOT)


@pytest.mark.parametrize(
    "words",
    [
        (), ("a",), ("a", "b", "--many", "x", "--many", ""), ("--text", "5"), ("--maybe", ""), ("--folder", "."),
        ("--folder", "nowhere/at all"), ("--folder", ""), ("--wait", "0.5"), ("--wait", "-1"), ("--wait", "soon"),
        ("--most", "3"), ("--most", "0"), ("--off",), ("--text",), ("--wait", "5.0", "--text", "", "a"),
    ],
)  # fmt: skip
def test_a_value_is_what_the_parser_makes_of_it(words: tuple[str, ...]) -> None:
    """The same values, of the same types, and the same words where one is wrong."""
    assert run(*words) == run(*words, group=None)


def test_one_that_was_converted_is_converted_again() -> None:
    """Nothing of one call is left for the next."""
    app = typer.Typer(cls=Group, rich_markup_mode=None)
    app.command("tool")(tool)
    app.command("other")(lambda: None)
    for words, wanted in ((["--most", "3"], 3), ([], None), (["--most", "4"], 4)):
        assert CliRunner().invoke(app, ["tool", *words]).exit_code == 0
        assert GOT[5] == wanted
