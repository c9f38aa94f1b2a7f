"""A second scan reads only what is new, notices what is not growth, and finds what a first scan would."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dreamtui.disk import fork
from dreamtui.mining.signals import EventMiners
from dreamtui.model.mining.interface import MineSettings
from dreamtui.sources.events import LogSnapshot, ScanResult, reader, scan

FLOOR = "2026-01-01T00:00:00Z"
ALL = MineSettings(FLOOR, "1y", min_cluster_size=1, min_reverts=1)
WORDS = ["fix: a", "ValueError here", 'Revert \\"feat: b\\"', "feat: c", ""]


def event(number: int) -> str:
    """One line."""
    return (
        f'{{"ts":"2026-11-{number % 28 + 1:02}T09:00:{number // 28 % 60:02}.{number:06}Z","actor":"dev{number % 3}",'
        f'"tool":"cli","host":"h","session":"s{number % 7}","kind":"commit","repo":"r","branch":"m",'
        f'"files":["src/{number % 4}.py"],"diff_sha":"","summary":"{WORDS[number % 5]}","tags":[]}}\n'
    )


def log(root: Path, name: str) -> Path:
    """A log by name."""
    path = root / ".agent/memory/episodic" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def read(root: Path, previous: LogSnapshot | None = None, floor: str = FLOOR, **more: object) -> ScanResult:
    """Scan."""
    return scan(root / ".agent/memory/episodic", root, EventMiners(floor), previous=previous, **more)


def same(one: ScanResult, other: ScanResult) -> None:
    """Both have seen the same."""
    assert one.miners.findings(ALL) == other.miners.findings(ALL)
    assert (one.events, one.skipped, one.skips) == (other.events, other.skipped, other.skips)


def test_nothing_new_opens_nothing(tmp_path: Path) -> None:
    """Unchanged files are not opened; the findings are the same."""
    log(tmp_path, "2026/11/a.jsonl").write_text("".join(map(event, range(100))) + "{torn\n42\n")
    first = read(tmp_path)
    found = first.miners.findings(ALL)
    second = read(tmp_path, first.snapshot)
    assert (second.read, second.files, second.bytes_read) == (0, 0, 0)
    assert second.miners.findings(ALL) == found
    same(second, read(tmp_path))


def test_only_new_bytes_are_read(tmp_path: Path) -> None:
    """An appended line, a new file and a torn line that is completed."""
    path = log(tmp_path, "a.jsonl")
    path.write_text("".join(map(event, range(300))) + event(300)[:40])
    first = read(tmp_path)
    assert (first.read, first.skipped) == (300, 1)
    with path.open("a") as file:
        file.write(event(300)[40:] + event(301))
    log(tmp_path, "b/c/d.jsonl").write_text(event(302))
    second = read(tmp_path, first.snapshot)
    assert (second.read, second.files, second.skipped) == (3, 2, 0)
    assert second.bytes_read == len(event(300) + event(301) + event(302))
    same(second, read(tmp_path))


def test_a_last_line_without_newline_counts_once(tmp_path: Path) -> None:
    """Whole but without its newline it counts at once; the newline that follows adds nothing."""
    path = log(tmp_path, "a.jsonl")
    path.write_text(event(0).rstrip("\n"))
    first = read(tmp_path)
    assert first.events == 1
    with path.open("a") as file:
        file.write("\n" + event(5))
    second = read(tmp_path, first.snapshot)
    assert (second.read, second.events) == (1, 2)
    same(second, read(tmp_path))


@pytest.mark.parametrize("change", ["shrink", "rewrite", "rewrite and grow", "same size", "remove"])
def test_what_is_not_growth_is_noticed(tmp_path: Path, change: str) -> None:
    """All is read again, and it is said because of which file."""
    path, other = log(tmp_path, "a.jsonl"), log(tmp_path, "b.jsonl")
    path.write_text("".join(map(event, range(50))))
    other.write_text(event(60))
    first = read(tmp_path)
    if change == "remove":
        path.unlink()
    else:
        text = {"shrink": range(20), "rewrite": range(100, 120), "rewrite and grow": range(100, 300)}
        chosen = text.get(change, range(5, 55))
        path.write_text("".join(map(event, chosen)))
        os.utime(path, ns=(1, 1))
    second = read(tmp_path, first.snapshot)
    assert second.rewritten + second.vanished == (".agent/memory/episodic/a.jsonl",)
    assert bool(second.vanished) == (change == "remove")
    same(second, read(tmp_path))


def test_a_snapshot_serves_once(tmp_path: Path) -> None:
    """Its miners belong to the next; used again it is no snapshot, and nothing counts twice."""
    path = log(tmp_path, "a.jsonl")
    path.write_text(event(0))
    first = read(tmp_path)
    path.write_text(event(0) + event(5))
    read(tmp_path, first.snapshot)
    same(read(tmp_path, first.snapshot), read(tmp_path))


def test_through_bytes(tmp_path: Path) -> None:
    """Saved and loaded it is worth the same; for other miners or an earlier window it is worth nothing."""
    path = log(tmp_path, "a.jsonl")
    path.write_text("".join(map(event, range(100))) + "nonsense\n")
    first = read(tmp_path)
    saved = first.snapshot.to_bytes()
    path.write_text(path.read_text() + event(100))
    loaded = LogSnapshot.from_bytes(saved, EventMiners(FLOOR))
    assert loaded is not None
    second = read(tmp_path, loaded)
    assert (second.read, second.events, second.skipped) == (1, 101, 1)
    same(second, read(tmp_path))
    assert LogSnapshot.from_bytes(saved, EventMiners(FLOOR, ignored=("*.py",))) is None
    earlier = read(tmp_path, LogSnapshot.from_bytes(saved, EventMiners(FLOOR)), floor="2025-01-01T00:00:00Z")
    assert earlier.read == 101


def test_a_later_window_needs_no_reading(tmp_path: Path) -> None:
    """What has left the window no longer counts, as if it had been read anew."""
    log(tmp_path, "a.jsonl").write_text("".join(map(event, range(200))))
    snapshot = read(tmp_path).snapshot
    for day in (5, 12, 27):
        since = f"2026-11-{day:02}T09:00:01Z"
        later = read(tmp_path, snapshot, floor=since)
        snapshot = later.snapshot
        assert later.read == 0
        window = MineSettings(since, "some days", min_cluster_size=1, min_reverts=1)
        assert later.miners.findings(window) == read(tmp_path, floor=since).miners.findings(window)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 4000), st.integers(1, 40))
def test_a_hostile_snapshot_is_none(junk: bytes, start: int, length: int) -> None:
    """Bytes that are garbage, or a snapshot with some bytes changed, give a snapshot or None, never an error."""
    miners = EventMiners(FLOOR)
    good = LogSnapshot(miners.key, "x", FLOOR, miners).to_bytes()
    assert LogSnapshot.from_bytes(good, EventMiners(FLOOR)) is not None
    cut = start % len(good)
    for data in (good[:cut], good + (junk or b"x"), b""):
        assert LogSnapshot.from_bytes(data, EventMiners(FLOOR)) is None
    for data in (junk, good[:cut] + junk + good[cut + length :]):
        loaded = LogSnapshot.from_bytes(data, EventMiners(FLOOR))
        if loaded is not None:
            loaded.miners.findings(ALL)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_changed_bytes_of_a_full_snapshot(tmp_path: Path, data: st.DataObject) -> None:
    """A snapshot with events in it is taken as it is; damaged anywhere, it never ends in an error."""
    path = log(tmp_path, "a.jsonl")
    if not path.exists():
        path.write_text("".join(map(event, range(40))) + "nonsense\n")
    first = read(tmp_path)
    good = bytearray(first.snapshot.to_bytes())
    whole = LogSnapshot.from_bytes(bytes(good), EventMiners(FLOOR))
    assert whole is not None
    assert (whole.marks, whole.skips) == (first.snapshot.marks, first.snapshot.skips)
    assert whole.miners.findings(ALL) == first.miners.findings(ALL) != []
    for _ in range(data.draw(st.integers(1, 4))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    loaded = LogSnapshot.from_bytes(bytes(good), EventMiners(FLOOR))
    if loaded is not None:
        loaded.miners.findings(ALL)


@pytest.mark.parametrize(
    "wrong",
    [{"offset": -1}, {"size": -1}, {"lines": -1}, {"records": -1}, {"skipped": -1}, {"size": 9, "offset": 10}],
)
def test_an_impossible_position_makes_no_snapshot(tmp_path: Path, wrong: dict[str, int]) -> None:
    """Each of its numbers is looked at."""
    log(tmp_path, "a.jsonl").write_text(event(0))
    snapshot = read(tmp_path).snapshot
    assert LogSnapshot.from_bytes(snapshot.to_bytes(), EventMiners(FLOOR)) is not None
    (mark,) = snapshot.marks.values()
    for name, value in wrong.items():
        setattr(mark, name, value)
    assert LogSnapshot.from_bytes(snapshot.to_bytes(), EventMiners(FLOOR)) is None


def test_a_long_line_that_is_not_ended_is_one_line(tmp_path: Path) -> None:
    """Too long to be read already, it goes on; nothing of it is another line."""
    path = log(tmp_path, "a.jsonl")
    path.write_text(event(0) + "x" * (reader.LONGEST + 1))
    first = read(tmp_path)
    assert (first.events, first.skipped) == (1, 1)
    with path.open("a") as file:
        file.write("x" * 100 + "\n" + event(1))
    second = read(tmp_path, first.snapshot)
    assert (second.events, second.skipped, second.rewritten) == (2, 1, ())
    same(second, read(tmp_path))


def test_a_counted_last_line_that_goes_on(tmp_path: Path) -> None:
    """It was no whole line: all is read again, and it counts as what it is now."""
    path = log(tmp_path, "a.jsonl")
    path.write_text(event(0) + event(1).rstrip("\n"))
    first = read(tmp_path)
    with path.open("a") as file:
        file.write("\rmore\n")
    second = read(tmp_path, first.snapshot)
    assert (second.events, second.skipped) == (1, 1)
    same(second, read(tmp_path))


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with many days, and two processes allowed whatever runs beside."""
    monkeypatch.setattr("dreamtui.sources.jsonl.parallel.may_fork", lambda: True)
    for day in range(40):
        text = "".join(event(day * 20 + n) for n in range(20)) + ("{torn\n" if day % 9 == 0 else "")
        log(tmp_path, f"2026/11/{day:02}/x.jsonl").write_text(text)
    return tmp_path


def test_two_processes_find_what_one_finds(large: Path) -> None:
    """Findings, counts and named skips are the same, and so is what is left for the next scan."""
    two = read(large, processes=2)
    same(two, read(large, processes=1))
    assert two.events == 800
    path = log(large, "2026/11/03/x.jsonl")
    path.write_text(path.read_text() + event(900))
    again = read(large, two.snapshot)
    assert again.read == 1
    same(again, read(large, processes=1))


def test_a_child_that_dies_costs_nothing(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it had taken is read by the parent."""
    parent = os.getpid()
    whole = reader.LogReader.read

    def die(self: reader.LogReader, number: int) -> None:
        if os.getpid() != parent:
            os._exit(9)
        whole(self, number)

    monkeypatch.setattr(reader.LogReader, "read", die)
    two = read(large, processes=2)
    monkeypatch.undo()
    same(two, read(large, processes=1))


def test_a_child_that_cannot_hand_over_costs_nothing(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it fails half way through, what it had read is read by the parent."""
    whole = EventMiners.pack

    def fail(self: EventMiners) -> Iterator[bytes]:
        yield next(whole(self))
        raise MemoryError

    monkeypatch.setattr(EventMiners, "pack", fail)
    two = read(large, processes=2)
    monkeypatch.undo()
    same(two, read(large, processes=1))


@pytest.mark.parametrize("bound", ["_MANY_FILES", "_MUCH"])
def test_a_second_process_is_for_much(large: Path, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    """By itself one process reads few small files, and two read many files or large ones."""
    started: list[int] = []
    whole = fork.share_with_child

    def run(*given: object) -> object:
        started.append(1)
        return whole(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("dreamtui.sources.jsonl.parallel.share_with_child", run)
    few = read(large)
    assert not started
    monkeypatch.setattr(f"dreamtui.sources.events.scanning.{bound}", 20)
    same(read(large), few)
    assert started


def test_progress_counts_files(large: Path) -> None:
    """It rises to the number of files."""
    told: list[tuple[int, int]] = []
    read(large, processes=1, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (40, 40) and told == sorted(told)
