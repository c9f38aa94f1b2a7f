"""Undo on the screens beside the queue: what was decided there last goes back, and the guard holds."""

from pathlib import Path

import pytest
from at_folder import wrong_folder
from visit import SIZES, Visit, is_about, is_form, visit

from dreamtui.desk.outputs.remembered import rules_and_notes
from dreamtui.model.memory import NoteStatus
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.browse.folder import FolderRows
from dreamtui.tui.screens.browse.memory import MemoryRows


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace with a memory folder in which much is wrong."""
    return wrong_folder(tmp_path)


WHY = "The freeze ended with the release of 12 November, so nobody has to wait for it any more."


@pytest.mark.parametrize("size", SIZES)
def test_u_takes_back_what_was_done_in_the_memory_folder(folder: Path, size: tuple[int, int]) -> None:
    """Where it was done, with the key that is said; U redoes it; without anything done it says so."""
    index = next(folder.parent.glob("home/.claude/projects/*/memory/MEMORY.md"))
    before = index.read_bytes()

    async def story(v: Visit) -> None:
        await v.press("C")
        at = v.app.screen
        await v.until(lambda: is_about(at, FolderRows) and at.rows.shown)
        assert "undo" not in v.key_bar()
        await v.press("u")
        assert "Nothing was decided in this sitting" in v.said()[-1]
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        await v.press("w")
        await v.until(lambda: v.app.screen is at and index.read_bytes() != before)
        await v.until(lambda: v.said()[-1].endswith("u undoes it"))
        written = index.read_bytes()
        await v.until(lambda: "u undo" in v.key_bar())
        await v.press("u")
        await v.until(lambda: index.read_bytes() == before)
        await v.rest()
        assert v.app.screen is at and v.app.sitting.done == []
        await v.press("U")
        await v.until(lambda: index.read_bytes() == written)

    visit(folder, story, size=size)


def test_u_takes_back_a_retired_note_on_the_memory_screen(shop: Path) -> None:
    """The note is active again, and the screen shows it."""

    async def story(v: Visit) -> None:
        await v.press("M")
        at = v.app.screen
        assert is_about(at, MemoryRows)
        await v.until(lambda: at.rows.shown)
        row = next(
            n for n in range(at.rows.shown) if "Schema freeze" in "".join(c.text for c in at.rows.item_at(n).cells)
        )
        at.rows.move_to(row)
        await v.rest()
        await v.press("r")
        await v.type(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is at and v.app.sitting.done)
        assert v.said()[-1].endswith("u undoes it")
        await v.press("u")
        await v.until(lambda: not v.app.sitting.done)
        note = next(note for note in rules_and_notes(v.desk)[1] if note.title == "Schema freeze")
        assert note.status is NoteStatus.ACTIVE and v.app.screen is at

    visit(shop, story)


def test_u_beside_the_queue_passes_the_guard(folder: Path) -> None:
    """A key meant for the screen before takes nothing back."""
    now = [0.0]

    async def story(v: Visit) -> None:
        await v.press("C")
        at = v.app.screen
        await v.until(lambda: is_about(at, FolderRows) and at.rows.shown)
        said = len(v.said())
        await v.press("u")
        assert len(v.said()) == said
        now[0] += 10
        await v.press("u")
        assert len(v.said()) == said + 1

    visit(folder, story, clock=lambda: now[0])
