"""A file is replaced only while it is the one we know: what somebody else put there at the last moment stays."""

import errno
import os
import shutil
import signal
from pathlib import Path

import pytest
from faults import CountingPort, FailingPort
from worlds import KEY, make_world, put

from dreamtui.model.errors import Changed, WriteFailed
from dreamtui.store.commit.journal import Journal, Move
from dreamtui.store.commit.transaction import FileStep, commit
from dreamtui.store.files import port as ports
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import DISK, Disk


def copies_in(folder: Path) -> list[Path]:
    """The named copies of what somebody else wrote."""
    return sorted(folder.rglob("*.theirs-*"))


def test_names_are_exchanged_or_nothing_is_done(tmp_path: Path) -> None:
    """Both stand under each other's name; a name that is missing is an error."""
    one, other = put(tmp_path / "one", b"1"), put(tmp_path / "other", b"2")
    if not DISK.exchange(one, other):
        pytest.skip("this system cannot exchange two names")
    assert (one.read_bytes(), other.read_bytes()) == (b"2", b"1")
    with pytest.raises(FileNotFoundError):
        DISK.exchange(one, tmp_path / "none")
    assert one.read_bytes() == b"2"


@pytest.mark.parametrize("number", [0, errno.EINVAL])
def test_a_taken_name_is_never_renamed_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Where the system refuses it by itself, and where we look."""
    if number:
        monkeypatch.setattr(ports, "_rename_as", lambda kind, source, target: False)
    one, other = put(tmp_path / "one", b"1"), put(tmp_path / "other", b"2")
    with pytest.raises(FileExistsError):
        DISK.rename_to_free(one, other)
    assert (one.read_bytes(), other.read_bytes()) == (b"1", b"2")
    DISK.rename_to_free(one, tmp_path / "free")
    assert ((tmp_path / "free").read_bytes(), one.exists()) == (b"1", False)


class Unknowing(Disk):
    """A system that knows neither exchange nor a rename to a free name only."""

    def exchange(self, one: Path, other: Path) -> bool:
        return False


def test_where_names_cannot_be_exchanged_it_is_renamed(tmp_path: Path) -> None:
    """Forward and back, as everywhere before there was such a thing."""
    world = make_world(tmp_path / "w")
    before, after = world.tree(), world.after()
    counting = CountingPort(Unknowing())
    world.commit(counting)
    assert world.tree() == after
    for at in range(len(counting.calls)):
        shutil.rmtree(world.top)
        world = make_world(tmp_path / "w")
        try:
            world.commit(FailingPort(at, inner=Unknowing()))
        except WriteFailed:
            assert world.tree() == before, at


@pytest.mark.parametrize("what", ["link", "pipe", "folder"])
def test_odd_thing_at_the_last_moment_stays(tmp_path: Path, what: str) -> None:
    """Neither followed nor opened, and it stands where it was put."""
    world = make_world(tmp_path / "w")
    before, file = world.tree(), world.top / "work/CLAUDE.md"

    class Late(Disk):
        done = False

        def exchange(self, one: Path, other: Path) -> bool:
            if other == file and not self.done:
                self.done = True
                file.unlink()
                make = {"link": lambda: file.symlink_to("other.txt"), "pipe": lambda: os.mkfifo(file)}
                make.get(what, file.mkdir)()
            return super().exchange(one, other)

    with pytest.raises(Changed, match=r"CLAUDE\.md was changed by another process$"):
        world.commit(Late())
    assert (file.is_symlink(), file.is_fifo(), file.is_dir()) == (what == "link", what == "pipe", what == "folder")
    file.rmdir() if what == "folder" else file.unlink()
    assert world.tree() == {path: found for path, found in before.items() if path != str(file)}


def test_a_transaction_gives_way_at_the_last_moment(tmp_path: Path) -> None:
    """Replaced after every check was made: theirs stays, a copy with its mode is named, the rest goes back."""

    class Late(Disk):
        def exchange(self, one: Path, other: Path) -> bool:
            if other.name == "CLAUDE.md" and other.read_bytes() == b"before\r\n":
                put(tmp_path / "theirs", b"theirs", 0o604).replace(other)
            return super().exchange(one, other)

    world = make_world(tmp_path / "w")
    before = world.tree()
    with pytest.raises(Changed, match=r"CLAUDE\.md was changed by another process; another .* kept in CLAU") as e:
        world.commit(Late())
    (copy,) = copies_in(world.top)
    assert copy.parent == world.top / "work" and copy.name in str(e.value)
    claude = str(tmp_path / "w/work/CLAUDE.md")
    assert world.tree() == dict(sorted((before | dict.fromkeys((claude, str(copy)), (0o604, b"theirs"))).items()))
    assert world.is_over()
    assert copy.stat().st_nlink == 1, "the file may be written in place, and changed by us, afterwards"


def test_replaced_before_the_last_look_is_never_taken_away(tmp_path: Path) -> None:
    """Seen before the exchange: nothing of ours stands there for a moment, so no copy is needed."""

    class Early(Disk):
        def rename(self, source: Path, target: Path) -> None:
            super().rename(source, target)
            if target.suffix == ".committed":
                put(tmp_path / "theirs", b"theirs").replace(tmp_path / "w/work/CLAUDE.md")

    world = make_world(tmp_path / "w")
    with pytest.raises(Changed, match=r"CLAUDE\.md was changed by another process$"):
        world.commit(Early())
    assert (world.top / "work/CLAUDE.md").read_bytes() == b"theirs"
    assert copies_in(world.top) == []


def test_bytes_written_through_an_open_file_are_not_lost(tmp_path: Path) -> None:
    """Somebody had it open before we replaced it and writes afterwards: it stands again with what they wrote."""

    class Open(Disk):
        def exchange(self, one: Path, other: Path) -> bool:
            if other.name != "CLAUDE.md" or other.read_bytes() != b"before\r\n":
                return super().exchange(one, other)
            with other.open("ab", buffering=0) as file:
                done = super().exchange(one, other)
                file.write(b"theirs\n")
            return done

    world = make_world(tmp_path / "w")
    before = world.tree()
    with pytest.raises(Changed, match=r"CLAUDE\.md was changed by another process"):
        world.commit(Open())
    (copy,) = copies_in(world.top)
    claude = str(tmp_path / "w/work/CLAUDE.md")
    theirs = (0o640, b"before\r\ntheirs\n")
    assert world.tree() == dict(sorted((before | {claude: theirs, str(copy): theirs}).items()))


def test_a_long_or_hidden_name_has_a_visible_copy(tmp_path: Path) -> None:
    """The name of the copy is a possible one, and no file of the workspace is taken for hidden."""
    for name in ("n" * 252 + ".md", "\u00e4" * 127, ".cursorrules"):
        filed = Journal(tmp_path, "x", (Move(0, tmp_path / name, "a", "b"),), (), ()).named()
        copy = filed.copy(filed.journal.moves[0], 1)
        put(copy, b"x")
        assert not copy.name.startswith(".") and copy.suffix != ".md"
        assert filed.copies(filed.journal.moves[0]) == (copy,)


def test_two_processes_that_replace_one_file(tmp_path: Path) -> None:
    """One replaces it as fast as it can, the other in two hundred transactions: no line of the first is lost,
    for it stands in the file, or in a copy of what once stood there for good or for a moment."""
    file, state = tmp_path / "memory/log.md", tmp_path / "work/state"
    file.parent.mkdir()
    state.mkdir(parents=True)
    file.write_bytes(b"begun\n")
    child = os.fork()
    if child == 0:
        try:
            _replace_for_ever(file)
        finally:
            os._exit(0)
    done = 0
    for number in range(200):
        before = file.read_bytes()
        step = FileStep(file, before, before + b"ours %d\n" % number)
        try:
            guard = PathGuard((tmp_path / "work", tmp_path / "memory"))
            commit([step], [], state=state, guard=guard, label="x", key=KEY)
            done += 1
        except Changed:
            continue
    os.kill(child, signal.SIGTERM)
    os.waitpid(child, 0)
    count = int((tmp_path / "count").read_text())
    lines = file.read_bytes().split(b"\n")
    lines += b"\n".join(copy.read_bytes() for copy in copies_in(file.parent)).split(b"\n")
    assert set(range(count)) - {int(line.split()[1]) for line in lines if line.startswith(b"theirs ")} == set()
    assert count and not list(file.parent.glob(".dreamtui-*")), (count, done)


def _replace_for_ever(file: Path) -> None:
    """Read the file, add a line, and replace it; the count beside it is of the lines that stood there."""
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(1))
    number = 0
    while not stopped and number < 3_000:
        beside = file.with_name("theirs")
        beside.write_bytes(file.read_bytes() + b"theirs %d\n" % number)
        beside.replace(file)
        number += 1
    (file.parent.parent / "count").write_text(str(number))
