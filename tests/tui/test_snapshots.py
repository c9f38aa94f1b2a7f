"""Each screen on the demo as a picture, at 80x24 and 120x40; `pytest --snapshot-update` takes new ones."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea
from visit import Visit, console_on, demo_copy

WHY = "=Five fixes in four weeks, each an input nobody had tested; one table of bad tokens would have caught them all."
REASON = ("j", "j", "j", "j", "g", WHY)
SCREENS = {
    "queue": ("j", "j", "j", "j"),
    "evidence": ("j", "j", "j", "j", "2"),
    "changes": ("j", "j", "j", "j", "3"),
    "hostile": ("2",),
    "reason": REASON,
    "date": ("s",),
    "leave": (*REASON, "ctrl+s", "q"),
    "history": ("H", "j", "j", "j", "j", "j"),
    "recorded": ("H", "j", "j", "j", "j", "j", "c"),
    "memory": ("M",),
    "log": ("L",),
    "settings": ("comma", "slash", "=dreamtui.", "enter"),
    "help": ("question_mark",),
    "palette": ("colon", "=undo"),
    "mining": ("m",),
}
"""What leads to each screen from the queue; what begins with `=` is typed."""


def walk(keys: tuple[str, ...]) -> Callable[["Pilot[int]"], Awaitable[None]]:
    """Press the keys, letting everything settle after each."""

    async def story(pilot: "Pilot[int]") -> None:
        visitor = Visit(pilot.app, pilot)  # type: ignore[arg-type]
        await visitor.rest()
        for key in keys:
            if key.startswith("="):
                await visitor.type(key[1:])
            else:
                await visitor.press(key)
            await pilot.pause(0.06)
            await visitor.rest()
        for box in (*pilot.app.screen.query(TextArea), *pilot.app.screen.query(Input)):
            box.cursor_blink = False
        await pilot.pause()

    return story


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])
@pytest.mark.parametrize("name", SCREENS)
def test_screen(snap_compare: Any, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    """It looks as it did."""
    app = console_on(demo_copy(tmp_path))
    assert snap_compare(app, terminal_size=size, run_before=walk(SCREENS[name]))
