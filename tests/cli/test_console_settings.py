"""Settings of the console that mean nothing: said with file, line and the nearest name, headless and in the console."""

from pathlib import Path

import pytest
from workbench import Bench, make_bench

from dreamtui.cli import console as cli
from dreamtui.cli.arguments import Globals, Wish
from dreamtui.compose import open_desk
from dreamtui.desk.config import KEYMAPS, THEMES
from dreamtui.tui.actions.registry import PRESETS
from dreamtui.tui.app import Console
from dreamtui.tui.themes import theme_names

WRONG = """# ours
dreamtui:
  theme: lihgt
  keymap: vmi
  compat: dotagnt
  thme: dark
  keys:
    review.tak: x
"""
SAID = (
    "there is no theme 'lihgt'; did you mean light?",
    "there is no keymap 'vmi'; did you mean vim?",
    "there is no compat 'dotagnt'; did you mean dotagent?",
    "dreamtui.thme is not a setting; did you mean theme?",
    "review.tak is not an action; did you mean review.take?",
)
LINES = (3, 4, 5, 6, 8)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with one item, and a configuration in which much is misspelt."""
    made = make_bench(tmp_path)
    made.file("Workers need a lock")
    (made.agent / "config.yaml").write_text(WRONG)
    return made


def expected() -> set[str]:
    return {f".agent/config.yaml:{line}: {said}" for line, said in zip(LINES, SAID, strict=True)}


def test_the_names_are_those_of_the_console() -> None:
    """A theme or preset that the console gets is one a configuration may name."""
    assert theme_names() == THEMES and set(KEYMAPS) == set(PRESETS)


def test_headless_it_is_named_with_its_line(bench: Bench) -> None:
    """By `config`, which shows what counts instead, and by `doctor`."""
    data = bench.ok("config", "--json").data
    values = {one["name"]: (one["value"], one["source"]) for one in data["settings"]}
    assert set(data["problems"]) == expected()
    assert values["dreamtui.theme"] == ("", "default") and values["dreamtui.keymap"] == ("default", "default")
    assert all(said in bench.ok("config").err for said in SAID)
    done = bench.run("doctor")
    assert done.code == 1 and all(said in done.out for said in expected())


def test_the_next_value_counts_instead(bench: Bench) -> None:
    """That of the person's own file, and a variable that means nothing is named as itself."""
    own = Path(bench.env["XDG_CONFIG_HOME"]) / "dreamtui" / "config.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("dreamtui: {theme: dreamtui-light, keymap: arrows}\n")
    values = {one["name"]: one["value"] for one in bench.ok("config", "--json").data["settings"]}
    assert values["dreamtui.theme"] == "dreamtui-light" and values["dreamtui.keymap"] == "arrows"
    there = bench.at(DREAMTUI_THEME="neon").ok("config", "--json").data["problems"]
    assert f"DREAMTUI_THEME: there is no theme 'neon'; use one of {', '.join(THEMES)}" in there


def test_the_console_says_it_when_it_opens(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its first words, whatever else is right."""
    opened: list[Console] = []
    monkeypatch.setattr(Console, "run", lambda self, mouse: opened.append(self))
    desk = open_desk(bench.root, bench.env)
    assert cli._show(cli._sessions(desk, Globals()), Globals(), Wish()) == 0
    assert set(opened[0].first_words) == expected()
    assert opened[0].theme == "dreamtui-dark"


def test_a_file_that_is_no_yaml_is_still_a_finding(bench: Bench) -> None:
    """The keys cannot be looked at then, which is no problem of its own."""
    (bench.agent / "config.yaml").write_text("dreamtui: {theme: [\n")
    done = bench.run("doctor")
    assert done.code == 1 and "not valid YAML" in done.out and not done.err
