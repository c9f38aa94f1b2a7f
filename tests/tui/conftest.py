"""What most tests of the console start from."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
import settling  # noqa: F401  the wait of every pilot
from visit import demo_copy


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A demo of one's own."""
    return demo_copy(tmp_path)


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    """A console freezes what it has made; without this, no console of the test session would ever be collected."""
    yield
    gc.unfreeze()
