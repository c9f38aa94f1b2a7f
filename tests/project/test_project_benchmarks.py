"""The page of benchmarks: its parts are scripts, its figures are found in what they printed, and lost ones are told."""

import sys
from pathlib import Path
from typing import Any

import pytest

import dreamtui

PROJECT = Path(dreamtui.__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "scripts"))

import bench  # noqa: E402
import generate_benchmarks as made  # noqa: E402

GIT = [
    "first reading              0.400 s      25000 commits/s",
    "bare git log               1.000 s      10000 commits/s  (0.40x its time is ours)",
    "GitPython .stats           1.600 s        200 commits/s  (300 commits)",
]


def measured(*output: str) -> dict[str, Any]:
    return {"git_history": {"status": "done", "day": "2026-11-20", "machine": "one", "load": 0.1, "seconds": 3,
                            "output": list(output)}}  # fmt: skip


def test_every_part_is_a_script() -> None:
    """And every figure is of a part."""
    assert [name for name in bench.PARTS if not (PROJECT / f"benchmarks/{name}.py").is_file()] == []
    assert {one.part for one in made.FIGURES} <= bench.PARTS.keys()


def test_a_figure_stands_beside_its_peer() -> None:
    """With the ratio; a part that was not run says so, and how to run it."""
    page = made.page(measured(*GIT))
    assert "| 25,000 commits/s | 200 (GitPython's `.stats`) | 125.0 | >= 50 times | `git_history` |" in page
    assert "| list, 10,000 waiting | not measured |" in page and "make bench BENCH=large" in page


def test_a_figure_that_is_no_longer_printed_is_an_error() -> None:
    """Else the page would go on without it."""
    with pytest.raises(SystemExit, match="git_history"):
        made.page(measured(*GIT[:2]))


def test_a_part_that_is_run_replaces_its_figures_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that fails is kept as failed, and the exit status says so."""
    monkeypatch.setattr(bench, "FIGURES", tmp_path / "figures.json")
    monkeypatch.setattr(bench, "run", lambda name: {"status": "done", "output": [name]})
    monkeypatch.setattr(sys, "argv", ["bench", "hook", "search"])
    assert bench.main() == 0
    monkeypatch.setattr(bench, "run", lambda name: {"status": "ended with 1", "output": []})
    monkeypatch.setattr(sys, "argv", ["bench", "search"])
    assert bench.main() == 1
    assert {name: part["status"] for name, part in bench.kept().items()} == {"hook": "done", "search": "ended with 1"}
