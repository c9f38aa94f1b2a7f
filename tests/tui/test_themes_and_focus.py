"""What a person sees in any theme: keys that count, the focus, boxes as large as their words, whole numbers."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from demo_console import environment
from rich.cells import cell_len
from rich.style import Style
from textual.widgets import Input
from textual.widgets._toast import Toast, ToastRack
from visit import Visit, console_on, demo_copy, is_form, visit

from dreamtui.compose import open_desk
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.present import item as texts
from dreamtui.text.lines import plain
from dreamtui.tui import themes
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.dialogs.questions import confirm
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.session.session import Session
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.diff.draw import draw_header
from dreamtui.tui.widgets.text_pane import TextPane

SIZES = [(80, 24), (120, 40)]
NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A demo of one's own."""
    return demo_copy(tmp_path)


def review(v: Visit) -> ReviewScreen:
    assert isinstance(v.app.screen, ReviewScreen)
    return v.app.screen


def keys(v: Visit) -> str:
    """What the key bar shows, keys and words."""
    bar = v.app.screen.query_one("KeyBar", BarLine)
    left, _ = bar.fitting(bar.size.width)
    return " ".join(f"{word.key}{word.text}".strip() for word in left)


@pytest.mark.parametrize("size", SIZES)
def test_the_key_bar_names_the_way_back(shop: Path, size: tuple[int, int]) -> None:
    """From the item, the marks and the filter; at the top level there is none."""

    async def story(v: Visit) -> None:
        assert "esc" not in keys(v)
        await v.press("2")
        await v.press("enter") if size[0] > 100 else None
        assert "esc queue" in keys(v) and "g graduate" in keys(v)
        await v.press("escape", "space")
        assert "esc unmark" in keys(v)
        await v.press("escape")
        assert "esc" not in keys(v)

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_where_the_filter_is_typed_no_letter_is_a_key(shop: Path, size: tuple[int, int]) -> None:
    """The letters go into the filter, so the key bar does not offer them; with no row left escape clears."""

    async def story(v: Visit) -> None:
        await v.press("slash")
        assert keys(v) == "esc to the list"
        await v.type("zzz")
        await v.until(lambda: not review(v).queue.items.shown)
        await v.rest()
        assert keys(v) == "esc clear the filter"
        await v.press("escape")
        await v.press("slash", "b", "u", "g", "enter")
        assert "esc clear filter" in keys(v) and "g graduate" in keys(v)

    visit(shop, story, size=size)


@pytest.mark.parametrize("theme", sorted(theme.name for theme in themes.THEMES if not theme.ansi))
def test_the_piece_of_evidence_that_is_chosen_can_be_seen(shop: Path, theme: str) -> None:
    """The rows of the item are drawn in the theme's colours although no other screen was opened yet."""

    async def story(v: Visit) -> None:
        await v.press("2", "enter")
        rows = review(v).item.evidence.rows
        assert rows.has_focus
        shown = themes.variable_defaults() | dict(v.app.theme_variables)
        backs = {segment.style.bgcolor for segment in rows.render_line(0) if segment.style}
        assert {back.name for back in backs if back} == {shown["cursor-background"].lower()}

    visit(shop, story, theme=theme)


def edges(v: Visit, pane: str) -> set[str]:
    """What the left edge of a pane is drawn with."""
    return {v.app.screen.query_one(pane).styles.border_left[0]}


def test_the_pane_with_the_focus_is_told_apart(shop: Path) -> None:
    """Its edge is another line, not only another colour."""

    async def story(v: Visit) -> None:
        assert edges(v, "#item-place") == {"solid"}
        await v.press("enter")
        assert edges(v, "#item-place") == {"heavy"}
        await v.press("escape")
        assert edges(v, "#item-place") == {"solid"}
        await v.press("H")
        assert edges(v, "#browse-page") == {"solid"}
        await v.press("tab")
        assert edges(v, "#browse-page") == {"heavy"}

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_the_result_of_a_proposal_with_the_focus_is_told_apart(shop: Path, size: tuple[int, int]) -> None:
    """Beside the sources as below them."""

    async def story(v: Visit) -> None:
        queue = review(v).queue
        found = next(item for item in queue.view.items if item.kind == "proposal")
        assert queue.items.move_to_key(found.key)
        await v.rest()
        await v.press("P")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        await v.rest()
        assert edges(v, "#results").isdisjoint({"heavy"})
        v.app.screen.query_one("#result").focus()
        await v.rest()
        assert edges(v, "#results") == {"heavy"}

    visit(shop, story, size=size)


def test_tabs_lose_counts_before_names(shop: Path) -> None:
    """A bare number beside a name would read as its count."""

    async def story(v: Visit) -> None:
        await v.press("4")
        await v.rest()
        tabs = v.line("#item-tabs")
        assert all(name in tabs for name in ("Says", "Evidence", "Changes", "History", "Against"))

    visit(shop, story, size=(100, 30))


def test_no_tabs_without_an_item(shop: Path) -> None:
    """Where the filter lets nothing through there is nothing to say in tabs."""

    async def story(v: Visit) -> None:
        assert "Evidence" in v.line("#item-tabs")
        await v.press("slash")
        await v.type("zzz")
        await v.until(lambda: not review(v).queue.items.shown)
        await v.rest()
        assert not v.line("#item-tabs")

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_the_key_that_records_a_date_is_shown(shop: Path, size: tuple[int, int]) -> None:
    """Once a date is typed; before that there is nothing to record."""

    async def story(v: Visit) -> None:
        await v.press("s")
        assert is_form(v.app.screen, Scope.DATE)
        assert keys(v) == "w with a reason esc back"
        assert v.app.screen.query_one(".box").styles.border_top[1].hex.lower() == v.app.theme_variables["kind"].lower()
        await v.press("d")
        assert v.app.screen.query_one(Input).has_focus
        assert keys(v) == "ctrl+s record esc back"

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_question_is_as_high_as_what_it_is_about(shop: Path, size: tuple[int, int]) -> None:
    """Few lines make a small box; of many, those that fit are shown, and the keys stay on the screen."""

    async def story(v: Visit) -> None:
        for count in (2, 200):
            lines = [plain(f"line {number}") for number in range(count)]
            v.app.push_screen(confirm("Really?", lines, "do it"))
            await v.rest()
            box, bar = v.app.screen.query_one(".box"), v.app.screen.query_one("KeyBar")
            assert box.region.bottom <= size[1] and box.region.contains_region(bar.region)
            assert v.app.screen.query_one(TextPane).region.height == (2 if count == 2 else int(size[1] * 0.6))
            await v.press("escape")

    visit(shop, story, size=size)


@pytest.mark.parametrize("theme", ["dark", "ansi"])
def test_a_toast_covers_no_more_than_its_words_take(shop: Path, theme: str) -> None:
    """And stands out from what it covers, also where there are only sixteen colours."""
    app = console_on(shop, theme=theme)

    async def run() -> None:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            v = Visit(app, pilot)
            await v.rest()
            app.say("Seven words are said in this toast")
            await v.rest()
            toast = app.screen.get_child_by_type(ToastRack).query_one(Toast)
            assert toast.region.width < 45
            assert toast.styles.background != app.screen.styles.background or toast.styles.text_style.reverse

    asyncio.run(run())


def test_a_narrow_banner_says_what_to_do(shop: Path) -> None:
    """The option that takes the workspace over stands before the words that are cut."""
    other = Session(open_desk(shop, environment(shop.parent / "home")))
    assert other.presence.enter(take_over=False) == ""

    async def story(v: Visit) -> None:
        await v.until(lambda: "has a console open here" in v.line("#banner"))
        assert "--take-over takes it" in v.shown()

    visit(shop, story, size=(80, 24))
    other.leave()


def test_the_worst_risk_comes_first_and_stays() -> None:
    """On a narrow line the key that shows what is masked outlives the lesser risks."""
    flags = ("hidden", "instructions", "secret")
    item = Item("candidate", "0" * 10, "manual", "A \u202etitle", Status.PENDING, "a.md", flags=flags)
    bar = BarLine(texts.risks(item, masked=True))
    assert bar.text == "⚠ secret-like text  · V shows it  · reads like instructions  · 1 hidden character"
    left, _ = bar.fitting(58)
    assert "".join(word.text for word in left) == "⚠ secret-like text · V shows it · 1 hidden character"


@pytest.mark.parametrize("width", range(40, 130))
def test_the_head_of_a_diff_cuts_no_number(width: int) -> None:
    """Where there is no room the side's name goes, then the word."""
    text = draw_header(("now", "after graduate"), (12, 40), "change 1 of 2", width, True, Style()).text
    assert cell_len(text) == width and text.endswith(" change 1 of 2 ")
    assert "12 removed" in text and ("40 added" in text or "+40 " in text) and "…" not in text
