"""The screen of memory folders: what needs attention, mending the index, claims, versions, bringing back, retiring."""

from dataclasses import replace
from pathlib import Path

import pytest
from at_folder import INDEX, WHY, furnish, go_to, without_memory, wrong_folder
from visit import SIZES, Visit, is_about, is_form, visit

from dreamtui.desk.memory.folder import Contents
from dreamtui.kinds.memory.index.reading import IndexReport
from dreamtui.model.verb import Verb
from dreamtui.present.folder import health_words
from dreamtui.sources.claude.places import MemoryFolder
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.browse.folder import FolderRows
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.title_lines import TitleLines


def test_what_needs_attention_comes_first(tmp_path: Path) -> None:
    """Orphans and dangling lines stand above the memories, which are listed in the order of the index."""
    root, _ = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        listed = [at.rows.item_at(n).id for n in range(at.rows.shown)]
        assert listed == [
            "heading:orphan",
            "orphan:@claude/runner.md",
            "heading:dangling",
            "dangling:@claude/gone.md",
            "heading:@claude",
            "file:@claude/money.md",
            "file:@claude/runner.md",
        ]
        assert "1 without a line · 1 dangling" in v.line("#folder-health")
        assert "/200" in v.line("#folder-meters") and "/25000" in v.line("#folder-meters")
        await go_to(v, at, "file:@claude/money.md")
        assert "line 3 of the index" in at.pane.text.text
        await go_to(v, at, "dangling:@claude/gone.md")
        assert "it is missing" in at.pane.text.text

    visit(root, story)


def test_mend_shows_the_change_and_writes_exactly_that(tmp_path: Path) -> None:
    """Nothing is written before it was shown; afterwards the index is in order, and one undo gives the bytes back."""
    root, folder = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        assert (folder / "MEMORY.md").read_text(encoding="utf-8") == INDEX
        shown = v.shown()
        assert "gone.md" in shown and "runner.md" in shown
        await v.press("escape")
        assert v.app.screen is at
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        await v.press("w")
        await v.until(lambda: v.app.screen is at)
        text = (folder / "MEMORY.md").read_text(encoding="utf-8")
        assert "gone.md" not in text and "runner.md" in text
        assert v.app.sitting.tally == {Verb.INDEX: 1}
        await v.until(lambda: "every memory has its line" in v.line("#folder-health"))
        await v.press("i")
        await v.until(lambda: "in order" in v.said()[-1])
        await v.press("escape", "u")
        await v.until(lambda: (folder / "MEMORY.md").read_text(encoding="utf-8") == INDEX)

    visit(root, story)


def test_a_change_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    """Somebody adds a line while the change is shown: nothing is written, and the person is told."""
    root, folder = furnish(tmp_path)

    async def story(v: Visit) -> None:
        await v.open("C", FolderRows)
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        (folder / "MEMORY.md").write_text(INDEX + "- a line of theirs\n", encoding="utf-8")
        await v.press("w")
        await v.until(lambda: any("changed since" in words for words in v.said()))
        assert (folder / "MEMORY.md").read_text(encoding="utf-8") == INDEX + "- a line of theirs\n"

    visit(root, story)


@pytest.mark.parametrize("size", SIZES)
def test_mending_asks_before_it_empties_an_index(tmp_path: Path, size: tuple[int, int]) -> None:
    """Nearly all entries name files that are not there: they stay unless one of them is chosen, and that is said first.

    Going back and leaving write nothing.
    """
    root = wrong_folder(tmp_path)
    index = next(root.parent.glob("home/.claude/projects/*/memory/MEMORY.md"))
    before = index.read_bytes()

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        title = v.app.screen.query_one(TitleLines)
        said = " ".join(title.lines(title.size.width))
        assert said == "Fix Claude's MEMORY.md: 1 memory gets a line"
        await v.press("escape")
        listed = [at.rows.item_at(n).id for n in range(at.rows.shown)]
        gone = next(row for row in listed if row.startswith("dangling:"))
        await go_to(v, at, gone)
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        title = v.app.screen.query_one(TitleLines)
        said = " ".join(title.lines(title.size.width))
        assert said.startswith("Remove them?") and "30 of 31 entries" in said and "partial copy" in said
        await v.press("escape")
        assert v.app.screen is at
        await v.press("escape", "q")
        await v.rest()

    visit(root, story, size=size)
    assert index.read_bytes() == before


def test_claims_are_verified_and_shown(tmp_path: Path) -> None:
    """A path that the repository no longer has makes the memory stale, and its page says which."""
    root, _ = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await v.press("V")
        await v.until(lambda: any(words.startswith("Claims:") for words in v.said()))
        await v.until(lambda: "stale" in v.shown())
        await go_to(v, at, "file:@claude/money.md")
        assert "src/basket.ts" in at.pane.text.text.split("What it says of the repository")[1]

    visit(root, story)


def test_a_memory_that_vanished_is_named_and_brought_back(tmp_path: Path) -> None:
    """A file deleted outside is found by the next look, with its versions, and b brings its bytes back."""
    root, folder = furnish(tmp_path)
    data = (folder / "money.md").read_bytes()

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        (folder / "money.md").unlink()
        await v.press("R")
        await v.until(lambda: at.rows.item_at(1).id == "lost:@claude/money.md")
        await go_to(v, at, "lost:@claude/money.md")
        await v.press("c")
        await v.until(lambda: "versions are known" in at.pane.text.text)
        await v.press("c", "b")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        await v.press("w")
        await v.until(lambda: v.app.screen is at)
        assert (folder / "money.md").read_bytes() == data
        await v.until(lambda: not any(at.rows.item_at(n).id.startswith("lost:") for n in range(at.rows.shown)))

    visit(root, story)


def test_a_loss_that_is_well_is_not_named_again(tmp_path: Path) -> None:
    """x takes a person's word for it; on anything else it says that nothing was lost."""
    root, folder = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await v.press("x")
        assert v.said()[-1] == "Nothing was lost here."
        (folder / "money.md").unlink()
        await v.press("R")
        await v.until(lambda: at.rows.item_at(1).id == "lost:@claude/money.md")
        await go_to(v, at, "lost:@claude/money.md")
        await v.press("x")
        await v.until(lambda: not any(at.rows.item_at(n).id.startswith("lost:") for n in range(at.rows.shown)))

    visit(root, story)


def test_retire_moves_the_memory_and_its_line(tmp_path: Path) -> None:
    """With a reason the file goes to the archive and its line goes; undone, both have the bytes they had."""
    root, folder = furnish(tmp_path)
    data = (folder / "money.md").read_bytes()

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await go_to(v, at, "file:@claude/money.md")
        await v.press("r")
        assert isinstance(v.app.screen, RationaleScreen)
        await v.type(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is at)
        assert not (folder / "money.md").exists()
        assert "money.md" not in (folder / "MEMORY.md").read_text(encoding="utf-8")
        assert [path.read_bytes() for path in root.parent.rglob("private/*/archive/claude/money.md")] == [data]
        await v.press("escape", "u")
        await v.until(lambda: (folder / "money.md").exists())
        assert (folder / "money.md").read_bytes() == data
        assert (folder / "MEMORY.md").read_text(encoding="utf-8") == INDEX

    visit(root, story)


def test_a_move_is_proposed_and_nothing_moves(tmp_path: Path) -> None:
    """The scope is asked for; the proposal waits in the queue, the file stays."""
    root, folder = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await go_to(v, at, "file:@claude/money.md")
        await v.press("s")
        await v.type("team")
        await v.press("enter")
        await v.until(lambda: any("Waits in the queue" in words for words in v.said()))
        assert (folder / "money.md").exists()
        await v.press("s")
        await v.type("moon")
        await v.press("enter")
        await v.until(lambda: any("is not a scope" in words for words in v.said()))

    visit(root, story)


def test_read_only_shows_all_and_changes_nothing(tmp_path: Path) -> None:
    """No key writes anything where the console only reads."""
    root, folder = furnish(tmp_path)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await go_to(v, at, "file:@claude/money.md")
        await v.press("i", "b", "x", "r", "s", "V", "c")
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before

    visit(root, story, read_only="for this test")


def test_without_a_folder_it_says_where_one_would_be(tmp_path: Path) -> None:
    """Nothing to show is said, with the place."""
    root = without_memory(tmp_path)

    async def story(v: Visit) -> None:
        await v.press("C")
        at = v.app.screen
        assert is_about(at, FolderRows)
        await v.until(lambda: "It would be at" in at.pane.text.text)

    visit(root, story)


def test_open_lends_the_terminal_to_the_editor(tmp_path: Path) -> None:
    """Where no program can be run, the person is told so and nothing is lost."""
    root, _ = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await go_to(v, at, "file:@claude/money.md")
        await v.press("o")
        await v.until(lambda: any("terminal" in words or "program" in words for words in v.said()))
        await v.press("escape")
        assert v.app.screen is at

    visit(root, story, env={"EDITOR": "no-such-editor"})


def test_only_keys_that_have_something_to_do_are_shown(tmp_path: Path) -> None:
    """A line without its file cannot be retired or moved; a memory can."""
    root, _ = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await go_to(v, at, "dangling:@claude/gone.md")
        assert "line 4 of the index: - [Gone](gone.md)" in at.pane.text.text
        assert "r retire" not in v.shown() and "i fix index" in v.shown()
        await go_to(v, at, "file:@claude/money.md")
        assert "r retire" in v.shown()

    visit(root, story)


def test_what_cannot_be_mended_is_said_to_be_the_persons(tmp_path: Path) -> None:
    """A line that says more than the name of a file that is gone stays, and nobody is sent to i for it."""
    root, folder = furnish(tmp_path)
    prose = "# Memory\n\n- [Money](money.md) — cents (see [gone](gone.md) too)\n- [Runner](runner.md) — nose\n"
    (folder / "MEMORY.md").write_text(prose, encoding="utf-8")

    async def story(v: Visit) -> None:
        await v.open("C", FolderRows)
        assert "1 dangling" in v.line("#folder-health") and "o opens the index" in v.line("#folder-health")
        await v.press("i")
        await v.until(lambda: v.said())
        assert v.said()[-1] == "1 name of a missing file stays: its line says more: gone.md"

    visit(root, story)


def test_a_folder_that_is_known_no_longer_is_said_and_not_opened(tmp_path: Path) -> None:
    """Its key left what the workspace knows while the screen was open: a sentence, and the screen stays."""
    root, _ = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await go_to(v, at, "file:@claude/money.md")
        desk = v.app.here.desk
        vars(desk)["layout"] = replace(desk.layout, folders={})
        await v.press("o")
        assert v.app.screen is at and "cannot be opened" in v.said()[-1] and "not known here" in v.said()[-1]

    visit(root, story)


@pytest.mark.parametrize(("mendable", "long"), [(True, 0), (False, 0), (True, 3), (False, 3)])
@pytest.mark.parametrize("width", [100, 120])
def test_what_to_press_stays_beside_what_is_wrong(mendable: bool, long: int, width: int) -> None:
    """However much is wrong, the key has room: only the rest of the hint goes."""

    names, numbers = tuple(f"{at}.md" for at in range(120)), tuple(range(1, 121))
    much = IndexReport(hidden=numbers, orphans=names, dangling=names, long_lines=numbers)
    folder = MemoryFolder("@claude", Path("memory"), "project", "auto memory")
    found = Contents(folder, b"", (), {}, (), (), much)
    words = health_words([found], [], mendable=mendable, long=long)
    left, _ = BarLine(words).fitting(width)
    assert left[1].text.strip() in {"i fixes", "o opens the index", "m proposes"}
