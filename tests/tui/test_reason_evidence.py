"""The evidence stays readable while its reason is written, and its numbers name it there."""

from dataclasses import replace
from pathlib import Path

import pytest
from at_review import goto
from hypothesis import given
from hypothesis import strategies as st
from visit import SIZES, Visit, is_form, visit

from dreamtui.coach.rationale import citation, named
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.present.evidence import cited
from dreamtui.tui.actions.registry import Scope
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


def coach(v: Visit) -> str:
    return v.app.screen.query_one("#coach", TextPane).text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("size", SIZES)
def test_a_number_in_brackets_stays_and_is_recorded_as_its_piece(shop: Path, size: tuple[int, int]) -> None:
    """Below the box stands what it will be, which counts for the coach; a draft keeps the number."""
    words = "As [2] shows, the job of the night emptied it; [9] is nothing"

    async def story(v: Visit) -> None:
        box = await open_box(v, "r")
        name = citation(box.asked.evidence[1])
        await v.type(words)
        assert box.why.text == words
        assert (
            f"[2] is recorded as {name}" in coach(v) and "Name some evidence" not in coach(v) and "[9]" not in coach(v)
        )
        await v.press("escape", "r")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        await v.rest()
        assert isinstance(v.app.screen, RationaleScreen) and v.app.screen.why.text == words
        await v.press("ctrl+s")
        assert v.app.sitting.done[-1][0].decision.rationale == words.replace("[2]", name)

    visit(shop, story, size=size)


def test_the_exact_changes_have_the_piece_in_words(shop: Path) -> None:
    """What is previewed is what is recorded."""

    async def story(v: Visit) -> None:
        box = await open_box(v, "g")
        name = citation(box.asked.evidence[0])
        box.why.put("As [1] shows, the basket is emptied whenever the job of the night has run before it.")
        await v.press("ctrl+r")
        assert is_form(v.app.screen, Scope.NOTICE) and v.app.screen.form.compared is not None
        assert f"As {name} shows" in "".join(file.after or "" for file in v.app.screen.form.compared.files)

    visit(shop, story)


def test_a_piece_that_is_masked_is_not_named(shop: Path) -> None:
    """Its number stays as it is, and the box says why."""

    async def story(v: Visit) -> None:
        box = await open_box(v, "r")
        secret = Evidence("the key AKIAIOSFODNN7EXAMPLE was in it", Locator(Where.TEXT, ""))
        box.asked = replace(box.asked, evidence=(secret,))
        await v.type("As [1] shows")
        assert "[1] stays as it is: part of it is masked" in coach(v) and box.recorded().rationale == "As [1] shows"

    visit(shop, story)


@pytest.mark.parametrize(
    ("words", "recorded"),
    [
        ("As [1] and [2] show", "As one and two show"),
        ("[2]", "two"),
        ("[1][2] show it, [2][3]", "one, two show it, two, [3]"),
        (
            "[the notes][1], [1][2](https://x.example), rows[1][2]",
            "[the notes][1], [1][2](https://x.example), rows[1][2]",
        ),
        ("[1], ([2]): again [1].", "one, (two): again one."),
        ("[3] and [9] and [12]", "[3] and [9] and [12]"),
        ("sys.argv[1], rows[0][1], `[1]`", "sys.argv[1], rows[0][1], `[1]`"),
        ("[1](https://x.example)", "[1](https://x.example)"),
    ],
)
def test_which_brackets_are_numbers(words: str, recorded: str) -> None:
    """Not those of code, not those of links, and no piece that there is not or that is masked."""
    assert cited(words, ("one", "two", "")) == recorded


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


@pytest.mark.parametrize("key", ["f2", "f3", "ctrl+t"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
def test_what_is_chosen_meanwhile_stands_on_the_foot_of_the_box(shop: Path, key: str, size: tuple[int, int]) -> None:
    """As wide as the box, and where there is room the evidence stays in sight."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("g")
        below = v.app.screen
        box = below.query_one("#box").region
        await v.until(lambda: "of 200 lines" in v.line("#rule-target"))
        await v.press(key)
        asked = v.app.screen.query_one(".box").region
        assert v.app.screen is not below
        assert (asked.x, asked.right, asked.bottom) == (box.x, box.right, box.bottom)
        pieces = below.query_one("#pieces-cited").region
        assert size[1] < 40 or not pieces.overlaps(asked)
        await v.press("escape")
        assert v.app.screen is below

    visit(shop, story, size=size)
