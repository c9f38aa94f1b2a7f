"""What most tests of the console start from."""

import gc
from pathlib import Path

import known_styles  # noqa: F401  style sheets are read and matched once
import pytest
import settling  # noqa: F401  the wait of every pilot
from visit import demo_copy


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A demo of one's own."""
    return demo_copy(tmp_path)


@pytest.fixture(autouse=True)
def collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A console freezes what it has made; if it did so here, no console of the test session would ever be collected."""
    monkeypatch.setattr(gc, "freeze", lambda: None)
