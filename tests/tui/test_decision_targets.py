"""What a key acts on, where an item stands afterwards, and what is said of it."""

from pathlib import Path

import pytest
from at_review import REASON, count, current, goto, reject, review, status
from visit import SIZES, Visit, environment, is_form, visit

from dreamtui.desk.decide.decide import decide
from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.desk.workspace.health import status as standing
from dreamtui.kinds.candidate.kind import NAME
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.store.index import recurrence
from dreamtui.text.query.row import UNDECIDED
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.queue_items import TABS
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.words_box import WordsBox

DECIDED = next(number for number, tab in enumerate(TABS) if tab.name == "Decided")


def box(v: Visit) -> RationaleScreen:
    assert isinstance(v.app.screen, RationaleScreen)
    return v.app.screen


# What a key acts on


def test_marks_stay_in_their_tab_and_keys_act_on_what_is_shown(shop: Path) -> None:
    """A mark in Decided sleeps while Pending is shown, and the foot says so; it is there again when one comes back."""

    async def story(v: Visit) -> None:
        review(v).queue.choose_tab(DECIDED)
        await v.rest()
        marked = current(v)
        await v.press("space")
        before = status(v, marked)
        review(v).queue.choose_tab(0)
        await v.rest()
        item = await goto(v)
        assert "1 marked in Decided" in v.line("#list-foot")
        assert [t.id for t in review(v).deciding.targets.items()] == [item]
        await v.press("enter", "b")
        assert status(v, marked) == before and "possible: graduate" in v.said()[-1]
        await v.press("escape")
        review(v).queue.choose_tab(DECIDED)
        await v.rest()
        assert review(v).queue.items.marks.keys == {Ref("", marked)} and "marked in" not in v.line("#list-foot")
        review(v).queue.choose_tab(0)
        await v.press("asterisk", "asterisk")
        assert not review(v).queue.items.marks.keys and not review(v).queue.elsewhere
        assert "marked" not in v.line("#list-foot") and "reject " in v.app.screen.query_one("KeyBar").text

    visit(shop, story)


def test_in_the_items_half_keys_act_on_that_item(shop: Path) -> None:
    """Marks count in the list only; the keys say how many."""

    async def story(v: Visit) -> None:
        first = await goto(v)
        await v.press("space")
        other = await goto(v, "src/auth.py")
        assert [item.id for item in review(v).deciding.targets.items()] == [first]
        await v.press("enter")
        assert [item.id for item in review(v).deciding.targets.items()] == [other]
        await reject(v)
        assert (status(v, other), status(v, first)) == ("rejected", "pending")
        assert review(v).queue.items.marks.keys == {Ref("", first)}

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_a_single_mark_on_another_row_is_said_and_its_item_named(shop: Path, size: tuple[int, int]) -> None:
    """What the pane shows is not what the keys mean then; in the pane, and on the marked row, they mean that item."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("space")
        await goto(v)
        assert "g graduate  " in v.key_bar() and "1 marked" not in v.key_bar()
        await goto(v, "src/auth.py")
        assert "g graduate 1 marked" in v.key_bar() and "r reject 1 marked" in v.key_bar()
        assert "s later 1 marked" in v.key_bar() or "s later" not in v.key_bar()
        await v.press("g")
        assert "`src/cart.ts` was" in v.line("#reason-title")
        await v.press("escape", "s")
        assert "Later: `src/cart.ts` was" in v.shown()
        await v.press("escape", "enter")
        assert "1 marked" not in v.key_bar() and "g graduate  " in v.key_bar()

    visit(shop, story, size=size)


def test_after_a_batch_the_cursor_skips_nothing(shop: Path) -> None:
    """It stands on the first row that waits, at or after the first that was decided."""

    async def story(v: Visit) -> None:
        rows = review(v).queue.items
        at = next(n for n in range(rows.shown) if rows.item_at(n).kind == rows.item_at(n + 1).kind == "candidate")
        ids = [rows.item_at(at).id, rows.item_at(at + 1).id]
        following = rows.item_at(at + 2).id
        rows.move_to(at)
        await v.press("space", "space")
        assert current(v) == following
        await v.press("r")
        box(v).query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s", "y")
        assert {status(v, one) for one in ids} == {"rejected"} and current(v) == following

    visit(shop, story)


# Where an item stands


def test_a_fresh_decision_seen_again_without_news_is_decided(shop: Path) -> None:
    """After a run that finds nothing new the tabs and “open” are as before, and as `status` counts them."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        await reject(v)
        recurring, decided = count(v, "Recurring"), count(v, "Decided")
        dream(v.desk, DreamRequest())
        assert item in {row.id for row in recurrence.read(v.desk.layout, NAME, v.desk.kinds)}
        await v.press("R")
        assert (count(v, "Recurring"), count(v, "Decided")) == (recurring, decided)
        found = standing(v.desk)
        assert f"{found.pending + found.recurring} open" in v.line("#header")
        assert sum(review(v).queue.view.tally[one] for one in UNDECIDED) == found.pending + found.recurring
        review(v).queue.choose_tab(DECIDED)
        await v.rest()
        assert review(v).queue.items.move_to_key(Ref("", item))
        await v.rest()
        assert "seen again, nothing new since" in v.line("#list-foot")
        assert "seen again, nothing new since" in review(v).item.query_one("#says", TextPane).text

    visit(shop, story)


def test_a_recurring_item_that_is_decided_again_is_decided(shop: Path) -> None:
    """Reopened and rejected after its last evidence it does not come back; undone, its news is news again."""

    async def story(v: Visit) -> None:
        await v.press("l")
        item, recurring = current(v), count(v, "Recurring")
        await v.press("b")
        review(v).queue.choose_tab(0)
        assert review(v).queue.items.move_to_key(Ref("", item))
        await v.rest()
        await reject(v)
        await v.press("R")
        assert count(v, "Recurring") == recurring - 1
        assert next(one.status for one in review(v).queue.view.items if one.id == item) == "rejected"
        await v.press("u")
        assert next(one.status for one in review(v).queue.view.items if one.id == item) == "pending"
        await v.press("u")
        assert next(one.status for one in review(v).queue.view.items if one.id == item) == "recurring"

    visit(shop, story)


def test_only_what_stands_counts_as_decided(shop: Path) -> None:
    """An undo takes it out again, a redo puts it back; the words of leaving say the same."""

    async def story(v: Visit) -> None:
        await goto(v)
        await reject(v)
        await goto(v, "src/auth.py")
        await v.press("s", "2")
        assert "2/" in v.line("#last") and v.app.sitting.summary() == "1 rejected, 1 deferred"
        await v.press("u")
        assert "1/" in v.line("#last") and v.app.sitting.summary() == "1 rejected"
        await v.press("U")
        assert "2/" in v.line("#last")
        await v.press("u", "u")
        assert "0/" in v.line("#last") and v.app.sitting.summary() == ""

    visit(shop, story)


# The words of a rule that is live


def with_live_rule(root: Path) -> tuple[str, str]:
    """An item whose rule somebody graduated and that waits again; its id and the rule."""
    from dreamtui.compose import open_desk
    from dreamtui.desk.queue.listing import listing

    env = {**environment(root.parent / "home"), "DREAMTUI_ACTOR": "Ana", "DREAMTUI_NOW": "2026-11-17T09:00:00Z"}
    desk = open_desk(root, env)
    found = next(e.row for e in listing(desk, status="pending").entries if "src/cart.ts" in e.row.title)
    rule = "Round every amount in src/cart.ts with the helper, never by hand."
    decide(desk, [found.id], Verb.GRADUATE, Words(rationale=REASON, rule=rule))
    decide(desk, [found.id], Verb.REOPEN, Words())
    return found.id, rule


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_box_begins_with_the_rule_that_is_live(shop: Path, size: tuple[int, int]) -> None:
    """As the preview does; whose rule other words would replace is said in tab 5 and beside the box."""
    item, rule = with_live_rule(shop)

    async def story(v: Visit) -> None:
        assert review(v).queue.items.move_to_key(Ref("", item))
        await v.press("5")
        against = review(v).item.query_one("#against", TextPane).text
        assert "A live rule by Ana of 2026-11-17 would be rewritten" in against
        assert review(v).deciding.reasons.words_begun(Ref("", item), Verb.GRADUATE).rule == rule
        await v.press("g")
        words = box(v).rule
        assert words is not None and words.text == rule
        box(v).why.put(REASON)
        await v.press("ctrl+r")
        assert is_form(v.app.screen, Scope.NOTICE)
        after = "".join(file.after or "" for file in v.app.screen.form.compared.files)
        assert rule in after
        await v.press("escape")
        coach = box(v).query_one("#coach", TextPane)
        assert "would be rewritten" not in coach.text
        words.put("Leave the cart alone.")
        await v.rest()
        assert "A live rule by Ana of 2026-11-17 would be rewritten" in coach.text

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_kind_of_a_rejection_is_never_cut(shop: Path, size: tuple[int, int]) -> None:
    """However long the title: the kind and its date stand on a line of their own, and on the key."""
    item, _ = with_live_rule(shop)

    async def story(v: Visit) -> None:
        assert review(v).queue.items.move_to_key(Ref("", item))
        await v.rest()
        await v.press("r")
        assert "1 wrong  2 wording" in v.shown() and "ctrl+g next kind" in v.shown()
        await v.press("ctrl+g", "ctrl+g")
        assert "Kind: wording" in v.shown()
        box(v).why.put("The helper of 039ecf7 rounds already; the words of this one would tell nobody anything new.")
        await v.press("ctrl+s")
        said = box(v).query_one("#coach", TextPane).text
        assert "ctrl+g goes on to" in said and "--as" not in said and "rerationale" not in said
        await v.press("ctrl+g", "ctrl+g")
        assert "Kind: not-now" in v.shown()

    visit(shop, story, size=size)


# Secrets


def test_a_secret_is_masked_in_every_tab_until_it_is_shown(shop: Path) -> None:
    """V shows it and masks it again; the piece that was chosen stays chosen."""

    async def story(v: Visit) -> None:
        found = next(one for one in review(v).queue.view.items if "secret" in one.flags and one.signal == "manual")
        assert review(v).queue.items.move_to_key(found.key)
        await v.press("3")

        def plain_text() -> str:
            return "".join(f"{one.before}{one.after}" for one in review(v).item.diff._sources)

        await v.until(lambda: "[secret]" in plain_text())
        masked = plain_text()
        await v.press("V")
        await v.until(lambda: plain_text() != masked)
        assert "[secret]" not in plain_text() and "V masks it again" in v.line("#item-risks")
        await v.press("2", "full_stop")
        place = review(v).item.evidence.rows.position
        await v.press("V")
        assert "V shows it" in v.line("#item-risks") and found.ref not in review(v).item.revealed
        assert review(v).item.evidence.rows.position == place
        await v.press("3")
        await v.until(lambda: plain_text() == masked)

    visit(shop, story)
