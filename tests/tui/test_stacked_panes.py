"""A terminal that is high but not wide: both panes stand one above the other, and no key has to bring the second up."""

from pathlib import Path

from at_review import review
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
        await v.press("3", "z")
        assert not queue.region.width and item.region.height > 30
        await v.press("z")
        assert queue.region.width == 80

    visit(shop, story, size=HIGH)


def test_the_layout_follows_the_terminal(shop: Path) -> None:
    """Lower: one pane at a time; wider: side by side; the cursor stays where it was."""

    async def story(v: Visit) -> None:
        queue, item = review(v).queue, review(v).item
        await v.press("j")
        stood = queue.current
        await v.pilot.resize_terminal(80, 24)
        assert queue.region.width == 80 and not item.region.width
        await v.pilot.resize_terminal(120, 40)
        assert item.region.y == queue.region.y and item.region.x >= queue.region.right
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
