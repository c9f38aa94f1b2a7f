"""How the screens beside the queue look: no words too faint, none cut or torn that matter, no key that does nothing."""

import asyncio
import re
from pathlib import Path

import pytest
from demo_console import NOW
from stage import Stage, perform
from textual.containers import Vertical
from textual.pilot import Pilot
from textual.widgets import Input
from visit import Visit, console_on, is_form, visit

from dreamtui.present import log
from dreamtui.text.dates import parse_now
from dreamtui.tui import themes
from dreamtui.tui.actions.registry import Scope, shown_key
from dreamtui.tui.screens.browse.folder import FolderRows
from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.browse.settings import SettingRows
from dreamtui.tui.screens.dialogs.mining import MiningScreen
from dreamtui.tui.widgets.cells import wrap
from dreamtui.tui.widgets.diff.layout import DiffLayout, Geometry
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.title_lines import TitleLines

TRUE_COLOURS = [theme.name.removeprefix("dreamtui-") for theme in themes.THEMES if not theme.ansi]
SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("theme", TRUE_COLOURS)
def test_hints_are_as_readable_as_other_dim_words(shop: Path, theme: str) -> None:
    """What stands in a box before somebody writes has the colour of dim words, not a fainter one."""

    async def story(v: Visit) -> None:
        await v.press("colon")
        hint = v.app.screen.query_one(Input).get_component_rich_style("input--placeholder")
        assert hint.color is not None and hint.color.triplet is not None
        assert hint.color.triplet.hex == v.app.theme_variables["dim"]
        assert not hint.dim

    visit(shop, story, theme=theme)


def test_the_cursor_of_a_box_is_seen_with_the_terminals_own_colours(shop: Path) -> None:
    """It is the terminal's pair turned round; black on black on dark terminals otherwise."""

    async def story(v: Visit) -> None:
        await v.press("colon")
        cursor = v.app.screen.query_one(Input).get_component_rich_style("input--cursor")
        assert cursor.reverse
        assert cursor.color is not None and cursor.color.is_default
        assert cursor.bgcolor is not None and cursor.bgcolor.is_default

    visit(shop, story, theme="ansi")


def test_a_word_too_long_for_any_line_begins_where_it_stands() -> None:
    """A path beside its name stays beside it; a word that fits the line below goes there whole."""
    path = ".agent/memory/semantic/rules/auto-dream/" + "a" * 40 + ".md"
    text = f"file        {path}"
    spans = wrap(text, 60, below=48)
    assert text[: spans[0][1]].startswith("file        .agent/memory")
    assert wrap("file        " + path[:45], 50, below=48)[0] == (0, 12)
    assert wrap("x" * 50 + " " + path, 60)[0] == (0, 51), "no torn beginning of a few letters"


@pytest.mark.parametrize("size", SIZES)
def test_long_values_of_a_decision_stand_beside_their_names(shop: Path, size: tuple[int, int]) -> None:
    """The record's path and the decision's hash begin on the line of their names."""

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        await v.press("enter")
        await v.until(lambda: "written by" in at.pane.text.text)
        await v.rest()
        assert re.search(r" record +\.agent/dream/audit/", v.shown())
        await v.press("G")
        assert re.search(r" decision +[0-9a-f]{20}", v.shown())

    visit(shop, story, size=size)


def test_a_console_that_reads_offers_no_decision(shop: Path) -> None:
    """The key bars of history, memory and the folders name only what can be done."""

    async def story(v: Visit) -> None:
        for key, kind, gone in (
            ("H", HistoryRows, " undo"),
            ("M", MemoryRows, " retire"),
            ("C", FolderRows, " retire"),
        ):
            await v.open(key, kind)
            assert gone not in v.line("KeyBar") and " back" in v.line("KeyBar")
            await v.press("escape")

    visit(shop, story, read_only="opened with --read-only")


@pytest.mark.parametrize("size", SIZES)
def test_names_of_settings_are_whole(shop: Path, size: tuple[int, int]) -> None:
    """Every name and the heading of the themes is readable, however little room there is."""

    async def story(v: Visit) -> None:
        at = await v.open("comma", SettingRows)
        shown = v.shown()
        assert "dreamtui.min_correction_sessions " in shown
        at.rows.move_to_key("theme:dreamtui-dark")
        await v.rest()
        assert "enter keeps it" in v.shown()

    visit(shop, story, size=size)


def test_arrows_are_named_in_ascii(shop: Path) -> None:
    """A `v` for an arrow down would be read as the key v."""

    async def story(v: Visit) -> None:
        await v.press("question_mark", "slash")
        await v.type("extend down")
        shown = v.shown()
        assert "shift+down" in shown and "shift+v" not in shown

    visit(shop, story, ascii=True)
    assert shown_key("shift+down") == "shift+↓" and shown_key("question_mark", plain=True) == "?"


def test_what_is_to_be_written_is_said_whole(shop: Path) -> None:
    """The heading above the changes takes a second line where one is too short."""

    async def story(v: Visit) -> None:
        await v.open("C", FolderRows)
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        await v.rest()
        assert v.app.screen.query_one(TitleLines).size.height == 2
        assert "loses its line" in v.shown().replace("\n", " ")

    visit(shop, story, size=(80, 24))


def test_a_run_uses_the_height_of_a_small_window(shop: Path) -> None:
    """At 24 lines its box leaves hardly any of them to what lies behind it."""

    async def story(v: Visit) -> None:
        await v.press("m")
        assert isinstance(v.app.screen, MiningScreen)
        assert v.app.screen.query_one(".mining", Vertical).outer_size.height >= 22

    visit(shop, story, size=(80, 24))


def test_one_of_something_is_not_said_as_several(shop: Path) -> None:
    """One line of the log, one workspace."""
    now = parse_now(NOW)
    entry = {"ts": NOW, "actor": "you", "what": "dream"}
    assert log.rows([], [entry], now)[0].cells[0].text == "The workspace's log, the newest line"
    assert log.rows([], [entry, entry], now)[0].cells[0].text.endswith("the newest 2 lines")


def test_changes_that_are_not_laid_out_yet_are_not_denied() -> None:
    """On a busy machine the heading of a diff is drawn before its lines: it says what it knows."""
    widget = DiffView()

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        widget.show("one\n", "two\n")
        widget._layout_of_rows = DiffLayout([], Geometry(80, False, 1))
        heading = widget.render_line(0).text
        assert "1 removed" in heading and "no changes" not in heading
        widget.show("one\n", "one\n")
        await pilot.pause()
        assert "no changes" in widget.render_line(0).text

    perform(widget, script, (80, 24))


def test_an_editor_that_is_not_there_leaves_the_console_alive(shop: Path) -> None:
    """The sentence names it; the terminal is ours again."""
    from contextlib import contextmanager

    from dreamtui.tui.terminal import editor

    app = console_on(shop)
    resumed: list[bool] = []

    @contextmanager
    def lent():  # type: ignore[no-untyped-def]
        yield
        resumed.append(True)

    async def run() -> None:
        async with app.run_test():
            app.suspend = lent  # type: ignore[method-assign]
            said = editor.run(app, ["no-such-editor"], {"PATH": ""})
            assert said == "There is no program no-such-editor; set $VISUAL or $EDITOR."

    asyncio.run(run())
    assert resumed == [True]
