"""What a person puts down by hand in the console: a candidate, a note, what a run looks at, the mode of promotions."""

from pathlib import Path

import pytest
from at_review import review
from visit import Visit, demo_copy, visit

from dreamtui.desk.queue.listing import listing
from dreamtui.desk.queue.show import show
from dreamtui.store.records.log import entries
from dreamtui.tui.screens.dialogs.mining import MiningScreen
from dreamtui.tui.screens.dialogs.palette import Palette


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return demo_copy(tmp_path)


async def answer(v: Visit, *words: str) -> None:
    """Type an answer to each question."""
    for each in words:
        await v.type(each)
        await v.press("enter")


async def from_palette(v: Visit, words: str) -> None:
    await v.press("colon")
    assert isinstance(v.app.screen, Palette)
    await answer(v, words)


def test_a_candidate_is_added_with_what_shows_it(shop: Path) -> None:
    """It is in the queue at once; esc at the second question adds nothing."""

    async def story(v: Visit) -> None:
        before = len(listing(v.desk).entries)
        await v.press("ctrl+n")
        await answer(v, "The lift of the warehouse has no test")
        await v.press("escape")
        assert len(listing(v.desk).entries) == before
        await v.press("ctrl+n")
        await answer(v, "The lift of the warehouse has no test", "src/cart.ts:2")
        await v.until(lambda: any("lift" in item.title for item in review(v).queue.view.items))
        added = next(one for one in listing(v.desk).entries if "lift" in one.row.title)
        assert show(v.desk, added.row.id).item.evidence[0].locator.ref == "src/cart.ts"

    visit(shop, story)


def test_a_note_is_added_and_taken_back(shop: Path) -> None:
    def notes() -> int:
        return len(list((shop / ".agent/memory/notes").glob("n-*.md")))

    before = notes()

    async def story(v: Visit) -> None:
        await from_palette(v, "add a note")
        await answer(v, "Lift", "The lift of the warehouse is booked a day ahead.")
        await v.until(lambda: notes() == before + 1)
        await v.until(lambda: len(v.app.sitting.done) == 1)
        await v.press("u")
        await v.until(lambda: not v.app.sitting.done)

    visit(shop, story)


def test_a_run_is_told_what_to_look_at(shop: Path) -> None:
    """The words are on the screen while it runs, and in its record."""

    async def story(v: Visit) -> None:
        await from_palette(v, "look for something")
        await answer(v, "what broke the lift")
        await v.until(lambda: isinstance(v.app.screen, MiningScreen) and "esc close" in v.key_bar())
        assert any("what broke the lift" in str(entry) for entry in entries(v.desk.layout))

    visit(shop, story)


def test_a_console_that_only_reads_adds_nothing(shop: Path) -> None:
    async def story(v: Visit) -> None:
        await v.press("ctrl+n")
        assert v.app.screen is review(v) and any("only reads" in words for words in v.said())

    visit(shop, story, read_only="this console only reads")


def test_the_mode_of_scheduled_runs_is_set(shop: Path) -> None:
    """A word that is no mode is refused with those that are."""

    async def story(v: Visit) -> None:
        await v.press("D", "e")
        await answer(v, "sometimes")
        await v.until(lambda: "is not a mode; use one of off, core, rem, deep" in v.shown())
        await v.press("escape", "e")
        await answer(v, "deep")
        await v.until(lambda: "mode set to deep" in v.shown())

    visit(shop, story)
    assert "deep" in (shop / ".agent/config.yaml").read_text("utf-8")
