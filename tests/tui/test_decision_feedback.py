"""What is said and offered just before and after a decision: rules that go, words that come back, toasts that end."""

import re
from pathlib import Path

import pytest
from at_review import REASON, count, current, goto, reject, review, status
from known_kinds import KINDS
from textual.notifications import Notification
from visit import SIZES, Visit, demo_copy, visit

from dreamtui.desk.mine.run import DreamRequest
from dreamtui.desk.mine.unattended import dream
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.model.status import Status
from dreamtui.tui import toasts
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.session.queue_items import TABS, QueueItem, slots_of
from dreamtui.tui.texts.deciding import called
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.text_pane import TextPane


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A demo of one's own."""
    return demo_copy(tmp_path)


def dialog(v: Visit) -> RationaleScreen:
    found = v.app.screen
    assert isinstance(found, RationaleScreen)
    return found


async def reopened(v: Visit) -> str:
    """Put what came up again although its rule is live back into the queue, alone, and stand on it."""
    await goto(v, "BUG-002")  # with the same evidence
    await reject(v, "The bank charged once; its page only showed the charge again after a reload.")
    await v.press("l")
    found = next(one for one in review(v).queue.view.items if one.status == "recurring" and "payments" in one.title)
    assert review(v).queue.items.move_to_key(found.key)
    await v.rest()
    await v.press("b")
    review(v).queue.choose_tab(0)
    assert review(v).queue.items.move_to_key(found.key)
    await v.rest()
    return found.id


def test_a_rejection_that_retires_a_rule_says_so_everywhere(shop: Path) -> None:
    """In the heading, above the coach, for every kind, in the toast; and the words of the rule with it."""

    async def story(v: Visit) -> None:
        item = await reopened(v)
        await v.press("r")
        for _ in range(4):
            assert "and retire its rule “Give every charge" in v.line("#reason-title")
            assert "This retires its live rule “Give every charge" in dialog(v).query_one("#coach", TextPane).text
            await v.press("ctrl+g")
        await v.press("ctrl+g")
        dialog(v).why.put(REASON)
        await v.press("ctrl+s")
        assert next(one.status for one in review(v).queue.view.items if one.id == item) == "rejected"
        assert any(said.startswith("Rejected, retired its rule: “") for said in v.said())
        assert any("is retired with it: “Give every charge" in said for said in v.said())

    visit(shop, story)


def test_a_batch_names_the_rules_it_retires(shop: Path) -> None:
    """How many in the heading, whose below the title in the list that is confirmed."""

    async def story(v: Visit) -> None:
        await reopened(v)
        await v.press("space")
        await goto(v, "src/cart.ts")
        await v.press("space", "r")
        assert "Reject 2 items, and retire 1 live rule" in v.line("#reason-title")
        dialog(v).why.put(REASON)
        await v.press("ctrl+s")
        assert "retires its rule “Give every charge" in v.shown() and "and retire 1 live rule" in v.shown()
        await v.press("y")
        assert "Rejected, retired 1 live rule: 2 items · u undoes it" in v.said()

    visit(shop, story)


def test_only_what_works_is_offered_of_what_is_decided() -> None:
    """What was carried out is taken back by an undo, never reopened."""

    class Row(QueueItem):
        def __init__(self, kind: str, status: Status) -> None:
            self.type, self.kind, self.status = KINDS.of(kind), kind, status.value

    for kind, at in (
        ("proposal", Status.ACCEPTED),
        ("promotion", Status.ACCEPTED),
        ("insight", Status.GRADUATED),
    ):
        assert slots_of(Row(kind, at)).verbs() == ()
    assert slots_of(Row("candidate", Status.REJECTED)).reopen and slots_of(Row("insight", Status.REJECTED)).reopen


def test_after_an_undo_the_words_stand_again(shop: Path) -> None:
    """The rule as it was edited and the reason; in the tab of drafts too; x discards them."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        await v.press("g")
        assert dialog(v).rule is not None
        dialog(v).rule.put("Round once, in one place.")  # type: ignore[union-attr]
        dialog(v).why.put(REASON)
        await v.press("ctrl+s", "u")
        await v.until(lambda: status(v, item) == "pending")
        assert current(v) == item and "1 draft" in v.line("#header")
        await v.press("g")
        assert dialog(v).rule.text == "Round once, in one place."  # type: ignore[union-attr]
        assert dialog(v).why.text == REASON
        await v.press("escape", "x", "y")
        assert "1 draft" not in v.line("#header")

    visit(shop, story)


def test_a_batch_that_is_undone_has_its_words_for_each_and_for_all(shop: Path) -> None:
    """Alone, and marked together again."""

    async def story(v: Visit) -> None:
        ids = [await goto(v)]
        await v.press("space")
        ids.append(await goto(v, "src/auth.py"))
        await v.press("space", "r", "ctrl+g")
        dialog(v).why.put(REASON)
        await v.press("ctrl+s", "y", "u")
        await v.until(lambda: {status(v, one) for one in ids} == {"pending"})
        assert v.said()[-1] == "Undone: 2 items · U redoes it"
        await goto(v, "src/auth.py")
        await v.press("r")
        assert (dialog(v).why.text, dialog(v).words.disposition) == (REASON, "wrong")
        await v.press("escape")
        for words in ("`src/cart.ts` was", "src/auth.py"):
            await goto(v, words)
            await v.press("space")
        await v.press("r")
        assert (dialog(v).why.text, dialog(v).words.disposition) == (REASON, "wrong")

    visit(shop, story)


def test_an_undo_under_a_filter_that_shows_the_item_goes_to_it(shop: Path) -> None:
    """It is not said to be hidden while the filter is still at work."""

    async def story(v: Visit) -> None:
        await v.press("/")
        await v.type("kind:insight")
        await v.press("enter")
        item = current(v)
        assert item.startswith("i-")
        await reject(v)
        await v.press("u")
        await v.until(lambda: status(v, item) == "pending")
        await v.rest()
        assert current(v) == item and not any("hidden" in said for said in v.said())

    visit(shop, story)


def test_an_own_run_is_no_change_by_others(shop: Path) -> None:
    """The look at the files while the run's box is open says nothing of what the run itself did."""

    async def story(v: Visit) -> None:
        await v.press("m")
        await v.until(lambda: "done" in v.line("#mining-progress"))
        log = shop / ".agent/dream/candidates"
        (log / "zz.md").write_text("# Candidate `zz` — by somebody\n")
        review(v).reading.poll()
        await v.rest()
        assert "Changed on disk" not in review(v).query_one("#banner", BarLine).text
        await v.press("escape")
        await v.until(lambda: any(one.id == "zz" for one in review(v).queue.view.items))
        assert "Changed on disk" not in v.line("#banner")

    visit(shop, story)


def test_a_rejection_seen_again_by_m_stays_decided(shop: Path) -> None:
    """An insight and a merge: the tab Recurring and what is open are as before, run after run."""

    async def story(v: Visit) -> None:
        dream(v.desk, DreamRequest())
        await v.press("R")
        before = count(v, "Recurring")
        for kind in ("insight", "proposal"):
            found = next(one for one in review(v).queue.view.items if one.kind == kind and one.status == "pending")
            assert review(v).queue.items.move_to_key(found.key)
            await v.rest()
            await reject(v, f"{REASON} {found.id}")
            assert status(v, found.id) == "rejected"
        for _ in range(2):
            opened = count(v, "Pending")
            await v.press("m")
            await v.until(lambda: "done" in v.line("#mining-progress"))
            assert "Nothing new." in v.shown()
            await v.press("escape")
            await v.rest()
            assert (count(v, "Recurring"), count(v, "Pending")) == (before, opened)

    visit(shop, story)


def test_nothing_to_redo_is_a_toast(shop: Path) -> None:
    """No box that has to be closed."""

    async def story(v: Visit) -> None:
        await v.press("U")
        await v.until(lambda: v.said())
        assert isinstance(v.app.screen, ReviewScreen) and "There is no undone decision to redo" in v.said()[-1]

    visit(shop, story)


def test_a_notice_closes_on_enter_and_the_bar_below_is_empty(shop: Path) -> None:
    """The keys of the screen below a box are dead, so they are not shown; they come back."""

    async def story(v: Visit) -> None:
        for key in ("g", "s", "colon", "question_mark"):
            await v.press(key)
            review(v).refresh_keys()
            assert not review(v).query_one("KeyBar", BarLine).text.strip() and v.key_bar()
            await v.press("escape")
            assert "reject" in v.line("KeyBar")
        for key in ("enter", "escape"):
            v.app.complain("The disk is full")
            await v.rest()
            assert "The disk is full" in v.shown() and not review(v).query_one("KeyBar", BarLine).text.strip()
            await v.press(key)
            assert isinstance(v.app.screen, ReviewScreen) and "reject" in v.line("KeyBar")

    visit(shop, story)


def test_toasts_replace_their_own_kind_and_are_two_at_most() -> None:
    """The newest of a kind; what was recorded last stays longest."""
    made = [
        toasts.Toast("Rejected: “a” · u undoes it", about=toasts.DECISION),
        Notification("advice"),
        Notification("more"),
        toasts.Toast("Undone: “a” · U redoes it", about=toasts.DECISION),
        Notification("place"),
        Notification("place"),
    ]
    gone = toasts.replaced(made)
    assert [one.message for one in made if one not in gone] == ["Undone: “a” · U redoes it", "place"]


def test_a_toast_names_the_title_masked_and_cut() -> None:
    """Never a secret, never a hidden character, never more than a line."""
    said = called("x" * 90)
    assert len(said) < 50 and said.endswith("…”")
    assert "hunter2hunter2" not in called("password=hunter2hunter2")
    assert "\u202e" not in called("a\u202eb")


def test_a_batch_shows_the_rules_it_makes(shop: Path) -> None:
    """In the list that is confirmed, below each title; they are the words that are recorded."""

    async def story(v: Visit) -> None:
        paths = ("src/cart.ts", "src/auth.py")
        for path in paths:
            await goto(v, f"`{path}` was")
            await v.press("space")
        await v.press("g")
        dialog(v).why.put(REASON)
        await v.press("ctrl+s")
        shown = " ".join(v.shown().replace("│", " ").split())
        assert all(f"rule “When you change `{path}`, add a test" in shown for path in paths)
        await v.press("y")
        made = [row.words for row in v.desk.queue().rows(LIVE)]
        assert any(rule.startswith("When you change `src/cart.ts`, add a test") for rule in made)

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_the_keys_to_where_an_item_went_work_from_its_page(shop: Path, size: tuple[int, int]) -> None:
    """All that are named, in their order, lead there."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        await reject(v, REASON)
        await v.press("u")
        await goto(v)
        await v.press("enter")
        assert review(v).item.has_focus_within
        await v.press("U")
        await v.until(lambda: "is in Decided again" in v.said()[-1])
        found = re.search(r"press (\w+), then (\w)(?: (\d+) times)? to go there", v.said()[-1])
        assert found is not None and found[1] == "esc"
        await v.press("escape", *[found[2]] * int(found[3] or 1))
        assert TABS[review(v).queue.tab].name == "Decided"
        assert item in [one.id for one in review(v).queue.view.items if one.status == "rejected"]

    visit(shop, story, size=size)
