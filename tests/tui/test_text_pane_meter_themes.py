"""The text pane, the budget meter and the themes."""

import re
from pathlib import Path

import pytest
from check_screens import DEPTHS, contrast
from hypothesis import given, settings
from hypothesis import strategies as st
from query_rows import RowFacts
from rich.cells import cell_len
from stage import HOSTILE, Stage, lines, perform, unsafe
from textual.color import Color
from textual.pilot import Pilot

from dreamtui.present.parts import meter_parts
from dreamtui.text.inert import inert_line
from dreamtui.text.lines import Line, plain
from dreamtui.tui import themes
from dreamtui.tui.widgets.cells import cut, expand_tabs, fit, wrap
from dreamtui.tui.widgets.lists.item_list import ItemList
from dreamtui.tui.widgets.meter import BudgetMeter
from dreamtui.tui.widgets.text_pane import TextPane

LONG = "words that are to be wrapped at blanks, never inside of a word, " * 3


@pytest.mark.parametrize("size", [(40, 12), (120, 40)])
def test_text_is_wrapped_counted_and_scrolled(size: tuple[int, int]) -> None:
    """A banner counts what is hidden and stays on top; long lines wrap at words with their indent."""
    pane = TextPane()

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        pane.show([plain(f"{HOSTILE}", "warning"), Line((("dim", "12 Nov  "), ("text", LONG)), 8), *["x"] * 600])
        await pilot.pause()
        shown = lines(pane)
        assert "hidden characters marked here" in shown[0]
        first = next(y for y, line in enumerate(shown) if "12 Nov" in line)
        assert shown[first + 1].startswith("        ")
        assert not any(unsafe(line) for line in shown)
        assert all(cell_len(line) == pane.cells for line in shown)
        await pilot.press("G")
        assert lines(pane)[-1].strip() == "x"
        assert "hidden characters" in lines(pane)[0]
        await pilot.press("home", "ctrl+d", "ctrl+u", "j", "k")
        assert pane.scroll_offset.y == 0

    perform(pane, script, size)


def test_search_walks_the_matches_and_marks_them() -> None:
    """n and N go around; the words are found whatever their case; a slash asks for them."""
    pane = TextPane()

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        pane.show([*["nothing"] * 50, "a Token here", *["nothing"] * 50, "token, token"])
        await pilot.pause()
        await pilot.press("slash")
        await pilot.pause()
        assert stage.of(TextPane.SearchWanted)
        assert pane.search("TOKEN") == 3
        assert any("a Token here" in line for line in lines(pane))
        assert lines(pane)[-1].endswith(" 1 of 3 ")
        for key, number in (("n", 2), ("n", 3), ("n", 1), ("N", 3)):
            await pilot.press(key)
            assert lines(pane)[-1].endswith(f" {number} of 3 ")
        assert any("token, token" in line for line in lines(pane))
        styles = [segment.style for y in range(40) for segment in pane.render_line(y) if segment.text == "token"]
        assert any(style and style.reverse for style in styles)
        assert pane.search("absent") == 0
        await pilot.press("n")
        assert lines(pane)[-1].endswith(" no match ")
        assert pane.search("") == 0 and "match" not in lines(pane)[-1]

    perform(pane, script)


def test_a_resize_keeps_the_line_on_top() -> None:
    """What was read stays where it was when the window changes."""
    pane = TextPane()

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        pane.show([f"{at}: {LONG}" for at in range(100)])
        await pilot.pause()
        await pilot.press(*["pagedown"] * 5)
        top = lines(pane)[0].split(":")[0]
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert abs(int(lines(pane)[0].split(":")[0]) - int(top if top.isdigit() else "0")) <= 40
        assert re.match(r"\d+:", lines(pane)[0])

    perform(pane, script)


def words(used: int, limit: int) -> str:
    return "".join(text for _, text in meter_parts("CLAUDE.md", used, limit))


def test_the_meter_says_how_full_a_file_is() -> None:
    """A bar and the numbers, and words when it is nearly, quite or more than full."""
    assert words(61, 200) == "CLAUDE.md ▓░░░░░ 61/200"
    assert words(0, 200) == "CLAUDE.md ░░░░░░ 0/200"
    assert words(1, 200) == "CLAUDE.md ▓░░░░░ 1/200"
    assert words(144, 200) == "CLAUDE.md ▓▓▓▓░░ 144/200"
    assert words(190, 200) == "CLAUDE.md ▓▓▓▓▓░ 190/200 10 lines left"
    assert words(200, 200) == "CLAUDE.md ▓▓▓▓▓▓ 200/200 0 lines left"
    assert words(215, 200) == "CLAUDE.md ▓▓▓▓▓▓ 215/200 over by 15 lines"
    assert words(3, 0) == "CLAUDE.md ▓▓▓▓▓▓ 3/0 over by 3 lines"


def test_the_meter_is_as_wide_as_its_words() -> None:
    """It grows when it has more to say."""
    meter = BudgetMeter(f"{HOSTILE}.md")

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        meter.show(215, 200)
        await pilot.pause()
        assert "over by 15 lines" in lines(meter)[0]
        assert not unsafe(lines(meter)[0])

    perform(meter, script)


OURS = {theme.name: theme for theme in themes.THEMES}
SHADES = ("risk", "ok", "over", "kind", "mark", "dim", "diff-current")
ON = [
    ("cursor-foreground", "cursor-background"),
    ("diff-added", "diff-added-background"),
    ("diff-added", "diff-added-word-background"),
    ("diff-removed", "diff-removed-background"),
    ("diff-removed", "diff-removed-word-background"),
    ("risk", "warn-background"),
    ("dim", "diff-gap-background"),
    ("dim", "mark-background"),
    ("dim", "diff-added-background"),
    ("dim", "diff-removed-background"),
    ("toast-foreground", "toast-background"),
]
FRAIL = {"ansi_yellow", "ansi_cyan", "ansi_black", "ansi_white", "ansi_blue", "ansi_bright_white", "ansi_bright_cyan"}
"""Colours that cannot be read on a white or on a black terminal in the palettes most people have."""


@pytest.mark.parametrize("colours", [themes.ALL, 256, 16])
@pytest.mark.parametrize("name", sorted(OURS))
def test_every_theme_is_complete_and_can_be_read(name: str, colours: int) -> None:
    """All variables are there, and each text on its background has a contrast of at least 4.5 to 1, or of 7 to 1.

    With so many colours as there are: what a terminal of 256 shows is the nearest of them.
    """
    theme = next(one for one in themes.at_depth(colours) if one.name == name)
    assert theme.ansi is (name == "dreamtui-ansi" or colours == 16)
    assert set(themes.variable_defaults()) <= set(theme.variables)
    if theme.ansi:
        assert not FRAIL.intersection(theme.variables[shade] for shade in (*SHADES, "diff-added", "diff-removed"))
        return
    assert theme.background and theme.foreground
    pairs = [(theme.variables[shade], theme.background) for shade in SHADES]
    pairs += [(theme.variables[one], theme.variables[two]) for one, two in ON]
    behind_text = ("diff-heading", "cursor-blurred", "match")
    pairs += [(theme.foreground, theme.variables[f"{two}-background"]) for two in behind_text]
    pairs += [(theme.variables[shade], str(theme.surface)) for shade in SHADES]
    least = 7 if name == "dreamtui-high-contrast" else 4.5
    for text, behind in pairs:
        assert contrast(drawn(text, colours), drawn(behind, colours)) >= least, (text, behind)
    for behind in (theme.background, str(theme.surface)):
        thumb = drawn(theme.variables["thumb"], colours)
        assert contrast(thumb, drawn(behind, colours)) >= 3, "a scroll bar says where one is"
    if colours == 256:
        words = {drawn(theme.variables[f"diff-{what}-word-background"], colours) for what in ("added", "removed")}
        assert len(words) == 2, "what is added and what is removed differ"


def drawn(colour: str, colours: int) -> Color:
    """What a terminal of so many colours shows for one."""
    return Color.from_rich_color(Color.parse(colour).rich_color.downgrade(DEPTHS[colours]))


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_theme_shows_the_list(name: str) -> None:
    """The style sheets hold in each theme, and cursor and text differ from what is behind them."""
    widget = ItemList()

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        from datetime import UTC, datetime

        widget.set_items(
            [RowFacts(str(at), "note", "", "t") for at in range(3)], now=datetime(2026, 11, 18, tzinfo=UTC)
        )
        await pilot.pause()
        assert stage.theme == name
        for segment in widget.render_line(0):
            assert segment.style and segment.style.color
            own_pair = segment.style.color.is_default  # the terminal's foreground, never its background
            assert own_pair or segment.style.color != segment.style.bgcolor

    perform(widget, script, (80, 24), name)


def test_without_colours_a_theme_of_true_greys_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR with an ansi theme would be black on black."""
    assert themes.choose("ansi", no_color=True) == themes.MONO
    assert themes.choose("", no_color=True) == themes.MONO
    assert themes.choose("light", no_color=True) == "dreamtui-light"
    assert themes.choose("ansi", no_color=False) == "dreamtui-ansi"
    assert themes.choose("", no_color=False) == themes.DEFAULT
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        assert stage.theme == themes.MONO

    perform(TextPane(), script, (80, 24), "ansi")


def test_an_unknown_theme_is_the_default() -> None:
    """A name that is no theme does not stop the console."""

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        assert stage.theme == themes.DEFAULT

    perform(TextPane(), script, (80, 24), "no-such-theme")


def test_style_sheets_hold_no_colours_of_their_own() -> None:
    """Theme variables only."""
    for name in ("queue.tcss", "diff.tcss"):
        sheet = themes.stylesheet(name)
        assert isinstance(sheet, Path)
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for value in re.findall(r"(?:color|background)[a-z-]*:\s*([^;]+);", rules):
            assert value.startswith("$") or value == "transparent", value


@settings(max_examples=200, deadline=None)
@given(text=st.text(st.sampled_from("ab  한👍e\u0301-"), max_size=60), width=st.integers(1, 30))
def test_wrapped_spans_cover_the_text_and_fit(text: str, width: int) -> None:
    """No gap, no overlap; without the blanks at its end each piece fits, unless one sign is wider than the line."""
    spans = wrap(text, width)
    assert "".join(text[start:end] for start, end in spans) == text
    for start, end in spans:
        piece = text[start:end].rstrip(" ")
        assert cell_len(piece) <= width or cell_len(piece) == 2 > width or len(piece) == 1


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=40).map(inert_line), width=st.integers(0, 30))
def test_cut_and_fitted_text_has_the_width(text: str, width: int) -> None:
    """Cut text fits; fitted text fills."""
    assert cell_len(cut(text, width)) <= width
    assert cell_len(fit(text, width)) == width
    assert cell_len(fit(text, width, right=True)) == width
    assert len(expand_tabs("a\tb")) == 5


def test_what_is_shown_while_hidden_is_drawn_when_it_comes_back() -> None:
    """Fewer lines given to a pane that is hidden, which comes back at its old width."""
    pane = TextPane()

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        pane.show([f"line {n}" for n in range(80)])
        pane.action_edge(1)
        await pilot.pause()
        pane.display = False
        await pilot.pause()
        pane.show(["only one"])
        pane.display = True
        await pilot.pause()
        assert lines(pane)[0].strip() == "only one"

    perform(pane, script)
