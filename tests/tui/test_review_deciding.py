"""Deciding on the review screen: each verb, batches, undo in and across sittings."""

import re
from pathlib import Path

import pytest
from at_review import REASON, count, current, goto, reject, review, status
from visit import SIZES, Visit, is_form, visit

from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.queue_items import TABS, tab_called
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.words_box import WordsBox

# Deciding


def test_graduate(shop: Path) -> None:
    """The editor comes with the rule suggested; ctrl+s records; the next item comes up; the toast says how to undo."""

    async def story(v: Visit) -> None:
        before, item = count(v, "Pending"), await goto(v)
        await v.press("g")
        dialog = v.app.screen
        assert isinstance(dialog, RationaleScreen) and dialog.rule is not None and dialog.rule.text
        dialog.why.put(REASON)
        await v.press("ctrl+s")
        assert status(v, item) == "graduated" and current(v) not in ("", item)
        assert v.said() == ["Graduated: “`src/cart.ts` was fix-touched 5 times in la…” · u undoes it"]
        assert f"Pending {before - 1}" in v.line("#status-tabs") and "1/" in v.line("#last")

    visit(shop, story)


def test_reject_with_a_ground(shop: Path) -> None:
    """ctrl+g goes round the kinds and never stops; the date of a not-now is asked when it is recorded."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        await v.press("r", *("ctrl+g",) * 5)
        dialog = v.app.screen
        assert isinstance(dialog, RationaleScreen) and "1 wrong  2 wording" in v.shown()
        await v.press(*("ctrl+g",) * 4)
        assert "Kind: not-now until a date, asked when recording" in v.shown() and "s defers it" in v.shown()
        dialog.why.put(REASON)
        await v.press("ctrl+s")
        assert is_form(v.app.screen, Scope.DATE)
        await v.press("escape")
        assert v.app.screen is dialog and dialog.words.disposition == "not-now" and status(v, item) == "pending"
        await v.press("ctrl+s", "3")
        assert status(v, item) == "rejected"
        decision = v.app.sitting.done[-1][0].decision
        assert (decision.disposition, decision.until) == ("not-now", "2026-12-16")

    visit(shop, story)


def test_later(shop: Path) -> None:
    """A date by number, at once; or one that is typed, which is said as a day while it is."""

    async def story(v: Visit) -> None:
        first = await goto(v)
        await v.press("s", "2")
        assert status(v, first) == "deferred"
        second = await goto(v, "src/auth.py")
        await v.press("s", "d")
        assert "Until  ctrl+s records" in v.shown() and "2026-12-01, +3d, 2w" in v.shown()
        await v.type("+3")
        await v.press("enter")
        assert "is not a date" in v.shown() and status(v, second) == "pending"
        await v.press("ctrl+s")
        assert "is not a date" in v.shown() and status(v, second) == "pending"
        await v.type("d")
        assert "= Sat 21 Nov 2026" in v.shown() and "is not a date" not in v.shown()
        await v.press("enter")
        assert "ctrl+s records it" in v.shown() and status(v, second) == "pending", "enter decides nothing"
        await v.press("ctrl+s")
        assert status(v, second) == "deferred"
        third = await goto(v, "KeyError")
        await v.press("s", "escape")
        assert status(v, third) == "pending"

    visit(shop, story)


def test_reopen_what_came_up_again(shop: Path) -> None:
    """A recurring item has one decision: back into the queue."""

    async def story(v: Visit) -> None:
        await v.press("l")
        item = current(v)
        await v.press("g")
        assert "possible: reopen" in v.said()[-1]
        assert "reopen" in v.app.screen.query_one("KeyBar").text
        await v.press("b")
        assert status(v, item) == "pending"

    visit(shop, story)


@pytest.mark.parametrize("tab", ["Recurring", "Decided"])
def test_what_is_reopened_is_followed_to_pending(shop: Path, tab: str) -> None:
    """The cursor stands on it there, and the keys that decide it are offered."""

    async def story(v: Visit) -> None:
        if tab == "Decided":
            await goto(v)
            await reject(v)
        ids = {one.id for one in review(v).queue.view.items if one.status in TABS[tab_called(tab)].statuses}
        review(v).queue.choose_tab(tab_called(tab))
        await v.rest()
        if tab == "Decided":
            assert review(v).queue.items.move_to_key(v.app.sitting.done[-1][0].item)
            await v.rest()
        item = current(v)
        assert item in ids
        await v.press("b")
        assert status(v, item) == "pending"
        assert TABS[review(v).queue.tab].name == "Pending" and current(v) == item
        assert all(said in v.key_bar() for said in ("g graduate", "r reject", "s later"))
        await v.press("j")
        assert current(v) != item

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_a_review_that_is_due(shop: Path, size: tuple[int, int]) -> None:
    """Its keys say keep it, retire, later; keeping it with a new reason ends the review.

    What is said names the rule that the row named, and that its own case, which came up again, is settled with it, as
    the box said before.
    """

    async def story(v: Visit) -> None:
        again = count(v, "Recurring")
        item = await goto(v, "due for review")
        assert item.startswith("r-")
        rows = review(v).queue.items
        here = next(at for at in range(rows.shown) if rows.item_at(at).id == item)
        following, waits = rows.item_at(here + 1).id, count(v, "Recurring") + count(v, "Pending")
        assert here
        bar = v.app.screen.query_one("KeyBar").text
        assert "keep it" in bar and "retire" in bar
        await v.press("g")
        assert v.line("#reason-settles").startswith("Settles too: “`src/payments.py` was fix-touched")
        assert v.line("#reason-settles").endswith(", which came up again") and "Settles too" in v.shown()
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        assert status(v, item) == "" and v.app.sitting.done[-1][0].verb == "rerationale"
        assert count(v, "Recurring") == again - 1
        assert current(v) == following and f"2/{waits} decided" in v.shown()
        assert "“Give every charge a key" in v.app.sitting.last and "and 1 that came up again" in v.app.sitting.last
        assert "and 1 that came up again" in v.shown() and (size[0] < 100 or "“Give every charge" in v.shown())
        await v.press("u")
        assert count(v, "Recurring") == again and "“Give every charge a key" in v.app.sitting.last
        assert current(v) == item

    visit(shop, story, size=size)


@pytest.mark.parametrize("key", ["g", "r"])
def test_several_reviews_say_what_is_settled_with_them(shop: Path, key: str) -> None:
    """In the box of the reason and in its confirmation; what has nothing to do with them is not counted."""

    async def story(v: Visit) -> None:
        again = count(v, "Recurring")
        due = [item for item in review(v).queue.view.items if item.kind == "review-due"]
        assert len(due) > 1 and again > 1
        for item in due:
            review(v).queue.items.move_to_key(item.key)
            await v.press("space")
        await v.press(key)
        said = " ".join(v.line("#reason-settles").split()).replace("” , ", "”, ")
        settled = int(found[1]) if (found := re.search(r": (\d+) items that came up again", said)) else 1
        assert said.startswith("Settles too: ")
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        assert is_form(v.app.screen, Scope.CONFIRM) and said in v.app.screen.query_one(TextPane).text
        await v.press("y")
        assert count(v, "Recurring") == again - settled
        assert f"and {settled} that came up again" in v.app.sitting.last

    visit(shop, story, size=(160, 40), env={"DREAMTUI_NOW": "2027-11-18T09:00:00Z"})


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (100, 24), (80, 40), (120, 40), (200, 60)])
def test_a_batch_is_asked_about_where_its_reason_was_written(shop: Path, size: tuple[int, int]) -> None:
    """Exactly over the box, with its reason and the keys, and with the focus."""

    async def story(v: Visit) -> None:
        for words in ("src/cart.ts", "src/auth.py"):
            await goto(v, words)
            await v.press("space")
        await v.press("r")
        box = v.app.screen.query_one("#box")
        assert "ctrl+s record 2, then y " in v.shown()
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        asked = v.app.screen.query_one(".box")
        assert is_form(v.app.screen, Scope.CONFIRM) and asked.region == box.region
        assert asked.styles.border_top[0] == "heavy" and v.app.focused in asked.query("TextPane")
        assert asked.query_one(TextPane).text.startswith(REASON) and "y reject  esc no, back" in v.shown()
        await v.press("escape")
        assert v.app.screen.query_one("#why", WordsBox).has_focus and "record" in v.key_bar()

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
def test_the_date_of_a_not_now_is_asked_there_too(shop: Path, size: tuple[int, int]) -> None:
    """ctrl+s leads to it as well, which the key bar says before."""

    async def story(v: Visit) -> None:
        for words in ("src/cart.ts", "src/auth.py"):
            await goto(v, words)
            await v.press("space")
        await v.press("r", "4")
        box = v.app.screen.query_one("#box")
        assert "ctrl+s record 2, then a date and y " in v.shown()
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        assert is_form(v.app.screen, Scope.DATE) and v.app.screen.query_one(".box").region == box.region

    visit(shop, story, size=size)


def test_what_is_recorded_at_once_says_no_more(shop: Path) -> None:
    """A single item has no second question, but the date of a not-now."""

    async def story(v: Visit) -> None:
        await goto(v, "src/cart.ts")
        await v.press("r")
        assert "ctrl+s record  " in v.shown()
        await v.press("4")
        assert "ctrl+s record, then a date  " in v.shown()

    visit(shop, story)


def test_a_long_batch_grows_as_high_as_there_is_room(shop: Path) -> None:
    """Its keys stay in sight."""

    async def story(v: Visit) -> None:
        rows = review(v).queue.items
        for at in [at for at in range(rows.shown) if rows.item_at(at).kind == "candidate"][:15]:
            rows.move_to(at)
            await v.press("space")
        await v.press("r")
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        asked = v.app.screen.query_one(".box")
        assert is_form(v.app.screen, Scope.CONFIRM) and asked.region.height > 18
        assert asked.region.bottom == 60 and "esc no, back" in v.shown()

    visit(shop, story, size=(200, 60))


def test_a_batch_has_one_reason_one_confirmation_one_undo(shop: Path) -> None:
    """Marks, a reason, the names, `y`; a record each; one undo for all of them."""

    async def story(v: Visit) -> None:
        for words in ("src/cart.ts", "src/auth.py", "KeyError"):
            await goto(v, words)
            await v.press("space")
        ids = {item.id for item in review(v).deciding.targets.items()}
        await v.press("k")
        stood_on = current(v)
        assert stood_on in ids
        assert len(ids) == 3 and "3 marked" in v.line("#list-foot")
        await v.press("r")
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        assert is_form(v.app.screen, Scope.CONFIRM)
        assert all(item in v.shown() for item in ids)
        await v.press("enter", "r", "ctrl+s")
        assert {status(v, item) for item in ids} == {"pending"}
        await v.press("y")
        assert {status(v, item) for item in ids} == {"rejected"}
        assert not review(v).queue.items.marks.keys and len(v.app.sitting.done) == 1
        await v.press("u")
        assert {status(v, item) for item in ids} == {"pending"} and current(v) == stood_on
        await v.press("U")
        assert {status(v, item) for item in ids} == {"rejected"}

    visit(shop, story)


def test_marks_that_need_different_decisions(shop: Path) -> None:
    """A candidate and a review are not decided together."""

    async def story(v: Visit) -> None:
        await goto(v, "due for review")
        await v.press("space")
        await goto(v)
        await v.press("space", "g")
        assert v.app.screen is review(v) and "different decisions" in v.said()[-1]
        assert "they need different decisions" in v.line("#list-foot") and "graduate" not in v.key_bar()
        await goto(v)
        await v.press("space")
        assert "different" not in v.line("#list-foot") and "r retire" in v.key_bar()

    visit(shop, story)


def test_undo_of_this_sitting_is_one_key(shop: Path) -> None:
    """No reason is asked; the cursor goes to what was taken back; recorded as of the same sitting."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        await reject(v)
        await v.press("u")
        assert status(v, item) == "pending" and current(v) == item
        assert v.app.sitting.undone[-1][0].decision.same_sitting
        await v.press("U")
        assert status(v, item) == "rejected"

    visit(shop, story)


def test_undo_across_sittings_asks_for_a_reason(shop: Path) -> None:
    """The newest decision is named, and taken back with the reason."""
    ids: list[str] = []

    async def decide(v: Visit) -> None:
        ids.append(await goto(v))
        await reject(v)

    async def undo(v: Visit) -> None:
        await v.press("u")
        dialog = v.app.screen
        assert isinstance(dialog, RationaleScreen) and "Undo reject" in v.shown()
        await v.press("ctrl+s")
        assert v.app.screen is dialog and status(v, ids[0]) == "rejected"
        dialog.why.put("It was rejected in the wrong queue; the commits were fixes of the same bug after all.")
        await v.press("ctrl+s")
        assert status(v, ids[0]) == "pending"

    visit(shop, decide)
    visit(shop, undo)


def test_what_somebody_else_decided_meanwhile_is_said(shop: Path) -> None:
    """The refusal names the other decision, the words stay."""
    from dreamtui.desk.decide.decide import decide
    from dreamtui.model.decision import Words
    from dreamtui.model.verb import Verb

    async def story(v: Visit) -> None:
        item = await goto(v)
        await v.press("r")
        decide(v.desk, [item], Verb.REJECT, Words(rationale="Already covered by the budget test since October."))
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        dialog = v.app.screen
        assert isinstance(dialog, RationaleScreen) and "was rejected by you" in v.shown()
        assert dialog.why.text == REASON

    visit(shop, story)


def test_a_key_pressed_before_the_item_is_read_waits_for_it(shop: Path) -> None:
    """Nobody has to press twice because the console was still reading."""

    async def story(v: Visit) -> None:
        found = next(item for item in review(v).queue.view.items if "src/cart.ts" in item.title)
        review(v).queue.items.move_to_key(found.key)
        await v.pilot.press("g")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        dialog = v.app.screen
        assert isinstance(dialog, RationaleScreen) and dialog.asked.refs == (Ref("", current(v)),)

    visit(shop, story)
