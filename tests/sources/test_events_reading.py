"""Event logs in every shape: what is read, what is skipped, and that each skipped line is counted and named."""

import json
import os
from pathlib import Path

import pytest

from dreamtui.mining.signals import EventMiners
from dreamtui.model.mining.interface import MineSettings, ScanStopped
from dreamtui.sources.events import EventStream, scan
from dreamtui.sources.events import reader as reading
from dreamtui.text.ids import line_digest

FLOOR = "2026-01-01T00:00:00Z"


def line(number: int = 0, **fields: object) -> str:
    """One event, with some fields replaced."""
    event: dict[str, object] = {
        "ts": f"2026-11-10T09:{number // 60 % 60:02}:{number % 60:02}.000001Z", "actor": "alice", "tool": "cli",
        "host": "h", "session": f"{number:012x}", "kind": "commit", "repo": "shop", "branch": "main",
        "files": ["src/a.py"], "diff_sha": "", "summary": f"fix: case {number}", "tags": [],
    }  # fmt: skip
    return json.dumps({**event, **fields}, separators=(",", ":"))


def folder_of(root: Path) -> Path:
    """Where events lie."""
    folder = root / ".agent/memory/episodic/2026/11/10"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def read(root: Path, **more: object):
    """Scan a workspace with fresh miners."""
    return scan(root / ".agent/memory/episodic", root, EventMiners(FLOOR), **more)


def weight(result) -> int:
    """How many fixes of src/a.py were seen."""
    settings = MineSettings(FLOOR, "1y", min_cluster_size=1, only="repeat_fix")
    return sum(f.weight for f in result.miners.findings(settings) if f.subject == "src/a.py")


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (b"42", "not an object"),
        (b"[]", "not an object"),
        (b"null", "not an object"),
        (b'{"ts":"2026-11-10T09:00:00Z","act', "not JSON"),
        (b'{"ts":"2026-11-10T09:00:00Z"}{"ts":"2026-11-10T09:00:00Z"}', "not JSON"),
        (b"\0\0\0\0", "not JSON"),
        (b'{"ts":"2026-11-10T09:00:00Z","summary":"\xff"}', "invalid UTF-8"),
        (b'{"ts":"2026-11-10T09:00:00Z","host":"\xff"}', "invalid UTF-8"),
        (b'{"actor":"alice","summary":"fix: x"}', "no usable time"),
        (b'{"ts":"yesterday"}', "no usable time"),
        (b'{"ts":12}', "no usable time"),
        (b'{"ts":"2026-13-45T09:00:00Z"}', "no usable time"),
        (b'{"ts":null}', "no usable time"),
        (b"[" * 100_000, "not JSON"),
    ],
)
def test_a_bad_line_is_skipped_and_named(tmp_path: Path, bad: bytes, why: str) -> None:
    """The lines around it count, and the skip names file, line and reason."""
    good = [line(n).encode() for n in range(3)]
    path = folder_of(tmp_path) / "a.jsonl"
    path.write_bytes(b"\n".join([good[0], good[1], bad, good[2], b""]))
    result = read(tmp_path)
    assert (result.events, result.skipped, weight(result)) == (3, 1, 3)
    (skip,) = result.skips
    assert (skip.path, skip.line, skip.why) == (".agent/memory/episodic/2026/11/10/a.jsonl", 3, why)
    plain = EventStream(tmp_path / ".agent/memory/episodic", tmp_path)
    assert len(list(plain)) == 3
    assert plain.skips == result.skips


GOOD = b'{"ts":"2026-11-10T09:00:00Z"}'


@pytest.mark.parametrize(
    ("lines", "events", "skipped"),
    [
        ([GOOD + GOOD, b""], 0, 1),
        ([GOOD + b" " + GOOD, b"  ", b"\t"], 0, 1),
        ([GOOD + b"," + GOOD, b""], 0, 1),
        ([GOOD + b"][" + GOOD, b""], 0, 1),
        ([b'{"ts":"2026-11-10T09:00:00Z",', b'"kind":"edit"}', GOOD + GOOD], 0, 3),
        ([b'{"ts":"2026-11-10T09:00:00Z","x":[1', b"2]}", GOOD + b"][" + GOOD], 0, 3),
        ([b'{"ts":"2026-11-10T09:00:00Z","summary":"a', b'b"}', GOOD + b"\t" + GOOD], 0, 3),
        ([GOOD + b"]", b"[" + GOOD], 0, 2),
    ],
)
def test_lines_that_make_up_for_each_other(tmp_path: Path, lines: list[bytes], events: int, skipped: int) -> None:
    """Each line has to be one event by itself; two on one line do not stand for a line that is blank or torn."""
    good = [line(n).encode() for n in range(4)]
    path = folder_of(tmp_path) / "a.jsonl"
    path.write_bytes(b"\n".join([*good[:2], *lines, *good[2:], b""]))
    result = read(tmp_path)
    assert (result.events, result.skipped, weight(result)) == (events + 4, skipped, 4)
    (found,) = result.miners.findings(MineSettings(FLOOR, "1y"))
    assert [piece.locator.line for piece in found.evidence] == [len(lines) + 4, len(lines) + 3, 2, 1]


@pytest.mark.parametrize(
    "fields",
    [
        {"files": ["src/a.py", 7, None]},
        {"tags": None, "host": None, "tool": 3, "repo": [], "branch": {}},
        {"session": None},
        {"diff_sha": None},
        {"ts": "2026-11-10T09:00:00"},
        {"ts": "2026-11-10T11:00:00+02:00"},
        {"more": {"deep": [1, 2]}},
    ],
)
def test_a_wrong_type_is_read_as_far_as_it_goes(tmp_path: Path, fields: dict[str, object]) -> None:
    """Only the field is lost, not the event."""
    (folder_of(tmp_path) / "a.jsonl").write_text(line(**fields) + "\n")
    result = read(tmp_path)
    assert (result.events, result.skipped, weight(result)) == (1, 0, 1)


def test_null_files_and_summary_are_empty(tmp_path: Path) -> None:
    """They are events without files and words."""
    (folder_of(tmp_path) / "a.jsonl").write_text(line(files=None) + "\n" + line(summary=None) + "\n" + line(7) + "\n")
    result = read(tmp_path)
    assert (result.events, result.skipped, weight(result)) == (3, 0, 1)


def test_bom_crlf_blank_lines_and_no_last_newline(tmp_path: Path) -> None:
    """None of them is an error, and lines are counted as an editor counts them."""
    text = b"\xef\xbb\xbf" + line(0).encode() + b"\r\n\r\n\n  \n" + line(1).encode() + b"\r\n" + line(2).encode()
    (folder_of(tmp_path) / "a.jsonl").write_bytes(text)
    result = read(tmp_path)
    assert (result.events, result.skipped) == (3, 0)
    (found,) = result.miners.findings(MineSettings(FLOOR, "1y"))
    assert [piece.locator.line for piece in found.evidence] == [6, 5, 1]
    raw = text.split(b"\n")
    assert [piece.digest for piece in found.evidence] == [line_digest(raw[n]) for n in (5, 4, 0)]


def test_odd_entries_are_named_and_not_followed(tmp_path: Path) -> None:
    """A folder, a symlink and a pipe named like a log; a log in a folder that is named like one counts."""
    folder = folder_of(tmp_path)
    (folder / "real.jsonl").write_text(line(0) + "\n")
    (folder / "folder.jsonl").mkdir()
    (folder / "folder.jsonl" / "inside.jsonl").write_text(line(1) + "\n")
    (folder / "link.jsonl").symlink_to(folder / "real.jsonl")
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    os.mkfifo(folder / "pipe.jsonl")
    result = read(tmp_path)
    assert (result.events, result.skipped, weight(result)) == (2, 3, 2)
    assert {(Path(skip.path).name, skip.why) for skip in result.skips} == {
        ("folder.jsonl", "a folder"), ("link.jsonl", "a symlink"), ("pipe.jsonl", "not an ordinary file")
    }  # fmt: skip


def test_no_folder_at_all(tmp_path: Path) -> None:
    """Nothing to read is no error."""
    result = read(tmp_path)
    assert (result.events, result.skipped, result.skips) == (0, 0, [])


def test_a_file_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named; the others count."""
    folder = folder_of(tmp_path)
    for name in ("a", "b"):
        (folder / f"{name}.jsonl").write_text(line() + "\n")
    whole = reading.open_file

    def refuse(path: str) -> tuple[int, os.stat_result]:
        if path.endswith("a.jsonl"):
            raise PermissionError(13, "Permission denied")
        return whole(path)

    monkeypatch.setattr(reading, "open_file", refuse)
    result = read(tmp_path)
    assert (result.events, result.skipped) == (1, 1)
    assert (Path(result.skips[0].path).name, result.skips[0].line) == ("a.jsonl", 0)


def test_a_line_too_long_to_read(tmp_path: Path) -> None:
    """It is skipped without being kept in memory, wherever it stands; its neighbours count, with their line numbers."""
    long = line(summary="x" * (reading.LONGEST + 3 * reading.CHUNK))
    path = folder_of(tmp_path) / "a.jsonl"
    path.write_text("\n".join([line(0), long, line(1), long]))
    result = read(tmp_path)
    assert (result.events, result.skipped, weight(result)) == (2, 2, 2)
    assert [(skip.line, skip.why) for skip in result.skips] == [(2, "longer than 4 MiB"), (4, "longer than 4 MiB")]
    (found,) = result.miners.findings(MineSettings(FLOOR, "1y", min_cluster_size=1))
    assert [piece.locator.line for piece in found.evidence] == [3, 1]


def test_lines_across_reading_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the size of a step, the same is found at the same places."""
    path = folder_of(tmp_path) / "a.jsonl"
    path.write_text("".join(line(n) + "\n" + ("{torn\n" if n % 50 == 7 else "") for n in range(400)))
    settings = MineSettings(FLOOR, "1y")
    whole = read(tmp_path)
    for step in (100, 777, 4096):
        monkeypatch.setattr(reading, "CHUNK", step)
        again = read(tmp_path)
        assert again.miners.findings(settings) == whole.miners.findings(settings)
        assert (again.events, again.skipped, again.skips) == (whole.events, whole.skipped, whole.skips)


def test_skips_are_bounded_but_all_counted(tmp_path: Path) -> None:
    """The first hundred by name and line are named."""
    for name in "ba":
        (folder_of(tmp_path) / f"{name}.jsonl").write_text("{\n" * 1500)
    result = read(tmp_path)
    assert (result.events, result.skipped, len(result.skips)) == (0, 3000, 100)
    assert [Path(skip.path).name + str(skip.line) for skip in result.skips] == [f"a.jsonl{n}" for n in range(1, 101)]


def test_cancelling(tmp_path: Path) -> None:
    """The scan stops with its own signal and reports progress before."""
    for n in range(5):
        (folder_of(tmp_path) / f"{n}.jsonl").write_text(line(n) + "\n")
    told: list[tuple[int, int]] = []
    with pytest.raises(ScanStopped):
        read(tmp_path, cancelled=lambda: len(told) > 2, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
