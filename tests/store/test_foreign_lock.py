"""A lock file of another system: taken as that takes it, waited for, and stolen only from the dead."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dreamtui.model.errors import Refused, Unavailable
from dreamtui.store.files.foreign_lock import PidLock, is_stale


def lock_of(root: Path) -> PidLock:
    """The lock of a workspace."""
    return PidLock(root, "memory/.dreams/short-term-promotion.lock", "Somebody's lock")


@pytest.fixture
def lock(tmp_path: Path) -> PidLock:
    """That of a workspace in which the other system has its folder."""
    (tmp_path / "memory/.dreams").mkdir(parents=True)
    return lock_of(tmp_path)


def dead_pid() -> int:
    """A process that has ended."""
    done = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    return int(done.stdout)


def hold(lock: PidLock, words: str, age: float = 0) -> Path:
    """A lock file of somebody else."""
    path = lock.root / lock.name
    path.write_text(words)
    then = time.time() - age
    os.utime(path, (then, then))
    return path


def test_lock_is_one_line(lock: PidLock) -> None:
    """One line with process and milliseconds while it is held, and nothing afterwards."""
    path = lock.root / lock.name
    with lock.held(0):
        assert re.fullmatch(rf"{os.getpid()}:\d{{13}}\n", path.read_text())
    assert not path.exists()


def test_lock_is_given_back_after_an_error(lock: PidLock) -> None:
    """A failure inside leaves no lock."""
    with pytest.raises(KeyError), lock.held(0):
        raise KeyError
    assert not (lock.root / lock.name).exists()


def test_no_lock_without_its_folder(tmp_path: Path) -> None:
    """A workspace without recalls has nobody to shut out, and gets no folder."""
    with lock_of(tmp_path).held(0):
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("age", [0, 59, 3600])
def test_lock_of_a_living_process_is_respected(lock: PidLock, age: float) -> None:
    """However old: it is waited for as long as was asked, then named."""
    path = hold(lock, f"{os.getppid()}:1776686400000\n", age)
    slept: list[float] = []
    ticks = iter(range(100))
    held = lock.held(3, clock=lambda: float(next(ticks)), sleep=slept.append)
    with pytest.raises(Unavailable, match=f"process {os.getppid()}"), held:
        pass
    assert set(slept) == {0.04}
    assert path.exists()


@pytest.mark.parametrize("words", ["", "nonsense", "0:1\n"])
def test_old_lock_without_an_owner_is_taken_away(lock: PidLock, words: str) -> None:
    """After a minute, one that names nobody is stale."""
    path = hold(lock, words, 61)
    assert is_stale(path)
    with lock.held(0):
        assert path.read_text().startswith(f"{os.getpid()}:")


def test_old_lock_of_a_dead_process_is_taken_away(lock: PidLock) -> None:
    """Its process is gone and a minute is over."""
    path = hold(lock, f"{dead_pid()}:1776686400000\n", 61)
    with lock.held(0):
        assert path.read_text().startswith(f"{os.getpid()}:")


def test_young_lock_of_a_dead_process_is_respected(lock: PidLock) -> None:
    """Within the minute nobody takes it away."""
    path = hold(lock, f"{dead_pid()}:1776686400000\n", 30)
    with pytest.raises(Unavailable), lock.held(0):
        pass
    assert path.exists()


def test_lock_is_had_once_it_becomes_free(lock: PidLock) -> None:
    """Somebody lets go while we wait."""
    path = hold(lock, f"{os.getppid()}:1776686400000\n")
    with lock.held(5, sleep=lambda _: path.unlink()):
        assert path.read_text().startswith(f"{os.getpid()}:")


def test_folder_that_leads_out_is_refused(tmp_path: Path) -> None:
    """Nothing is written through a symlink."""
    (tmp_path / "out").mkdir()
    (tmp_path / "work/memory").mkdir(parents=True)
    (tmp_path / "work/memory/.dreams").symlink_to(tmp_path / "out")
    with pytest.raises(Refused, match="symlink"), lock_of(tmp_path / "work").held(0):
        pass
    assert list((tmp_path / "out").iterdir()) == []
