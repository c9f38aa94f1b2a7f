"""A state folder that a repository shipped, and streams that are not there: nothing is followed, believed or lost."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from workbench import REASON, Bench, make_bench

GARBAGE = ("[" * 200_000, "[[1]]", '[["a"]]', "{}", "null", "")


def bench_with_item(tmp_path: Path) -> Bench:
    """A workspace with one item in the queue."""
    bench = make_bench(tmp_path)
    bench.file("Releases break on migrations")
    return bench


def state(bench: Bench) -> Path:
    """Its state folder."""
    return bench.agent / "dream" / ".state"


def test_a_cache_that_links_to_another_database_is_not_touched(tmp_path: Path) -> None:
    """Neither its tables are dropped nor is a file made where the link leads."""
    bench = bench_with_item(tmp_path)
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE rows (a)")
    before = foreign.read_bytes()
    for target in (foreign, tmp_path / "nothing.db"):
        (bench.kept / "index.sqlite").unlink(missing_ok=True)
        (bench.kept / "index.sqlite").symlink_to(target)
        assert len(bench.items("")) == 1
    assert foreign.read_bytes() == before and not (tmp_path / "nothing.db").exists()


def test_a_state_folder_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    """Reading goes on without it; a decision is refused, and nothing appears where it leads."""
    bench = bench_with_item(tmp_path)
    ((item, _),) = bench.items("").items()
    outside = tmp_path / "outside"
    outside.mkdir()
    state(bench).rename(tmp_path / "old state")
    state(bench).symlink_to(outside)
    assert list(bench.items("")) == [item]
    assert "symlink" in bench.refused(1, "reject", item, "--rationale", REASON)
    assert not list(outside.iterdir())


def test_a_cache_that_somebody_else_made_is_thrown_away(tmp_path: Path) -> None:
    """A view that never ends instead of a table, and rows of another machine, are not read."""
    bench = bench_with_item(tmp_path)
    path = bench.kept / "index.sqlite"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE VIEW rows AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        )
    assert len(bench.items("")) == 1


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_what_the_last_run_saw_may_be_garbage(tmp_path: Path, garbage: str) -> None:
    """It counts as nothing."""
    bench = bench_with_item(tmp_path)
    (bench.kept / "recurring.json").write_text(garbage)
    assert len(bench.items("")) == 1
    bench.ok("status")


@pytest.mark.parametrize("name", ["config.yaml", "recurring.json"])
def test_a_pipe_where_a_file_should_be_hangs_nothing(tmp_path: Path, name: str) -> None:
    """It is not opened for reading and waiting."""
    bench = bench_with_item(tmp_path)
    path = (bench.agent if name == "config.yaml" else bench.kept) / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    assert len(bench.items("")) == 1
    assert bench.run("status").code in {0, 2}


def test_a_folder_in_the_place_of_a_candidate_does_not_stop_a_run(tmp_path: Path) -> None:
    """It is left as it is, and everything else is queued."""
    bench = bench_with_item(tmp_path)
    events = bench.agent / "memory" / "episodic" / "2026" / "11" / "10"
    events.mkdir(parents=True)
    event = {
        "ts": "2026-11-10T09:00:00Z",
        "actor": "bob",
        "kind": "commit",
        "summary": "fix: it",
        "files": ["a.py", "b.py"],
    }
    lines = [json.dumps(event | {"ts": f"2026-11-10T09:0{n}:00Z", "session": f"s{n}"}) for n in range(4)]
    (events / "bob__1.jsonl").write_text("\n".join(lines) + "\n")
    found = json.loads(bench.ok("dream", "--dry-run", "--json").out)["items"]
    ids = [item["id"] for item in found if item["signal"] == "repeat_fix"]
    assert len(ids) == 2
    (bench.agent / "dream" / "candidates" / f"{ids[0]}.md").mkdir()
    bench.ok("dream")
    assert ids[1] in bench.items("") and ids[0] not in bench.items("")


@pytest.mark.parametrize("closed", ["1", "2", "0"])
def test_a_stream_that_is_closed_is_no_error(tmp_path: Path, closed: str) -> None:
    """The command does its work, or refuses in a line; it never fails for want of a stream."""
    bench = bench_with_item(tmp_path)
    command = f"exec {sys.executable} -m dreamtui list {closed}>&-"
    done = subprocess.run(["sh", "-c", command], cwd=bench.root, env=bench.env, capture_output=True, check=False)
    assert done.returncode == 0 and b"internal error" not in done.stderr


def test_a_full_disk_behind_the_output_is_said(tmp_path: Path) -> None:
    """Exit 1 and one line; nothing of Python's own."""
    bench = bench_with_item(tmp_path)
    command = f"exec {sys.executable} -m dreamtui list --json >/dev/full"
    done = subprocess.run(["sh", "-c", command], cwd=bench.root, env=bench.env, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"Exception ignored" not in done.stderr and b"No space left" in done.stderr
