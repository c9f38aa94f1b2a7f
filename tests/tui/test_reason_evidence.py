"""The evidence stays readable while its reason is written, and its numbers name it there."""

from pathlib import Path

import pytest
from at_review import goto
from hypothesis import given
from hypothesis import strategies as st
from visit import SIZES, Visit, visit

from dreamtui.coach.rationale import citation, named
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.widgets.text_pane import TextPane


async def open_box(v: Visit, key: str) -> RationaleScreen:
    await goto(v)
    await v.press(key)
    await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
    await v.rest()
    assert isinstance(v.app.screen, RationaleScreen)
    return v.app.screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", "gr")
def test_the_evidence_stands_above_the_reason(shop: Path, size: tuple[int, int], key: str) -> None:
    """Numbered, the newest first, inside the screen, and scrolled without leaving the box."""

    async def story(v: Visit) -> None:
        box = await open_box(v, key)
        pieces = box.query_one("#pieces-cited", TextPane)
        first = box.asked.evidence[0]
        assert pieces.text.startswith("1  ") and first.quote.split("\n")[0][:20] in pieces.text
        assert pieces.region.bottom <= box.why.region.y and pieces.region.y >= 0 and box.why.size.height >= 3
        await v.press("ctrl+down")
        assert pieces.scroll_offset.y == min(1, pieces.max_scroll_y) and box.why.has_focus

    visit(shop, story, size=size)


def test_a_number_in_brackets_names_its_piece(shop: Path) -> None:
    """It becomes words that count for the coach, however fast it is typed; ctrl+z brings the number back, for good."""

    async def story(v: Visit) -> None:
        box = await open_box(v, "r")
        await v.type("As [2] shows, and [9] is nothing")
        assert box.why.text == f"As {citation(box.asked.evidence[1])} shows, and [9] is nothing"
        assert named(box.why.text, box.asked.evidence, box.asked.files)
        await v.press("ctrl+z")
        assert "As [2] shows" in box.why.text
        await v.type(" [1]")
        assert box.why.text.endswith("[1]")

    visit(shop, story)


PLACES = st.sampled_from(
    [
        Locator(Where.COMMIT, "04a1daf46b1c"),
        Locator(Where.FILE, "src/cart.ts", 12),
        Locator(Where.FILE, ".agent/x.jsonl"),
        Locator(Where.RECORD, "session", 3),
        Locator(Where.TEXT, ""),
    ]
)
QUOTES = st.lists(st.sampled_from(["cart", "broke", "again", "twice", "today"]), min_size=3, max_size=5, unique=True)


@given(PLACES, QUOTES.map(" ".join))
def test_what_names_a_piece_counts_as_naming_it(place: Locator, quote: str) -> None:
    piece = Evidence(quote, place)
    assert named(f"As {citation(piece)} shows", (piece,))


@pytest.mark.parametrize("size", [(60, 16), (100, 20), (80, 22), (200, 60)])
def test_the_keys_stay_on_the_screen_however_low_it_is(shop: Path, size: tuple[int, int]) -> None:
    """Where there is no room for the evidence it is left out; the box for the reason keeps three rows."""

    async def story(v: Visit) -> None:
        box = await open_box(v, "g")
        assert "ctrl+s record" in v.shown() and "Why" in v.shown() and box.why.size.height >= 3
        assert bool(box.query_one("#pieces-cited").region.height) is (size[1] >= 22)

    visit(shop, story, size=size)
