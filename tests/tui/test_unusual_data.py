"""Odd data of a real repository: long conversations, decisions of dotagent, names that have no room."""

import asyncio
from pathlib import Path

import pytest
from at_review import go, review
from textual.screen import ModalScreen
from visit import Visit, visit
from workbench import copied, data_folder

from dreamtui.sources.workspace import INNER_CLAUDE_FOLDER
from dreamtui.tui.screens.dialogs.leave import LeaveScreen
from dreamtui.tui.toasts import ToastingApp
from dreamtui.tui.widgets.title_lines import TitleLines


@pytest.fixture
def after_dotagent(tmp_path: Path) -> Path:
    """A workspace in which dotagent decided, and where these things came up again."""
    root = tmp_path / "after"
    copied(data_folder("dotagent", "4-run-again-reproposed"), root)
    return root


def test_the_record_that_is_meant_is_in_view_behind_long_ones(shop: Path) -> None:
    """However many rows the records before it take."""
    (talk,) = (shop / INNER_CLAUDE_FOLDER).rglob("1a53f7cf*.jsonl")
    long = "\\n".join(f"line {number} {'of a long plan ' * 20}" for number in range(30))
    text = talk.read_text(encoding="utf-8").replace("add pages to the list", f"add pages {long} to the list", 1)
    talk.write_text(text, encoding="utf-8")

    async def story(v: Visit) -> None:
        await go(v, "use make check, not pytest")
        await v.press("2")
        assert "▶ user · line 5" in v.shown() and "▶   I told you: use make check, not pytest." in v.shown()
        assert review(v).item.evidence.text.scroll_offset.y > 40
        assert "… 22 more lines" in review(v).item.evidence.text.text

    visit(shop, story, size=(100, 30), env={"CLAUDE_CONFIG_DIR": str(shop / INNER_CLAUDE_FOLDER)})


def test_what_dotagent_decided_is_told_in_the_history(after_dotagent: Path) -> None:
    """Who and why, as its decided file has it; never that nobody decided it."""

    async def story(v: Visit) -> None:
        await v.press("l", "1")
        assert "graduated: decided by alice; 4 shows it" in v.shown()
        await v.press("4")
        assert "decided elsewhere, without a record here" in v.shown() and "why   " in v.shown()
        assert "Nobody has decided this before" not in v.shown()

    visit(after_dotagent, story, size=(160, 40))


def test_every_output_is_named_on_a_narrow_screen(shop: Path) -> None:
    """No file that will be written is left out for want of room, and each figure stands with its name."""

    async def story(v: Visit) -> None:
        await v.press("q")
        assert isinstance(v.app.screen, LeaveScreen)
        outputs = v.app.screen.query_one("#outputs", TitleLines)
        shown = " ".join(line.strip() for line in outputs.lines(outputs.size.width))
        assert shown.startswith("Will be written: ") and "lines loaded)" in shown
        assert all(change.path in shown for change in v.app.screen.planned.changes.changes)

    async def change(v: Visit) -> None:
        await go(v, "src/cart.ts", status="pending")
        await v.press("g")
        await v.type("Four fixes of the cart had one cause: a table of bad inputs would have caught each.")
        await v.press("ctrl+s")
        await story(v)

    visit(shop, change, size=(60, 24))


def test_a_toast_stands_on_the_screen_on_top_alone() -> None:
    """A dialog lets the screen below be seen; what is said there is not said twice."""

    class Dialog(ModalScreen[None]):
        """A dialog."""

    async def run() -> None:
        app = ToastingApp()
        async with app.run_test(notifications=True) as pilot:
            app.toast("Recorded", "information", 60.0)
            await pilot.pause()
            below = app.screen
            await app.push_screen(Dialog())
            await pilot.pause()
            assert [rack.display for rack in below.query("ToastRack")] == [False]
            assert [rack.display for rack in app.screen.query("ToastRack")] == [True]
            await app.pop_screen()
            await pilot.pause()
            assert [rack.display for rack in below.query("ToastRack")] == [True]

    asyncio.run(run())
