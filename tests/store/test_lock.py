"""One writer at a time; whoever died shuts nobody out; the presence mark of a console."""

import errno
import os
import signal
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from faults import run_in_child

from dreamtui.model.errors import Unavailable
from dreamtui.store.commit import lock as locks
from dreamtui.store.commit.lock import Owner, locked, read_owner
from dreamtui.store.person.presence import Presence

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LATER = NOW + timedelta(seconds=42)


class Time:
    """A clock that only goes on while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.sleeps: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.now += seconds


def _child_holding(path: Path) -> tuple[int, int]:
    """A child that holds the lock until it is killed; its id, and a pipe it has written to once it holds it."""
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        with locked(path, who="maria", now=NOW):
            os.write(tell, b"x")
            signal.pause()
        os._exit(0)
    assert os.read(ready, 1) == b"x"
    os.close(ready)
    os.close(tell)
    return child, 0


def _kill(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_the_lock_can_be_taken_again(tmp_path: Path) -> None:
    """Taken, given back, taken; also after an error inside, and in a folder that is not there yet."""
    path = tmp_path / "a/b/lock"
    with locked(path, who="me", now=NOW):
        assert read_owner(path) == Owner.here("me", NOW)
    with pytest.raises(KeyError), locked(path, who="me", now=NOW):
        raise KeyError
    with locked(path, who="me", now=NOW, wait=0):
        pass
    assert path.read_bytes() == b""


def test_another_process_is_named(tmp_path: Path) -> None:
    """Who, which process, where, for how long; and nobody waits longer than asked."""
    path, time = tmp_path / "lock", Time()
    child, _ = _child_holding(path)
    try:
        with (
            pytest.raises(Unavailable, match=rf"locked by maria \(process {child} on .*, for 42 s\).* within 2 s"),
            locked(path, who="me", now=LATER, wait=2, clock=time.clock, sleep=time.sleep),
        ):
            pass
    finally:
        _kill(child)
    assert time.now == pytest.approx(2)
    assert max(time.sleeps) <= 0.1
    with locked(path, who="me", now=LATER, wait=0):
        assert read_owner(path) == Owner.here("me", LATER)


def test_who_waits_gets_it(tmp_path: Path) -> None:
    """The lock is taken as soon as its owner is gone."""
    path, time = tmp_path / "lock", Time()
    child, _ = _child_holding(path)

    def sleep(seconds: float) -> None:
        time.sleep(seconds)
        if len(time.sleeps) == 3:
            _kill(child)

    with locked(path, who="me", now=NOW, clock=time.clock, sleep=sleep):
        assert len(time.sleeps) == 3


def test_the_same_process_does_not_get_it_twice(tmp_path: Path) -> None:
    """A second thread of a console waits like everybody."""
    path = tmp_path / "lock"
    with (
        locked(path, who="me", now=NOW),
        pytest.raises(Unavailable),
        locked(path, who="me", now=NOW, wait=0),
    ):
        pass


def test_a_removed_lock_file_is_not_held(tmp_path: Path) -> None:
    """The state folder may be deleted at any time: whoever comes next takes the lock at the path."""
    path = tmp_path / "state/lock"
    with locked(path, who="me", now=NOW):
        path.unlink()
        path.parent.rmdir()
        with locked(path, who="you", now=NOW, wait=0):
            assert read_owner(path) == Owner.here("you", NOW)


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b'{"who": 1}', b"\xff" * 9000, b"null"])
def test_any_bytes_in_the_file_block_nobody(tmp_path: Path, data: bytes) -> None:
    """What an owner left, or never finished writing, does not matter."""
    path = tmp_path / "lock"
    path.write_bytes(data)
    assert read_owner(path) is None
    with locked(path, who="me", now=NOW, wait=0):
        pass


def test_a_hostile_owner_is_shown_inert(tmp_path: Path) -> None:
    """A name is only a name."""
    said = Owner("\x1b[31mme\n", 1, "host\u202e", "never").said(NOW)
    assert not {"\x1b", "\n", "\u202e"} & set(said)


def test_a_lock_that_cannot_be_made(tmp_path: Path) -> None:
    """A folder in its place, a symlink in its place: not available, one line."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "target")
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path / "folder", tmp_path / "link", tmp_path / "file/lock"):
        with pytest.raises(Unavailable, match="cannot be locked"), locked(path, who="me", now=NOW, wait=0):
            pass
    assert not (tmp_path / "target").exists()


def test_without_kernel_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file only one can create; one of a process that is gone is taken away, one of a process that runs is not."""
    monkeypatch.setattr(locks, "fcntl", None)
    path, held, time = tmp_path / "lock", tmp_path / "lock.held", Time()
    with locked(path, who="me", now=NOW):
        assert held.exists()
        with pytest.raises(Unavailable), locked(path, who="you", now=NOW, clock=time.clock, sleep=time.sleep):
            pass
    assert not held.exists()
    gone = os.fork()
    if gone == 0:
        os._exit(0)
    os.waitpid(gone, 0)
    held.write_bytes(Owner("gone", gone, Owner.here("", NOW).host, NOW.isoformat()).encode())
    with locked(path, who="me", now=NOW, clock=time.clock, sleep=time.sleep):
        assert read_owner(held) == Owner.here("me", NOW)
    held.write_bytes(Owner("far", 1, "elsewhere", NOW.isoformat()).encode())
    with pytest.raises(Unavailable), locked(path, who="me", now=NOW, clock=time.clock, sleep=time.sleep):
        pass
    os.utime(held, (1, 1))
    with locked(path, who="me", now=NOW, clock=time.clock, sleep=time.sleep):
        pass
    assert sorted(os.listdir(tmp_path)) == ["lock"]


def test_a_file_system_without_locks_falls_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some network folders know no flock; other errors are errors."""

    def refuse(number: int) -> None:
        def flock(handle: int, flags: int) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(locks.fcntl, "flock", flock)

    refuse(errno.EOPNOTSUPP)
    with locked(tmp_path / "lock", who="me", now=NOW):
        assert (tmp_path / "lock.held").exists()
    refuse(errno.EIO)
    with pytest.raises(Unavailable), locked(tmp_path / "lock", who="me", now=NOW):
        pass


def test_eight_processes_lose_nothing(tmp_path: Path) -> None:
    """Each reads, adds one and writes, 25 times; every addition counts."""
    number = tmp_path / "number"
    number.write_text("0")

    def count() -> None:
        for _ in range(25):
            with locked(tmp_path / "lock", who="me", now=NOW, wait=60):
                number.write_text(str(int(number.read_text()) + 1))

    children = []
    for _ in range(8):
        child = os.fork()
        if child == 0:
            os._exit(run_in_child(count))
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 8
    assert number.read_text() == "200"


def test_the_second_console_sees_the_first(tmp_path: Path) -> None:
    """It learns who is there and since when; when the first leaves, nobody is."""
    path = tmp_path / "presence"
    first = Presence.take(path, who="ann", now=NOW)
    second = Presence.take(path, who="bob", now=LATER)
    assert (first.held, second.held) == (True, False)
    assert first.owner() == second.owner() == Owner.here("ann", NOW)
    first.release()
    assert (first.held, second.owner()) == (False, None)
    third = Presence.take(path, who="cy", now=LATER)
    assert third.held
    third.release()
    third.release()


def test_taking_over_is_noticed(tmp_path: Path) -> None:
    """The first console sees that it lost the mark, and leaving does not take it from the second."""
    path = tmp_path / "presence"
    first = Presence.take(path, who="ann", now=NOW)
    second = Presence.take(path, who="bob", now=NOW)
    second.take_over(now=LATER)
    assert (first.held, second.held) == (False, True)
    assert first.owner() == Owner.here("bob", LATER)
    first.release()
    assert second.held
    assert Presence.take(path, who="cy", now=LATER).owner() == Owner.here("bob", LATER)
    second.release()
    assert sorted(os.listdir(tmp_path)) == ["presence"]


def test_a_dead_console_blocks_nobody(tmp_path: Path) -> None:
    """Its mark goes with it."""
    path = tmp_path / "presence"

    def vanish() -> None:
        assert Presence.take(path, who="ann", now=NOW).held
        os.kill(os.getpid(), signal.SIGKILL)

    assert run_in_child(vanish) == -signal.SIGKILL
    assert b"ann" in path.read_bytes()
    assert Presence.take(path, who="bob", now=NOW).held


def test_a_console_without_a_place_for_its_mark_still_opens(tmp_path: Path) -> None:
    """A read-only tree: no mark, no error."""
    (tmp_path / "file").write_bytes(b"")
    presence = Presence.take(tmp_path / "file/presence", who="me", now=NOW)
    presence.take_over(now=NOW)
    assert (presence.held, presence.owner()) == (False, None)
    assert stat.S_ISREG((tmp_path / "file").stat().st_mode)
