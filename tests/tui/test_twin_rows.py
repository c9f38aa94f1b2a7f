"""Twins in the queue: said in their rows, and covered by one rejection or one date."""

from pathlib import Path

import pytest
from at_review import REASON, go, review, status
from visit import SIZES, Visit, visit

from dreamtui.tui.screens.reason.rationale import RationaleScreen


@pytest.mark.parametrize("size", SIZES)
def test_one_reason_covers_twins(shop: Path, size: tuple[int, int]) -> None:
    """Both are named above the reason, with the evidence; a record each, and one key takes both back."""

    async def story(v: Visit) -> None:
        one = (await go(v, "`KeyError` appeared", status="pending")).id
        await v.until(lambda: "+1 twin" in v.shown())
        other = (await go(v, "`KeyError` came up")).id
        assert "r reject both" in v.key_bar() and "g graduate this" in v.key_bar()
        await v.press("r")
        assert isinstance(v.app.screen, RationaleScreen)
        box = v.app.screen
        assert "Reject 2 with the same evidence: `KeyError` came up" in box.asked.heading and box.asked.evidence
        box.why.put(REASON)
        await v.press("ctrl+s")
        assert status(v, one) == status(v, other) == "rejected"
        assert [made.decision.rationale for made in v.app.sitting.done[-1]] == [REASON, REASON]
        await v.press("u")
        assert status(v, one) == status(v, other) == "pending"

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_marked_takes_its_twins_along(shop: Path, size: tuple[int, int]) -> None:
    """The key says how many, the confirmation names them, and a rule is made of those that are marked alone."""

    async def story(v: Visit) -> None:
        await go(v, "`KeyError` appeared", status="pending")
        await v.until(lambda: "+1 twin" in v.shown())
        await v.press("space")
        assert "r reject both" in v.key_bar() and "g graduate this" in v.key_bar()
        await go(v, "`src/cart.ts` was", status="pending")
        await v.press("space")
        assert "r reject all 3" in v.key_bar() and "g graduate both" in v.key_bar()
        await v.press("r")
        assert isinstance(v.app.screen, RationaleScreen)
        v.app.screen.why.put(REASON)
        await v.press("ctrl+s")
        assert "Reject 3 items" in v.shown() and "`KeyError` came up" in v.shown()
        await v.press("y")
        assert len(v.app.sitting.done[-1]) == 3 and not review(v).queue.items.marks.keys

    visit(shop, story, size=size)


def test_a_date_covers_twins(shop: Path) -> None:
    async def story(v: Visit) -> None:
        one = (await go(v, "`KeyError` appeared", status="pending")).id
        await v.until(lambda: "+1 twin" in v.shown())
        await v.press("s", "2")
        other = next(item.id for item in review(v).queue.view.items if "`KeyError` came up" in item.title)
        assert status(v, one) == status(v, other) == "deferred"

    visit(shop, story)
