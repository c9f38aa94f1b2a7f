"""What a proposal offers: to accept it only where that is possible, in the queue and in its pane."""

from pathlib import Path

import pytest
from at_proposal import WHY, desk_of, lossy, pane, proposed, words
from at_review import go, review
from visit import SIZES, Visit, visit

from dreamtui.desk.decide import decide
from dreamtui.desk.queue.lookup import notes as note_rows
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return proposed(tmp_path)


async def look(v: Visit) -> ProposalScreen:
    """Open the proposal under the cursor by the key of the queue."""
    await v.press("g")
    await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
    await v.rest()
    return pane(v)


@pytest.mark.parametrize("size", SIZES)
def test_what_loses_something_is_looked_at_and_accepted_once_that_is_settled(shop: Path, size: tuple[int, int]) -> None:
    """Neither the queue nor the pane offers to accept it before; a loss that was let go counts in the queue too."""
    lossy(shop)

    async def story(v: Visit) -> None:
        await go(v, kind="proposal", signal="merge")
        assert "g look " in v.key_bar() and "accept" not in v.key_bar()
        await look(v)
        assert "accept" not in v.key_bar() and "x let go" in v.key_bar()
        await v.press("x")
        assert "g accept" in v.key_bar()
        await v.press("escape")
        assert "g look and accept" in v.key_bar()
        await look(v)
        await v.press("x", "escape")
        assert "g look " in v.key_bar() and "accept" not in v.key_bar()

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_what_needs_a_choice_offers_the_choices(shop: Path, size: tuple[int, int]) -> None:
    """In the queue it is looked at; its cards say the numbers, and nothing is accepted before one is chosen."""

    async def story(v: Visit) -> None:
        await go(v, kind="proposal", signal="pair")
        assert "g look " in v.key_bar() and "accept" not in v.key_bar()
        at = await look(v)
        assert "accept" not in v.key_bar() and "1 keep" in v.shown() and "choose: 1 to 3" in v.shown()
        await v.press("2")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        await v.press("escape")
        await v.until(lambda: v.app.screen is at)
        assert not at.sketch.choice and "accept" not in v.key_bar()

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_what_was_overtaken_is_only_rejected_or_put_off(shop: Path, size: tuple[int, int]) -> None:
    """Every tab and the pane say that nothing is left to do and why; it cannot be accepted, and is rejected."""
    desk = desk_of(shop)
    gone = next(row.id for row in note_rows(desk) if row.title == "Retry policy")

    async def story(v: Visit) -> None:
        row = await go(v, kind="proposal", signal="merge")
        assert "g look and accept" in v.key_bar()
        decide.decide(desk, [gone], Verb.RETIRE, Words(rationale="The other note on retries says all of it by now."))
        await v.press("R")
        await go(v, kind="proposal", signal="merge")
        await v.until(lambda: "Nothing is left to do" in words(v, "#says"))
        told = " ".join(words(v, "#says").split())
        assert told.startswith("⚠ Nothing is left to do: “Retry policy” has been retired or removed. Reject it, or put")
        assert all(said in v.key_bar() for said in ("g look ", "r reject", "s later"))
        assert "accept" not in v.key_bar()
        await v.press("5")
        assert "Nothing of it is left to do" in " ".join(words(v, "#against").split())
        at = await look(v)
        assert "nothing is left to do" in v.shown() and "Nothing is left to do" in words(v, "#result")
        assert "accept" not in v.key_bar() and "changes" not in v.key_bar() and "r reject" in v.key_bar()
        await v.press("g")
        assert pane(v) is at and v.said()[-1].startswith("Nothing is left to do")
        await v.press("c")
        assert pane(v) is at
        await v.press("r")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        assert isinstance(v.app.screen, RationaleScreen)
        v.app.screen.why.put(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: isinstance(v.app.screen, ReviewScreen))
        await v.rest()
        assert all(item.ref != row.ref or item.status == "rejected" for item in review(v).queue.view.items)

    visit(shop, story, size=size)
    assert len(list((shop / ".agent/dream/proposals/rejected").glob("*.json"))) == 1
