"""Training briefs in the console: read, marked in the upper box, sent back with a reason, taken back."""

from pathlib import Path

import pytest
from visit import SIZES, Visit, demo_copy, visit

from dreamtui.training.ledger import Ledger
from dreamtui.training.marks.scores import Dimension
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.words_box import WordsBox

WHY = "Both providers say that refunds need a key, and `src/payments.py` sends none; the test Alice adds fails today."


def at_brief(v: Visit, vertical: str) -> str:
    """The cursor on the brief of a vertical; its id."""
    review = v.app.screen
    assert isinstance(review, ReviewScreen)
    [made] = [one.made for one in Ledger(v.desk).briefs if one.made.vertical == vertical]
    assert review.queue.items.move_to_key(Ref("", made.id))
    return made.id


def stands(v: Visit, item: str) -> str:
    """Where a brief stands, read anew."""
    [found] = [one for one in Ledger(v.desk).briefs if one.made.id == item]
    return "sent back" if found.made.sent_back else found.status.value


@pytest.mark.parametrize("size", SIZES)
def test_a_brief_is_read_marked_and_taken_back(tmp_path: Path, size: tuple[int, int]) -> None:
    """`g` opens the marks that are proposed above the reason; what is changed there is recorded; `u` takes it back."""

    async def story(v: Visit) -> None:
        item = at_brief(v, "payments")
        await v.press("1")
        assert "A refund that times out" in v.shown()
        text = v.app.screen.query_one("#says", TextPane).text
        assert "Proposed marks" in text and "statements name what they are about" in text
        await v.press("g")
        box = v.app.screen.query_one("#rule", WordsBox)
        assert "depth: " in box.text
        assert "Proposed marks" in v.line("#rule-title")
        lines = [line for line in box.text.split("\n") if not line.startswith("depth")]
        box.put("\n".join(["depth: 9", *lines, "Search October first."]))
        v.app.screen.query_one("#why", WordsBox).put(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: stands(v, item) == "accepted")
        await v.rest()
        [made] = [one.made for one in Ledger(v.desk).accepted()]
        assert (made.marks[Dimension.DEPTH], made.notes) == (9, "Search October first.")
        await v.press("u")
        await v.until(lambda: stands(v, item) == "pending")

    visit(demo_copy(tmp_path), story, size=size)


def test_why_a_mark_is_refused_stays_until_the_words_change(tmp_path: Path) -> None:
    """A box tells of a change some time after it; what was refused is still what stands there."""

    async def story(v: Visit) -> None:
        item = at_brief(v, "payments")
        await v.press("g")
        box = v.app.screen.query_one("#rule", WordsBox)
        box.put("depth: 15")
        v.app.screen.query_one("#why", WordsBox).put(WHY)
        await v.press("ctrl+s")
        coach = v.app.screen.query_one("#coach", TextPane)
        await v.until(lambda: "depth is a whole number" in coach.text)
        box.post_message(WordsBox.Changed(box))
        await v.rest()
        assert "depth is a whole number" in coach.text
        box.put("depth: 9")
        await v.until(lambda: "depth is a whole number" not in coach.text)
        assert stands(v, item) == "pending"

    visit(demo_copy(tmp_path), story)


def test_marks_below_which_a_brief_is_sent_back_are_warned_of_before_they_are_recorded(tmp_path: Path) -> None:
    """The warning stands in the box with the marks that cause it, and goes with them."""

    async def story(v: Visit) -> None:
        item = at_brief(v, "payments")
        await v.press("g")
        box, coach = v.app.screen.query_one("#rule", WordsBox), v.app.screen.query_one("#coach", TextPane)
        assert "sends a brief back" not in coach.text
        proposed = box.text
        box.put("\n".join(f"{one}: 1" for one in Dimension))
        await v.until(lambda: "sends a brief back" in coach.text)
        await v.rest()
        assert "The marks come to 1.0 (F)" in v.shown() and stands(v, item) == "pending"
        box.put(proposed)
        await v.until(lambda: "sends a brief back" not in coach.text)

    visit(demo_copy(tmp_path), story)


def test_a_brief_is_sent_back_with_a_reason(tmp_path: Path) -> None:
    """`s` asks why instead of a date, and its vertical is next."""

    async def story(v: Visit) -> None:
        item = at_brief(v, "catalog")
        await v.press("s")
        assert isinstance(v.app.screen, RationaleScreen)
        why = "None of its figures says what it measures; nothing in it names our search."
        v.app.screen.query_one("#why", WordsBox).put(why)
        await v.press("ctrl+s")
        await v.until(lambda: stands(v, item) == "sent back")
        assert Ledger(v.desk).assignment().vertical.name == "catalog"

    visit(demo_copy(tmp_path), story)


@pytest.mark.parametrize("size", SIZES)
def test_all_five_marks_are_seen_at_once(tmp_path: Path, size: tuple[int, int]) -> None:
    """Also on a small screen, with the whole box below them."""

    async def story(v: Visit) -> None:
        at_brief(v, "payments")
        await v.press("g")
        await v.rest()
        screen = v.app.screen
        box = screen.query_one("#rule", WordsBox)
        assert box.scroll_offset.y == 0 and box.size.height >= len(Dimension) == len(box.text.split("\n"))
        assert screen.query_one("#why", WordsBox).size.height >= 3
        around = screen.query_one("#box").region
        for name in ("#rule-title", "#rule", "#why", "#coach", "KeyBar"):
            assert around.contains_region(screen.query_one(f"#box {name}").region), name

    visit(demo_copy(tmp_path), story, size=size)


def test_a_brief_is_rejected_as_words_rather_than_as_a_case(tmp_path: Path) -> None:
    async def story(v: Visit) -> None:
        at_brief(v, "payments")
        await v.press("r", "1")
        text = str(v.app.screen.query_one("#why", WordsBox).placeholder)
        assert text.endswith("is wrong: ‹what is so instead›."), text

    visit(demo_copy(tmp_path), story)
