"""Another process changes the file of a transaction at any point of it: nothing that it wrote is ever lost.

The other one reads, and later replaces the file with what it read and a line more. Where it does which is given in
points: there is one before and one after every file operation of ours, so also between the exchange of two names and
the look at what came out. Each of its lines must stand in the file afterwards, or in a copy with a name of its own.
"""

import errno
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, count
from pathlib import Path

import pytest
from faults import KILLED, QUICK, CountingPort
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lean_child import run_in_lean_child
from worlds import KEY

from dreamtui.model.errors import Changed, WriteFailed
from dreamtui.store.commit.journal import unfinished
from dreamtui.store.commit.recovery import Recovered, recover
from dreamtui.store.commit.transaction import Append, FileStep, commit
from dreamtui.store.files import atomic_swap
from dreamtui.store.files.guard import PathGuard

KINDS = ("replace", "remove", "create")
MEETING = 24
"""Points from the moment they meet on in which the other one acts again; what it does later, it does afterwards."""


@dataclass
class Other:
    """The other process; what it read and how far it is lies on the disk, so that it outlives a killed one of ours."""

    file: Path
    beside: Path
    """A folder of its own, beside everything."""
    points: Sequence[int]
    """Where it does something: it reads at the first, replaces at the second, reads again at the third, and so on."""
    now: int = 0
    known: int = 0
    """So much it has done at least; a killed process of ours may have seen it do more."""

    def let(self) -> None:
        """One more point is reached."""
        if self._is_due():
            self.known = len(list(self.beside.iterdir()))
            while self._is_due():
                self.act(self.known)
                self.known += 1
        self.now += 1

    def _is_due(self) -> bool:
        return self.known < len(self.points) and self.points[self.known] <= self.now

    def finish(self) -> None:
        """Everything that is left of what it does."""
        self.now = max(self.points, default=0)
        self.let()

    def act(self, nth: int) -> None:
        base = self.file.read_bytes() if self.file.exists() else b""
        if nth % 2:
            mine = self.file.with_name("theirs")
            mine.write_bytes((self.beside / f"{nth - 1:03}").read_bytes() + b"theirs %d\n" % nth)
            mine.replace(self.file)
        (self.beside / f"{nth:03}").write_bytes(base)

    def lost(self) -> list[int]:
        """The lines it wrote that stand nowhere any more."""
        places = [self.file, *self.file.parent.glob(f"{self.file.name}.theirs-*")]
        found = b"".join(place.read_bytes() for place in places if place.exists()).split(b"\n")
        return [nth for nth in range(1, len(list(self.beside.iterdir())), 2) if b"theirs %d" % nth not in found]


@dataclass
class Appender(Other):
    """One that has the file open for a while: opens it at the first point, adds a line to what it opened at the second.

    The file may have lost its own name in between.
    """

    handle: int = -1
    was_named: bool = False
    """Whether what it wrote to had any name left when the line was in it; if not, nobody can find the line again."""

    def act(self, nth: int) -> None:
        if nth % 2 == 0:
            self.handle = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o640)
        else:
            os.write(self.handle, b"theirs %d\n" % nth)
            self.was_named = os.fstat(self.handle).st_nlink > 0
            os.close(self.handle)
        (self.beside / f"{nth:03}").touch()


class Meddling(CountingPort):
    """Lets the other one act before and after every operation; one may be refused, at one the process may be killed."""

    def __init__(self, other: Other, refuse: str = "", kill: int = -1) -> None:
        super().__init__(QUICK)
        self.other = other
        self.refuse = refuse
        self.kill = kill

    def turn(self, name: str, path: Path, run: Callable[[], None], torn: Callable[[], None] | None) -> None:
        self.other.let()
        if len(self.calls) - 1 == self.kill:
            os._exit(KILLED)
        if name == self.refuse:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        run()
        self.other.let()


_NUMBERS = count()


@dataclass
class Case:
    """One transaction about one file, and one log that may refuse, which puts everything back."""

    top: Path
    kind: str
    undone: bool = False
    points: Sequence[int] = ()
    other: Other = field(init=False)

    def __post_init__(self) -> None:
        self.work = self.top / str(next(_NUMBERS)) / "work"
        (self.work / "state").mkdir(parents=True)
        (self.work.parent / "beside").mkdir()
        self.file = self.work / "log.md"
        if self.kind != "create":
            self.file.write_bytes(b"begun\n")
            self.file.chmod(0o640)
        self.guard = PathGuard((self.work,))
        self.other = Other(self.file, self.work.parent / "beside", self.points)

    def commit(self, kill: int = -1) -> list[tuple[str, Path]]:
        """Do it, or fail at it; the operations that took."""
        before = None if self.kind == "create" else b"begun\n"
        step = FileStep(self.file, before, None if self.kind == "remove" else b"begun\nours\n")
        port = Meddling(self.other, "append" if self.undone else "", kill)
        line = [Append(self.work / "a.jsonl", b"{}")]
        try:
            commit([step], line, state=self.work / "state", guard=self.guard, label="x", port=port, key=KEY)
        except (Changed, WriteFailed) as error:
            assert all(copy.name in str(error) for copy in self.copies()), str(error)
        return port.calls

    def copies(self) -> list[Path]:
        return sorted(self.work.glob("*.theirs-*"))

    def recover(self, kill: int = -1) -> tuple[Recovered, ...]:
        return recover(self.work / "state", guard=self.guard, port=Meddling(self.other, kill=kill), key=KEY)

    def check(self) -> None:
        """Nothing of theirs is lost, everything is over, and what is hidden is at most a backup that is named."""
        self.other.finish()
        assert self.other.lost() == [], sorted(self.work.iterdir())
        assert unfinished(self.work / "state") == ()
        for path in self.work.glob(".dreamtui-*"):
            assert path.suffix == ".old" and path.read_bytes() == b"begun\n"


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one acts in this process and between our operations: waiting for it is only waiting."""
    monkeypatch.setattr(atomic_swap, "_PATIENCE", 0.0)


def _operations(top: Path, kind: str, undone: bool) -> list[tuple[str, Path]]:
    """Those of the transaction when nobody else is there."""
    return Case(top, kind, undone).commit()


def _meetings(top: Path, kind: str, undone: bool) -> list[int]:
    """The points just before a rename of the file itself, when everything was looked at and nothing is done."""
    calls = _operations(top, kind, undone)
    return [2 * at for at, (name, path) in enumerate(calls) if name == "rename" and path.parent.name == "work"]


@pytest.mark.parametrize("undone", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_replaced_once_at_any_point(tmp_path: Path, kind: str, undone: bool) -> None:
    """Read at one point and replaced at that or any later one."""
    many = 2 * len(_operations(tmp_path, kind, undone))
    for pair in combinations_with_replacement(range(many + 1), 2):
        case = Case(tmp_path, kind, undone, pair)
        case.commit()
        case.check()
        assert case.file.read_bytes().endswith(b"theirs 1\n"), pair


@pytest.mark.parametrize("undone", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_line_added_to_a_file_with_a_name_is_never_lost(tmp_path: Path, kind: str, undone: bool) -> None:
    """Opened at one point and written to at that or any later one, however often it was exchanged in between."""
    many = 2 * len(_operations(tmp_path, kind, undone))
    for pair in combinations_with_replacement(range(many + 1), 2):
        case = Case(tmp_path, kind, undone)
        case.other = other = Appender(case.file, case.work.parent / "beside", pair)
        case.commit()
        other.finish()
        assert not other.was_named or other.lost() == [], pair
        assert unfinished(case.work / "state") == ()


@pytest.mark.parametrize("undone", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_replaced_at_the_worst_moment_and_again(tmp_path: Path, kind: str, undone: bool) -> None:
    """First just before a rename, so that theirs is taken; then once more, read and replaced at any two points."""
    kept = 0
    for meeting in _meetings(tmp_path, kind, undone):
        for more in combinations_with_replacement(range(meeting, meeting + MEETING), 2):
            case = Case(tmp_path, kind, undone, (meeting, meeting, *more))
            case.commit()
            case.check()
            assert case.file.read_bytes().endswith(b"theirs 3\n"), "the newest stands, the others are the copies"
            kept += len(case.copies())
    assert kept or kind == "create", "it was worth testing"


@pytest.mark.parametrize("undone", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_killed_while_they_meet(tmp_path: Path, kind: str, undone: bool) -> None:
    """Our process ends at any operation from there on, and the next one settles it while the other one goes on."""
    for meeting in _meetings(tmp_path, kind, undone):
        for at in range(meeting // 2, (meeting + MEETING) // 2):
            for again in range(meeting + 1, meeting + MEETING, 3):
                case = Case(tmp_path, kind, undone, (meeting, meeting, again, again))
                assert run_in_lean_child(case.commit, at) in (0, KILLED)
                case.other.now = meeting
                for settled in case.recover():
                    assert set(case.copies()) <= set(settled.kept)
                case.check()


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from(KINDS),
    undone=st.booleans(),
    points=st.lists(st.integers(12, 70), max_size=10).map(sorted),
    kills=st.tuples(st.integers(6, 40), st.integers(0, 20)),
    killed=st.booleans(),
)
def test_whatever_both_do(
    tmp_path: Path, kind: str, undone: bool, points: list[int], kills: tuple[int, int], killed: bool
) -> None:
    """Any number of replacements anywhere, one kill in the transaction and one in the settling of it."""
    case = Case(tmp_path, kind, undone, points)
    if killed:
        run_in_lean_child(case.commit, kills[0])
        case.other.now = 2 * kills[0]
        run_in_lean_child(case.recover, kills[1])
        case.recover()
    else:
        case.commit()
    case.check()
