"""Words begun: editing in place, going on with a draft, the tab of drafts, discarding; notes edited in memory."""

import sys
from pathlib import Path

import pytest
from at_review import goto, reject, review
from known_kinds import KINDS
from visit import Visit, demo_copy, is_about, is_form, visit

from dreamtui.desk.audit.audit_views import decisions
from dreamtui.kinds.row import QueueEntry, item_row
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.store.index.queue import ListedRow
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.proposal.result import ResultScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.queue_items import TABS, QueueItem
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.texts.deciding import together
from dreamtui.tui.texts.queue import tab_words
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.words_box import WordsBox

DRAFTS = next(number for number, tab in enumerate(TABS) if tab.begun)


def box(v: Visit, name: str) -> WordsBox:
    return v.app.screen.query_one(f"#{name}", WordsBox)


def verbs(v: Visit) -> list[Verb]:
    """What was decided in this sitting."""
    return [mark.verb for mark, _ in decisions(v.desk) if mark.when.startswith("2026-11-18T09")]


async def begin(v: Visit, words: str, key: str = "r") -> None:
    """Begin a reason and leave it as a draft."""
    await v.press(key)
    box(v, "why").put(words)
    await v.press("escape")


def test_e_begins_in_the_box_of_the_rule(shop: Path) -> None:
    """The cursor stands in the words agents will read; nothing is recorded by that."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("e")
        assert isinstance(v.app.screen, RationaleScreen) and v.app.screen.asked.verb is Verb.GRADUATE
        assert box(v, "rule").has_focus and box(v, "rule").text
        await v.press("escape")
        assert verbs(v) == []

    visit(shop, story)


def test_capital_e_goes_to_the_editor(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """$VISUAL gets the rule's words, and what it leaves stands in the box."""
    from dreamtui.tui.terminal import editor

    seen: list[str] = []

    def edit(app: object, services: object, name: str, text: str, line: int) -> tuple[str, str]:
        seen.append(text)
        return "Written elsewhere.", ""

    monkeypatch.setattr(editor, "edit", edit)

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("E")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen) and box(v, "rule").text == "Written elsewhere.")
        assert seen and "src/cart.ts" in seen[0]

    visit(shop, story)


@pytest.mark.parametrize("size", [(100, 30), (120, 40)])
def test_no_tab_vanishes_when_words_are_begun(tmp_path: Path, size: tuple[int, int]) -> None:
    """Those that are not chosen lose their counts; every name stays whole."""

    async def story(v: Visit) -> None:
        await goto(v)
        await begin(v, "because of")
        line = next(line for line in v.shown().split("\n") if "Pending" in line)
        wanted = ("Pending 4", "Recurring", "Deferred", "Decided", "All", "Drafts")
        assert all(f" {name}" in line for name in wanted), line

    visit(demo_copy(tmp_path), story, size=size)


@pytest.mark.parametrize("chosen", range(len(TABS)))
def test_tabs_get_narrower_with_their_pane(chosen: int) -> None:
    """Counts go first, then tabs, and a sign says so; no name is ever cut."""
    counts = {tab.name: 10 ** (number % 3 + 1) for number, tab in enumerate(TABS)}
    names = [tab.name for tab in TABS]
    for width in range(24, 80):
        words = [word.text.strip() for word in tab_words(counts, chosen, width)]
        shown = [said.split()[0] for said in words if said != "…"]
        assert set(shown) <= set(names) and ("…" in words) is (len(shown) < len(names))
        assert f"{names[chosen]} {counts[names[chosen]]}" in words
        assert sum(len(word.text) for word in tab_words(counts, chosen, width)) <= width
    every = sum(len(f" {name} {counts[name]}") for name in names)
    assert [word.text.strip() for word in tab_words(counts, chosen, every - 1)] == [f"{n} {counts[n]}" for n in names]
    assert [word.text.strip() for word in tab_words(counts, chosen, 80)] == [f"{n} {counts[n]}" for n in names]


def test_the_tab_of_drafts_lists_items_with_words_begun(shop: Path) -> None:
    """It counts them, shows them whatever their status, and e goes on with the decision the words are for."""

    async def story(v: Visit) -> None:
        assert "Drafts" not in v.line("#status-tabs")
        item = await goto(v)
        await begin(v, "because of")
        assert "Drafts 1" in v.line("#status-tabs")
        review(v).queue.choose_tab(DRAFTS)
        await v.rest()
        current = review(v).queue.current
        assert review(v).queue.items.shown == 1 and current is not None and current.id == item
        assert "e goes on writing" in v.line("#list-foot")
        await v.press("e")
        assert isinstance(v.app.screen, RationaleScreen) and v.app.screen.asked.verb is Verb.REJECT
        assert box(v, "why").text == "because of"

    visit(shop, story)


def test_only_drafts_that_are_still_undecided_are_counted(shop: Path) -> None:
    """After a redo the decision stands, so words begun meanwhile wait for nothing; their tab keeps them."""

    async def story(v: Visit) -> None:
        await goto(v, "src/auth.py")
        await begin(v, "because of the parser")
        await goto(v)
        await reject(v)
        await v.press("u")
        await goto(v)
        await begin(v, "Other words, begun while it was open again")
        assert "2 drafts" in v.line("#header") and len(v.app.undecided_drafts) == 2
        await v.press("U")
        await v.until(lambda: review(v).queue.view.counts()["Decided"] == 2)
        assert "1 draft " in v.line("#header") and "Drafts 2" in v.line("#status-tabs")
        await v.press("q")

    app = visit(shop, story)
    assert any("1 draft is kept" in words for words in app.parting_words)


def test_a_draft_about_several_items_marks_them_again(shop: Path) -> None:
    """e on one of them goes on with the words about all."""

    async def story(v: Visit) -> None:
        ids = {await goto(v), await goto(v, "src/auth.py")}
        review(v).queue.items.marks.set(frozenset(Ref("", one) for one in ids))
        await begin(v, "both of them")
        review(v).queue.items.marks.set(frozenset())
        await goto(v)
        await v.press("e")
        assert isinstance(v.app.screen, RationaleScreen) and {ref.id for ref in v.app.screen.asked.refs} == ids
        assert box(v, "why").text == "both of them"

    visit(shop, story)


def test_discarding_asks_and_shows_the_words(shop: Path) -> None:
    """x shows what would go; escape keeps it, y forgets it, and the tab is empty."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("x")
        assert "This item has no draft" in v.said()[-1]
        await begin(v, "because of the tests")
        review(v).queue.choose_tab(DRAFTS)
        await v.rest()
        await v.press("x")
        assert is_form(v.app.screen, Scope.CONFIRM)
        assert "because of the tests" in v.app.screen.query_one(TextPane).text
        await v.press("escape")
        assert len(v.app.sessions.drafts.all()) == 1
        await v.press("x", "y")
        assert v.app.sessions.drafts.all() == []
        assert review(v).queue.items.shown == 0 and "There are no drafts" in v.shown()

    visit(shop, story)


def test_what_is_said_before_several_are_decided() -> None:
    """Promotions are written with their notes' words; several workspaces have a transaction each; else nothing."""
    items = [Item("promotion", f"m-{at}", "", "a recall", Status.PENDING, "a.md") for at in (1, 2)]
    rows = [ListedRow.of(QueueEntry(item_row(item), Status.PENDING, None)) for item in items]
    recalls = [QueueItem(row, KINDS) for row in rows]
    said = "\n".join(text for line in together(Verb.ACCEPT, recalls, {}) for _, text in line.parts)
    assert "its note's own words" in said and "accept it alone" in said
    assert together(Verb.REJECT, recalls, {}) == together(Verb.REJECT, recalls, {"shop": 2}) == []
    spread = "\n".join(
        text for line in together(Verb.REJECT, recalls, {"shop": 1, "till": 1}) for _, text in line.parts
    )
    assert "2 workspaces, each in a transaction of its own: shop 1, till 1" in spread


# Notes


def note_row(v: Visit) -> None:
    """Put the cursor of the memory screen on a note that is active."""
    screen = v.app.screen
    assert is_about(screen, MemoryRows)
    name = next(note.id for note in screen.subject._notes.values() if note.title == "Where receipts lie")
    assert screen.rows.move_to_key(f"note:{name}")


async def to_notes(v: Visit) -> None:
    from dreamtui.desk.memory.notes import add_note
    from dreamtui.model.memory import Note

    add_note(v.desk, Note(id="", path="", title="Where receipts lie", text="In the drawer.\nBelow the till."))
    await v.press("M")
    note_row(v)
    await v.rest()


def test_a_note_is_edited_in_place(shop: Path) -> None:
    """The change is shown before it is recorded, and u takes it back."""

    async def story(v: Visit) -> None:
        await to_notes(v)
        await v.press("e")
        assert isinstance(v.app.screen, ResultScreen)
        v.app.screen.box.put("In the drawer.\nBeside the till.")
        await v.press("ctrl+s")
        assert is_form(v.app.screen, Scope.CONFIRM)
        said = v.app.screen.query_one(TextPane).text
        assert "- Below the till." in said and "+ Beside the till." in said
        before = verbs(v)
        await v.press("y")
        assert verbs(v) == [*before, Verb.EDIT]
        assert "Edited" in v.said()[-1] and v.app.sessions.drafts.all() == []
        await v.press("escape", "u")
        assert verbs(v) == [*before, Verb.EDIT, Verb.UNDO]

    visit(shop, story)


def test_words_about_a_note_that_were_not_recorded_come_back(shop: Path) -> None:
    """Escape at the confirmation keeps them."""

    async def story(v: Visit) -> None:
        await to_notes(v)
        before = verbs(v)
        await v.press("e")
        v.app.screen.query_one("#words", WordsBox).put("In the safe.")
        await v.press("ctrl+s", "escape")
        assert verbs(v) == before
        await v.press("e")
        assert v.app.screen.query_one("#words", WordsBox).text == "In the safe."

    visit(shop, story)


def test_a_rule_is_not_edited(shop: Path) -> None:
    """Its words change with a decision of their own; the key says so."""

    async def story(v: Visit) -> None:
        await v.press("M")
        screen = v.app.screen
        assert is_about(screen, MemoryRows)
        assert screen.rows.move_to_key(f"rule:{next(iter(screen.subject._rules))}")
        await v.press("e")
        assert screen is v.app.screen and "Only an active note is edited" in v.said()[-1]
        await v.press("E")
        assert screen is v.app.screen

    visit(shop, story)


def test_capital_e_edits_a_note_elsewhere(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the editor leaves is shown and recorded."""
    from dreamtui.tui.terminal import editor

    monkeypatch.setattr(editor, "edit", lambda *_: ("In the safe.", ""))

    async def story(v: Visit) -> None:
        await to_notes(v)
        await v.press("E")
        assert is_form(v.app.screen, Scope.CONFIRM)
        await v.press("y")
        assert verbs(v)[-1] is Verb.EDIT

    visit(shop, story, env={"VISUAL": sys.executable})
