"""Claude Code's consolidation lock: taken, respected and given back as it does, whatever happens to the process."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from faults import KILLED, QUICK, CountingPort, FailingPort, KillingPort, RefusingPort, run_in_child

from dreamtui.model.errors import Refused, Unavailable, WriteFailed
from dreamtui.store.claude.lock import LOCK, LockLedger, System, holder, holding, last_dream, mend

LONG_AGO = 1_700_000_000_123_456_789
"""When memories were consolidated last, in nanoseconds."""
NOBODY = System(runs=lambda pid: pid == os.getpid())
"""A machine on which no process runs but this one."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A memory folder, and a state folder beside it."""
    (tmp_path / "state").mkdir()
    (tmp_path / "memory").mkdir()
    return tmp_path / "memory"


def ledger(folder: Path) -> LockLedger:
    """Where what is held is noted."""
    return LockLedger(folder.parent / "state", b"key")


def is_noted(folder: Path) -> bool:
    """Whether the ledger is left."""
    return ledger(folder).path.exists()


def put(folder: Path, body: str, when: int = LONG_AGO) -> Path:
    """A lock file as somebody left it."""
    path = folder / LOCK
    path.write_text(body)
    os.utime(path, ns=(when, when))
    return path


def left(folder: Path) -> tuple[bytes, int] | None:
    """The body and the time of a lock."""
    path = folder / LOCK
    return (path.read_bytes(), path.stat().st_mtime_ns) if path.exists() else None


def fresh(minutes: float = 1) -> int:
    """A time so many minutes ago."""
    return time.time_ns() - int(minutes * 60e9)


def dead_pid() -> int:
    """A process that has ended."""
    done = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    return int(done.stdout)


def test_lock_names_us_while_it_is_held_and_goes_where_there_was_none(folder: Path) -> None:
    """A single edit leaves no lock where nobody ever consolidated."""
    with holding([folder], 0, ledger=ledger(folder)):
        assert left(folder) is not None
        assert (folder / LOCK).read_text() == str(os.getpid())
        assert ledger(folder).read() == (os.getpid(), {folder: None})
    assert left(folder) is None
    assert not is_noted(folder)


def test_single_edit_gives_the_earlier_time_back(folder: Path) -> None:
    """To the nanosecond, and without a holder: Auto Dream is not put off."""
    put(folder, "")
    with holding([folder], 0, ledger=ledger(folder)):
        found = holder(folder)
        assert found is not None and found.pid == os.getpid() and found.age < 60
    assert left(folder) == (b"", LONG_AGO)
    assert holder(folder) is None


def test_whole_consolidation_leaves_the_time_at_now(folder: Path) -> None:
    """Auto Dream then takes it for its own, and the empty body holds nobody up."""
    put(folder, "")
    began = time.time() - 1
    with holding([folder], 0, ledger=ledger(folder), whole=[folder]):
        pass
    when = last_dream(folder)
    assert when is not None and when >= began
    assert (folder / LOCK).read_bytes() == b""
    assert not is_noted(folder)


def test_whole_consolidation_that_fails_gives_the_time_back(folder: Path) -> None:
    """An error on the way is no consolidation."""
    put(folder, "")
    with pytest.raises(KeyError), holding([folder], 0, ledger=ledger(folder), whole=[folder]):
        raise KeyError
    assert left(folder) == (b"", LONG_AGO)


def test_young_lock_of_a_living_process_is_respected(folder: Path) -> None:
    """It is waited for as long as was asked, then named with its age; not a byte of it changes."""
    put(folder, str(os.getppid()), when := fresh(3))
    slept: list[float] = []
    ticks = iter(range(100))
    system = System(clock=lambda: float(next(ticks)), sleep=slept.append)
    with pytest.raises(Unavailable, match=rf"process {os.getppid()}, for 3 min.*within 3 s"):
        holding([folder], 3, ledger=ledger(folder), system=system).__enter__()
    assert set(slept) == {0.04}
    assert left(folder) == (str(os.getppid()).encode(), when)
    assert not is_noted(folder)


def test_lock_is_had_once_it_becomes_free(folder: Path) -> None:
    """Its holder rolls back while we wait."""
    put(folder, str(os.getppid()), fresh())
    with holding([folder], 5, ledger=ledger(folder), system=System(sleep=lambda _: void(put(folder, "")))):
        assert (folder / LOCK).read_text() == str(os.getpid())
    assert left(folder) == (b"", LONG_AGO)


def void(_: object) -> None:
    """Nothing."""


@pytest.mark.parametrize(
    ("body", "minutes"),
    [("dead", 1), ("alive", 61), ("alive\n", 600), ("", 1), ("nonsense", 1), ("0", 1), ("99999999999999", 1)],
)
def test_lock_nobody_holds_is_taken(folder: Path, body: str, minutes: float) -> None:
    """Its process is gone, or it is older than an hour, or it names nobody; its time is kept all the same."""
    words = body.replace("dead", str(dead_pid())).replace("alive", str(os.getppid()))
    put(folder, words, when := fresh(minutes))
    assert holder(folder) is None
    with holding([folder], 0, ledger=ledger(folder)):
        assert (folder / LOCK).read_text() == str(os.getpid())
    assert left(folder) == (b"", when)


def test_lock_that_is_being_written_is_looked_at_again(folder: Path) -> None:
    """Whoever takes it empties it first; a lock emptied this very moment is waited for once."""
    put(folder, "", time.time_ns())

    def other(_: float) -> None:
        put(folder, str(os.getppid()), time.time_ns())

    with pytest.raises(Unavailable):
        holding([folder], 0, ledger=ledger(folder), system=System(sleep=other)).__enter__()
    assert (folder / LOCK).read_text() == str(os.getppid())


def test_faster_process_is_given_way_to(folder: Path) -> None:
    """What stands there after writing is read again: another process wrote last and has it."""
    put(folder, "")

    class Overtaken(CountingPort):
        def append(self, path: Path, data: bytes) -> None:
            super().append(path, data)
            put(folder, str(os.getppid()), time.time_ns())

    with pytest.raises(Unavailable, match=f"process {os.getppid()}"):
        holding([folder], 0, ledger=ledger(folder), port=Overtaken()).__enter__()
    assert (folder / LOCK).read_text() == str(os.getppid())
    assert not is_noted(folder)


def test_lock_that_appears_is_given_way_to(folder: Path) -> None:
    """There was none a moment ago; creating one never replaces another's."""

    class Overtaken(CountingPort):
        def write(self, path: Path, data: bytes, mode: int | None, owner: tuple[int, int] | None = None) -> None:
            if path.name == LOCK:
                put(folder, str(os.getppid()), time.time_ns())
            super().write(path, data, mode, owner)

    with pytest.raises(Unavailable, match=f"process {os.getppid()}"):
        holding([folder], 0, ledger=ledger(folder), port=Overtaken()).__enter__()
    assert (folder / LOCK).read_text() == str(os.getppid())


def test_what_another_took_over_is_left_to_them(folder: Path) -> None:
    """Giving back looks first whose it is now."""
    with holding([folder], 0, ledger=ledger(folder)):
        put(folder, "1", LONG_AGO + 5)
    assert left(folder) == (b"1", LONG_AGO + 5)


def test_all_locks_or_none(folder: Path) -> None:
    """One of several is held: those that were taken are given back."""
    other = folder.with_name("other")
    other.mkdir()
    put(folder, "")
    put(other, str(os.getppid()), fresh())
    with pytest.raises(Unavailable, match="other"):
        holding([other, folder], 0, ledger=ledger(folder)).__enter__()
    assert left(folder) == (b"", LONG_AGO)
    assert not is_noted(folder)


@pytest.mark.parametrize("what", ["link", "dangling", "folder", "fifo", "second name"])
def test_odd_locks_are_refused(folder: Path, what: str) -> None:
    """Nothing is followed, opened or waited for; the sentence names the file."""
    path, out = folder / LOCK, folder.parent / "out"
    if what == "folder":
        path.mkdir()
    elif what == "fifo":
        os.mkfifo(path)
    elif what == "second name":
        out.write_bytes(b"theirs")
        path.hardlink_to(out)
    else:
        if what == "link":
            out.write_bytes(b"theirs")
        path.symlink_to(out)
    with pytest.raises(Refused, match=r"\.consolidate-lock"):
        holding([folder], 0, ledger=ledger(folder)).__enter__()
    assert (last_dream(folder) is None) == (what != "second name")
    assert not out.exists() or out.read_bytes() == b"theirs"


def test_lock_that_cannot_be_written_is_refused(folder: Path) -> None:
    """No permission: a sentence, and nothing is begun."""
    put(folder, "")
    with pytest.raises(Refused, match=r"could not be taken \(Permission denied\); nothing was begun"):
        holding([folder], 0, ledger=ledger(folder), port=RefusingPort("truncate", errno.EACCES)).__enter__()
    assert left(folder) == (b"", LONG_AGO)


@pytest.mark.parametrize("lock", ["none", "old"])
@pytest.mark.parametrize("torn", [False, True])
def test_full_disk_at_any_operation(folder: Path, lock: str, torn: bool) -> None:
    """Either nothing is begun, or the lock is held; in the end it is as it was, at the latest at the next start."""
    for at in range(operations(folder, lock)):
        before = prepare(folder, lock)
        try:
            with holding([folder], 0, ledger=ledger(folder), port=FailingPort(at, torn=torn), system=NOBODY):
                assert (folder / LOCK).read_text() == str(os.getpid()), at
        except WriteFailed:
            assert left(folder) == before, at
        mend(ledger(folder), [folder], QUICK)
        assert left(folder) == before, at
        assert not is_noted(folder), at


@pytest.mark.parametrize("lock", ["none", "old"])
@pytest.mark.parametrize("torn", [False, True])
def test_killed_at_any_operation(folder: Path, lock: str, torn: bool) -> None:
    """The next start gives the lock back as it was."""
    for at in range(operations(folder, lock)):
        before = prepare(folder, lock)

        def hold(at: int = at) -> None:
            with holding([folder], 0, ledger=ledger(folder), port=KillingPort(at, torn=torn)):
                pass

        assert run_in_child(hold) == KILLED, at
        mend(ledger(folder), [folder], QUICK)
        assert left(folder) == before, at
        assert not is_noted(folder), at


def test_kill_9_while_it_is_held(folder: Path) -> None:
    """A real kill leaves a fresh time and a dead process; the next start gives the earlier time back."""
    put(folder, "")
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with holding([folder], 0, ledger=ledger(folder)):
            os.write(writer, b"x")
            signal.pause()
        os._exit(1)
    os.read(reader, 1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    found = left(folder)
    assert found is not None and found[0] == str(child).encode() and found[1] > LONG_AGO
    mend(ledger(folder), [folder])
    assert left(folder) == (b"", LONG_AGO)


def test_mending_leaves_what_is_not_ours(folder: Path) -> None:
    """Another holder, and a folder that is none of the workspace's."""
    elsewhere = folder.with_name("elsewhere")
    elsewhere.mkdir()
    put(elsewhere, str(os.getpid()))
    put(folder, "8", LONG_AGO + 1)
    assert ledger(folder).keep({folder: LONG_AGO, elsewhere: None}, QUICK)
    mend(ledger(folder), [folder])
    assert left(folder) == (b"8", LONG_AGO + 1)
    assert left(elsewhere) == (str(os.getpid()).encode(), LONG_AGO)
    assert not is_noted(folder)


@pytest.mark.parametrize("sealed_by", ["nobody", "another key", "another place", "ours, then changed"])
@pytest.mark.parametrize(
    "body", ['{"pid": 8, "folders": {"%s": null}}', '{"pid": 1e999, "folders": {"%s": 5}}', "{", ""]
)
def test_note_that_was_not_written_here_says_nothing(folder: Path, sealed_by: str, body: str) -> None:
    """A repository could ship one: no lock is touched, and it goes."""
    put(folder, "8", LONG_AGO + 1)
    data = body.replace("%s", str(folder)).encode() + b"\n"
    if sealed_by == "another key":
        assert LockLedger(folder.parent / "state", b"theirs").keep({folder: None}, QUICK)
        data = ledger(folder).path.read_bytes().replace(str(os.getpid()).encode(), b"8", 1)
    elif sealed_by == "another place":
        other = LockLedger(folder.with_name("other-state"), b"key")
        assert other.keep({folder: None}, QUICK)
        data = other.path.read_bytes()
    elif sealed_by == "ours, then changed":
        assert ledger(folder).keep({folder: None}, QUICK)
        data = ledger(folder).path.read_bytes().replace(b'"pid": ', b'"pid":  ', 1)
    ledger(folder).path.write_bytes(data)
    assert ledger(folder).read() == (0, {})
    mend(ledger(folder), [folder])
    assert left(folder) == (b"8", LONG_AGO + 1)
    assert not is_noted(folder)


def operations(folder: Path, lock: str) -> int:
    """How many file operations one holding takes."""
    prepare(folder, lock)
    port = CountingPort()
    with holding([folder], 0, ledger=ledger(folder), port=port):
        pass
    return len(port.calls)


def prepare(folder: Path, lock: str) -> tuple[bytes, int] | None:
    """The lock as it is at first; what is left of an earlier round goes."""
    (folder / LOCK).unlink(missing_ok=True)
    for path in ledger(folder).state.iterdir():
        path.unlink()
    if lock == "old":
        put(folder, "")
    return left(folder)
