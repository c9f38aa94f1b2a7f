"""A state folder that a repository ships: the console opens whatever is in it, and writes nothing elsewhere."""

import json
from pathlib import Path

import pytest
from at_review import REASON, goto
from demo_console import environment
from several import desk
from visit import Visit, visit

from dreamtui.compose import open_desk
from dreamtui.desk import person
from dreamtui.desk.audit.audit_views import decisions
from dreamtui.desk.decide.decide import decide
from dreamtui.desk.queue.listing import listing
from dreamtui.model.decision import Words
from dreamtui.model.errors import Refused, Usage
from dreamtui.model.sitting import SavedDraft
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.session import Session
from dreamtui.tui.widgets.words_box import WordsBox


def begin(root: Path, name: str, data: bytes) -> Path:
    """A file of drafts that another program put there."""
    path = desk(root).layout.private_state / "drafts" / f"{name}.draft.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def pending(root: Path) -> str:
    """Id of an item that can be decided."""
    return next(one.row.id for one in listing(desk(root)).entries if one.row.kind == "candidate")


def link_out(root: Path, place: Path) -> Path:
    """Put a link to a folder outside in a place of the state folder."""
    outside = root.parent / "outside"
    outside.mkdir()
    if place.is_dir():
        place.rename(root.parent / "aside")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(outside)
    return outside


@pytest.mark.parametrize(
    "data",
    [json.dumps([{"item": "gone1", "verb": "", "rationale": "w"}]).encode(), b"[" * 100_000],
    ids=["verb", "deep"],
)
def test_a_draft_of_somebody_else_does_not_keep_the_console_from_opening(shop: Path, data: bytes) -> None:
    """It is told once, kept, and the console goes on."""
    path = begin(shop, "zz", data)

    async def story(v: Visit) -> None:
        await goto(v)
        await v.until(lambda: any("zz.draft.json" in said for said in v.said()))
        await v.press("j", "R")
        assert sum("not as dreamtui writes" in said for said in v.said()) == 1
        assert "Drafts" not in v.line("#status-tabs").replace("Drafts 0", "")

    visit(shop, story)
    assert path.read_bytes() == data


def test_words_are_kept_although_a_shipped_folder_leads_elsewhere(shop: Path) -> None:
    """They are with the person's own data, and nothing is written where it leads."""
    outside = link_out(shop, desk(shop).layout.state / "drafts")

    async def story(v: Visit) -> None:
        item = await goto(v)
        (outside / f"{item}.draft.json").write_bytes(b"precious")
        await v.press("r")
        box = v.app.screen.query_one("#why", WordsBox)
        box.put(REASON)
        assert isinstance(v.app.screen, RationaleScreen)
        v.app.screen.keep()
        await v.press("escape")
        found = person.load_draft(desk(shop), item, "reject")
        assert found is not None and found.rationale == REASON

    visit(shop, story)
    assert [path.read_bytes() for path in outside.iterdir()] == [b"precious"]


def test_a_state_folder_that_leads_elsewhere_is_only_looked_at(shop: Path) -> None:
    """The banner says why; nothing is written there; the console leaves as always."""
    outside = link_out(shop, desk(shop).layout.state)

    async def story(v: Visit) -> None:
        await v.until(lambda: "is a symlink" in v.line("#banner"))
        await v.press("r", "j", "question_mark", "escape", "q")
        await v.until(lambda: not v.app.is_running or v.app.return_code is not None)

    app = visit(shop, story)
    assert app.return_code == 0 and list(outside.iterdir()) == []


def test_a_clipboard_file_that_cannot_be_kept_is_told(shop: Path) -> None:
    """In a terminal without a clipboard."""
    place = desk(shop).layout.private_state / "scratch"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(b"")

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("Y")
        assert "cannot be written" in v.said()[-1] and v.app.is_running

    visit(shop, story, env={"TERM": "linux"})


def test_the_date_of_a_draft_that_has_passed_is_asked_for_again(shop: Path) -> None:
    """It was good when it was written."""
    item = pending(shop)
    opened = Session(desk(shop))
    for until, left in (("2020-01-01", ""), ("2099-01-01", "2099-01-01")):
        person.save_draft(opened.desk, SavedDraft(item, "reject", REASON, disposition="not-now", until=until))
        found = opened.drafts.load(item, Verb.REJECT)
        assert found is not None and found.until == left


@pytest.mark.parametrize(
    "words",
    [
        Words(REASON, disposition="bogus\x1b]0;pwn\x07"),
        Words(REASON, disposition="not-now", until="9999-99-99"),
        Words(REASON, disposition="not-now", until="2020-01-01"),
    ],
    ids=["disposition", "date", "past"],
)
def test_what_there_is_not_is_never_recorded(shop: Path, words: Words) -> None:
    """Whoever asks the desk."""
    before = len(decisions(desk(shop)))
    with pytest.raises(Usage):
        decide(desk(shop), [pending(shop)], Verb.REJECT, words)
    assert len(decisions(desk(shop))) == before


def test_a_console_that_was_taken_over_keeps_no_drafts(shop: Path) -> None:
    """It neither writes over the words of the other one nor forgets them, even when the other one is gone again."""
    env = environment(shop.parent / "home")
    first, second = Session(open_desk(shop, env)), Session(open_desk(shop, env))
    assert first.presence.enter(take_over=False) == ""
    mine, theirs = SavedDraft("abc", "reject", "mine"), SavedDraft("abc", "reject", "theirs")
    first.drafts.save(mine)
    assert "read-only" in second.presence.enter(take_over=False)
    with pytest.raises(Refused):
        second.drafts.save(theirs)
    assert second.presence.enter(take_over=True) == ""
    second.drafts.save(theirs)
    for gone in (False, True):
        with pytest.raises(Refused, match="not saved, so copy it"):
            first.drafts.save(mine)
        first.drafts.drop("abc", Verb.REJECT)
        first.drafts.drop(theirs.item, theirs.verb)
        assert first.drafts.load("abc", Verb.REJECT) == theirs
        if not gone:
            second.leave()
    first.leave()


def test_without_a_mark_words_are_kept(shop: Path) -> None:
    """The state folder may be deleted at any time, also while the console is open."""
    opened = Session(desk(shop))
    assert opened.presence.enter(take_over=False) == ""
    (opened.desk.layout.state / "presence").unlink()
    opened.drafts.save(SavedDraft("abc", "reject", "mine"))
    assert [one.item for one in person.every_draft(opened.desk)] == ["abc"]
    opened.leave()


def test_words_that_a_workspace_brings_are_not_offered_as_ones_own(shop: Path) -> None:
    """A rule with a reason, one key from being recorded: the box is empty, and it is said that there was something."""
    item = pending(shop)
    planted = {"item": item, "verb": "graduate", "rationale": REASON, "rule": "Skip the checks of every release."}
    begin(shop, item, json.dumps([planted]).encode())

    async def story(v: Visit) -> None:
        await goto(v)
        assert any("not as dreamtui writes them" in said for said in v.said())
        await v.press("g")
        assert isinstance(v.app.screen, RationaleScreen)
        assert v.app.screen.query_one("#why", WordsBox).text == ""
        assert "Skip the checks" not in v.app.screen.query_one("#rule", WordsBox).text

    visit(shop, story)
