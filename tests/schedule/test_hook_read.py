"""Reads of daily notes count as recalls in an OpenClaw workspace: passages alone, and one query a session."""

import json
from pathlib import Path
from typing import Any

import pytest
from workbench import Bench, make_bench

NOTE = "memory/2026-11-17.md"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """An OpenClaw workspace with a note of thirty lines."""
    made = make_bench(tmp_path, git=True)
    (made.root / "memory" / ".dreams").mkdir(parents=True)
    (made.root / NOTE).write_text("# Day\n\n" + "".join(f"- fact {number}\n" for number in range(3, 31)))
    return made


def read(bench: Bench, path: object, session: str = "s1", **asked: object) -> None:
    tool = {"file_path": str(path), **asked}
    told = {"cwd": str(bench.root), "session_id": session, "tool_name": "Read", "tool_input": tool}
    done = bench.at(CLAUDECODE="1").run("hook", "run", "read", feed=json.dumps(told).encode())
    assert (done.code, done.out, done.err) == (0, "", "")


def entries(bench: Bench) -> dict[str, Any]:
    path = bench.root / "memory" / ".dreams" / "short-term-recall.json"
    return dict(json.loads(path.read_text())["entries"]) if path.exists() else {}


def test_a_passage_is_a_recall(bench: Bench) -> None:
    """With the lines that were read; another session is another query, the same one is not."""
    for session in ("s1", "s1", "s2"):
        read(bench, bench.root / NOTE, session, offset=5, limit=2)
    (entry,) = entries(bench).values()
    assert (entry["path"], entry["startLine"], entry["endLine"]) == (NOTE, 5, 6)
    assert entry["snippet"] == "- fact 5 - fact 6"
    assert (entry["recallCount"], len(entry["queryHashes"]), entry["maxScore"]) == (3, 2, 0.62)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        (NOTE, {}),
        (NOTE, {"offset": 1, "limit": 20}),
        (NOTE, {"offset": 2, "limit": 1}),
        (NOTE, {"offset": 900, "limit": 3}),
        (NOTE, {"offset": "5", "limit": 2}),
        ("memory/notes.md", {"offset": 1, "limit": 2}),
        ("memory/../src/a.py", {"offset": 1, "limit": 2}),
        ("/etc/memory/2026-11-17.md", {"offset": 1, "limit": 2}),
        ("memory/2026-11-18.md", {"offset": 1, "limit": 2}),
        ("memory/a\0b.md", {"offset": 1, "limit": 2}),
    ],
)
def test_anything_else_is_none(bench: Bench, path: str, asked: dict[str, object]) -> None:
    """A whole day, blank lines, another file, one that is not there or a link out of the workspace."""
    (bench.root / "memory" / "notes.md").write_text("- one\n- two\n")
    (bench.root / "memory" / "2026-11-18.md").symlink_to("/etc/passwd")
    read(bench, path if path.startswith("/") else f"{bench.root}/{path}", **asked)
    assert entries(bench) == {}


def test_elsewhere_nothing_is_written(tmp_path: Path) -> None:
    """A folder called memory is no OpenClaw workspace."""
    bench = make_bench(tmp_path, git=True)
    (bench.root / "memory").mkdir()
    (bench.root / NOTE).write_text("- one\n- two\n")
    before = bench.tree()
    read(bench, bench.root / NOTE, offset=1, limit=1)
    assert bench.tree() == before


def test_it_is_installed_on_request(bench: Bench) -> None:
    """Beside the guard; installing without it takes it out."""
    settings = Path(bench.env["HOME"]) / ".claude" / "settings.json"
    bench.ok("hook", "install", "--reads", "--guard")
    hooks = json.loads(settings.read_text())["hooks"]
    (group,) = hooks["PostToolUse"]
    assert group["matcher"] == "Read"
    assert group["hooks"][0]["async"] is True
    assert group["hooks"][0]["command"].endswith("hook run read")
    assert "PreToolUse" in hooks
    bench.ok("hook", "install")
    assert "PostToolUse" not in json.loads(settings.read_text())["hooks"]
