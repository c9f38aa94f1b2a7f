"""Each screen on the demo as a picture, at 80x24 and 120x40; `pytest --snapshot-update` takes new ones."""

from pathlib import Path
from typing import Any

import pytest
from demo_console import WALKS, walk
from visit import console_on, demo_copy

SCREENS = {
    **WALKS,
    "hostile": ("@Deploys fail", "2"),
    "date": ("s",),
    "recorded": (*WALKS["history"], "c"),
    "log": ("L",),
    "settings": ("comma", "slash", "=dreamtui.", "enter"),
    "palette": ("colon", "=undo"),
    "mining": ("m",),
}
"""What leads to each screen from the queue; what begins with `=` is typed."""


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])
@pytest.mark.parametrize("name", SCREENS)
def test_screen(snap_compare: Any, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    """It looks as it did."""
    app = console_on(demo_copy(tmp_path))
    assert snap_compare(app, terminal_size=size, run_before=lambda pilot: walk(app, pilot, SCREENS[name]))
