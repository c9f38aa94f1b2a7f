"""`q` and escape on a secondary screen lead back to the queue; the console is left only from there."""

from pathlib import Path

import pytest
from visit import Visit, demo_copy, is_about, visit

from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.log import LogRows
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.browse.settings import SettingRows
from dreamtui.tui.screens.review.review import ReviewScreen

SCREENS = {"H": HistoryRows, "M": MemoryRows, "L": LogRows, ",": SettingRows}


@pytest.mark.parametrize("key", SCREENS)
@pytest.mark.parametrize("back", ["q", "escape"])
def test_back_to_the_queue(tmp_path: Path, key: str, back: str) -> None:
    """From every screen that a key of the queue opens."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await v.until(lambda: isinstance(v.app.screen, ReviewScreen))
        await v.press(key)
        await v.until(lambda: is_about(v.app.screen, SCREENS[key]))
        await v.press(back)
        await v.until(lambda: isinstance(v.app.screen, ReviewScreen))

    visit(root, story)
