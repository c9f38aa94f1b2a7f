"""The words of a proposal: edited, kept over consoles, written in another program, masked."""

from pathlib import Path

import pytest
from at_proposal import RETRIES, desk_of, let_all_go, notes, open_proposal, pane, proposed, reason, tree, words, write
from at_review import go
from textual.events import Paste
from visit import Visit, visit

from dreamtui.desk.memory.notes import add_note
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.model.memory import Note
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.proposal.result import ResultScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.terminal import editor


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Two notes that say nearly the same, and what is proposed about them."""
    return proposed(tmp_path)


def test_part_of_a_way_out_with_edited_words(shop: Path) -> None:
    """With one change alone its words can be edited; the other cannot be switched on meanwhile, and is left."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "superseded")
        await v.press("space")
        assert "tab shows the statements" in v.said()[-1] and at.sketch.choice == "keep-b"
        await v.press("tab")
        assert at.table.move_to_key("choice keep-both")
        await v.press("space", "j", "j", "space", "k")
        change = at.change
        assert change is not None
        await write(v, change.result + "\nUntil the images are rebuilt.")
        assert "your words" in v.line("#result-title") and "‹yours›" in words(v, "#result")
        await v.press("right_square_bracket", "space")
        assert "Edited words go with one change" in v.said()[-1] and "1 of 2 changes on" in v.shown()
        await v.press("left_square_bracket")
        await let_all_go(v)
        await v.press("g")
        await reason(v)

    visit(shop, story)
    assert any("Until the images are rebuilt." in text for text in notes(shop))
    filed = next((shop / ".agent/dream/proposals/accepted").glob("*.json")).read_text()
    assert '"left"' in filed and '"applied"' in filed


def test_what_writes_nothing_cannot_be_edited(shop: Path) -> None:
    """A retirement has no words; what it loses is let go, one statement after the other."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "deprecate")
        await v.press("e")
        assert pane(v) is at and "writes nothing" in v.said()[-1]
        await v.press("space")
        assert "one change only" in v.said()[-1]
        await v.press("x", "g")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))

    visit(shop, story)


def test_what_is_said_of_a_loss_names_its_keys_and_goes_with_it(shop: Path) -> None:
    """A retirement writes nothing that could keep a statement."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "deprecate")
        await v.press("g")
        assert "go with x" in v.said()[-1] and "K" not in v.said()[-1]
        await v.until(lambda: any("go with x" in one.message for one in v.app._notifications))
        await v.press("x")
        assert not v.app._notifications and pane(v) is at

    visit(shop, story)


def test_back_and_again_finds_what_was_chosen(shop: Path) -> None:
    """Escape and q go to the queue; what was written is there when one returns, and nothing was recorded."""
    before = tree(shop)

    async def story(v: Visit) -> None:
        await open_proposal(v, "merge")
        await write(v, f"- {RETRIES}")
        await v.press("escape")
        assert isinstance(v.app.screen, ReviewScreen) and tree(shop) == before
        at = await open_proposal(v, "merge")
        assert at.sketch.edits and "2 lost: x lets each go" in v.shown()
        await v.press("q")
        assert isinstance(v.app.screen, ReviewScreen)

    visit(shop, story)


def test_edited_words_outlive_the_console(shop: Path) -> None:
    """Words of a box that was never left are there when the console is opened again; once recorded they are gone."""

    async def killed(v: Visit) -> None:
        await open_proposal(v, "merge")
        await v.press("e")
        assert isinstance(v.app.screen, ResultScreen)
        v.app.screen.box.put(v.app.screen.box.text + "\n- New.")
        await v.rest()
        v.app.keep_everything()

    async def back(v: Visit) -> None:
        await open_proposal(v, "merge")
        assert "back" in v.said()[-1] and "- New.  ‹yours›" in words(v, "#result")
        await v.press("g")
        await reason(v)
        assert not v.app.sessions.drafts.items()

    visit(shop, killed)
    visit(shop, back)
    assert any("- New." in text for text in notes(shop))


@pytest.mark.parametrize("key", ["ctrl+s", "escape"])
def test_a_box_that_is_left_unchanged_changes_nothing(shop: Path, key: str) -> None:
    """The result stays as proposed; pasted hidden characters are said."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        await v.press("e", key)
        assert pane(v) is at and not at.sketch.edits
        await v.press("e")
        assert isinstance(v.app.screen, ResultScreen)
        v.app.screen.box.post_message(Paste("a\u200bb"))
        await v.rest()
        assert "1 hidden character" in v.said()[-1]
        await v.press(key)
        assert pane(v) is at and at.sketch.edits

    visit(shop, story)


def test_the_editor_of_the_person(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ctrl+e lends the words to the editor and takes them back."""
    monkeypatch.setattr(editor, "edit", lambda app, services, name, text, line: (text + "\n- From the editor.", ""))

    async def story(v: Visit) -> None:
        await open_proposal(v, "merge")
        await v.press("e", "ctrl+e", "ctrl+s")
        await v.rest()
        assert "- From the editor.  ‹yours›" in words(v, "#result")

    visit(shop, story)


def test_what_looks_like_a_secret_is_masked_and_not_edited(shop: Path) -> None:
    """Nowhere on the screen until the queue shows it; masked words are never written back as words."""
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    desk = desk_of(shop)
    said = "The release robot of the warehouse pushes tags with its own token and nobody else does"
    add_note(desk, Note("", "", "Release robot", f"- {said}: {secret}"), acknowledged=("secret",))
    add_note(
        desk,
        Note("", "", "Robot of the releases", f"- {said}: {secret}\n- It runs at night."),
        acknowledged=("secret",),
    )
    reorganize(desk, ReorganizeRequest())

    async def find(v: Visit) -> None:
        await go(v, "obot", kind="proposal")

    async def story(v: Visit) -> None:
        await find(v)
        await v.press("P")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        assert secret not in v.shown() and secret not in words(v, "#result") and secret not in words(v, "#said")
        await v.press("e")
        assert isinstance(v.app.screen, ProposalScreen) and "masked" in v.said()[-1]
        await v.press("escape")
        await v.press("V")
        await v.rest()
        await v.press("P")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        assert secret in words(v, "#result")

    visit(shop, story)
