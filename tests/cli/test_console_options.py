"""What is said about the console counts wherever it is opened: alone, in the demo, before and after the command."""

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from workbench import make_bench

from dreamtui.cli import console
from dreamtui.cli.app import build
from dreamtui.cli.arguments import Globals, Wish
from dreamtui.cli.run import main

ASKED = {
    "--read-only": Wish(read_only=True),
    "--plain": Wish(plain=True),
    "--take-over": Wish(take_over=True),
    "--no-mouse": Wish(mouse=False),
    "--ascii": Wish(ascii=True),
    "--theme=light": Wish(theme="light"),
}
"""Every option of the console, and what it asks for."""

BEFORE_ONLY = {"--take-over"}
"""A demo is nobody else's, so nothing has to be taken over after its name."""


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Globals, Wish]]:
    """How the console was asked for, with a terminal that is none."""
    found: list[tuple[Globals, Wish]] = []

    def run(desk: object, options: Globals, wish: Wish) -> int:
        found.append((options, wish))
        return 7

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(console, "_run", run)
    return found


def test_every_option_of_the_console_is_tried_here() -> None:
    """A new one has to count in the demo too."""
    command: Any = typer.main.get_command(build())
    said = {name for one in command.params for name in one.opts if (one.help or "").startswith("Console:")}
    tried = {re.sub("=.*|no-", "", name) for name in ASKED}
    assert said == tried


@pytest.mark.parametrize("option", ASKED)
@pytest.mark.parametrize("place", ["alone", "before", "after"])
def test_it_counts_wherever_it_stands(
    tmp_path: Path, opened: list[tuple[Globals, Wish]], option: str, place: str
) -> None:
    """And the exit code is the console's."""
    if place == "after" and option in BEFORE_ONLY:
        return
    demo = ["demo", "--dir", str(tmp_path / "shop")]
    words = {"alone": ["-C", str(tmp_path), option], "before": [option, *demo], "after": [*demo, option]}[place]
    assert main(words) == 7
    assert [wish for _, wish in opened] == [ASKED[option]]


@pytest.mark.parametrize("words", [["--no-color", "--wait", "1"], []])
def test_colour_and_waiting_reach_the_demo(
    tmp_path: Path, opened: list[tuple[Globals, Wish]], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """On either side of its name."""
    waits: list[float] = []
    monkeypatch.setattr(console, "open_demo", lambda options, desk: waits.append(desk.wait) or int(options.color))
    assert main([*words, "demo", "--dir", str(tmp_path / "one")]) == (0 if words else 1)
    assert main(["demo", "--dir", str(tmp_path / "two"), *words]) == (0 if words else 1)
    assert waits == ([1.0, 1.0] if words else [5.0, 5.0])


@pytest.mark.parametrize("words", [("--all",), ("-C", "."), ("--claude-dir", "."), ("--memory-dir", ".")])
def test_another_workspace_is_no_demo(tmp_path: Path, words: tuple[str, ...]) -> None:
    """It is refused instead of being forgotten, and nothing is built."""
    bench = make_bench(tmp_path)
    done = bench.run(*words, "demo", "--dir", str(tmp_path / "new"))
    assert done.code == 2 and "does not go with demo" in done.err
    assert not (tmp_path / "new").exists()


def test_the_demo_in_line_mode_needs_no_terminal(tmp_path: Path) -> None:
    """As line mode anywhere else."""
    done = make_bench(tmp_path).run("demo", "--plain", "--ascii", "--dir", str(tmp_path / "new"), feed=b"q\n")
    assert done.code == 0 and "Item 1 of" in done.out and done.out.isascii()
