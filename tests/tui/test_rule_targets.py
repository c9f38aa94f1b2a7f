"""Where a rule goes, in the console: the line with its cost, the choice, the leaving diff, and moving a live rule."""

import re
from pathlib import Path

import pytest
from at_review import REASON, goto
from textual.events import Paste
from visit import SIZES, Visit, is_form, visit

from dreamtui.desk.outputs.remembered import remembered
from dreamtui.model.target import OUTPUTS, Destination, Target
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.base import KeyBar
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.dialogs.leave import LeaveScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen

MOVED = "Only whoever works on the cart needs it; everybody else reads it in vain in every session."


async def open_box(v: Visit, key: str = "g") -> RationaleScreen:
    """The box of the reason with the targets read."""
    await v.press(key)
    await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
    await v.until(lambda: "lines" in v.line("#rule-target"))
    box = v.app.screen
    assert isinstance(box, RationaleScreen)
    return box


async def choose(v: Visit, key: str) -> None:
    """Choose a target by its number."""
    await v.press("f3")
    await v.until(lambda: is_form(v.app.screen, Scope.TARGET))
    await v.press(key)
    await v.until(lambda: isinstance(v.app.screen, RationaleScreen))


def test_the_key_that_records_does_nothing_in_the_choice_of_a_target(shop: Path) -> None:
    """It belongs to patterns that are typed; the box behind does not offer its own keys meanwhile."""

    async def story(v: Visit) -> None:
        await goto(v)
        box = await open_box(v)
        await v.press("f3", "ctrl+s")
        assert is_form(v.app.screen, Scope.TARGET) and "Nothing is typed" in v.line("#field-says")
        assert box.query_one(KeyBar).text == ""
        await v.press("escape")
        assert v.app.screen is box and "record" in v.key_bar()

    visit(shop, story)


@pytest.mark.parametrize("key", ["f3", "ctrl+t"])
@pytest.mark.parametrize("words", ["the rule of carts says no", "The Rule", "?", "x"])
def test_words_typed_on_at_a_choice_go_to_the_reason(shop: Path, key: str, words: str) -> None:
    """They close it and lose nothing, typed slowly or in one stream; nothing is chosen by them."""

    async def story(v: Visit) -> None:
        await goto(v)
        box = await open_box(v)
        await v.type("Because ")
        await v.press(key)
        assert v.app.screen is not box
        await v.type(words)
        assert v.app.screen is box and box.why.text == f"Because {words}" and box.words.destination is None
        await v.press(key)
        for sign in " then":
            await v.press("space" if sign == " " else sign)
        assert v.app.screen is box and box.why.text == f"Because {words} then"

    visit(shop, story)


def test_what_is_pasted_at_a_choice_goes_to_the_reason(shop: Path) -> None:
    async def story(v: Visit) -> None:
        await goto(v)
        box = await open_box(v)
        await v.press("f3")
        v.app.post_message(Paste("3 of them"))
        await v.rest()
        assert v.app.screen is box and box.why.text == "3 of them" and box.words.destination is None

    visit(shop, story)


def test_the_key_says_that_it_leads_to_a_choice(shop: Path) -> None:
    """Also where another place is suggested: it is not taken by it."""

    async def story(v: Visit) -> None:
        await goto(v)
        await open_box(v)
        assert "f3 choose… suggested: .claude/rules" in v.shown()
        await v.press("f3")
        assert is_form(v.app.screen, Scope.TARGET)

    for size in SIZES:
        visit(shop, story, size=size)


def destination(v: Visit, item: str) -> Destination:
    """Where the rule of an item goes."""
    return next(rule.destination for rule in remembered(v.desk).rules if rule.id == item)


def test_the_target_is_part_of_the_decision(shop: Path) -> None:
    """Its file and its cost are in the box; one key chooses among all, and the leaving diff has the file."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        box = await open_box(v)
        assert "CLAUDE.md" in v.line("#rule-target") and "of 200 lines" in v.line("#rule-target")
        assert "suggested: .claude/rules" in v.line("#rule-target")
        await choose(v, "3")
        assert ".claude/rules for src/**" in v.line("#rule-target")
        box.why.put(REASON)
        await v.press("ctrl+s")
        await v.until(lambda: not isinstance(v.app.screen, RationaleScreen))
        assert destination(v, item) == Destination(Target.RULES, ("src/**",))
        await v.press("q")
        await v.until(lambda: isinstance(v.app.screen, LeaveScreen))
        assert ".claude/rules/dreamtui-src.md" in v.line("#outputs")
        written = [change.path for change in v.app.screen.planned.changes.changes]
        assert all(path in v.line("#outputs") for path in written)

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_every_choice_is_told_apart(shop: Path, size: tuple[int, int]) -> None:
    """By its file, and below it whom it reaches: the same file as configured, and only that file."""

    async def story(v: Visit) -> None:
        await goto(v)
        await open_box(v)
        await v.press("f3")
        await v.until(lambda: is_form(v.app.screen, Scope.TARGET))
        shown = v.shown()
        offered = re.findall(r"[│┃] +[1-9]  (\S.*?)  ", shown.partition("The rule goes to")[2])
        assert offered[:2] == ["CLAUDE.md, as configured", "CLAUDE.md only"]
        assert len(offered) == 6 and len(set(offered)) == 6
        for reach in ("in every session here", "by other agents", "when a matching file is read", "in every project"):
            assert reach in shown, reach
        assert "esc back" in shown

    visit(shop, story, size=size)


def test_patterns_are_typed(shop: Path) -> None:
    """`p` asks for patterns; those that lead out of the workspace are refused there, and esc changes nothing."""

    async def story(v: Visit) -> None:
        await goto(v)
        box = await open_box(v)
        await v.press("f3", "p", *"../x", "ctrl+s")
        await v.rest()
        assert is_form(v.app.screen, Scope.TARGET) and box.words.destination is None
        await v.press("escape")
        await v.until(lambda: v.app.screen is box)
        await v.press("f3", "p", *"*.ts", "ctrl+s")
        await v.until(lambda: v.app.screen is box)
        assert box.words.destination == Destination(Target.RULES, ("*.ts",))
        assert "for *.ts" in v.line("#rule-target")
        await choose(v, "1")
        assert box.words.destination is None

    visit(shop, story)


def test_a_target_is_kept_with_the_draft_unless_it_is_private(shop: Path) -> None:
    """A repository can ship a draft, so none names a place outside it."""

    async def story(v: Visit) -> None:
        await goto(v)
        for key, kept in (("2", Destination(Target.CLAUDE)), ("5", None)):
            box = await open_box(v)
            box.why.put(REASON)
            await choose(v, key)
            await v.press("escape")
            await v.until(lambda box=box: v.app.screen is not box)
            box = await open_box(v)
            assert box.words.destination == kept
            await v.press("escape")
            await v.until(lambda box=box: v.app.screen is not box)

    visit(shop, story)


def test_what_a_decision_wrote_itself_is_in_the_leaving_diff(shop: Path) -> None:
    """A memory file and its line in the index are shown beside what will be written."""

    async def story(v: Visit) -> None:
        await goto(v)
        box = await open_box(v)
        await choose(v, "5")
        box.why.put(REASON)
        await v.press("ctrl+s")
        await v.until(lambda: not isinstance(v.app.screen, RationaleScreen))
        assert "MEMORY.md" in {one.path.rpartition("/")[2] for one in v.app.sitting.written.changes}
        await v.press("q")
        await v.until(lambda: isinstance(v.app.screen, LeaveScreen))
        assert "MEMORY.md" in v.line("#written") and "Written already" in v.line("#written")
        assert "up to date" in v.line("#outputs") and "MEMORY.md" not in v.line("#outputs")
        assert "write" not in v.key_bar() and "l leave" in v.key_bar()
        await v.press("escape", "u")
        await v.until(lambda: not v.app.sitting.written)

    visit(shop, story)


def test_a_live_rule_is_moved_and_moved_back(shop: Path) -> None:
    """A decision of its own on the screen of what is remembered, undone with u."""

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        position = next(n for n in range(at.rows.shown) if "integer cents" in at.rows.item_at(n).cells[:2][-1].text)
        at.rows.move_to(position)
        await v.rest()
        box = await open_box(v, "s")
        assert box.rule is None and "Move" in v.line("#reason-title")
        await choose(v, "4")
        box.why.put(MOVED)
        await v.press("ctrl+s")
        await v.until(lambda: not isinstance(v.app.screen, RationaleScreen))
        (moved,) = [rule.id for rule in remembered(v.desk).rules if rule.destination.target is Target.AGENTS]
        await v.until(lambda: "goes to" in at.pane.text.text)
        await v.press("u")
        await v.until(lambda: destination(v, moved) == OUTPUTS)

    visit(shop, story)


def test_a_rule_has_one_price_in_the_box_and_in_the_choice(shop: Path) -> None:
    """That of the words as they are now; beside each place stand the lines."""

    async def story(v: Visit) -> None:
        await goto(v)
        box = await open_box(v)
        assert box.rule is not None
        box.rule.put(
            "Keep what lies in a cart until its order is paid, and write a test for the last item that is sold."
        )
        await v.rest()
        (price,) = re.findall(r"about \d+ tokens", v.shown())
        await v.press("f3")
        await v.until(lambda: is_form(v.app.screen, Scope.TARGET))
        asked = re.findall(r"(?:about )?\d+ tokens?\b", v.shown().partition("Graduate: ")[2])
        assert set(asked) == {price} and len(asked) == 2
        assert "the same now; stays when your settings change" in v.shown()

    visit(shop, story)
