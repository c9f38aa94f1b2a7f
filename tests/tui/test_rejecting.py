"""A rejection begins with a number: its kind, and how such a reason could read, never a reason of its own."""

from dataclasses import replace
from pathlib import Path

import pytest
from at_review import goto, status
from visit import SIZES, Visit, visit

from dreamtui.coach.rationale import again, judge, opening
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.status import Disposition
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.widgets.text_pane import TextPane


def box(v: Visit) -> RationaleScreen:
    assert isinstance(v.app.screen, RationaleScreen)
    return v.app.screen


def coach(v: Visit) -> str:
    return v.app.screen.query_one("#coach", TextPane).text


@pytest.mark.parametrize("size", SIZES)
def test_two_keys_and_own_words(shop: Path, size: tuple[int, int]) -> None:
    """r and a number; how such a reason could read gives way to the first letter typed; by itself it is no reason."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        await v.press("r")
        assert "1 wrong" in v.shown() and "5 last" not in v.shown()
        await v.press("1")
        assert box(v).why.text == "" and "Kind: wrong" in v.shown() and coach(v) == ""
        shown = " ".join(v.shown().replace("│", " ").replace("▌", " ").split())
        assert "Such as: " in shown and "is no such case: ‹what it was›." in shown
        await v.press("ctrl+s")
        assert "A reason is needed" in coach(v) and status(v, item) == "pending"
        await v.type("The basket of another shop was emptied by its nightly job.")
        assert "1 wrong" not in v.shown() and "Such as" not in v.shown()
        await v.press("ctrl+s")
        made = v.app.sitting.done[-1][0].decision
        assert status(v, item) == "rejected" and made.disposition == "wrong"
        assert made.rationale == "The basket of another shop was emptied by its nightly job."

    visit(shop, story, size=size)


@pytest.mark.parametrize("begins", ["2 of these reverts", "12 tests of the till", "3  of them"])
def test_a_reason_may_begin_with_a_count(shop: Path, begins: str) -> None:
    """A blank behind the number tells that it is none of a kind, typed one by one or at once."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", *("space" if sign == " " else sign for sign in begins[:4]))
        await v.type(begins[4:])
        assert box(v).why.text == begins and box(v).words.disposition == ""
        await v.press("escape", "r")
        assert box(v).why.text == begins

    visit(shop, story)


def test_another_number_changes_the_kind_while_nothing_is_written(shop: Path) -> None:
    """A kind alone is no draft."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", "1", "3")
        assert "Kind: duplicate" in v.shown() and "‹which rule, test or check›" in str(box(v).why.placeholder)
        await v.press("escape")
        assert "draft" not in v.line("#header")

    visit(shop, story)


def test_a_draft_comes_back_as_it_was_written_and_goes_on_at_its_end(shop: Path) -> None:
    """Another kind changes nothing in it."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", "3")
        await v.type("The rule on carts says")
        await v.press("escape", "r")
        assert "Kind: duplicate" in v.shown() and "✗" not in coach(v)
        await v.press("ctrl+g")
        await v.type(" this")
        assert box(v).why.text == "The rule on carts says this" and "Kind: not-now" in v.shown()

    visit(shop, story)


def test_a_draft_with_an_open_gap_goes_on_in_the_gap(shop: Path) -> None:
    """Nothing is complained of before a letter is typed."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r")
        box(v).why.put("“Found in CI” is covered already by ‹which rule, test or check›.")
        await v.press("escape", "r")
        assert "✗" not in coach(v)
        await v.type("the test of the basket")
        assert box(v).why.text == "“Found in CI” is covered already by the test of the basket."

    visit(shop, story)


def test_what_an_example_quotes_is_no_markup(shop: Path) -> None:
    """A person's words and an event's are shown as they are."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r")
        quoted = Evidence("[red]the \x1bcart[/] broke [b]again", Locator(Where.TEXT, ""))
        box(v).asked = replace(box(v).asked, evidence=(quoted,))
        await v.press("2")
        assert "“[red]the ␛cart[/] broke [b]again” calls for other words" in " ".join(v.shown().split())

    visit(shop, story, size=(200, 60))


@pytest.mark.parametrize("size", SIZES)
def test_the_editor_is_named_at_every_size(shop: Path, size: tuple[int, int]) -> None:
    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r")
        assert "ctrl+e $EDITOR" in v.key_bar() and "ctrl+g next kind" in v.shown()

    visit(shop, story, size=size)


def test_the_reason_before_is_offered_to_be_gone_on_with(shop: Path) -> None:
    """5 writes it with its kind; by itself it is refused, though not before it is recorded."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", "5")
        assert box(v).why.text == "5"
        await v.press("backspace", "3")
        await v.type("The test of the basket covers this already.")
        await v.press("ctrl+s")
        await goto(v, "`src/auth.py` was")
        await v.press("r")
        assert "5 last reason again" in v.shown()
        await v.press("5")
        assert box(v).why.text == "The test of the basket covers this already. Here too: "
        assert box(v).words.disposition == "duplicate" and "✗" not in coach(v)
        await v.press("ctrl+s")
        assert "nothing filled in" in coach(v)
        await v.type("it pays with an empty card.")
        await v.press("ctrl+s")
        assert v.app.sitting.done[-1][0].decision.rationale.endswith("already. Here too: it pays with an empty card.")

    visit(shop, story)


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
def test_every_number_is_listed(shop: Path, size: tuple[int, int], several: bool) -> None:
    """Of one item and of several, also beside the narrowest box."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", "3")
        await v.type("The test of the basket covers this already.")
        await v.press("ctrl+s")
        for words in ("KeyError", "`src/auth.py` was")[not several :]:
            await goto(v, words)
            await v.press(*("space",) * several)
        await v.press("r")
        assert "1 wrong  2 wording  3 duplicate  4 not now  5 last" in v.shown()

    visit(shop, story, size=size)


def test_the_next_kind_has_an_example_of_its_own_and_leaves_what_is_written(shop: Path) -> None:
    """With no kind the box says again what any reason has."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("r", "1", "ctrl+g")
        assert "calls for other words: ‹what they should say›." in str(box(v).why.placeholder)
        await v.type("This is covered already by the basket.")
        await v.press("ctrl+g", "ctrl+g")
        assert box(v).why.text == "This is covered already by the basket." and "Kind: not-now" in v.shown()
        box(v).why.put("")
        await v.press("ctrl+g")
        assert "What happened, and what follows" in str(box(v).why.placeholder) and "Kind: none" not in v.shown()

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
