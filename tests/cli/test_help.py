"""Help is for people: whole sentences at 80 columns, and no types of Python."""

import sys
from pathlib import Path

import pytest
from workbench import REASON, make_bench

sys.path.insert(0, str(Path(__file__).parents[1] / "project"))
from command_tree import commands

GROUPS = ("", "memory", "promote", "reorganize", "audit")


@pytest.mark.parametrize("group", GROUPS)
def test_no_summary_is_cut_off(tmp_path: Path, group: str) -> None:
    """The list of commands has the whole first sentence of each, within 80 columns."""
    bench = make_bench(tmp_path).at(COLUMNS="80", TERMINAL_WIDTH="80")
    shown = bench.ok(*group.split(), "--help").out
    assert "..." not in shown.partition("Commands:")[2]
    assert max(map(len, shown.splitlines())) <= 80
    flat = " ".join(shown.split())
    below = {name: command for name, command in commands().items() if name.rpartition(" ")[0] == group}
    assert below
    for name, command in below.items():
        sentence = " ".join((command.help or "").partition("\n\n")[0].split()).removesuffix(".")
        assert f"{name.rpartition(' ')[2]} {sentence}" in flat


def test_values_are_named_in_words(tmp_path: Path) -> None:
    """Neither `<str>` nor `<int range>`: every option says what its value is."""
    bench = make_bench(tmp_path)
    unnamed = [
        f"{name} {option.opts[-1]}"
        for name, command in commands().items()
        for option in command.params
        if option.param_type_name == "option" and not option.is_flag and not option.metavar
    ]
    assert unnamed == []
    for words in (("graduate",), ("audit", "log"), ("memory", "verify"), ("observe",)):
        shown = bench.ok(*words, "--help").out
        assert not [kind for kind in ("<str", "<int", "<float", "<list", "<path") if kind in shown], shown


@pytest.mark.parametrize("words", [("dream",), ("audit", "list"), ("reject", "0123456789", "--rationale", REASON)])
def test_all_workspaces_are_refused_where_one_is_meant(tmp_path: Path, words: tuple[str, ...]) -> None:
    """--all is not passed over in silence."""
    assert "--all does not go with this command" in make_bench(tmp_path).refused(2, "--all", *words)


def test_help_before_a_command_is_that_of_all(tmp_path: Path) -> None:
    """`dreamtui --help graduate` lists every command, as `dreamtui --help` does."""
    bench = make_bench(tmp_path)
    assert bench.ok("--help", "graduate").out == bench.ok("--help").out
