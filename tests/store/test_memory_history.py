"""The history of a memory folder: every version of every file, told and kept, and what was lost told from it."""

import errno
import json
import os
import shutil
import stat
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from faults import CountingPort, FailingPort
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dreamtui.model.change import digest
from dreamtui.model.errors import NotFound, WriteFailed
from dreamtui.store.claude import history as memory_history
from dreamtui.store.claude.history import MemoryHistory, Version, losses, newest, read_manifest

START = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)


def make(top: Path) -> MemoryHistory:
    """The history of an empty memory folder."""
    folder = top / "claude/memory"
    folder.mkdir(parents=True)
    return MemoryHistory(folder, top / "data")


def put(history: MemoryHistory, **files: bytes | None) -> None:
    """Write or remove files of the folder, long enough ago that their times tell."""
    for name, data in files.items():
        path = history.folder / f"{name}.md"
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)


def lost(history: MemoryHistory) -> list[str]:
    """Names of the files that were lost."""
    return [one.file for one in losses(history.read().versions)]


def later(minutes: int) -> datetime:
    """The clock, some minutes on."""
    return START + timedelta(minutes=minutes)


@pytest.fixture
def history(tmp_path: Path) -> MemoryHistory:
    """The history of an empty memory folder."""
    return make(tmp_path)


def test_versions_are_told_and_kept(history: MemoryHistory) -> None:
    """What stood there, when, who, and its bytes."""
    put(history, a=b"one")
    history.snapshot(START)
    put(history, a=b"two\r\n\xff")
    found = history.snapshot(later(1), {"a.md": (b"two\r\n\xff", "ours:d1")})
    told = [(v.file, v.when[:16], v.size, v.why, history.content(v.sha)) for v in found.versions]
    assert told == [
        ("a.md", "2026-11-18T09:00", 3, "seen", b"one"),
        ("a.md", "2026-11-18T09:01", 6, "ours:d1", b"two\r\n\xff"),
    ]
    assert history.read().known == found.versions


def test_what_is_not_what_we_left_is_somebody_elses(history: MemoryHistory) -> None:
    """A file that was changed again before we looked has a version of ours, and one of theirs after it."""
    put(history, a=b"before" * 9)
    history.snapshot(START)
    put(history, a=b"theirs")
    found = history.snapshot(later(1), {"a.md": (b"ours", "ours:d1")})
    assert [(v.why, history.content(v.sha)) for v in found.fresh] == [("ours:d1", b"ours"), ("seen", b"theirs")]
    assert lost(history) == []


def test_looking_twice_tells_nothing_new(history: MemoryHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    """And reads no file whose times are the same."""
    put(history, a=b"one", b=b"two")
    for name in ("a.md", "b.md"):
        os.utime(history.folder / name, (1, 1))
    time_ns = time.time_ns() + 10**9
    monkeypatch.setattr("dreamtui.store.claude.history.time.time_ns", lambda: time_ns)
    history.snapshot(START)
    read: list[Path] = []
    monkeypatch.setattr(memory_history, "read_or_none", lambda path, limit: void(read.append(path)))
    assert history.snapshot(later(1)).fresh == ()
    assert read == []
    put(history, b=b"new")
    history.snapshot(later(2))
    assert [path.name for path in read] == ["b.md"]


def void(_: object) -> None:
    """Nothing."""


def test_change_within_the_grain_of_the_clock_is_seen(history: MemoryHistory) -> None:
    """Same size, same time: a file that is younger than the clock's grain is read again."""
    put(history, a=b"one")
    when = (history.folder / "a.md").stat().st_mtime_ns
    history.snapshot(START)
    put(history, a=b"two")
    os.utime(history.folder / "a.md", ns=(when, when))
    assert [v.sha for v in history.snapshot(START).fresh] == [digest(b"two")]


def test_only_plain_files_count(history: MemoryHistory, tmp_path: Path) -> None:
    """Neither links nor pipes nor hidden files, and nothing outside the folder."""
    (tmp_path / "secret").write_bytes(b"secret")
    (history.folder / "link.md").symlink_to(tmp_path / "secret")
    (history.folder / "out").symlink_to(tmp_path, target_is_directory=True)
    (history.folder / ".consolidate-lock").write_bytes(b"1")
    os.mkfifo(history.folder / "pipe.md")
    (history.folder / "team").mkdir()
    (history.folder / "team/shared.md").write_bytes(b"shared")
    assert [v.file for v in history.snapshot(START).versions] == ["team/shared.md"]


def test_history_is_the_persons_alone(history: MemoryHistory) -> None:
    """Nobody else can look into it, and it lies with the person's data."""
    put(history, a=b"private")
    history.snapshot(START)
    assert stat.S_IMODE(history.place.stat().st_mode) == 0o700
    assert stat.S_IMODE((history.place / "objects").stat().st_mode) == 0o700
    assert history.place.parent == history.data_folder / "dreamtui/memory-history"
    assert len(history.place.name) == 8


def test_vanished_and_shrunk_files_are_lost_until_they_are_back(history: MemoryHistory) -> None:
    """Looked at again and again; back is back, whoever did it."""
    put(history, a=b"a" * 100, b=b"b" * 100, c=b"c" * 100, d=b"d" * 100)
    history.snapshot(START)
    put(history, a=None, b=b"b" * 49, c=b"c" * 50, d=b"")
    history.snapshot(later(1))
    assert lost(history) == ["a.md", "b.md", "d.md"]
    put(history, d=None)
    history.snapshot(later(2))
    found = {one.file: one for one in losses(history.read().versions)}
    assert sorted(found) == ["a.md", "b.md", "d.md"]
    assert found["d.md"].vanished and history.content(found["d.md"].before.sha) == b"d" * 100
    put(history, a=b"a" * 100, b=b"b" * 50)
    history.snapshot(later(3))
    assert lost(history) == ["d.md"]
    history.acknowledge("d.md", later(4))
    assert lost(history) == []
    assert history.snapshot(later(5)).fresh == ()


def test_what_we_took_away_is_not_lost(history: MemoryHistory) -> None:
    """A decision that retires or shortens a memory is no loss."""
    put(history, a=b"a" * 100, b=b"b" * 100)
    history.snapshot(START)
    put(history, a=None, b=b"b")
    history.snapshot(later(1), {"a.md": (None, "ours:d1"), "b.md": (b"b", "ours:d2")})
    assert lost(history) == []


def test_renamed_file_is_not_lost(history: MemoryHistory) -> None:
    """Its bytes stand under another name."""
    put(history, a=b"a" * 100)
    history.snapshot(START)
    (history.folder / "a.md").rename(history.folder / "b.md")
    history.snapshot(later(1))
    assert lost(history) == []


def test_whole_folder_that_vanished_is_told(history: MemoryHistory) -> None:
    """Every file of it."""
    put(history, a=b"a" * 100, b=b"b" * 100)
    history.snapshot(START)
    shutil.rmtree(history.folder)
    history.snapshot(later(1))
    assert lost(history) == ["a.md", "b.md"]


def test_folder_that_cannot_be_listed_is_not_lost(history: MemoryHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be looked at has not vanished."""
    (history.folder / "team").mkdir()
    (history.folder / "team/shared.md").write_bytes(b"shared")
    history.snapshot(START)
    real = os.scandir

    def refusing(path: Path) -> object:
        if str(path).endswith("team"):
            raise PermissionError(errno.EACCES, "no")
        return real(path)

    monkeypatch.setattr("dreamtui.store.claude.history.os.scandir", refusing)
    assert history.snapshot(later(1)).fresh == ()


def test_damaged_lines_are_passed_over_and_counted(history: MemoryHistory) -> None:
    """Torn, forged and foreign lines; what is whole stays."""
    put(history, a=b"one")
    known = history.snapshot(START).versions
    line = json.loads((history.place / "manifest.jsonl").read_bytes())
    forged: list[object] = [
        line | {"file": "../../x"}, line | {"file": ""}, line | {"sha": "zz"}, line | {"size": -1},
        line | {"size": "3"}, line | {"gone": 1}, [], 7, {"file": "a"},
    ]  # fmt: skip
    with (history.place / "manifest.jsonl").open("ab") as file:
        file.writelines(json.dumps(one).encode() + b"\n" for one in forged)
        file.write(b"\x00\xff\n" + b"[" * 100_000 + b'\n{"torn": ')
    found = history.read()
    assert (found.known, found.skipped) == (known, len(forged) + 3)
    put(history, a=b"two")
    history.snapshot(later(1))
    assert [v.size for v in history.read().known] == [3, 3]


def test_damaged_bytes_are_not_given_out(history: MemoryHistory) -> None:
    """A version is what its hash says, or it is not kept."""
    put(history, a=b"one")
    (version,) = history.snapshot(START).versions
    packed = history.place / "objects" / f"{version.sha}.z"
    for data in (b"", b"forged", packed.read_bytes()[:-1] + b"\x00"):
        packed.write_bytes(data)
        assert history.content(version.sha) in (None, b"one")
    packed.unlink()
    assert history.content(version.sha) is None
    assert not history.is_kept(version.sha)


def test_stats_that_are_none_cost_only_time(history: MemoryHistory) -> None:
    """The cache of times is believed only for what the manifest knows."""
    put(history, a=b"one")
    history.snapshot(START)
    for data in (b"", b"[]", b"{", b'{"a.md": 1}', b"[" * 100_000):
        (history.place / "stats.json").write_bytes(data)
        assert history.snapshot(later(1)).fresh == ()


def test_limits(history: MemoryHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many versions of a file and so many bytes in all, the oldest go first; a large file is told and not kept."""
    monkeypatch.setattr(memory_history, "KEPT_VERSIONS", 3)
    for number in range(6):
        put(history, a=b"%d" % number)
        history.snapshot(later(number))
    versions = history.read().known
    assert [history.is_kept(v.sha) for v in versions] == [False, False, False, True, True, True]
    monkeypatch.setattr(memory_history, "KEPT_TOTAL", 25)
    put(history, b=b"b")
    history.snapshot(later(7))
    kept = [(v.file, v.size) for v in history.read().known if history.is_kept(v.sha)]
    assert kept == [("a.md", 1), ("b.md", 1)]
    put(history, large=b"x" * (memory_history.KEPT_BYTES + 1))
    (version,) = history.snapshot(later(8)).fresh
    assert (version.sha, version.size, version.gone) == ("", memory_history.KEPT_BYTES + 1, False)
    put(history, large=None)
    history.snapshot(later(9))
    assert lost(history) == ["large.md"]


@pytest.mark.parametrize("torn", [False, True])
def test_full_disk_at_any_operation(tmp_path: Path, torn: bool) -> None:
    """The snapshot fails in a sentence or succeeds; the next one has everything, each line and each byte."""
    counting = make(tmp_path / "count")
    counting.port = CountingPort()
    put(counting, a=b"one", b=b"two")
    counting.snapshot(START)
    for at in range(len(counting.port.calls)):
        history = make(tmp_path / str(at))
        history.port = FailingPort(at, torn=torn)
        put(history, a=b"one", b=b"two")
        try:
            history.snapshot(START)
        except WriteFailed as problem:
            assert "\n" not in str(problem)
        history.snapshot(later(1))
        told = {v.file: history.content(v.sha) for v in history.read().versions}
        assert told == {"a.md": b"one", "b.md": b"two"}, at
        assert history.read().skipped == 0, at


def test_nothing_can_be_said_of_a_file_that_was_never_there(history: MemoryHistory) -> None:
    """Acknowledging needs a file that is known."""
    with pytest.raises(NotFound):
        history.acknowledge("x.md", START)


def test_two_processes_keep_one_history(history: MemoryHistory) -> None:
    """Lines of two writers stand side by side, and a line told twice changes nothing."""
    put(history, a=b"a" * 100)
    other = MemoryHistory(history.folder, history.data_folder)
    first = history.look(START)
    other.snapshot(START)
    history._keep(first)
    put(history, a=None)
    history.snapshot(later(1))
    assert lost(history) == ["a.md"]
    assert history.read().skipped == 0


bodies = st.none() | st.binary(max_size=40) | st.text(max_size=40).map(lambda text: text.encode())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.dictionaries(st.sampled_from("abc"), bodies, max_size=3), max_size=8))
def test_every_version_gives_its_bytes(
    tmp_path_factory: pytest.TempPathFactory, rounds: list[dict[str, bytes | None]]
) -> None:
    """Whatever was written in whichever order, each version that is told gives exactly the bytes that stood there."""
    history = make(tmp_path_factory.mktemp("law"))
    stood: dict[str, list[bytes | None]] = {}
    for number, files in enumerate(rounds):
        for name, data in files.items():
            path = history.folder / f"{name}.md"
            if data is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(data)
            known = stood.setdefault(f"{name}.md", [None])
            if known[-1] != data:
                known.append(data)
        history.snapshot(later(number))
    told: dict[str, list[bytes | None]] = {name: [None] for name in stood}
    for version in history.read().versions:
        told[version.file].append(None if version.gone else history.content(version.sha))
    assert told == stood


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 300), st.sampled_from(["seen", "ours:x"]))))
def test_manifest_is_read_as_it_was_written(drawn: list[tuple[str, int, str]]) -> None:
    """Every version comes back, and what is lost never names a file that stands whole."""
    versions = tuple(
        Version(file, f"2026-11-18T09:{n % 60:02}:00Z", digest(b"%d" % size) if size else "", size, "", why, not size)
        for n, (file, size, why) in enumerate(drawn)
    )
    assert read_manifest(b"".join(v.encode() for v in versions)) == (versions, 0)
    last = newest(versions)
    for one in losses(versions):
        assert last[one.file].gone or last[one.file].size * 2 < one.before.size


@pytest.mark.parametrize("entry", ["one.md", "sub", "sub/two.md"])
def test_file_that_cannot_be_looked_at_has_not_vanished(
    history: MemoryHistory, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    """A folder that may be listed but not entered names its files; they are told as unread, and others are lost."""
    put(history, one=b"1", one_more=b"3")
    (history.folder / "sub").mkdir()
    (history.folder / "sub/two.md").write_bytes(b"2")
    history.snapshot(START)
    real = os.scandir

    def barred(path: Path) -> object:
        with real(path) as entries:
            return _Listed([_Barred(e, e.path == str(history.folder / entry)) for e in entries])

    monkeypatch.setattr("dreamtui.store.claude.history.os.scandir", barred)
    put(history, one_more=None)
    found = history.snapshot(later(1))
    assert found.unread == (entry,)
    assert lost(history) == ["one_more.md"]


class _Listed(list["_Barred"]):
    """What a folder holds, as scandir gives it."""

    def __enter__(self) -> "_Listed":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing has to be closed."""


class _Barred:
    """An entry of a folder that tells nothing but its name where it is barred."""

    def __init__(self, inner: os.DirEntry[str], is_barred: bool) -> None:
        self.inner, self.is_barred, self.name, self.path = inner, is_barred, inner.name, inner.path

    def is_dir(self, *, follow_symlinks: bool) -> bool:
        return self._allowed().is_dir(follow_symlinks=follow_symlinks)

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        return self._allowed().stat(follow_symlinks=follow_symlinks)

    def _allowed(self) -> os.DirEntry[str]:
        if self.is_barred:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return self.inner


def test_hidden_file_has_not_vanished(history: MemoryHistory) -> None:
    """One that a decision of ours wrote is never looked at again, so nobody knows what became of it."""
    for name in (".hidden.md", ".folder/one.md"):
        history.snapshot(START, {name: (b"words", "ours:1")})
    history.snapshot(later(1))
    assert lost(history) == []
