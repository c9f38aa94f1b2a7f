"""Words that are typed where no box is any more, or never was, decide nothing: each key of them could be a decision."""

import asyncio
from pathlib import Path
from threading import Event

import pytest
from at_review import REASON, goto, review
from demo_console import until
from visit import Visit, console_on, is_form, visit

from dreamtui.desk.audit.audit_views import decisions
from dreamtui.model.verb import Verb
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.dialogs.leave import LeaveScreen
from dreamtui.tui.screens.dialogs.questions import confirm
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review import review as review_module
from dreamtui.tui.session.session import Session
from dreamtui.tui.session.sitting import GUARD_SECONDS, REPEAT_SECONDS, KeyGuard
from dreamtui.tui.typed_ahead import BURST_SECONDS
from dreamtui.tui.widgets.words_box import WordsBox


def verbs(v: Visit) -> list[Verb]:
    """What was decided in this sitting."""
    return [mark.verb for mark, _ in decisions(v.desk) if mark.when.startswith("2026-11-18T09")]


async def reject(v: Visit, now: list[float]) -> None:
    """Record something an undo could take back."""
    now[0] += 1
    await v.press("r")
    v.app.screen.query_one("#why", WordsBox).put(REASON)
    now[0] += 1
    await v.press("ctrl+s")
    assert verbs(v) == [Verb.REJECT]


def test_words_whose_box_goes_away_under_the_fingers_are_lost(shop: Path) -> None:
    """A slow recording ends while somebody writes on: `u`, `b` and `O` of those words are no keys."""
    now = [0.0]

    async def story(v: Visit) -> None:
        await goto(v)
        await reject(v, now)
        now[0] += 1
        await v.press("r", "s", "o")
        assert isinstance(v.app.screen, RationaleScreen)
        v.app.screen.dismiss(None)
        await v.rest()
        for sign in "ubOqU":
            now[0] += GUARD_SECONDS
            await v.press(sign)
        assert review(v).is_current and verbs(v) == [Verb.REJECT]
        now[0] += BURST_SECONDS
        await v.press("u")
        assert verbs(v) == [Verb.REJECT, Verb.UNDO]

    visit(shop, story, clock=lambda: now[0])


def test_a_key_that_came_too_early_is_taken_when_pressed_again_at_once(shop: Path) -> None:
    """A second try is no word."""
    now = [0.0]

    async def story(v: Visit) -> None:
        await v.press("r")
        assert v.app.screen is review(v)
        now[0] += GUARD_SECONDS
        await v.press("r")
        assert isinstance(v.app.screen, RationaleScreen)

    visit(shop, story, clock=lambda: now[0])


def test_a_stray_key_does_not_keep_the_cursor_from_moving(shop: Path) -> None:
    """Letters that mean nothing may begin words, so what follows decides nothing; but the list still moves."""
    now = [0.0]

    async def story(v: Visit) -> None:
        await goto(v)
        await reject(v, now)
        now[0] += 1
        stood = review(v).queue.current
        await v.press("7", "j", "u", "j")
        assert review(v).is_current and verbs(v) == [Verb.REJECT]
        assert review(v).queue.current != stood

    visit(shop, story, clock=lambda: now[0])


def test_words_in_a_box_of_dates_put_nothing_off(shop: Path) -> None:
    """A digit in a stream of letters that mean nothing there is no date; pressed by itself it is one."""
    now = [0.0]

    async def story(v: Visit) -> None:
        await goto(v)
        now[0] += 1
        await v.press("s")
        assert is_form(v.app.screen, Scope.DATE)
        now[0] += 1
        await v.press("u", "n", "1", "2")
        assert is_form(v.app.screen, Scope.DATE) and verbs(v) == []
        now[0] += BURST_SECONDS
        await v.press("1")
        assert verbs(v) == [Verb.DEFER]

    visit(shop, story, clock=lambda: now[0])


def test_a_y_among_words_confirms_nothing(shop: Path) -> None:
    """Somebody writes on when the question comes up."""
    now = [0.0]

    async def story(v: Visit) -> None:
        await v.pilot.app.push_screen(confirm("Sure?", (), "do it"))
        await v.rest()
        now[0] += 1
        await v.press("w", "h", "y")
        assert is_form(v.app.screen, Scope.CONFIRM)
        now[0] += BURST_SECONDS
        await v.press("y")
        assert review(v).is_current

    visit(shop, story, clock=lambda: now[0])


def test_a_key_that_is_held_down_decides_once() -> None:
    """While it comes again and again, decision keys stay dead; let go and pressed again, they count."""
    guard, now = KeyGuard(), 10.0
    guard.arm(now)
    for _ in range(40):
        now += REPEAT_SECONDS / 5
        assert guard.stops(now)
    assert not guard.stops(now + REPEAT_SECONDS)


def test_keys_before_the_item_is_there_do_nothing(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue stands and the item's half does not yet: no key ends the console, and `q` leaves it."""
    monkeypatch.setattr(review_module, "PAINT_SECONDS", 10_000.0)

    app = console_on(shop)

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: app.review.queue.items.shown)
            await pilot.press("3", "z", "enter", "c", "tab", "J", "o", "f", "g", "r", "Y", "V", "escape")
            assert app.screen is app.review and not app.review.filled
            await pilot.press("q")

    asyncio.run(run())
    assert app.return_code == 0


def test_outputs_never_come_up_over_words(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planning them took long and somebody writes a reason by now: nothing takes the keys away, and that is said."""
    go_on, planned, now = Event(), Session.outputs, [0.0]

    def slow(self: Session) -> object:
        go_on.wait(20)
        return planned(self)

    async def story(v: Visit) -> None:
        await goto(v)
        await reject(v, now)
        monkeypatch.setattr(Session, "outputs", slow)
        now[0] += 1
        await v.pilot.press("O")
        await v.pilot.press("r")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        go_on.set()
        await v.rest()
        assert isinstance(v.app.screen, RationaleScreen)
        assert not any(isinstance(screen, LeaveScreen) for screen in v.app.screen_stack)
        assert any("press the key again to write the outputs" in said for said in v.said())

    visit(shop, story, clock=lambda: now[0])
