"""The row of places: every screen beside the queue with its key and how much is there, on every screen."""

import shutil
from pathlib import Path

import pytest
from at_review import review
from visit import SIZES, Visit, demo_copy, visit

from dreamtui.tui.actions.opened import BESIDE
from dreamtui.tui.actions.registry import action
from dreamtui.tui.panes.places_line import PlacesLine
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.words_box import WordsBox

PLACES = {name: beside for name, beside in BESIDE.items() if beside.place}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return demo_copy(tmp_path)


def row(v: Visit) -> str:
    """What the row says, as much as there is room for."""
    return v.app.screen.query_one(PlacesLine).text


@pytest.mark.parametrize("size", SIZES)
def test_every_place_is_in_the_row_and_its_key_goes_there(shop: Path, size: tuple[int, int]) -> None:
    """From one to the next, and with Q back to the queue."""

    async def story(v: Visit) -> None:
        await v.until(lambda: "memory 13" in row(v))
        assert len(row(v)) <= size[0] and "Q queue 45" in row(v)
        for name, beside in PLACES.items():
            key = action(name).keys
            assert f" {key}" in row(v)
            await v.press(key)
            assert isinstance(v.app.screen, BrowseScreen) and v.app.screen.opened_by == name
            assert f"{key} {beside.place}" in row(v), "the place one is at keeps its name"
        assert len(v.app.screen_stack) == len(PLACES) + 1
        await v.press("Q")
        assert v.app.screen is review(v) and v.app.focused is review(v).queue.items

    visit(shop, story, size=size)


def test_a_wide_row_names_all_and_counts(shop: Path) -> None:
    async def story(v: Visit) -> None:
        await v.until(lambda: "memory 13" in row(v))
        said = "Q queue 45  I overview 3  M memory 13  C Claude 4  D promotions 2  H history 15  F training 3"
        assert row(v).strip() == f"{said}  A automation  L log"

    visit(shop, story)


def test_what_a_workspace_has_nothing_for_is_left_out(shop: Path) -> None:
    """Promotions where no recall was ever recorded, training where nothing is trained; their keys stay."""
    shutil.rmtree(shop / "memory/.dreams")
    shutil.rmtree(shop / ".agent/dream/training")

    async def story(v: Visit) -> None:
        await v.until(lambda: "memory 13" in row(v))
        assert "promotions" not in row(v) and "training" not in row(v)
        await v.press("D")
        assert isinstance(v.app.screen, BrowseScreen)

    visit(shop, story)


def test_the_counts_follow_a_decision_beside_the_queue(shop: Path) -> None:
    """A note that is retired on the memory screen is gone from the row there."""

    async def story(v: Visit) -> None:
        await v.until(lambda: "memory 13" in row(v))
        await v.press("M", "slash")
        await v.type("Webhooks")
        await v.press("enter", "r")
        v.app.screen.query_one("#why", WordsBox).put("The provider has no webhooks any more since the new contract.")
        await v.press("ctrl+s")
        await v.until(lambda: "memory 12" in row(v) and "history 16" in row(v))
        assert isinstance(v.app.screen, BrowseScreen) and v.app.screen.query(TextPane)

    visit(shop, story)


def test_a_click_goes_there(shop: Path) -> None:
    async def story(v: Visit) -> None:
        await v.until(lambda: "memory 13" in row(v))
        line = v.app.screen.query_one(PlacesLine)
        at = next(x for x, word in line.spots() if word.action == "app.memory")
        await v.pilot.click(PlacesLine, offset=(at + 1, 0))
        await v.rest()
        assert isinstance(v.app.screen, BrowseScreen) and v.app.screen.opened_by == "app.memory"

    visit(shop, story)
