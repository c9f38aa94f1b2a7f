"""Proposals about files of Claude Code in the console: a merge, a choice against CLAUDE.md, both taken back."""

from pathlib import Path

import pytest
import topicbox
from at_proposal import open_proposal, reason
from visit import Visit, environment, is_form, visit

from dreamtui.compose import open_desk
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.sources.claude.places import slug
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.widgets.text_pane import TextPane

PORTS = "The chat server listens on port 8000 and the worker on port 9000."
WHY = "Both files were written in the same week about the same two ports; the newer one is the one that is linked to."
SIZES = [(80, 24), (120, 40)]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A workspace whose memory folder holds two files that say the same and one against CLAUDE.md."""
    root = tmp_path / "shop"
    (root / ".agent").mkdir(parents=True)
    (root / "CLAUDE.md").write_text("- Always use pnpm for installing packages.\n")
    top = folder(root)
    top.mkdir(parents=True)
    (top / "ports.md").write_bytes(topicbox.memory("ports", PORTS, modified="2026-10-01T08:00:00Z"))
    (top / "ports-again.md").write_bytes(topicbox.memory("ports-again", PORTS, modified="2026-10-09T08:00:00Z"))
    words = "Never use pnpm for installing packages."
    (top / "pnpm.md").write_bytes(topicbox.memory("pnpm", words, type="feedback", modified="2026-10-09T08:00:00Z"))
    index = "# Mine\n\n- [Ports](ports.md) - old\n- [Ports again](ports-again.md) - new\n- [Pnpm](pnpm.md) - never\n"
    (top / "MEMORY.md").write_text(index)
    reorganize(open_desk(root, environment(tmp_path / "home")), ReorganizeRequest())
    return root


def folder(root: Path) -> Path:
    """The memory folder of the workspace."""
    return root.parent / "home/.claude/projects" / slug(root) / "memory"


def held(root: Path) -> dict[str, bytes]:
    """Every memory and the index."""
    return {path.name: path.read_bytes() for path in sorted(folder(root).glob("*.md"))}


@pytest.mark.parametrize("size", SIZES)
def test_a_merge_of_files_is_accepted_and_undone(shop: Path, size: tuple[int, int]) -> None:
    """What happens to the files is said, the merge is written with its index, and u brings every byte back."""
    before = held(shop)

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        said = at.query_one("#result", TextPane).text
        assert PORTS in said and "the others go to the archive" in " ".join(said.split())
        assert "‹a+b›" in said and " a Ports " in v.shown() and " b Ports again " in v.shown()
        await v.press("g")
        await reason(v, WHY)
        after = held(shop)
        assert sorted(after) == ["MEMORY.md", "pnpm.md", "ports-again.md"]
        assert after["MEMORY.md"] == before["MEMORY.md"].replace(b"- [Ports](ports.md) - old\n", b"")
        [archived] = shop.parent.rglob("private/*/archive/claude/ports.md")
        assert archived.read_bytes() == before["ports.md"]
        await v.press("u")
        await v.until(lambda: held(shop) == before)

    visit(shop, story, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_memory_against_claude_md_is_decided(shop: Path, size: tuple[int, int]) -> None:
    """The ways out are shown with the line; the chosen one leaves CLAUDE.md alone."""
    before = held(shop)

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "contradiction")
        assert "1 keep  CLAUDE.md:1" in v.shown() and "choose: 1 to 3" in v.shown()
        await v.press("2")
        assert at.sketch.choice == "keep-memory"
        await reason(v, WHY)
        assert b"Contradicts CLAUDE.md:1" in held(shop)["pnpm.md"]
        await v.press("u")
        await v.until(lambda: held(shop) == before)

    visit(shop, story, size=size)
    assert (shop / "CLAUDE.md").read_text() == "- Always use pnpm for installing packages.\n"


def test_what_would_change_is_shown_while_losses_are_open(shop: Path) -> None:
    """c needs a way out and nothing else, and the memory's own file stands before the books."""

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "contradiction")
        await v.press("c")
        assert v.app.screen is at and "Make a choice" in v.said()[-1]
        await v.press("tab")
        assert at.table.move_to_key("choice keep-claude")
        await v.press("space")
        assert at.sketch.open_losses()
        await v.press("c")
        await v.until(lambda: is_form(v.app.screen, Scope.NOTICE))
        assert is_form(v.app.screen, Scope.NOTICE)
        paths = [file.path for file in v.app.screen.form.compared.files]
        assert paths[0].startswith("@claude/") and paths[-1].startswith("@private/proposals/")

    visit(shop, story)


def test_a_correction_begins_at_what_it_changes(shop: Path) -> None:
    """In one memory nothing is merged: a statement that gets other words is edited, and the cursor is on it."""
    words = "The shop opened in May.\n\nThe runner moved to another host yesterday."
    (folder(shop) / "runner.md").write_bytes(topicbox.memory("runner", words, modified="2026-10-09T08:00:00Z"))
    reorganize(open_desk(shop, environment(shop.parent / "home")), ReorganizeRequest())

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "supersede")
        assert at.statement is not None and "yesterday" in at.statement.text
        assert "~ 1 edited" in v.line("#sources-title") and "‹" not in at.query_one("#result", TextPane).text

    visit(shop, story)
