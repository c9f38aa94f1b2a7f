"""The command line as a whole: options are told apart from their values, and the shell can complete everything."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import forked
import pytest
import workbench
from command_tree import commands, root

from dreamtui.cli import arguments
from dreamtui.cli.arguments import hoist
from dreamtui.desk.queue.add_candidate import add


def every_option() -> Iterator[tuple[str, Any]]:
    """The words of every command with each of its options."""
    for name, command in {"": root(), **commands()}.items():
        yield from ((name, option) for option in command.params if option.param_type_name == "option")


def test_options_that_take_a_value_are_known() -> None:
    """The next word after such an option is its value, even when it looks like a global option."""
    taking = {
        word
        for _, option in every_option()
        if not option.is_flag and not option.count
        for word in (*option.opts, *option.secondary_opts)
    }
    known = arguments.TAKING_A_VALUE | arguments.VALUED
    assert (sorted(taking - known), sorted(known - taking)) == ([], [])


def test_global_options_are_those_of_the_root() -> None:
    """What may stand after the command's name is an option of the root, and no command has one of that name."""
    words = {word for option in root().params for word in option.opts}
    assert words >= arguments.FLAGS | arguments.VALUED
    clashing = {
        (name, word)
        for name, option in every_option()
        if name
        for word in option.opts
        if word in arguments.FLAGS | arguments.VALUED
    }
    assert clashing == set()


@pytest.mark.parametrize(
    ("typed", "understood"),
    [
        (["list", "--json"], ["--json", "list"]),
        (["list", "-C", "x", "--query", "--json"], ["-C", "x", "list", "--query", "--json"]),
        (["add", "--title", "-C", "--json"], ["--json", "add", "--title", "-C"]),
        (["show", "a", "--wait=2"], ["--wait=2", "show", "a"]),
        (["why", "--", "--json"], ["why", "--", "--json"]),
    ],
)
def test_global_options_go_to_the_front(typed: list[str], understood: list[str]) -> None:
    """A global option may stand anywhere; a value stays with its option."""
    assert hoist(typed) == understood


def test_every_command_and_option_is_explained() -> None:
    """No command without a sentence, no option without a help text."""
    silent = [name for name, command in commands().items() if not (command.help or "").strip()]
    silent += [f"{name} {option.opts[-1]}" for name, option in every_option() if not option.help]
    assert silent == []


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> workbench.Bench:
    """A workspace with two items."""
    made = workbench.make_bench(tmp_path_factory.mktemp("commands"))
    made.file("Totals are rounded twice", "Retries hide timeouts")
    return made


def completed(bench: workbench.Bench, typed: str, shell: str = "bash") -> list[str]:
    """What the shell is offered after these words."""
    variables = {"_DREAMTUI_COMPLETE": f"complete_{shell}"}
    if shell == "bash":
        variables |= {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split(" ")) - 1)}
    else:
        variables |= {"_TYPER_COMPLETE_ARGS": typed, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    done = subprocess.run(
        [sys.executable, "-m", "dreamtui"], cwd=bench.root, env=bench.at(**variables).env, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done
    assert done.stderr == ""
    assert not forked.hidden_in(done.stdout)
    return done.stdout.splitlines()


def test_shell_completes_commands(bench: workbench.Bench) -> None:
    """The beginning of a command is completed."""
    assert completed(bench, "dreamtui gra") == ["graduate"]
    assert completed(bench, "dreamtui audit ver") == ["verify"]


def test_shell_completes_options(bench: workbench.Bench) -> None:
    """The beginning of an option is completed."""
    assert "--rationale" in completed(bench, "dreamtui graduate --ra")


@pytest.mark.parametrize("command", ["show", "graduate", "reject", "defer"])
def test_shell_completes_ids(bench: workbench.Bench, command: str) -> None:
    """Ids of the workspace the shell stands in are offered, and only those that begin as typed."""
    ids = sorted(bench.items())
    assert sorted(completed(bench, f"dreamtui {command} ")) == ids
    assert completed(bench, f"dreamtui {command} {ids[0][:4]}") == [i for i in ids if i.startswith(ids[0][:4])]


def test_shell_completes_ids_of_another_workspace(bench: workbench.Bench) -> None:
    """`-C` counts for completion too."""
    elsewhere = bench.at(root=bench.top)
    assert sorted(completed(elsewhere, f"dreamtui -C {bench.root} show ")) == sorted(bench.items())


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_complete_ids_with_titles(bench: workbench.Bench, shell: str) -> None:
    """Where the shell can show it, the title stands beside the id."""
    offered = "\n".join(completed(bench, "dreamtui show ", shell))
    assert "Retries hide timeouts" in offered
    assert all(item in offered for item in bench.items())


def test_completion_is_no_way_in(bench: workbench.Bench) -> None:
    """A title is inert and one line when a shell shows it."""
    item = add(bench.desk(), "clear \x1b[2J the $(touch hacked) `screen`\u202e now", ["text:seen"]).id
    for shell in ("zsh", "fish"):
        shown = "\n".join(completed(bench, f"dreamtui show {item}", shell))
        assert item in shown
    assert not (bench.root / "hacked").exists()


def test_module_runs_like_the_command(bench: workbench.Bench) -> None:
    """`python -m dreamtui --version` prints name and version, as the installed command does."""
    said = bench.ok("--version").out
    assert re.fullmatch(r"dreamtui \d+\.\d+\.\d+\S*\n", said)
    script = Path(sys.executable).with_name("dreamtui")
    if script.exists():
        done = subprocess.run([script, "--version"], env=bench.env, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, said)
