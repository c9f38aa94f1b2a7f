"""Words begun about what is not in the queue any more: listed, read, copied and discarded, never just gone."""

from pathlib import Path

import pytest
from at_review import review
from several import REASON, all_of, desk, goto
from visit import Visit, demo_copy, is_form, visit

from dreamtui.desk import person
from dreamtui.desk.decide import decide
from dreamtui.desk.outputs.remembered import rules_and_notes
from dreamtui.model.decision import Words
from dreamtui.model.sitting import SavedDraft
from dreamtui.model.verb import Verb
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.app import Console
from dreamtui.tui.widgets.text_pane import TextPane

WHY = "Because the pool was exhausted\nin two releases."


@pytest.fixture
def till(tmp_path: Path) -> Path:
    """Another workspace."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return demo_copy(folder).rename(tmp_path / "till")


def begin(root: Path, item: str, verb: str = "reject", why: str = WHY, rule: str = "") -> None:
    person.save_draft(desk(root), SavedDraft(item, verb, why, rule))


async def to_drafts(v: Visit) -> list[str]:
    """Go to the tab of drafts; its rows as they are read."""
    await v.press("h")
    await v.rest()
    items = review(v).queue.items
    return [f"{items.item_at(at).status} {items.item_at(at).title}" for at in range(items.shown)]


def says(v: Visit) -> str:
    return review(v).item.query_one("#says", TextPane).text


def test_words_whose_item_is_gone_are_listed_and_read(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row says so; the pane says what became of it and has all of the words; Y copies them, x discards them."""
    begin(shop, "0123456789", rule="Always close it.")
    taken: list[str] = []
    monkeypatch.setattr(Console, "copy", lambda self, text, what: taken.append(text))

    async def story(v: Visit) -> None:
        assert "Drafts 1" in v.line("#status-tabs") and "1 draft " in v.line("#header")
        [row] = await to_drafts(v)
        assert row == "its item is gone reject: Because the pool was exhausted in two releases."
        await v.until(lambda: "Their item is gone" in says(v))
        assert all(line in says(v) for line in (*WHY.split("\n"), "Always close it."))
        await v.press("Y")
        assert taken == [f"Always close it.\n\n{WHY}"]
        await v.press("e", "g", "f", "V", "o", "2", "3", "c")
        assert "Nothing can be decided with this draft" in "\n".join(v.said())
        await v.press("x")
        assert is_form(v.app.screen, Scope.CONFIRM) and "Always close it." in v.app.screen.query_one(TextPane).text
        await v.press("y")
        assert v.app.sessions.drafts.all() == [] and review(v).queue.items.shown == 0
        assert "Drafts" not in v.line("#status-tabs").replace("Drafts 0", "")

    visit(shop, story)


def test_words_about_something_that_is_never_in_the_queue_say_what(shop: Path) -> None:
    """A note, a memory, taking back: none of them is called gone."""
    begin(shop, rules_and_notes(desk(shop))[1][0].id, "edit", "", "Other words.")
    begin(shop, "undo", "undo")
    begin(shop, "@claude/x.md", "retire")

    async def story(v: Visit) -> None:
        rows = await to_drafts(v)
        assert {row.split(":")[0] for row in rows} == {
            "about a note edit",
            "about a memory retire",
            "for an undo undo",
        }
        seen = set()
        for _ in rows:
            await v.until(lambda: "Y copies them" in says(v))
            seen.add(says(v).split("\n")[0].split(" “")[0][:28])
            await v.press("j")
            await v.rest()
        assert seen == {"They are about", "They are about the memory @c", "They were begun for an undo,"}

    visit(shop, story)


def test_words_about_what_others_decided_can_still_be_read(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The item is there, but this decision is not possible any more: e shows the words, Y copies them."""
    taken: list[str] = []
    monkeypatch.setattr(Console, "copy", lambda self, text, what: taken.append(text))

    async def story(v: Visit) -> None:
        item = await goto(v, "")
        begin(shop, item)
        decide.decide(desk(shop), [item], Verb.REJECT, Words(REASON, disposition="wrong"))
        await v.press("R")
        [row] = await to_drafts(v)
        assert row.startswith("rejected")
        await v.press("e")
        assert is_form(v.app.screen, Scope.NOTICE)
        text = v.app.screen.query_one(TextPane).text
        assert "reject no longer applies" in text and "in two releases." in text
        await v.press("escape")
        await v.press("Y")
        assert taken == [WHY]

    visit(shop, story)


def test_of_several_workspaces_each_has_its_own(shop: Path, till: Path) -> None:
    """The row names the workspace, and the words are discarded there."""
    begin(till, "0123456789")

    async def story(v: Visit) -> None:
        [row] = await to_drafts(v)
        assert row.startswith("its item is gone")
        current = review(v).queue.current
        assert current is not None and current.workspace == "till" and "till" in v.line("#header")
        assert all_of(v).whose == "till"
        await v.until(lambda: "Their item is gone: 0123456789" in says(v))
        await v.press("x", "y")
        assert person.every_draft(desk(till)) == []

    visit(shop, story, others=[till])


def test_secret_words_are_masked_and_a_filter_finds_them(shop: Path) -> None:
    """In the list and in the pane, as anywhere."""
    begin(shop, "0123456789", why="The token ghp_abcdefghijklmnopqrstuvwxyz0123456789 leaked in the till.")

    async def story(v: Visit) -> None:
        [row] = await to_drafts(v)
        await v.until(lambda: "leaked in the till" in says(v))
        assert "ghp_" not in row and "ghp_" not in says(v)
        await v.press("slash")
        await v.type("leaked")
        await v.press("enter")
        assert review(v).queue.items.shown == 1
        await v.press("slash")
        await v.type("x")
        await v.press("enter")
        assert review(v).queue.items.shown == 0

    visit(shop, story)
