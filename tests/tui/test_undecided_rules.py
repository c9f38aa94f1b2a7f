"""Rules that nobody decided, in the console: shown apart, accepted alone or together with one reason, taken back."""

from pathlib import Path

import pytest
from test_memory import go_to
from visit import SIZES, Visit, demo_copy, is_form, visit

from dreamtui.desk.audit import audit_views
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.desk.outputs.sync import sync
from dreamtui.model.verb import Verb
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.dialogs.leave import LeaveScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.words_box import WordsBox

WHY = "We have worked by these for two years in the old tool, and each once kept a release from going wrong."
RULES = ".agent/memory/semantic/rules/auto-dream"


def with_foreign_rules(top: Path) -> Path:
    """The demo with two rules that dotagent graduated, and a rule of ours whose words somebody changed."""
    root = demo_copy(top)
    for number, text in enumerate(("Keep commits small.", "Never push on Fridays.")):
        path = root / RULES / f"1234567{number}-foreign.md"
        path.write_text(f"# Observation {number}\n\n{text}\n\n## Graduated by\n\nbob\n", encoding="utf-8")
    return root


@pytest.mark.parametrize("size", SIZES)
def test_they_stand_apart_and_are_accepted_together_in_the_queue(tmp_path: Path, size: tuple[int, int]) -> None:
    """One reason for those that are marked, one record each; one undo takes all of it back."""
    root = with_foreign_rules(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        assert "2 undecided" in v.line("#memory-remark") and "2 undecided" in v.line("#browse-heading")
        await go_to(v, at, "Keep commits small.")
        assert "Undecided: no decision" in at.pane.text.text and "stands" in at.pane.text.text
        await v.press("escape")
        await v.press("slash")
        await v.type("kind:undecided")
        await v.press("enter", "asterisk", "g")
        v.app.screen.query_one("#why", WordsBox).put(WHY)
        await v.press("ctrl+s")
        assert is_form(v.app.screen, Scope.CONFIRM)
        text = v.app.screen.query_one(TextPane).text
        assert "Keep commits small." in text and "Never push on Fridays." in text
        await v.press("y")
        await v.until(lambda: remembered(v.desk).held == ())
        made = [mark for mark, _ in audit_views.decisions(v.desk)[-2:]]
        assert {mark.verb for mark in made} == {Verb.ACCEPT} and len({mark.batch for mark in made}) == 1
        await v.press("u")
        await v.until(lambda: len(remembered(v.desk).held) == 2)
        assert {one.is_new for one in remembered(v.desk).held} == {False}

    visit(root, story, size=size)


def test_one_is_accepted_on_the_memory_screen(tmp_path: Path) -> None:
    """With what a sync would write then."""
    root = with_foreign_rules(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "Keep commits small.")
        await v.press("g")
        await v.type(WHY)
        await v.press("ctrl+r")
        await v.until(lambda: is_form(v.app.screen, Scope.NOTICE))
        shown = v.shown()
        assert "CLAUDE.md" in shown and "Keep commits small." in shown and "Never push" not in shown
        await v.press("escape", "ctrl+s")
        await v.until(lambda: v.app.screen is at)
        await v.until(lambda: "1 undecided" in v.line("#browse-heading"))

    visit(root, story)


def test_a_changed_rule_is_shown_with_what_was_decided(tmp_path: Path) -> None:
    """It is accepted by itself; the decided words are what agents are given meanwhile."""
    root = demo_copy(tmp_path)
    rule = next(path for path in (root / RULES).glob("*.md") if "integer cents" in path.read_text())
    words = next(line for line in rule.read_text().split("\n")[1:] if line.strip())
    rule.write_text(rule.read_text().replace(words, "Count in floats, they are quicker."))

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "Count in floats")
        assert "its words are not those that carol decided" in " ".join(at.pane.text.text.split())
        assert words in " ".join(at.pane.text.text.split())
        await v.press("w")
        await v.until(lambda: "Undecided: its words are not those" in " ".join(at.pane.text.text.split()))
        await v.press("g")
        assert isinstance(v.app.screen, RationaleScreen)
        await v.type(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is at)
        await v.until(lambda: "undecided" not in v.line("#browse-heading"))
        assert "Count in floats" in next(one for one in remembered(v.desk).rules if one.path.endswith(rule.name)).text

    visit(root, story)


def test_a_rule_that_changed_while_the_reason_was_written_is_not_accepted_unseen(tmp_path: Path) -> None:
    """The words that were shown are the words that are accepted."""
    root = with_foreign_rules(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "Keep commits small.")
        await v.press("g")
        await v.type(WHY)
        path = root / RULES / "12345670-foreign.md"
        path.write_text(path.read_text().replace("small", "large"))
        await v.press("ctrl+s")
        await v.until(lambda: "no item is called" in v.shown())
        assert isinstance(v.app.screen, RationaleScreen) and len(remembered(v.desk).held) == 2

    visit(root, story)


def test_one_is_retired_instead(tmp_path: Path) -> None:
    """Who does not want it takes it away, with a reason."""
    root = with_foreign_rules(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "Keep commits small.")
        await v.press("r")
        await v.type("Nobody here remembers where this comes from, and large commits never hurt anybody.")
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is at)
        await v.until(lambda: "1 undecided" in v.line("#browse-heading"))

    visit(root, story)


def test_leaving_says_that_there_are_some(tmp_path: Path) -> None:
    """Before the outputs are written, in the words of every other place."""
    root = with_foreign_rules(tmp_path)

    async def story(v: Visit) -> None:
        sync(v.desk)
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "Give every charge")
        await v.press("r")
        await v.type(
            "The provider refuses a second charge by itself since October, so the key guards nothing any more."
        )
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is at)
        await v.press("escape", "q")
        await v.until(lambda: isinstance(v.app.screen, LeaveScreen))
        assert "2 rules are undecided" in v.line("#trouble")

    visit(root, story)
