"""What is said of the demo, without its console."""

import shutil
from pathlib import Path

import pytest
from demo_console import environment

from dreamtui.compose import open_desk
from dreamtui.demo.build import build
from dreamtui.desk.desk import Desk
from dreamtui.sources.workspace import INNER_CLAUDE_FOLDER


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo; nobody writes to it."""
    top = tmp_path_factory.mktemp("demo")
    build(top / "shop", environment(top / "home"))
    return top / "shop"


@pytest.fixture
def desk(demo: Path) -> Desk:
    """The demo, to be looked at."""
    return open_desk(demo, environment(demo.parent / "home"), claude_dir=demo / INNER_CLAUDE_FOLDER)


@pytest.fixture
def own_desk(demo: Path, tmp_path: Path) -> Desk:
    """A copy of the demo that a test may write to."""
    root = tmp_path / "shop"
    shutil.copytree(demo, root, symlinks=True)
    return open_desk(root, environment(tmp_path / "home"), claude_dir=root / INNER_CLAUDE_FOLDER)
