"""The proposal pane: sources against the result, changes chosen, losses settled, then the reason."""

from pathlib import Path

import pytest
from at_proposal import (
    RETRIES,
    WHY,
    goto_statement,
    let_all_go,
    notes,
    open_proposal,
    pane,
    proposed,
    reason,
    tree,
    words,
    write,
)
from at_review import go
from visit import SIZES, Visit, is_form, visit

from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.panes.queue_pane import QueuePane
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Two notes that say nearly the same, and what is proposed about them."""
    return proposed(tmp_path)


def test_e_in_the_queue_shows_the_proposal(shop: Path) -> None:
    """Its result is edited beside its sources, so that is where e leads."""

    async def story(v: Visit) -> None:
        await go(v, kind="proposal", signal="merge")
        await v.press("e")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_sources_stand_against_the_result(shop: Path, size: tuple[int, int]) -> None:
    """Every statement has sign, word and origin; side by side where there is room, else one below the other."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        shown = v.shown()
        assert "= kept" in shown and "+ merged" in shown and "nothing lost" in shown
        assert "Never retry a refused charge.  ‹" in words(v, "#result")
        assert "‹" in words(v, "#result").split(RETRIES)[1].split("\n")[0]
        assert words(v, "#result").split(RETRIES)[1].split("›")[0].count("+") == 1
        assert "negation ✓" in words(v, "#result")
        beside = at.query_one("#sources").region.y == at.query_one("#results").region.y
        assert beside is (size[0] >= 100)
        assert at.query_one("#results").region.right <= size[0]

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_accept_as_proposed_and_undo(shop: Path, size: tuple[int, int]) -> None:
    """The reason is asked for, the merge is written, and u brings the bytes back."""
    before = tree(shop)

    async def story(v: Visit) -> None:
        await open_proposal(v, "merge")
        await v.press("g")
        await reason(v)
        after = tree(shop)
        assert after != before and any("/accepted/" in path for path in after)
        assert v.app.sitting.done[-1][0].decision.rationale == WHY
        await v.press("u")
        await v.until(lambda: tree(shop) == before)

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_lost_statement_is_let_go_or_kept(shop: Path, size: tuple[int, int]) -> None:
    """Edited words that lose a statement are not accepted until x lets it go or K keeps it."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        await write(v, f"- {RETRIES}")
        assert "2 of 2 would be lost" in v.shown() and "✗ lost" in v.shown()
        await v.press("g")
        assert pane(v) is at and "let each go with x" in v.said()[-1]
        assert at.statement is not None and at.statement.text == "- Never retry a refused charge."
        await v.press("x")
        assert "– let go" in v.shown() and "1 of 2 would be lost" in v.shown()
        assert at.statement.text == "- At most five attempts for one charge."
        await v.press("K")
        assert "1 let go" in v.shown() and "At most five attempts" in words(v, "#result")
        await v.press("g")
        await reason(v)
        written = [text for text in notes(shop) if "- At most five attempts" in text and "status: active" in text]
        assert len(written) == 1 and "refused charge" not in written[0].partition("\n---\n")[2]

    visit(shop, story, size=size)
    filed = next((shop / ".agent/dream/proposals/accepted").glob("*.json")).read_text()
    assert "Never retry a refused charge." in filed.partition('"acknowledged"')[2]


def test_x_twice_holds_on_to_it_again(shop: Path) -> None:
    """Letting go is taken back by the same key; what is kept cannot be let go."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        await v.press("x")
        assert "No statement of this change is lost" in v.said()[-1]
        await v.press("K")
        assert "Only a lost statement" in v.said()[-1]
        await write(v, f"- {RETRIES}\n- Never retry a refused charge.")
        await goto_statement(v, "five attempts")
        await v.press("x")
        assert at.sketch.why_not() == "" and "1 let go" in v.shown()
        await v.press("x")
        assert "1 of 1 would be lost" in v.shown()
        await v.press("E")
        assert "nothing lost" in v.shown() and not at.sketch.edits
        await v.press("E")
        assert "as it was proposed" in v.said()[-1]

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_a_way_out_of_a_contradiction_is_chosen(shop: Path, size: tuple[int, int]) -> None:
    """What is newer is chosen at first; space chooses, a change can be switched off, and what is on is carried out."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "superseded")
        assert at.table.has_focus and at.sketch.choice == "keep-b" == at.sketch.view.proposal.default
        assert at.table.move_to_key("choice keep-both")
        await v.press("space")
        assert at.sketch.choice == "keep-both" and "2 of 2 changes on" in v.shown()
        await v.press("j", "space")
        assert "1 of 2 changes on" in v.shown()
        await v.press("space")
        assert "2 of 2 changes on" in v.shown()
        await v.press("e")
        assert pane(v) is at and "switch the others off" in v.said()[-1]
        await let_all_go(v)
        await v.press("g")
        await reason(v)

    visit(shop, story, size=size)
    filed = next((shop / ".agent/dream/proposals/accepted").glob("*.json")).read_text()
    assert '"choice": "keep-both"' in filed


def test_of_two_on_one_subject_nothing_is_chosen_at_first(shop: Path) -> None:
    async def story(v: Visit) -> None:
        at = await open_proposal(v, "pair")
        assert at.table.has_focus and "choose a way out" in v.shown()
        await v.press("g")
        assert "Choose a way out" in v.said()[-1]

    visit(shop, story)


def test_the_exact_changes_are_shown_and_can_be_looked_at_again(shop: Path) -> None:
    """c shows the files; with a loss that is open it says why it cannot; ctrl+r in the reason shows the same."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        await v.press("c")
        await v.until(lambda: is_form(v.app.screen, Scope.NOTICE))
        assert is_form(v.app.screen, Scope.NOTICE)
        first = v.app.screen.form.compared.files
        assert any(change.path.startswith(".agent/memory/notes/") for change in first)
        await v.press("escape", "g")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        await v.press("ctrl+r")
        await v.until(lambda: is_form(v.app.screen, Scope.NOTICE))
        assert is_form(v.app.screen, Scope.NOTICE)
        assert {file.path for file in v.app.screen.form.compared.files} == {file.path for file in first}
        await v.press("escape", "escape")
        assert pane(v) is at

    visit(shop, story)


def test_reject_with_a_reason(shop: Path) -> None:
    """r asks for it; the proposal is among the rejected."""

    async def story(v: Visit) -> None:
        await open_proposal(v, "merge")
        await v.press("r")
        await reason(v)

    visit(shop, story)
    assert list((shop / ".agent/dream/proposals/rejected").glob("*.json"))


def test_a_source_that_changed_meanwhile_is_shown_before_anything_is_asked(shop: Path) -> None:
    """Accept looks again: the new state is shown and said, and no reason is asked for."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        path = next(p for p in (shop / ".agent/memory/notes").glob("n-*.md") if "refused charge" in p.read_text())
        path.write_text(path.read_text() + "\n- Tell the customer.\n")
        await v.press("g")
        await v.until(lambda: any("changed meanwhile" in said for said in v.said()))
        assert pane(v) is at and "This change is skipped" in words(v, "#result")
        assert "changed since" in v.shown()

    visit(shop, story)


def test_panes_with_tab_and_the_statement_in_full(shop: Path) -> None:
    """tab goes round, enter goes on and never decides; the cursor's statement stands below with its file."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        assert at.statements.has_focus
        await v.press("enter")
        assert at.result.has_focus
        await v.press("tab")
        assert at.statements.has_focus
        await v.press("shift+tab")
        assert at.result.has_focus
        await goto_statement(v, "exponential")
        assert RETRIES in words(v, "#said") and "merged" in words(v, "#said") and "notes/n-" in words(v, "#said")
        await v.press("question_mark")
        assert "Reviewing a proposal · alive now" in v.shown()

    visit(shop, story)


def test_a_read_only_console_shows_it_and_decides_nothing(shop: Path) -> None:
    """The keys that decide are dead, and not in the bar."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        await v.press("g")
        assert pane(v) is at and "Nothing can be decided here" in v.said()[-1]
        assert "g accept" not in v.shown()

    visit(shop, story, read_only="read-only")


def test_accept_in_the_queue_leads_into_the_pane(shop: Path) -> None:
    """g on a proposal shows every statement first; its losses and choices could not be settled elsewhere."""

    async def story(v: Visit) -> None:
        await open_proposal(v, "pair")
        await v.press("escape", "g")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        assert "choose a way out" in v.shown()

    visit(shop, story)


def test_the_key_that_opens_a_proposal_says_so(shop: Path) -> None:
    """Alone it is looked at first, and nothing else opens it; marked with others, `g` takes them and `P` opens one."""

    async def story(v: Visit) -> None:
        await go(v, kind="proposal", status="pending")
        assert "look and accept" in v.line("KeyBar") and "look closely" not in v.line("KeyBar")
        await v.press("*")
        assert "look and" not in v.line("KeyBar")

    visit(shop, story)


def test_p_on_another_item_says_so(shop: Path) -> None:
    """Only a proposal that waits is opened; elsewhere the key is not in the bar."""

    async def story(v: Visit) -> None:
        assert v.app.screen.query_one("#queue", QueuePane).current is not None
        await go(v, kind="candidate", status="pending")
        assert "look closely" not in v.shown()
        await v.press("P")
        assert isinstance(v.app.screen, ReviewScreen) and "no proposal that waits" in v.said()[-1]

    visit(shop, story)
