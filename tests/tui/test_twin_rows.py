"""Twins in the queue: said in their rows, and covered by one rejection or one date."""

from pathlib import Path

import pytest
from at_review import REASON, current, go, review, status
from visit import SIZES, Visit, visit

from dreamtui.tui.screens.reason.rationale import RationaleScreen


@pytest.mark.parametrize("size", SIZES)
def test_one_reason_covers_twins(shop: Path, size: tuple[int, int]) -> None:
    """Both are named in the item and above the reason, with the evidence; a record each, one key takes both back."""

    async def story(v: Visit) -> None:
        one = (await go(v, "`KeyError` appeared", status="pending")).id
        await v.until(lambda: "+1 twin" in v.shown())
        other = (await go(v, "`KeyError` came up")).id
        assert "r reject both" in v.key_bar() and "g graduate this" in v.key_bar()
        await v.press("1")
        assert "Same evidence: ● error `KeyError` appeared" in v.shown()
        await v.press("escape", "r")
        assert isinstance(v.app.screen, RationaleScreen)
        box = v.app.screen
        assert box.asked.heading == "Reject 2 with the same evidence" and box.asked.evidence
        named = [line.strip("│ ") for line in v.shown().splitlines() if "`KeyError`" in line]
        assert any("★ insight `KeyError` came up" in line for line in named)
        assert any("● error `KeyError` appeared" in line for line in named)
        box.why.put(REASON)
        await v.press("ctrl+s")
        assert status(v, one) == status(v, other) == "rejected"
        assert [made.decision.rationale for made in v.app.sitting.done[-1]] == [REASON, REASON]
        await v.press("u")
        assert status(v, one) == status(v, other) == "pending" and current(v) == other

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_marked_takes_its_twins_along(shop: Path, size: tuple[int, int]) -> None:
    """The key says how many, the confirmation names them, and a rule is made of those that are marked alone."""

    async def story(v: Visit) -> None:
        await go(v, "`KeyError` appeared", status="pending")
        await v.until(lambda: "+1 twin" in v.shown())
        await v.press("space", "k")
        assert "r reject both" in v.key_bar() and "g graduate this" in v.key_bar()
        await v.press("j")
        assert "r reject 2 with twins" in v.key_bar() and "g graduate 1 marked" in v.key_bar()
        await go(v, "`src/cart.ts` was", status="pending")
        await v.press("space")
        assert "r reject 3 with twins" in v.key_bar() and "g graduate 2 marked" in v.key_bar()
        await v.press("r")
        assert isinstance(v.app.screen, RationaleScreen)
        v.app.screen.why.put(REASON)
        await v.press("ctrl+s")
        assert "Reject 3 items" in v.shown() and "`KeyError` came up" in v.shown()
        await v.press("y")
        assert len(v.app.sitting.done[-1]) == 3 and not review(v).queue.items.marks.keys

    visit(shop, story, size=size)


def test_a_narrow_screen_cuts_the_titles_of_twins_with_a_sign(shop: Path) -> None:
    async def story(v: Visit) -> None:
        await go(v, "`TimeoutError` appeared", status="pending")
        await v.until(lambda: "+1 twin" in v.shown())
        await v.press("1")
        line = next(line for line in v.shown().splitlines() if "Same evidence: " in line)
        assert "★ insight `TimeoutError` came" in line and line.rstrip(" │").endswith("…")

    visit(shop, story, size=(100, 30))


def test_marked_rows_are_no_twins(shop: Path) -> None:
    """Two marked rows are called so; "both" is said of twins alone."""

    async def story(v: Visit) -> None:
        await go(v, "`src/cart.ts` was", status="pending")
        await v.press("space")
        await go(v, "`src/auth.py` was", status="pending")
        await v.press("space")
        assert "r reject 2 marked" in v.key_bar() and "s later 2 marked" in v.key_bar()
        assert "both" not in v.key_bar() and "Same evidence" not in v.shown()

    visit(shop, story)


def test_a_date_covers_twins(shop: Path) -> None:
    async def story(v: Visit) -> None:
        one = (await go(v, "`KeyError` appeared", status="pending")).id
        await v.until(lambda: "+1 twin" in v.shown())
        await v.press("s")
        assert "Later: 2 with the same evidence" in v.shown() and "★ insight `KeyError` came up" in v.shown()
        await v.press("2")
        await v.rest()
        other = next(item.id for item in review(v).queue.view.items if "`KeyError` came up" in item.title)
        assert status(v, one) == status(v, other) == "deferred"
        await v.press("u")
        assert current(v) == one

    visit(shop, story)
