"""The proposal pane: sources against the result, changes chosen, losses settled, then the reason."""

import shutil
from pathlib import Path

import pytest
from at_proposal import (
    RETRIES,
    WHY,
    desk_of,
    goto_statement,
    let_all_go,
    lossy,
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
from visit import SIZES, Visit, demo_copy, is_form, visit

from dreamtui.desk.memory.notes import add_note
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.model.memory import Note
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.panes.queue_pane import QueuePane
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.texts.proposal import change_id
from dreamtui.tui.widgets.text_pane import TextPane


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
        assert "✓ 18 passed" in words(v, "#result")
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
        assert "2 lost: x lets each go" in v.shown() and "✗ lost" in v.shown()
        await v.press("g")
        assert pane(v) is at and "let each go with x" in v.said()[-1]
        assert at.statement is not None and at.statement.text == "- Never retry a refused charge."
        await v.press("x")
        assert "– let go" in v.shown() and "1 of 2 lost" in v.shown()
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
        assert "Nothing that is lost is still open" in v.said()[-1]
        await v.press("K")
        assert "Only a lost statement" in v.said()[-1]
        await write(v, f"- {RETRIES}\n- Never retry a refused charge.")
        await goto_statement(v, "five attempts")
        await v.press("x")
        assert at.sketch.why_not() == "" and "1 let go" in v.shown()
        await v.press("x")
        assert "1 lost: x lets it go" in v.shown()
        await v.press("E")
        assert "nothing lost" in v.shown() and not at.sketch.edits
        await v.press("E")
        assert "as it was proposed" in v.said()[-1]

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_a_way_out_of_a_contradiction_is_looked_at_closely(shop: Path, size: tuple[int, int]) -> None:
    """What is newer is chosen at first; space chooses, a change can be switched off, and what is on is carried out."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "superseded")
        assert at.ways.has_focus and at.sketch.choice == "keep-b" == at.sketch.view.proposal.default
        await v.press("tab")
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
        assert at.ways.has_focus and "choose: 1 to 3" in v.shown()
        await v.press("g")
        assert "Make a choice" in v.said()[-1]

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
        assert pane(v) is at and "Nothing is left to do" in words(v, "#result")
        assert "accept" not in v.key_bar() and "reject" in v.key_bar()
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
        assert "Reviewing a proposal · active now" in v.shown()

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
        assert "choose: 1 to 3" in v.shown()

    visit(shop, story)


def test_the_key_that_opens_a_proposal_says_so(shop: Path) -> None:
    """Alone it is looked at first, and nothing else opens it; marked with others, `g` takes them and `P` opens one."""

    async def story(v: Visit) -> None:
        await go(v, kind="proposal", signal="merge", status="pending")
        assert "look and accept" in v.key_bar() and "look closely" not in v.key_bar()
        await v.press("*")
        assert "look and" not in v.key_bar()

    visit(shop, story)


def test_p_on_another_item_says_so(shop: Path) -> None:
    """Only a proposal that waits is opened; elsewhere the key is not in the bar."""

    async def story(v: Visit) -> None:
        assert v.app.screen.query_one("#queue", QueuePane).current is not None
        await go(v, kind="candidate", status="pending")
        assert "look closely" not in v.shown()
        await v.press("P")
        assert isinstance(v.app.screen, ReviewScreen) and "not a proposal that waits" in v.said()[-1]

    visit(shop, story)


@pytest.mark.parametrize("size", SIZES)
def test_a_contradiction_is_decided_by_its_number_and_a_reason(shop: Path, size: tuple[int, int]) -> None:
    """Two cards stand against each other; a number keeps one; the box of the reason says what goes."""
    before = tree(shop)

    async def story(v: Visit) -> None:
        await go(v, kind="proposal", signal="superseded")
        await v.press("g")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        shown = v.shown()
        for said in ("Which is true?", "1 keep", "Use Node 18", "2 keep", "Use Node 20", "newer", "3  Keep both"):
            assert said in shown
        assert "on/off" not in v.key_bar() and "take 2" in v.key_bar()
        await v.press("1")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        assert "“Use Node 20 for the front end; 18 is out of support.” goes with it" in words(v, "#coach")
        await reason(v)
        await v.press("u")
        await v.until(lambda: tree(shop) == before)

    visit(shop, story, size=size)


def test_the_suggested_way_out_is_taken_by_g(shop: Path) -> None:
    async def story(v: Visit) -> None:
        at = await open_proposal(v, "superseded")
        await v.press("g")
        await reason(v)
        assert at.sketch.choice == "keep-b"

    visit(shop, story)
    filed = next((shop / ".agent/dream/proposals/accepted").glob("*.json")).read_text()
    assert '"choice": "keep-b"' in filed and "Use Node 18 for the front end." in filed.partition('"acknowledged"')[2]


def test_what_only_one_of_two_memories_says_is_signed(tmp_path: Path) -> None:
    async def story(v: Visit) -> None:
        at = await open_proposal(v, "pair")
        assert "≠ See the old wiki page." in v.shown() and "= Calls to the provider" in v.shown()
        await v.press("9", "3")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        assert at.sketch.choice == "keep-both"

    visit(demo_copy(tmp_path), story)


@pytest.mark.parametrize("size", SIZES)
def test_a_number_left_without_a_reason_chooses_nothing(shop: Path, size: tuple[int, int]) -> None:
    async def story(v: Visit) -> None:
        at = await open_proposal(v, "superseded")
        assert "take 2" in v.key_bar()
        before = at.sketch.standing
        for key in ("1", "g", "enter"):
            await v.press(key)
            await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
            await v.press("escape")
            assert pane(v).on_cards and at.sketch.standing == before and "take 2" in v.key_bar()

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_the_frame_goes_from_card_to_card_and_enter_takes_it(shop: Path, size: tuple[int, int]) -> None:
    """Behind the last card come the ways out without one."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "superseded")
        framed = [(key, at.sketch.choice, len(at.query(".card.-chosen"))) for key in [""]]
        for key in ("k", "left", "j", "down", "right", "home"):
            await v.press(key)
            framed.append((key, at.sketch.choice, len(at.query(".card.-chosen"))))
        assert framed == [
            ("", "keep-b", 1), ("k", "keep-a", 1), ("left", "keep-a", 1), ("j", "keep-b", 1), ("down", "keep-both", 0),
            ("right", "keep-both", 0), ("home", "keep-a", 1),
        ]  # fmt: skip
        await v.press("enter")
        await reason(v)
        assert at.sketch.choice == "keep-a"

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_wording_is_taken_by_its_number(tmp_path: Path, size: tuple[int, int]) -> None:
    """What two memories say in two ways stands together: 1 and 2 take one, 3 both, 2 again what was proposed."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await go(v, "Feedback branches", kind="proposal")
        await v.press("P")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        at = pane(v)
        assert "Said in two ways" in v.shown() and "1 take a" in v.key_bar()
        assert "a … the number of its ticket, as in" in v.shown() and "● taken  b" in v.shown()
        await v.press("3")
        assert "as in `shop-123-pages`. Always begin" in words(v, "#result")
        await v.press("2")
        assert not at.sketch.edits and "like `shop-123-pages`.  ‹" in words(v, "#result")
        await v.press("1")
        assert "as in `shop-123-pages`.  ‹" in words(v, "#result") and "● taken  a" in v.shown()
        await v.press("g")
        await reason(v)

    visit(root, story, size=size)
    [written] = list((root / ".claude/memory").glob("feedback_branch*.md"))
    assert "as in `shop-123-pages`" in written.read_text()


def test_a_merge_with_one_loss_takes_three_keys(shop: Path) -> None:
    """The loss is on top and under the cursor: x lets it go."""
    lossy(shop)

    async def story(v: Visit) -> None:
        await go(v, kind="proposal", signal="merge")
        await v.press("g")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        assert pane(v).statements.position == 2
        await v.press("x", "g")
        await reason(v)

    visit(shop, story)
    filed = next((shop / ".agent/dream/proposals/accepted").glob("*.json")).read_text()
    assert "Never retry a refused charge." in filed.partition('"acknowledged"')[2]


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Schema freeze", "+ The schema is frozen since 2026-"),
        ("release train", "+ Ask Carol when he is away"),
        ("Feedback branches", "2 memories become one"),
        ("Tidy the notes", "- Webhooks of the provider"),
    ],
)
def test_the_first_tab_says_what_a_proposal_changes(tmp_path: Path, title: str, said: str) -> None:
    """Word by word where a memory is corrected, and what is lost, before the reason."""

    async def story(v: Visit) -> None:
        await go(v, title, kind="proposal")
        told = words(v, "#says")
        assert said in told and "Nothing is lost." in told

    visit(demo_copy(tmp_path), story)


def test_the_first_tab_names_every_loss(shop: Path) -> None:
    """Before what would be written, which may be long."""
    lossy(shop)

    async def story(v: Visit) -> None:
        await go(v, kind="proposal", signal="merge")
        head, lost, *rest = words(v, "#says").split("\n")
        assert head == "2 memories become one" and lost == "✗ lost: - Never retry a refused charge."
        assert f"- {RETRIES}" in rest and "Nothing is lost" not in words(v, "#says")

    visit(shop, story)


def test_secrets_in_two_wordings_are_masked_before_they_are_marked(tmp_path: Path) -> None:
    """Marking what differs cuts a text into pieces, none of which looks like a secret any more."""
    root = demo_copy(tmp_path)
    shutil.rmtree(root / ".agent/dream/proposals")
    said = ("Use Ruby 2 with password=zx9Kq82LmP0w for the front desk.",
            "Use Ruby 3 with password=rT5vWn31QaYd for the front desk; 2 is out of support.")  # fmt: skip
    for text in said:
        add_note(desk_of(root), Note("", "", "Ruby version", text), acknowledged=("secret",))
    reorganize(desk_of(root), ReorganizeRequest())

    async def story(v: Visit) -> None:
        await go(v, "Ruby version", kind="proposal")
        await v.press("g")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        told = "\n".join(pane.text for pane in v.app.screen.query(".card").results(TextPane))
        assert "Ruby 3 with password=[secret] for" in told and "zx9Kq82LmP0w" not in told

    visit(root, story)


def test_a_rule_among_the_sources_has_its_author(shop: Path) -> None:
    """Beside its day; the files of notes name nobody."""

    async def story(v: Visit) -> None:
        await go(v, "Retire: ")
        await v.press("P")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        change = pane(v).change
        assert change is not None and change.sources[0].kind == "rule"
        author = change.sources[0].author
        assert author and any(author in line and "rule" in line for line in v.shown().split("\n"))

    visit(shop, story)


def test_statements_open_at_the_way_out_that_is_chosen(tmp_path: Path) -> None:
    """Not at the first, of which other statements are lost."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "superseded")
        assert at.on_cards and at.sketch.choice == "keep-b"
        await v.press("tab")
        assert at.change is not None and at.change.choice == "keep-b"
        assert at.table.chosen is not None and at.table.chosen.id == change_id(at.change)

    visit(demo_copy(tmp_path), story)


def test_x_goes_to_what_is_lost_from_any_change(tmp_path: Path) -> None:
    """The line that says so names the key, also where another change is shown."""

    async def story(v: Visit) -> None:
        await go(v, "Tidy the notes about retries")
        await v.press("P")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        await v.rest()
        at = pane(v)
        lossless = next(one for one in at.sketch.changes if not one.lost)
        at.go_to(lossless)
        await v.rest()
        assert "1 lost: x lets it go" in v.shown()
        await v.press("x")
        assert at.change is not None and at.change.lost and at.statement is not None
        assert at.statement.text in at.change.lost
        await v.press("x")
        assert not at.sketch.open_losses()

    visit(demo_copy(tmp_path), story)
