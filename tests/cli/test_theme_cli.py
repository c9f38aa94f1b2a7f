"""The theme of the console: a name there is not is refused before anything is opened or built."""

from pathlib import Path

import pytest
from workbench import make_bench

from dreamtui.cli import console
from dreamtui.cli.run import main


@pytest.mark.parametrize("words", [("--theme", "nosuch"), ("demo", "--theme", "nosuch"), ("--theme", "nosuch", "demo")])
def test_an_unknown_theme_is_refused_with_those_there_are(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Wrong usage, exit 2."""
    made = make_bench(tmp_path).run(*words)
    assert made.code == 2
    assert "there is no theme nosuch" in made.err and "light" in made.err and "high-contrast" in made.err


@pytest.mark.parametrize("words", [["demo", "--theme", "light"], ["--theme", "light", "demo"]])
def test_the_demo_opens_in_the_theme_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """Wherever the option stands."""
    asked: list[str] = []
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(console, "_run", lambda desk, options, wish: asked.append(wish.theme) or 0)
    assert main([*words, "--dir", str(tmp_path / "shop")]) == 0
    assert asked == ["light"]
