"""A proposal looked at closely: where the focus is, what the foot offers, and putting it off from there."""

from pathlib import Path

import pytest
from at_proposal import pane
from at_review import go, review, status
from visit import SIZES, Visit, visit

from dreamtui.tui.screens.proposal.proposal import ProposalScreen

TIDY = "Tidy the notes about retries"


async def look(v: Visit, title: str = TIDY) -> ProposalScreen:
    await go(v, title, status="pending")
    await v.press("P")
    await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
    await v.rest()
    return pane(v)


@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_changes_has_the_focus(shop: Path, size: tuple[int, int]) -> None:
    """j and k go from change to change, and the foot says which pane tab leads to."""

    async def story(v: Visit) -> None:
        at = await look(v)
        assert at.table.has_focus and at.table.position == 0
        assert "tab statements" in v.key_bar() and "s later" in v.key_bar()
        first = at.key
        await v.press("j")
        assert at.table.has_focus and at.key != first
        await v.press("k")
        assert at.key == first
        await v.press("tab")
        assert at.statements.has_focus and "tab result" in v.key_bar()
        await v.press("tab")
        assert at.result.has_focus and "tab changes" in v.key_bar()
        await v.press("tab")
        assert at.table.has_focus

    visit(shop, story, size=size)


def test_the_cards_of_a_contradiction_have_the_focus(shop: Path) -> None:
    async def story(v: Visit) -> None:
        at = await look(v, "Retry policy / Retries")
        assert at.ways.has_focus and "tab " in v.key_bar() and "s later" in v.key_bar()

    visit(shop, story)


@pytest.mark.parametrize("title", [TIDY, "Retry policy / Retries"])
def test_it_is_put_off_from_there(shop: Path, title: str) -> None:
    """As in the queue: a date, a record, the next item; u brings it back."""

    async def story(v: Visit) -> None:
        item = (await look(v, title)).sketch.view.item.id
        await v.press("s")
        assert "Later: " in v.shown() and "in a week" in v.shown()
        await v.press("escape")
        assert pane(v) and status(v, item) == "pending"
        await v.press("s", "2")
        await v.until(lambda: v.app.screen is review(v))
        assert status(v, item) == "deferred" and "Deferred until" in v.line("#last")
        await v.press("u")
        assert status(v, item) == "pending"

    visit(shop, story)
