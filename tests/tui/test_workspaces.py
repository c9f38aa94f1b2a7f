"""One console over several workspaces: whose row is whose, deciding, undoing, words begun."""

from pathlib import Path

import pytest
from at_review import review
from several import all_of, desk, goto, made, reason, status
from visit import Visit, demo_copy, is_form, visit

from dreamtui.model.verb import Verb
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.session.session import Session
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.words_box import WordsBox


@pytest.fixture
def till(tmp_path: Path) -> Path:
    """Another workspace, with the very same items."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return demo_copy(folder).rename(tmp_path / "till")


def test_one_queue_names_the_workspace_of_each_row(shop: Path, till: Path) -> None:
    """Both have their rows, the title says how many there are and which one the cursor is in, a filter chooses one."""

    async def story(v: Visit) -> None:
        items = review(v).queue.view.items
        assert {item.workspace for item in items} == {"shop", "till"}
        assert len({item.ref for item in items}) == len(items)
        await goto(v, "till")
        assert "2 workspaces · till" in v.line("#header") and "till" in v.shown()
        await goto(v, "shop")
        assert "2 workspaces · shop" in v.line("#header")
        await v.press("slash")
        await v.type("workspace:till")
        await v.press("enter")
        shown = review(v).queue.items
        assert shown.shown == review(v).queue.view.counts()["Pending"] // 2
        assert {shown.item_at(at).workspace for at in range(shown.shown)} == {"till"}

    visit(shop, story, others=[till])


def test_a_decision_goes_to_its_own_workspace(shop: Path, till: Path) -> None:
    """Rejecting a row of one leaves the same item of the other alone; u takes it back there, U again."""

    async def story(v: Visit) -> None:
        item = await goto(v, "till")
        await reason(v)
        assert (status(till, item), status(shop, item)) == ("rejected", "pending")
        assert "Rejected: till: “Only `src/cart.ts`" in v.said()[-1]
        await v.press("u")
        assert (status(till, item), made(till), made(shop)) == ("pending", [Verb.REJECT, Verb.UNDO], [])
        assert review(v).queue.current is not None and review(v).queue.current.ref == Ref("till", item)
        await v.press("U")
        assert (status(till, item), made(till)) == ("rejected", [Verb.REJECT, Verb.UNDO, Verb.REDO])

    visit(shop, story, others=[till])


def test_a_batch_is_one_transaction_a_workspace_and_one_undo(shop: Path, till: Path) -> None:
    """The confirmation says so beforehand; both record, and u takes both back."""

    async def story(v: Visit) -> None:
        item = await goto(v, "till")
        review(v).queue.items.marks.set(frozenset({Ref("till", item), Ref("shop", item)}))
        await reason(v)
        assert is_form(v.app.screen, Scope.CONFIRM)
        said = v.app.screen.query_one(TextPane).text
        assert "2 workspaces, each in a transaction of its own: " in said and "till 1" in said and "shop 1" in said
        assert made(till) == made(shop) == []
        await v.press("y")
        assert made(till) == made(shop) == [Verb.REJECT]
        await v.press("u")
        assert made(till) == made(shop) == [Verb.REJECT, Verb.UNDO]
        await v.press("U")
        assert (status(till, item), status(shop, item)) == ("rejected", "rejected")

    visit(shop, story, others=[till])


def test_what_refuses_in_one_workspace_is_said_and_the_other_stands(
    shop: Path, till: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second workspace refuses after the first has recorded: a sentence names it, the first can be undone."""
    from dreamtui.model.errors import Unavailable

    async def story(v: Visit) -> None:
        item = await goto(v, "till")
        review(v).queue.items.marks.set(frozenset({Ref("till", item), Ref("shop", item)}))
        parts = all_of(v).parts

        def refuse(*_: object, **__: object) -> None:
            raise Unavailable("the store is locked by bob since 08:59")

        monkeypatch.setattr(parts["till"], "decide", refuse)
        await reason(v)
        await v.press("y")
        assert (made(shop), made(till)) == ([Verb.REJECT], [])
        assert "till: the store is locked by bob" in v.shown()
        await v.press("escape", "u")
        assert made(shop) == [Verb.REJECT, Verb.UNDO]

    visit(shop, story, others=[till])


def test_drafts_come_back_to_the_item_of_their_workspace(shop: Path, till: Path) -> None:
    """Words begun in one are not those of the other; they lie in the workspace's own state."""

    async def story(v: Visit) -> None:
        item = await goto(v, "till")
        await v.press("r")
        v.app.screen.query_one("#why", WordsBox).put("begun at the till")
        await v.press("escape")
        assert [d.item for d in Session(desk(till)).drafts.all()] == [item]
        assert Session(desk(shop)).drafts.all() == []
        assert all_of(v).drafts.items() == {Ref("till", item)}
        await goto(v, "shop")
        await v.press("r")
        assert v.app.screen.query_one("#why", WordsBox).text == ""
        await v.press("escape")
        await goto(v, "till")
        await v.press("r")
        assert v.app.screen.query_one("#why", WordsBox).text == "begun at the till"

    visit(shop, story, others=[till])


def test_words_about_several_workspaces_belong_to_the_console_over_all(shop: Path, till: Path) -> None:
    """They come back there with the same marks, and the workspace's own console does not count them."""

    async def story(v: Visit) -> None:
        item = await goto(v, "till")
        both = frozenset({Ref("till", item), Ref("shop", item)})
        review(v).queue.items.marks.set(both)
        await v.press("r")
        v.app.screen.query_one("#why", WordsBox).put("begun for both")
        await v.press("escape")
        assert all_of(v).drafts.items() == both
        assert Session(desk(shop)).drafts.all() == Session(desk(till)).drafts.all() == []
        review(v).queue.items.marks.set(frozenset())
        await v.press("e")
        assert v.app.screen.query_one("#why", WordsBox).text == "begun for both"
        assert review(v).queue.items.marks.keys == both

    visit(shop, story, others=[till])
