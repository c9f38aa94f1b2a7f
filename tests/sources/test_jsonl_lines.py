"""Lines of a file in steps of any size, from any place it was left at: as when it is read at once and split."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.model.evidence import Skip
from dreamtui.model.mining.interface import ScanStopped
from dreamtui.sources.jsonl.lines import (
    NAMED,
    FileChange,
    FilePosition,
    LineReader,
    Skips,
    as_left,
    change_of,
    numbered,
    open_file,
    plausible,
)
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot
from dreamtui.sources.transcripts import TranscriptSnapshot
from dreamtui.sources.transcripts.state import FileState

LONGEST = 12
CONTENT = st.lists(st.sampled_from([b"a", b"bc", b"\r", b"\n", b"\n\n", b"0123456789ab", b"x" * 13]), max_size=20).map(
    b"".join
)


@contextmanager
def opened(path: Path) -> Iterator[tuple[int, os.stat_result]]:
    """A file, closed at the end."""
    handle, status = open_file(str(path))
    try:
        yield handle, status
    finally:
        os.close(handle)


def expected(content: bytes) -> list[bytes | None]:
    """Lines as they are when all is at hand; None where one is too long."""
    lines = content.split(b"\n")
    return [line if len(line) <= LONGEST else None for line in (lines if lines[-1] else lines[:-1])]


def read_on(path: Path, position: FilePosition, step: int, *, count_rest: bool = False) -> list[bytes | None]:
    """The lines from a position, which is where the file was read to afterwards."""
    found: list[bytes | None] = []
    with opened(path) as (handle, status):
        lines = LineReader(handle, status, position, longest=LONGEST, step=step)
        for block in lines:
            data, start, end = block or (b"", 0, 0)
            found += [None] if block is None else data[start:end].split(b"\n")
            position.lines = len(found)
        if count_rest and lines.rest:
            found.append(lines.rest)
            lines.count_rest()
        lines.close()
    return found


@given(CONTENT, st.integers(1, 40))
@settings(max_examples=300, deadline=None)
def test_in_steps_of_any_size(content: bytes, step: int) -> None:
    """Every line with its number, wherever the steps end; steps are never longer than the longest line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        path.write_bytes(content)
        with opened(path) as (handle, status):
            found = list(numbered(handle, status, longest=LONGEST, step=min(step, LONGEST)))
    assert found == list(enumerate(expected(content), 1))


@given(CONTENT, st.integers(1, LONGEST), st.lists(st.integers(0, 120), max_size=4).map(sorted))
@settings(max_examples=300, deadline=None)
def test_read_on_from_where_it_was_left(content: bytes, step: int, cuts: list[int]) -> None:
    """However the file grew: together the lines that are in it, and a last one only when it is ended."""
    whole = content + b"\n"
    with tempfile.TemporaryDirectory() as folder:
        path, position, found = Path(folder) / "x", FilePosition(), list[bytes | None]()
        for cut in [*cuts, len(whole)]:
            path.write_bytes(whole[:cut])
            if position.size:
                assert change_of(str(path), position) is FileChange.GROWN
            found += read_on(path, position, step)
            assert as_left(path.stat(), position)
            assert position.offset == whole[:cut].rfind(b"\n") + 1
            assert plausible([position])
    assert found == expected(whole)


def test_a_counted_last_line(tmp_path: Path) -> None:
    """Its newline comes later and is stepped over; anything else makes it another line."""
    path, position = tmp_path / "x", FilePosition()
    path.write_bytes(b"one\ntwo")
    assert read_on(path, position, 4, count_rest=True) == [b"one", b"two"]
    assert (position.open, position.offset) == (True, 7)
    for after in (b"", b"\n", b"\r", b"\r\nmore"):
        path.write_bytes(b"one\ntwo" + after)
        assert change_of(str(path), position) is FileChange.GROWN
    for after in (b"x\n", b"\rx"):
        path.write_bytes(b"one\ntwo" + after)
        assert change_of(str(path), position) is FileChange.LINE_GREW
    path.write_bytes(b"one\ntwo\r\nthree\n")
    assert read_on(path, position, 4) == [b"three"]
    assert not position.open


@pytest.mark.parametrize(
    ("content", "change"),
    [
        (b"a" * 600 + b"\nmore", FileChange.GROWN),
        (b"a" * 600, FileChange.REWRITTEN),
        (b"b" + b"a" * 599 + b"\nmore", FileChange.REWRITTEN),
        (b"a" * 599 + b"b" + b"\nmore", FileChange.REWRITTEN),
    ],
)
def test_what_became_of_a_file(tmp_path: Path, content: bytes, change: FileChange) -> None:
    """The bytes at both ends of what was read tell."""
    path, position = tmp_path / "x", FilePosition()
    path.write_bytes(b"a" * 600 + b"\n")
    read_on(path, position, 1 << 16)
    path.write_bytes(content)
    assert change_of(str(path), position) is change


def test_reading_can_be_stopped(tmp_path: Path) -> None:
    """Between two steps."""
    path = tmp_path / "x"
    path.write_bytes(b"line\n" * 10)
    answers = iter([False, True])
    with opened(path) as (handle, status), pytest.raises(ScanStopped):
        list(LineReader(handle, status, FilePosition(), longest=9, step=5, cancelled=lambda: next(answers)))


def test_only_ordinary_files_are_opened(tmp_path: Path) -> None:
    """Never through a symlink, and a pipe is not waited for."""
    (tmp_path / "real").write_bytes(b"")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", "none", "."):
        with pytest.raises(OSError):
            open_file(str(tmp_path / name))


def test_the_first_skips_are_kept() -> None:
    """By name and line, in whatever order they came."""
    skips = Skips([Skip("a", 5, "known")])
    for number in range(3000, 0, -1):
        skips.add("b", number, "bad")
    assert [skip.line for skip in skips.first()] == [5, *range(1, NAMED)]


@pytest.mark.parametrize("wrong", ["size", "offset", "lines", "records", "skipped"])
def test_an_impossible_position(wrong: str) -> None:
    """No snapshot holds one."""
    position = FilePosition(size=5, offset=5, lines=1, records=1)
    state = FileState("s", False, position)
    assert plausible([position])
    assert TranscriptSnapshot.from_bytes(TranscriptSnapshot(files={"x": state}).to_bytes()) is not None
    setattr(position, wrong, -1)
    assert not plausible([FilePosition(), position])
    assert TranscriptSnapshot.from_bytes(TranscriptSnapshot(files={"x": state}).to_bytes()) is None


def test_a_snapshot_is_what_was_saved() -> None:
    """Of the same shape; anything else is none."""
    position = FilePosition(1, 2, 3, 1, 4, 1, 1, 0, True, "torn last line")
    data = encode_snapshot(position)
    assert decode_snapshot(data, FilePosition) == position
    for bad in (b"", data[:-1], data + b"x", encode_snapshot({"size": 1}), encode_snapshot(["x"]), b"\xc1"):
        assert decode_snapshot(bad, FilePosition) is None
