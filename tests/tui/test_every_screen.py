"""A sample of what scripts/check_screens.py looks at: no word is cut without a sign, and text can be read."""

from dataclasses import replace
from pathlib import Path

import check_screens
import pytest
from rich.color import ColorSystem
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from visit import Visit, console_on, demo_copy, visit

from dreamtui.tui import themes


def test_a_sample_of_screens() -> None:
    """At the smallest size, dark and light, with every number of colours."""
    assert check_screens.look([(80, 24)], ["queue", "later", "help", "memory"], ["dark", "light"]) == []


def test_a_word_that_is_cut_is_found() -> None:
    """One that ends at an edge, where another size shows that it goes on."""
    seen = check_screens.Seen(
        {"payments", "queue"}, {("paym", "BarLine"): "queue 80", ("queue", "BarLine"): "queue 80"}
    )
    assert seen.cut() == ["queue 80: BarLine ends with 'paym', which goes on"]


def test_sixteen_colours_are_seen_as_xterm_has_them() -> None:
    """Blue on black is too dark there, and turned around with the background it stays so."""
    for style in (Style(color="blue"), Style(color="blue", reverse=True)):
        found = check_screens.pair(style, ColorSystem.STANDARD)
        assert found is not None and 1 < check_screens.contrast(*found) < check_screens.LEAST_OF_16


def test_the_light_theme_in_sixteen_colours_can_be_read_on_white() -> None:
    """And on black, should it end up there, at least as what is large; the other themes' green cannot be on white."""
    shades = ("dim", "risk", "ok", "over", "kind", "mark", "diff-added", "diff-removed", "diff-current")

    def least(name: str, xterm: TerminalTheme) -> float:
        theme = next(one for one in themes.at_depth(16) if one.name == name)
        styles = [Style(color=theme.variables[one].removeprefix("ansi_")) for one in shades]
        found = [check_screens.pair(style, ColorSystem.STANDARD, xterm) for style in styles]
        return min(check_screens.contrast(*each) for each in found if each is not None)

    assert least("dreamtui-light", check_screens.XTERM_WHITE) >= check_screens.LEAST_OF_16
    assert least("dreamtui-light", check_screens.XTERM) >= 3
    assert least("dreamtui-dark", check_screens.XTERM) >= check_screens.LEAST_OF_16
    assert least("dreamtui-dark", check_screens.XTERM_WHITE) < 3
    names = [theme.name for theme in check_screens.drawn(["dark", "light", "mono"])]
    assert [name for name in names if name.endswith(" 16")] == ["dark 16", "light 16"]


def test_without_colours_only_greys_are_looked_at() -> None:
    """The themes that are used then, of those asked for."""
    names = [theme.name for theme in check_screens.drawn(["dark", "light", "mono"])]
    assert [name for name in names if name.endswith(" 0")] == ["light 0", "mono 0"]


def test_text_that_is_too_faint_is_found(tmp_path: Path) -> None:
    """With the theme, the colours and an example."""
    seen = check_screens.Seen()
    dark = themes.THEMES[0]
    faint = replace(dark, name=f"faint {themes.ALL}", variables={**dark.variables, "dim": "#30343a"})

    async def story(v: Visit) -> None:
        v.app.register_theme(faint)
        v.app.theme = faint.name
        await v.rest()
        check_screens.note_colours(v.app, "queue", seen)

    visit(demo_copy(tmp_path), story)
    assert seen.problems() and all("#30343A on" in said and "faint" in said for said in seen.problems())


def test_nothing_moves_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the environment allows it."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "full")
    assert console_on(demo_copy(tmp_path)).animation_level == "none"
