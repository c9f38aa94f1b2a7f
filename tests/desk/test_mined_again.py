"""What commits show is found once: a run that reads the same takes what the last one found."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
from workbench import Bench, make_bench

import dreamtui.mining.history.run as mining
from dreamtui.desk.mine.run import DreamRequest, dream


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many commits were mined, call by call."""
    seen: list[int] = []
    real = mining.mine_history

    def mine(past: Any, only: str | None = None) -> Any:
        seen.append(len(past.commits))
        return real(past, only)

    monkeypatch.setattr(mining, "mine_history", mine)
    return seen


def commit(bench: Bench, number: int) -> None:
    (bench.root / "total.py").write_text(f"total = {number}\n")
    for words in (["add", "."], ["commit", "-qm", f"fix: case {number}"]):
        subprocess.run(["git", "-C", str(bench.root), *words], env=bench.env, check=True)


def test_the_same_commits_are_mined_once(tmp_path: Path, calls: list[int]) -> None:
    """A new commit is looked at with all the others; a cache that was not sealed here is not believed."""
    bench: Bench = make_bench(tmp_path, git=True)
    for number in range(4):
        commit(bench, number)
    dream(bench.desk(), DreamRequest())
    dream(bench.desk(), DreamRequest())
    assert len(calls) == 1
    commit(bench, 4)
    dream(bench.desk(), DreamRequest())
    assert len(calls) == 2
    assert calls[1] == calls[0] + 1
    kept, answer = (bench.kept / f"{name}.msgpack" for name in ("mined", "answer"))
    answer.unlink()
    kept.write_bytes(b"0" * 64 + kept.read_bytes()[64:])
    dream(bench.desk(), DreamRequest())
    assert len(calls) == 3
    kept.unlink()
    answer.unlink()
    dream(bench.desk(), DreamRequest())
    assert len(calls) == 4
