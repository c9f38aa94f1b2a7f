"""What most tests of the console start from."""

from pathlib import Path

import pytest
from visit import demo_copy


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A demo of one's own."""
    return demo_copy(tmp_path)
