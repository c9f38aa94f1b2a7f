"""While a decision is being recorded no key goes back from it: it is neither lost nor made twice."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from at_review import REASON, go, goto, review, status
from visit import Visit, visit

from dreamtui.model.change import ChangeSet
from dreamtui.model.verb import Verb
from dreamtui.tui.controllers.working import BEING_RECORDED
from dreamtui.tui.screens.dialogs import questions
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.outcomes import ConsoleOutcome
from dreamtui.tui.session.sessions import Sessions


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> "Iterator[tuple[threading.Event, threading.Event]]":
    """Recording begins, and goes on when it may."""
    begun, may_go_on = threading.Event(), threading.Event()
    decide = Sessions.decide

    def slowly(sessions: Sessions, *asked: Any, **more: Any) -> ConsoleOutcome:
        begun.set()
        assert may_go_on.wait(60)
        return decide(sessions, *asked, **more)

    monkeypatch.setattr(Sessions, "decide", slowly)
    yield begun, may_go_on
    may_go_on.set()


Slow = tuple[threading.Event, threading.Event]


def records(v: Visit) -> int:
    return len(v.desk.store.audit.marks())


@pytest.mark.parametrize("key", ["escape", "ctrl+s"])
def test_a_reason_that_is_being_recorded_is_not_left(shop: Path, slow: Slow, key: str) -> None:
    """The key says so; then the decision is shown, once, can be undone, and no draft of it is left."""
    begun, may_go_on = slow

    async def story(v: Visit) -> None:
        item, before = await goto(v), records(v)
        await v.press("r")
        box = v.app.screen
        assert isinstance(box, RationaleScreen)
        box.why.put(REASON)
        await v.pilot.press("ctrl+s")
        await v.until(begun.is_set)
        await v.pilot.press(key)
        await v.pilot.pause()
        assert v.app.screen is box and (key != "escape" or v.said()[-1] == BEING_RECORDED)
        may_go_on.set()
        await v.until(lambda: v.app.screen is review(v))
        await v.rest()
        assert status(v, item) == "rejected" and records(v) == before + 1
        assert len(v.app.sitting.done) == 1 and not v.app.sessions.drafts.all()
        await v.press("u")
        assert status(v, item) == "pending"

    visit(shop, story)


@pytest.mark.parametrize("key", ["escape", "q"])
def test_a_proposal_that_is_being_put_off_is_not_left(shop: Path, slow: Slow, key: str) -> None:
    begun, may_go_on = slow

    async def story(v: Visit) -> None:
        item = await go(v, "Feedback branches", kind="proposal")
        await v.press("g")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        at = v.app.screen
        await v.press("s")
        await v.pilot.press("1")
        await v.until(begun.is_set)
        await v.pilot.press(key)
        await v.pilot.pause()
        assert v.app.screen is at and v.said()[-1] == BEING_RECORDED
        may_go_on.set()
        await v.until(lambda: v.app.screen is review(v))
        await v.rest()
        assert status(v, item.id) == "deferred"
        assert [made.verb for made in v.app.sitting.done[-1]] == [Verb.DEFER]

    visit(shop, story)


@pytest.mark.parametrize("key", ["escape", "w"])
def test_a_form_that_is_being_answered_is_not_left(shop: Path, key: str) -> None:
    """What is written meanwhile is its answer, and is written once."""
    may_go_on, answers = threading.Event(), []

    def write() -> str:
        answers.append("written")
        assert may_go_on.wait(60)
        return "written"

    async def story(v: Visit) -> None:
        given: list[str | None] = []
        form = questions.agree_to_changes(ChangeSet.of(), "Written to", write)
        v.app.push_screen(form, given.append)
        await v.rest()
        await v.pilot.press("w")
        await v.until(lambda: answers)
        await v.pilot.press(key)
        await v.pilot.pause()
        assert v.app.screen is form and not given
        may_go_on.set()
        await v.until(lambda: given)
        assert given == answers == ["written"]

    visit(shop, story)
