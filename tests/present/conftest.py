"""What is said of the demo, without its console."""

import os
import shutil
from pathlib import Path

import pytest

from dreamtui.compose import open_desk
from dreamtui.demo.build import build
from dreamtui.desk.desk import Desk
from dreamtui.sources.workspace import INNER_CLAUDE_FOLDER

NOW = "2026-11-18T09:00:00Z"


def demo_env(home: Path) -> dict[str, str]:
    """Nothing of whoever runs the tests but where programs are."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "DREAMTUI_NOW": NOW,
        "DREAMTUI_ACTOR": "you",
    }


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo; nobody writes to it."""
    top = tmp_path_factory.mktemp("demo")
    build(top / "shop", demo_env(top / "home"))
    return top / "shop"


@pytest.fixture
def desk(demo: Path) -> Desk:
    """The demo, to be looked at."""
    return open_desk(demo, demo_env(demo.parent / "home"), claude_dir=demo / INNER_CLAUDE_FOLDER)


@pytest.fixture
def own_desk(demo: Path, tmp_path: Path) -> Desk:
    """A copy of the demo that a test may write to."""
    root = tmp_path / "shop"
    shutil.copytree(demo, root, symlinks=True)
    return open_desk(root, demo_env(tmp_path / "home"), claude_dir=root / INNER_CLAUDE_FOLDER)
