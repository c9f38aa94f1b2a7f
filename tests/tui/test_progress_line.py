"""What was decided last and how far the queue has come stand in one place, and never over a row."""

from dataclasses import replace
from pathlib import Path

import pytest
from at_review import REASON, count, goto, reject, review
from visit import SIZES, Visit, visit

from dreamtui.tui.texts import deciding
from dreamtui.tui.texts.deciding import minutes_left


@pytest.mark.parametrize("size", SIZES)
def test_the_last_decision_has_a_line_of_its_own(shop: Path, size: tuple[int, int]) -> None:
    """Above the keys, with the key that takes it back; no toast says it a second time, and the log keeps it."""

    async def story(v: Visit) -> None:
        assert not v.app.screen.query_one("#last").display
        await goto(v)
        await reject(v, REASON)
        line = v.shown().split("\n")[size[1] - 2]
        assert "Rejected: “`src/cart.ts` was" in line and "· u undoes it" in line and "1/4" in line
        assert not v.app._notifications and "Rejected" in v.said()[-1]
        await v.press("u")
        line = v.shown().split("\n")[size[1] - 2]
        assert "Undone" in line and "U redoes it" in line and "0/4" in line

    visit(shop, story, size=size)


def test_elsewhere_a_decision_is_said_in_a_toast(shop: Path) -> None:
    async def story(v: Visit) -> None:
        await goto(v)
        await reject(v, REASON)
        await v.press("H", "u")
        await v.until(lambda: any("Undone" in said for said in v.said()))
        assert any("Undone" in one.message for one in v.app._notifications)

    visit(shop, story)


def test_no_time_is_left_where_nothing_is_pending(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What came up again after its decision waits, but asks for none."""
    monkeypatch.setattr(deciding, "minutes_left", lambda made, still: f"{still} min" if still else "")

    async def story(v: Visit) -> None:
        await goto(v)
        await reject(v, REASON)
        assert f"about {count(v, 'Pending')} min left" in v.shown()
        queue = review(v).queue
        queue.view = replace(queue.view, items=tuple(one for one in queue.view.items if one.status != "pending"))
        review(v).top.refresh()
        await v.rest()
        assert count(v, "Recurring") and f"1/{1 + count(v, 'Recurring')} decided" in v.shown()
        assert "left" not in v.line("#last")

    visit(shop, story)


@pytest.mark.parametrize(
    ("seconds", "still", "said"),
    [
        (tuple(range(0, 80, 10)), 30, "5 min"),
        (tuple(range(0, 70, 10)), 30, ""),
        ((0, 10, 20, 30, *range(5000, 5050, 10)), 12, "2 min"),
        (tuple(range(0, 80, 10)), 0, ""),
        (tuple(range(8)), 5, "1 min"),
        (tuple(range(0, 4000, 500)), 100, "14 h"),
    ],
)
def test_the_rest_is_measured_by_the_usual_pace(seconds: tuple[int, ...], still: int, said: str) -> None:
    """A break does not count, and seven decisions tell nothing."""
    when = [f"2026-11-18T{9 + s // 3600:02}:{s // 60 % 60:02}:{s % 60:02}.000000Z" for s in seconds]
    assert minutes_left(when, still) == said


def test_what_was_decided_is_whole_before_an_estimate_stands(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is room for one of the two."""
    monkeypatch.setattr(deciding, "minutes_left", lambda made, still: "8 min")

    async def story(v: Visit) -> None:
        v.app.sitting.last = "Deferred until 2026-11-27: 2 items of the queue · u undoes it"
        review(v).top.refresh()
        await v.rest()
        narrow = v.app.size.width < 90
        assert "2 items of the queue " in v.line("#last")
        assert ("about 8 min left" in v.line("#last")) is not narrow

    for size in ((80, 24), (120, 40)):
        visit(shop, story, size=size)
