"""A rejection begins with a number: its kind and a sentence with one gap, never a reason of its own."""

from pathlib import Path

import pytest
from at_review import goto, status
from visit import SIZES, Visit, visit

from dreamtui.coach.rationale import again, judge, opening
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.status import Disposition
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.reason.rationale import RationaleScreen


def box(v: Visit) -> RationaleScreen:
    assert isinstance(v.app.screen, RationaleScreen)
    return v.app.screen


@pytest.mark.parametrize("size", SIZES)
def test_two_keys_and_the_words_of_a_gap(shop: Path, size: tuple[int, int]) -> None:
    """r and a number; what is typed then fills the gap; unfilled it is refused."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        await v.press("r")
        assert "1 wrong" in v.shown() and "5 last" not in v.shown()
        await v.press("1")
        assert box(v).why.text.endswith("is no such case: ‹what it was›.") and "Kind: wrong" in v.shown()
        await v.press("ctrl+s")
        assert "‹what it was›" in v.shown() and status(v, item) == "pending"
        await v.type("the basket of another shop")
        assert "1 wrong" not in v.shown()
        await v.press("ctrl+s")
        made = v.app.sitting.done[-1][0].decision
        assert status(v, item) == "rejected" and made.disposition == "wrong"
        assert made.rationale.endswith("is no such case: the basket of another shop.")

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_the_editor_is_named_at_every_size(shop: Path, size: tuple[int, int]) -> None:
    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r")
        assert "ctrl+e $EDITOR" in v.key_bar() and "ctrl+g next kind" in v.shown()

    visit(shop, story, size=size)


def test_the_reason_before_is_offered_with_a_gap(shop: Path) -> None:
    """5 writes it with its kind; word for word it would be refused."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", "5")
        assert box(v).why.text == "5"
        await v.press("backspace", "3")
        await v.type("the test of the basket")
        await v.press("ctrl+s")
        await goto(v, "`src/auth.py` was")
        await v.press("r")
        assert "5 last reason again" in v.shown()
        await v.press("5")
        assert "the test of the basket. Here too: ‹" in box(v).why.text and box(v).words.disposition == "duplicate"
        await v.press("ctrl+s")
        assert "Fill in the template" in v.shown()

    visit(shop, story)


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
def test_every_number_is_listed(shop: Path, size: tuple[int, int], several: bool) -> None:
    """Of one item and of several, also beside the narrowest box."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", "3")
        await v.type("the test of the basket")
        await v.press("ctrl+s")
        for words in ("KeyError", "`src/auth.py` was")[not several :]:
            await goto(v, words)
            await v.press(*("space",) * several)
        await v.press("r")
        assert "1 wrong  2 wording  3 duplicate  4 not now  5 last" in v.shown()

    visit(shop, story, size=size)


def test_the_next_kind_begins_the_reason_anew_and_keeps_what_was_filled_in(shop: Path) -> None:
    """Own words stay as they are."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", "1", "ctrl+g")
        assert box(v).why.text.endswith("calls for other words: ‹what they should say›.")
        await v.type("name the basket")
        await v.press("ctrl+g")
        assert box(v).why.text.endswith("is covered already by name the basket.")
        box(v).why.put("The basket of another shop is no such case.")
        await v.press("ctrl+g")
        assert box(v).why.text == "The basket of another shop is no such case." and "Kind: not-now" in v.shown()

    visit(shop, story)


def test_numbers_are_numbers_everywhere_else(shop: Path) -> None:
    """In a reason begun, in the reason of anything but a rejection, and when the words are pasted."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", "space", "1")
        assert box(v).why.text == " 1"
        await v.press("escape", "g", "1")
        assert box(v).why.text == "1" or (box(v).rule is not None and box(v).rule.text.endswith("1"))

    visit(shop, story)


PIECE = Evidence("the cart broke again", Locator(Where.COMMIT, "04a1daf46b1c"))


@pytest.mark.parametrize("cases", [True, False])
@pytest.mark.parametrize("kind", Disposition)
@pytest.mark.parametrize("evidence", [(PIECE,), (Evidence("the cart broke again today", Locator(Where.TEXT, "")),), ()])
def test_an_opening_counts_only_with_its_gap_filled(
    kind: Disposition, evidence: tuple[Evidence, ...], cases: bool
) -> None:
    text = opening(kind, evidence, cases=cases)
    begin, _, rest = text.partition("‹")
    end = rest.partition("›")[2]
    assert judge(text, verb=Verb.REJECT, evidence=evidence).refusals
    assert judge(f"{begin}{end}", verb=Verb.REJECT, evidence=evidence).refusals
    filled = judge(f"{begin}the basket is emptied by the nightly job{end}", verb=Verb.REJECT, evidence=evidence)
    assert filled.ok and not filled.advice


def test_an_earlier_reason_is_no_reason_by_itself() -> None:
    assert judge(again("The cart broke again because the job emptied it."), verb=Verb.REJECT).refusals
