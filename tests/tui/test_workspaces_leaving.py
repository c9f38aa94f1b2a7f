"""One console over several workspaces: leaving, other screens, other consoles, and what cannot be read."""

import json
from pathlib import Path

import pytest
from at_review import REASON, review
from several import all_of, desk, goto, made, reason, status
from visit import Visit, demo_copy, environment, is_about, visit

from dreamtui.compose import open_desk
from dreamtui.desk.decide.decide import decide
from dreamtui.desk.outputs.sync import plan
from dreamtui.desk.queue.listing import listing
from dreamtui.desk.workspace.workspaces import readable_desks
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.present.changes import files_by_workspace
from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.dialogs.leave import LeaveScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.session.refs import Ref, labels
from dreamtui.tui.session.session import Session
from dreamtui.tui.session.sessions import Sessions
from dreamtui.tui.widgets.words_box import WordsBox


@pytest.fixture
def till(tmp_path: Path) -> Path:
    """Another workspace, with the very same items."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return demo_copy(folder).rename(tmp_path / "till")


def test_leaving_writes_each_workspace_that_changed(shop: Path, till: Path) -> None:
    """One list of diffs, grouped by workspace; one nothing was decided in stays as it is."""

    async def story(v: Visit) -> None:
        await goto(v, "till")
        await reason(v, "g")
        await goto(v, "till", "src/auth.py")
        await v.press("q")
        assert isinstance(v.app.screen, LeaveScreen)
        paths = [change.path for change in v.app.screen.planned.changes.changes]
        assert paths and all(path.startswith("till: ") for path in paths)
        assert "till: CLAUDE.md" in v.shown()
        await v.press("w")

    before = plan(desk(shop)).changes
    app = visit(shop, story, others=[till])
    assert not plan(desk(till)).changes and plan(desk(shop)).changes == before
    assert any("till/CLAUDE.md" in words for words in app.parting_words)


def test_leaving_after_decisions_in_both(shop: Path, till: Path) -> None:
    """Both are shown and both are written."""

    async def story(v: Visit) -> None:
        for name in ("shop", "till"):
            await goto(v, name)
            await reason(v, "g")
        await v.press("q")
        assert isinstance(v.app.screen, LeaveScreen)
        paths = [change.path for change in v.app.screen.planned.changes.changes]
        assert {path.partition(":")[0] for path in paths} == {"shop", "till"}
        shown = [file.path for file in files_by_workspace(v.app.screen.planned.changes, v.app.sessions.tags)]
        assert [path.partition(":")[0] for path in shown] == sorted(path.partition(":")[0] for path in shown)
        assert shown[0] == "shop: CLAUDE.md" and "till: CLAUDE.md" in shown
        await v.press("w")

    visit(shop, story, others=[till])
    assert not plan(desk(till)).changes and not plan(desk(shop)).changes


def test_other_screens_show_the_workspace_under_the_cursor(shop: Path, till: Path) -> None:
    """History and memory are those of the row's workspace, and an undo from there is undone by the queue's redo."""

    async def story(v: Visit) -> None:
        item = await goto(v, "till")
        await reason(v)
        await goto(v, "till", "src/auth.py")
        await v.press("H")
        assert is_about(v.app.screen, HistoryRows) and "till" in v.line("#browse-heading")
        await v.press("u")
        assert made(till) == [Verb.REJECT, Verb.UNDO]
        await v.press("escape", "U")
        assert status(till, item) == "rejected"
        review(v).queue.choose_tab(0)
        await goto(v, "shop")
        await v.press("M")
        assert is_about(v.app.screen, MemoryRows) and "shop" in v.line("#browse-heading")

    visit(shop, story, others=[till])


def test_a_workspace_with_another_console_can_only_be_looked_at(shop: Path, till: Path) -> None:
    """The banner names who is there; keys that decide are dead there and alive elsewhere."""
    other = Session(open_desk(till, {**environment(till.parent / "home"), "DREAMTUI_ACTOR": "bob"}))
    assert other.presence.enter(take_over=False) == ""

    async def story(v: Visit) -> None:
        await v.until(lambda: "has a console open here" in v.line("#banner"))
        assert "till: read-only (--take-over takes it), because bob" in v.line("#banner")
        item = await goto(v, "till")
        await v.press("r")
        assert isinstance(v.app.screen, ReviewScreen) and "Nothing can be decided here: till" in v.said()[-1]
        review(v).queue.items.marks.set(frozenset({Ref("till", item), Ref("shop", item)}))
        await goto(v, "shop")
        await v.press("r")
        assert isinstance(v.app.screen, ReviewScreen) and "Nothing can be decided in till" in v.said()[-1]
        review(v).queue.items.marks.set(frozenset())
        await reason(v)
        assert status(shop, item) == "rejected"

    try:
        visit(shop, story, others=[till])
    finally:
        other.leave()


def test_the_place_is_kept_for_the_common_queue_alone(shop: Path, till: Path) -> None:
    """The next console over all begins at the same row; the workspace's own console keeps its own place."""

    async def first(v: Visit) -> None:
        await goto(v, "till", "src/auth.py")
        await v.press("q")

    async def second(v: Visit) -> None:
        current = review(v).queue.current
        assert current is not None and current.workspace == "till" and "src/auth.py" in current.title

    visit(shop, first, others=[till])
    visit(shop, second, others=[till])
    assert Sessions.alone(Session(desk(shop))).load_place().item == ""


def test_masked_text_is_revealed_in_its_own_workspace(shop: Path, till: Path) -> None:
    """The log of the workspace notes who looked; the same item of the other stays masked."""

    async def story(v: Visit) -> None:
        item = next(i for i in review(v).queue.view.items if "secret" in i.flags and i.workspace == "till")
        assert review(v).queue.items.move_to_key(item.key)
        await v.rest()
        await v.press("V")
        assert review(v).item.revealed == {item.ref}

    visit(shop, story, others=[till])
    logs = [json.loads(line) for path in till.glob(".agent/dream/log/**/*.jsonl") for line in path.open()]
    assert [entry for entry in logs if entry.get("what") == "reveal"]
    assert not [p for p in shop.glob(".agent/dream/log/**/*.jsonl") if '"reveal"' in p.read_text()]


def test_names_of_workspaces_are_unique_and_without_blanks() -> None:
    """Two folders of one name, and names that would break a filter or an id."""
    assert labels(["shop", "shop", "my shop", "a:b", ""]) == ["shop", "shop-2", "my-shop", "a-b", "workspace"]


def test_an_unreadable_workspace_is_named_and_left_out(shop: Path, till: Path, tmp_path: Path) -> None:
    """At the start, and when it becomes so while the console is open."""
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / ".agent").symlink_to(broken / ".agent")
    env = environment(shop.parent / "home")
    listed = Path(env["XDG_DATA_HOME"]) / "dreamtui" / "workspaces.json"
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text(json.dumps([str(broken), str(till), str(tmp_path / "gone"), str(shop)]))
    desks, problems = readable_desks(open_desk(shop, env))
    assert [one.workspace.root.name for one in desks] == ["shop", "till"]
    assert len(problems) == 1 and str(broken) in problems[0] and "left out" in problems[0]

    async def story(v: Visit) -> None:
        def fail(**_: object) -> None:
            raise PermissionError(13, "Permission denied", str(till))

        all_of(v).parts["till"].queue.read = fail  # type: ignore[method-assign,assignment]
        await v.press("R")
        assert {item.workspace for item in review(v).queue.view.items} == {"shop"}
        assert any("till is left out" in problem for problem in review(v).queue.view.problems)

    visit(shop, story, others=[till])


def test_a_file_of_one_workspace_never_moves_to_another() -> None:
    """What goes here and comes there under one name are two changes, each with its own workspace, memory first."""
    gone = Change("shop: .agent/memory/notes/a.md", b"words\n", None)
    come = Change("till: .agent/dream/a.md", None, b"words\n")
    moved = Change("till: .agent/dream/expired/b.md", None, b"rule\n")
    left = Change("till: .agent/memory/b.md", b"rule\n", None)
    files = files_by_workspace(ChangeSet((gone, come, moved, left)), ("shop", "till"))
    assert [file.path for file in files] == [
        "shop: .agent/memory/notes/a.md",
        "till: .agent/memory/b.md → .agent/dream/expired/b.md",
        "till: .agent/dream/a.md",
    ]


def test_undo_of_another_sitting_takes_the_newest_of_them_all(shop: Path, till: Path) -> None:
    """The heading names its workspace, whichever one the cursor is in."""
    item = next(e.row.id for e in listing(desk(till)).entries if "src/cart.ts" in e.row.title)
    decide(desk(till), [item], Verb.REJECT, Words(REASON))

    async def story(v: Visit) -> None:
        await goto(v, "shop")
        await v.press("u")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        assert "till: " in v.line("#reason-title")
        v.app.screen.query_one("#why", WordsBox).put("That was a mistake, because the tests do cover it by now.")
        await v.press("ctrl+s")
        assert (status(till, item), made(till)[-1], made(shop)) == ("pending", Verb.UNDO, [])

    visit(shop, story, others=[till])


def test_a_screen_stays_with_the_workspace_it_was_opened_in(shop: Path, till: Path) -> None:
    """The cursor of the queue moves below it, and nothing there changes; back in the queue it follows the cursor."""

    async def story(v: Visit) -> None:
        await goto(v, "till")
        await v.press("H")
        other = next(i for i in review(v).queue.view.items if i.workspace == "shop" and i.status == "pending")
        assert review(v).queue.items.move_to_key(other.key)
        await v.rest()
        assert v.app.here.desk.workspace.root == till
        await v.press("escape")
        assert v.app.here.desk.workspace.root == shop

    visit(shop, story, others=[till])
