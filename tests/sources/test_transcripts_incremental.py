"""A second scan reads only what is new, keeps what vanished, and finds what one scan of everything would."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from transcript_lines import ROOT, SESSION, SLUG, answers, calls, fails, kinds, read, says, write

from dreamtui.model.evidence import Skip
from dreamtui.model.mining.interface import ScanStopped
from dreamtui.sources.transcripts import TranscriptScan, TranscriptSnapshot, find, scan

NAME = f"claude/{SLUG}/{SESSION}.jsonl"
LINES = [
    says(1, "hello"),
    calls(2, "Edit", file_path=f"{ROOT}/src/a.py"),
    answers(3, "t2", "ok"),
    says(4, "no, use pnpm not npm — naïve 🚀"),
    "\n",
    "{torn\n",
    "[1]\r\n",
    fails(5, "npm run build", "Exit code 1\nerror: x"),
    calls(8, "Write", file_path="/h/.claude/projects/x/memory/a.md", content="a"),
    answers(9, "t8", "ok"),
    says(4, "no, use pnpm not npm — naïve 🚀"),
    '{"type":"summary","summary":"About","leafUuid":"r0012"}\n',
    says(12, "never use npm").rstrip("\n") + "\r\n",
]
WHOLE = "".join(LINES).encode()


def same(one: TranscriptScan, other: TranscriptScan) -> None:
    """Both have seen the same."""
    assert one.events == other.events
    assert one.sessions == other.sessions
    assert (one.records, one.skipped, one.skips, one.files) == (other.records, other.skipped, other.skips, other.files)


@given(cuts=st.lists(st.integers(0, len(WHOLE)), min_size=1, max_size=4).map(sorted), saved=st.booleans())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_in_steps_as_at_once(cuts: list[int], saved: bool) -> None:
    """Wherever the file was cut when it was read."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = write(folder)
        snapshot: TranscriptSnapshot | None = None
        for cut in [*cuts, len(WHOLE)]:
            path.write_bytes(WHOLE[:cut])
            result = read(folder, snapshot)
            assert result.rewritten == ()
            snapshot = TranscriptSnapshot.from_bytes(result.snapshot.to_bytes()) if saved else result.snapshot
            assert snapshot is not None
        same(result, read(folder))
        assert [event.kind for event in result.events] == ["correction", "command-fail", "saved", "remember"]


@given(st.permutations(range(4)), st.permutations(range(4)))
@settings(max_examples=25, deadline=None)
def test_the_order_of_files_does_not_matter(order: list[int], later: list[int]) -> None:
    """Copies in forked files count once, whichever is read first; the names are what decides."""
    contents = [
        LINES[:5],
        LINES[3:8],
        [*LINES[:9], says(20, "always run tests")],
        [says(4, "no, use pnpm not npm", cwd="/x")],
    ]
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        results = []
        for folder, numbers in ((Path(one), order), (Path(other), later)):
            snapshot = None
            for number in numbers:
                write(folder, *contents[number], name=f"{SLUG}/{number}.jsonl")
                result = read(folder, snapshot)
                snapshot = result.snapshot
            results.append(result)
        assert results[0].events == results[1].events
        assert results[0].sessions == results[1].sessions
        assert [event.kind for event in results[0].events] == ["correction", "command-fail", "remember"]
        assert sum(session.prompts for session in results[0].sessions.values()) == 3


def test_nothing_new_opens_nothing(tmp_path: Path) -> None:
    """Unchanged files cost a look at their size."""
    write(tmp_path, *LINES)
    first = read(tmp_path)
    second = read(tmp_path, first.snapshot)
    assert (second.opened, second.bytes_read, second.read) == (0, 0, 0)
    same(second, first)


def test_only_new_bytes_are_read(tmp_path: Path) -> None:
    """A line that is appended, a new file; the earlier snapshot still serves."""
    path = write(tmp_path, *LINES)
    first = read(tmp_path)
    more = says(30, "never push to main")
    with path.open("a") as file:
        file.write(more)
    write(tmp_path, says(31, "hello"), name=f"{SLUG}/b.jsonl")
    for _ in range(2):
        second = read(tmp_path, first.snapshot)
        assert (second.opened, second.read, second.bytes_read) == (2, 2, len(more) + len(says(31, "hello")))
        same(second, read(tmp_path))


def test_a_result_that_comes_later(tmp_path: Path) -> None:
    """The call was read by the scan before."""
    path = write(tmp_path, calls(1, "Bash", command="make test"))
    first = read(tmp_path)
    with path.open("a") as file:
        file.write(answers(2, "t1", "Exit code 2\nerror: no", error=True))
    assert kinds(read(tmp_path, first.snapshot)) == [("command-fail", "make test", "`make test` failed: error: no")]


def test_a_torn_last_line(tmp_path: Path) -> None:
    """Counted and named, until the rest of it comes."""
    path = write(tmp_path, says(1, "hello"), says(2, "never use npm")[:40])
    first = read(tmp_path)
    assert (first.skipped, first.skips) == (1, (Skip(NAME, 2, "torn last line"),))
    with path.open("a") as file:
        file.write(says(2, "never use npm")[40:])
    second = read(tmp_path, first.snapshot)
    assert (second.skipped, second.rewritten, len(second.events)) == (0, (), 1)


@pytest.mark.parametrize("change", ["shrunk", "rewritten", "same size"])
def test_what_was_rewritten_is_read_again(tmp_path: Path, change: str) -> None:
    """And named; what it said before does not count any more."""
    path = write(tmp_path, says(1, "hello"), says(2, "never use npm"))
    first = read(tmp_path)
    after = {
        "shrunk": says(1, "hello"),
        "rewritten": says(1, "hullo") + says(2, "never use nvm") + says(3, "more"),
        "same size": says(1, "hullo") + says(2, "never use nvm"),
    }[change]
    path.write_text(after)
    os.utime(path, ns=(1, 1))
    second = read(tmp_path, first.snapshot)
    assert second.rewritten == (NAME,)
    same(second, read(tmp_path))


def test_a_touched_file_is_not_rewritten(tmp_path: Path) -> None:
    """Another time of change alone says nothing."""
    path = write(tmp_path, *LINES)
    first = read(tmp_path)
    os.utime(path, ns=(1, 1))
    second = read(tmp_path, first.snapshot)
    assert (second.rewritten, second.bytes_read) == ((), 0)
    same(second, first)


def test_what_vanished_is_kept(tmp_path: Path) -> None:
    """Named once; its events and sessions stay, through further scans; and it may come back."""
    path = write(tmp_path, *LINES)
    write(tmp_path, says(40, "hello", sessionId="s"), name=f"{SLUG}/b.jsonl")
    first = read(tmp_path)
    path.unlink()
    second = read(tmp_path, first.snapshot)
    assert (second.vanished, second.files) == ((NAME,), 1)
    assert (second.events, second.sessions) == (first.events, first.sessions)
    saved = TranscriptSnapshot.from_bytes(second.snapshot.to_bytes())
    third = read(tmp_path, saved)
    assert (third.vanished, third.events) == ((), first.events)
    write(tmp_path, *LINES)
    same(read(tmp_path, third.snapshot), first)


def test_of_copies_the_one_that_is_there(tmp_path: Path) -> None:
    """Evidence is found where it still can be read."""
    first_file = write(tmp_path, says(1, "never use npm"), name=f"{SLUG}/a.jsonl")
    write(tmp_path, says(1, "never use npm"), name=f"{SLUG}/b.jsonl")
    first = read(tmp_path)
    assert first.events[0].locator.ref == f"claude/{SLUG}/a.jsonl#r0001"
    first_file.unlink()
    (event,) = read(tmp_path, first.snapshot).events
    assert event.locator.ref == f"claude/{SLUG}/b.jsonl#r0001"


def test_merged_answers_count_once(tmp_path: Path) -> None:
    """Records of one answer repeat a call; its failure is one."""
    call = calls(1, "Bash", command="make test")
    result = answers(3, "t1", "Exit code 2\nerror: no", error=True)
    write(tmp_path, call, call.replace("r0001", "r0002"), result, result.replace("r0003", "r0004"))
    assert [kind for kind, *_ in kinds(read(tmp_path))] == ["command-fail"]


def test_records_without_id(tmp_path: Path) -> None:
    """A copy of the line is the same prompt."""
    write(tmp_path, says(1, "never use npm", uuid=...), name=f"{SLUG}/a.jsonl")
    write(tmp_path, says(1, "never use npm", uuid=...), name=f"{SLUG}/b.jsonl")
    assert [event.locator.ref for event in read(tmp_path).events] == [f"claude/{SLUG}/a.jsonl#"]


def test_lines_longer_than_a_step(tmp_path: Path) -> None:
    """Some megabytes are read; many are skipped and named, and what follows is read."""
    long = says(1, "never use npm. " + "x" * 3_000_000)
    write(
        tmp_path,
        says(0, "hi"),
        long,
        says(2, "y" * 9_000_000),
        says(3, "never use nvm"),
        says(4, "z" * 9_000_000).rstrip(),
    )
    result = read(tmp_path)
    assert [event.locator.line for event in result.events] == [2, 4]
    assert result.skips == (Skip(NAME, 3, "longer than 8 MiB"), Skip(NAME, 5, "longer than 8 MiB"))


def test_many_bad_lines_are_counted_and_the_first_named(tmp_path: Path) -> None:
    """All count."""
    write(tmp_path, says(1, "hi"), "{bad\n" * 500)
    result = read(tmp_path)
    assert (result.skipped, len(result.skips)) == (500, 20)


def test_too_many_open_calls(tmp_path: Path) -> None:
    """The oldest are forgotten; what is not known to be a failed command does not count."""
    made = "".join(calls(number, "Bash", call=f"c{number}", command="make test") for number in range(300))
    write(tmp_path, made, answers(500, "c0", "error: no", error=True), answers(501, "c299", "error: no", error=True))
    assert [kind for kind, *_ in kinds(read(tmp_path))] == ["command-fail"]


def test_a_damaged_snapshot_is_none() -> None:
    """Of another version, cut, or anything else."""
    data = TranscriptSnapshot("c", ("r",)).to_bytes()
    assert TranscriptSnapshot.from_bytes(data) is not None
    for bad in (b"", data[:-1], b"\x00" + data, b"\x91\x02", data.replace(b"\x01", b"\x63", 1), b"{}"):
        assert TranscriptSnapshot.from_bytes(bad) is None


def test_a_snapshot_of_another_place_is_not_used(tmp_path: Path) -> None:
    """Other roots, other conversations."""
    write(tmp_path, *LINES)
    other = TranscriptSnapshot("elsewhere", ("/x",), {}, read(tmp_path).snapshot.files)
    assert read(tmp_path, other).opened == 1


def test_a_worktree_comes_and_goes(tmp_path: Path) -> None:
    """Its transcripts are read when it comes; when it goes, what they said stays, and nothing has vanished."""
    write(tmp_path, says(1, "never use npm"), name="a/a.jsonl")
    write(tmp_path, says(2, "never use nvm", cwd="/tree/web"), name="b/b.jsonl")
    alone, both = [Path(ROOT)], [Path(ROOT), Path("/tree")]
    snapshot, seen = None, []
    for roots in (alone, both, alone):
        result = scan(find(tmp_path, roots, previous=snapshot), previous=snapshot)
        snapshot = result.snapshot
        seen.append(([event.subject for event in result.events], result.opened, result.vanished))
    assert seen == [(["not npm"], 1, ()), (["not npm", "not nvm"], 1, ()), (["not npm", "not nvm"], 0, ())]


def test_a_scan_can_be_stopped(tmp_path: Path) -> None:
    """Nothing is changed by it; progress ends with all files."""
    for number in range(5):
        write(tmp_path, *LINES, name=f"{SLUG}/{number}.jsonl")
    asked: Iterator[bool] = iter([False, False, True, True])
    with pytest.raises(ScanStopped):
        read(tmp_path, cancelled=lambda: next(asked), processes=1)
    with pytest.raises(ScanStopped):
        read(tmp_path, cancelled=lambda: True, processes=2)
    told: list[tuple[int, int]] = []
    read(tmp_path, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (5, 5)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """It is named; what was known of it stays."""
    path = write(tmp_path, *LINES)
    first = read(tmp_path)
    path.unlink()
    path.mkdir()
    second = read(tmp_path, first.snapshot)
    assert (second.skips[0], second.events) == (Skip(NAME, 0, "a folder"), first.events)
