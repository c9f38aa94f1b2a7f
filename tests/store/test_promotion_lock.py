"""OpenClaw's promotion lock: taken as OpenClaw takes it, waited for, and stolen only from the dead."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dreamtui.kinds.promotion.recall_store import LOCK
from dreamtui.model.errors import Refused, Unavailable
from dreamtui.store.layout import Layout
from dreamtui.store.promotion_lock import is_stale, promoting


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    """A workspace with OpenClaw's folder."""
    (tmp_path / "memory/.dreams").mkdir(parents=True)
    return Layout(tmp_path, tmp_path / ".agent")


def dead_pid() -> int:
    """A process that has ended."""
    done = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    return int(done.stdout)


def hold(layout: Layout, words: str, age: float = 0) -> Path:
    """A lock file of somebody else."""
    path = layout.root / LOCK
    path.write_text(words)
    then = time.time() - age
    os.utime(path, (then, then))
    return path


def test_lock_is_written_as_openclaw_writes_it(layout: Layout) -> None:
    """One line with process and milliseconds while it is held, and nothing afterwards."""
    path = layout.root / LOCK
    with promoting(layout, 0):
        assert re.fullmatch(rf"{os.getpid()}:\d{{13}}\n", path.read_text())
    assert not path.exists()


def test_lock_is_given_back_after_an_error(layout: Layout) -> None:
    """A failure inside leaves no lock."""
    with pytest.raises(KeyError), promoting(layout, 0):
        raise KeyError
    assert not (layout.root / LOCK).exists()


def test_no_lock_where_openclaw_is_not(tmp_path: Path) -> None:
    """A workspace without recalls has nobody to shut out, and gets no folder."""
    with promoting(Layout(tmp_path, tmp_path / ".agent"), 0):
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("age", [0, 59, 3600])
def test_lock_of_a_living_process_is_respected(layout: Layout, age: float) -> None:
    """However old: it is waited for as long as was asked, then named."""
    path = hold(layout, f"{os.getppid()}:1776686400000\n", age)
    slept: list[float] = []
    ticks = iter(range(100))
    held = promoting(layout, 3, clock=lambda: float(next(ticks)), sleep=slept.append)
    with pytest.raises(Unavailable, match=f"process {os.getppid()}"), held:
        pass
    assert set(slept) == {0.04}
    assert path.exists()


@pytest.mark.parametrize("words", ["", "nonsense", "0:1\n"])
def test_old_lock_without_an_owner_is_taken_away(layout: Layout, words: str) -> None:
    """After a minute, one that names nobody is stale."""
    path = hold(layout, words, 61)
    assert is_stale(path)
    with promoting(layout, 0):
        assert path.read_text().startswith(f"{os.getpid()}:")


def test_old_lock_of_a_dead_process_is_taken_away(layout: Layout) -> None:
    """Its process is gone and a minute is over."""
    path = hold(layout, f"{dead_pid()}:1776686400000\n", 61)
    with promoting(layout, 0):
        assert path.read_text().startswith(f"{os.getpid()}:")


def test_young_lock_of_a_dead_process_is_respected(layout: Layout) -> None:
    """Within the minute nobody takes it away, as OpenClaw does not."""
    path = hold(layout, f"{dead_pid()}:1776686400000\n", 30)
    with pytest.raises(Unavailable), promoting(layout, 0):
        pass
    assert path.exists()


def test_lock_is_had_once_it_becomes_free(layout: Layout) -> None:
    """Somebody lets go while we wait."""
    path = hold(layout, f"{os.getppid()}:1776686400000\n")
    with promoting(layout, 5, sleep=lambda _: path.unlink()):
        assert path.read_text().startswith(f"{os.getpid()}:")


def test_folder_that_leads_out_is_refused(tmp_path: Path) -> None:
    """Nothing is written through a symbolic link."""
    (tmp_path / "out").mkdir()
    (tmp_path / "work/memory").mkdir(parents=True)
    (tmp_path / "work/memory/.dreams").symlink_to(tmp_path / "out")
    with pytest.raises(Refused, match="symbolic link"), promoting(Layout(tmp_path / "work", tmp_path / "home"), 0):
        pass
    assert list((tmp_path / "out").iterdir()) == []
