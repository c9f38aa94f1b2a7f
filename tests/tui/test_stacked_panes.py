"""A terminal that is high but not wide: both panes stand one above the other, and no key has to bring the second up."""

from pathlib import Path

import pytest
from at_review import goto, review
from visit import Visit, visit

from dreamtui.tui.screens.browse.history import HistoryRows

HIGH = (80, 40)


def test_the_item_stands_below_the_queue(shop: Path) -> None:
    """Both over the whole width; enter and escape go between them and hide neither."""

    async def story(v: Visit) -> None:
        queue, item = review(v).queue, review(v).item
        assert queue.region.width == item.region.width == 80
        assert item.region.y >= queue.region.bottom and queue.region.height >= 12
        await v.press("3", "enter")
        assert item.has_focus_within and queue.region.width == 80 and not item.diff.is_split
        await v.press("escape")
        assert queue.items.has_focus and item.region.width == 80

    visit(shop, story, size=HIGH)


def test_full_screen_and_back(shop: Path) -> None:
    """`z` gives the item all rows, and the queue its place back."""

    async def story(v: Visit) -> None:
        queue, item = review(v).queue, review(v).item
        await goto(v)
        await v.press("3", "z")
        await v.rest()
        assert not queue.region.width and item.region.height > 30
        await v.press("z")
        await v.rest()
        assert queue.region.width == 80

    visit(shop, story, size=HIGH)


def test_the_layout_follows_the_terminal(shop: Path) -> None:
    """Lower: the queue over a preview; wider: side by side; widest: the changes too; the cursor stays where it was."""

    async def story(v: Visit) -> None:
        queue, item = review(v).queue, review(v).item
        await v.press("j")
        stood = queue.current
        await v.pilot.resize_terminal(80, 24)
        assert queue.region.width == 80 and item.region.bottom == 23
        await v.pilot.resize_terminal(80, 20)
        assert queue.region.width == 80 and not item.region.width
        await v.pilot.resize_terminal(120, 40)
        assert item.region.y == queue.region.y and item.region.x >= queue.region.right
        await v.pilot.resize_terminal(200, 60)
        assert item.diff.region.x > item.body.region.right > item.region.x > queue.region.right
        await v.pilot.resize_terminal(*HIGH)
        assert item.region.y >= queue.region.bottom and queue.current == stood

    visit(shop, story, size=HIGH)


def test_history_shows_the_record_below_its_rows(shop: Path) -> None:
    """The same on the screens of rows and one of them."""

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        await v.press("enter")
        await v.until(lambda: at.pane.text.has_focus)
        assert at.rows.is_on_screen and at.pane.text.region.y >= at.rows.region.bottom

    visit(shop, story, size=HIGH)


def test_a_small_terminal_shows_what_would_be_decided(shop: Path) -> None:
    """Under the queue stand the title and what it says; enter gives the item the screen, escape takes it back."""

    async def story(v: Visit) -> None:
        queue, item = review(v).queue, review(v).item
        await v.press("j")
        await goto(v)
        assert queue.items.size.height >= 10 and item.region.width == 80
        assert "Suggested rule" in v.shown() and "2 Evidence" not in v.shown()
        await v.press("enter")
        assert not queue.region.width and item.region.height > 20 and "2 Evidence" in v.shown()
        await v.press("escape")
        assert queue.region.width == 80 and item.region.height < 10

    visit(shop, story, size=(80, 24))


def test_a_wide_terminal_shows_the_changes_beside_the_item(shop: Path) -> None:
    """They are read without a key, and 3 goes into them while the other tab stays."""

    async def story(v: Visit) -> None:
        item = review(v).item
        await goto(v)
        await v.until(lambda: item.diff.changes)
        assert item.tab == "says" and "Suggested rule" in v.shown()
        await v.press("2", "enter")
        assert item.evidence.rows.has_focus and item.diff.region.width > 40
        await v.press("3")
        assert item.diff.has_focus and item.evidence.region.width > 40

    visit(shop, story, size=(200, 60))


@pytest.mark.parametrize("width", [100, 120, 150, 80])
def test_no_tab_is_ever_left_out(shop: Path, width: int) -> None:
    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("tab")
        for key in "12345":
            await v.press(key)
            line = next(line for line in v.shown().split("\n") if "1 " in line and " 5" in line and "3" in line)
            assert all(f"{number}" in line for number in "12345")

    visit(shop, story, size=(width, 30))


def test_a_preview_does_not_say_the_title_of_the_row_again(shop: Path) -> None:
    """Only where the row cuts it; the whole item has it always, and so has a wider terminal."""

    async def story(v: Visit) -> None:
        title = review(v).item.query_one("#item-title")
        await goto(v)
        assert "`src/cart.ts` was fix-touched  " in v.shown() and not title.region.area
        await goto(v, "(A migration cannot")
        assert "(A migration cannot be rolled back…" in v.shown() and title.region.area
        await goto(v)
        await v.press("enter")
        assert title.region.area

    visit(shop, story, size=(80, 24))
