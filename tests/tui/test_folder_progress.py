"""Long work on the screen of memory folders says how far it is, and escape ends it."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from at_folder import furnish
from visit import Visit, is_about, visit

from dreamtui.desk.memory import history as memory_history
from dreamtui.desk.memory import index as memory_index
from dreamtui.tui.controllers.working import STOPPED
from dreamtui.tui.screens.browse import folder
from dreamtui.tui.screens.browse.folder import FolderRows


def test_verifying_says_how_far_it_is_and_escape_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen stays, its heading is as before, and verifying again works."""
    root, _ = furnish(tmp_path)

    def endless(desk: object, *, progress: Callable[..., None]) -> Any:
        done = 0
        while True:
            done += 1
            progress("checking claims", done, 1_000_000)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        before = v.line("#browse-heading")
        with monkeypatch.context() as patch:
            patch.setattr(folder.verify, "verify", endless)
            await v.pilot.press("V")
            await v.until(lambda: "checking claims: " in v.line("#browse-heading"))
            assert "of 1,000,000" in v.line("#browse-heading") and "esc stop" in v.shown()
            await v.pilot.press("escape")
            await v.until(lambda: STOPPED in v.said())
        assert v.app.screen is at and v.line("#browse-heading") == before and "esc stop" not in v.shown()
        await v.press("V")
        await v.until(lambda: any(words.startswith("Claims:") for words in v.said()))
        await v.press("escape")
        assert v.app.screen is not at

    visit(root, story)


def test_reading_says_what_is_read_and_ends_when_its_screen_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes after the step that was under way is not begun; nothing is said of it."""
    root, _ = furnish(tmp_path)
    after: list[str] = []
    left = Event()
    status = memory_index.status

    def slow(desk: Any) -> Any:
        left.wait(10)
        return status(desk)

    def checks(*asked: Any, **more: Any) -> None:
        after.append("check")

    own = "dreamtui.tui.screens.browse.folder"  # the lines above the queue read too, and are left alone
    monkeypatch.setattr(f"{own}.memory_index", SimpleNamespace(**{**vars(memory_index), "status": slow}))
    monkeypatch.setattr(f"{own}.memory_history", SimpleNamespace(**{**vars(memory_history), "check": checks}))

    async def story(v: Visit) -> None:
        await v.pilot.press("C")
        await v.until(lambda: is_about(v.app.screen, FolderRows))
        await v.until(lambda: "reading memories …" in v.line("#browse-heading"))
        await v.pilot.press("escape")
        await v.until(lambda: not is_about(v.app.screen, FolderRows))
        left.set()
        await v.rest()
        assert after == [] and STOPPED not in v.said()

    visit(root, story)
