"""Putting something off with a reason, which nobody has to give: it is in the record, and its draft is kept."""

from pathlib import Path

import pytest
from at_proposal import pane
from at_review import go, goto, review, status
from visit import SIZES, Visit, is_form, visit

from dreamtui.model.decision import Decision
from dreamtui.model.verb import Verb
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.widgets.diff.view import DiffView

WAITS = "The audit of October is still under way."


def newest(v: Visit) -> Decision:
    """The last decision as its record has it."""
    audit = v.desk.store.audit
    return audit.read(audit.marks()[-1].name)


@pytest.mark.parametrize("size", SIZES)
def test_later_with_a_reason(shop: Path, size: tuple[int, int]) -> None:
    """`s w`, words, the key that records, a date by its number: both are in the record, and an undo keeps the words."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        await v.press("s")
        assert "w with a reason" in v.key_bar()
        await v.press("w")
        assert isinstance(v.app.screen, RationaleScreen) and "ctrl+s record, then a date " in v.shown()
        await v.type(WAITS)
        assert v.app.screen.why.text == WAITS
        await v.press("ctrl+s")
        assert is_form(v.app.screen, Scope.DATE) and "with a reason" not in v.key_bar()
        await v.press("w")
        assert is_form(v.app.screen, Scope.DATE)
        await v.press("2")
        assert v.app.screen is review(v) and status(v, item) == "deferred"
        made = newest(v)
        assert (made.verb, made.rationale, made.until) == (Verb.DEFER, WAITS, "2026-11-25")
        await v.press("u", "s", "w")
        assert isinstance(v.app.screen, RationaleScreen) and v.app.screen.why.text == WAITS
        assert status(v, item) == "pending"

    visit(shop, story, size=size)


def test_a_reason_is_not_needed(shop: Path) -> None:
    """An empty box records without one; words that are left are kept."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        await v.press("s", "w", "ctrl+s", "1")
        assert status(v, item) == "deferred" and newest(v).rationale == ""
        other = await goto(v, "src/auth.py")
        await v.press("s", "w")
        await v.type(WAITS)
        await v.press("ctrl+r")
        assert "Exactly what defer would change" in v.shown()
        (change,) = v.app.screen.query_one(DiffView)._sources
        assert "2026-11-25" in (change.after or "") and "2026-11-25" not in (change.before or "")
        await v.press("escape", "escape")
        assert v.app.screen is review(v) and status(v, other) == "pending"
        await v.press("e")
        assert isinstance(v.app.screen, RationaleScreen) and v.app.screen.asked.verb is Verb.DEFER
        assert v.app.screen.why.text == WAITS

    visit(shop, story)


def test_several_are_put_off_with_one_reason(shop: Path) -> None:
    """A record each, after the date and one confirmation."""

    async def story(v: Visit) -> None:
        for words in ("src/cart.ts", "src/auth.py"):
            await goto(v, words)
            await v.press("space")
        await v.press("s", "w")
        assert "ctrl+s record 2, then a date and y " in v.shown()
        await v.type(WAITS)
        await v.press("ctrl+s", "3")
        assert is_form(v.app.screen, Scope.CONFIRM) and WAITS in v.shown()
        await v.press("y")
        marks = v.desk.store.audit.marks()[-2:]
        made = [v.desk.store.audit.read(one.name) for one in marks]
        assert [(one.verb, one.rationale, one.until) for one in made] == [(Verb.DEFER, WAITS, "2026-12-16")] * 2

    visit(shop, story)


def test_a_proposal_is_put_off_with_a_reason(shop: Path) -> None:
    """In its pane as in the queue."""

    async def story(v: Visit) -> None:
        item = await go(v, "Feedback branches", kind="proposal")
        await v.press("g")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        assert pane(v)
        await v.press("s", "w")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        await v.type(WAITS)
        await v.press("ctrl+s", "1")
        await v.until(lambda: isinstance(v.app.screen, ReviewScreen))
        assert status(v, item.id) == "deferred" and newest(v).rationale == WAITS

    visit(shop, story)
