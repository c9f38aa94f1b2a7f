"""A run that finds every source as the last one left it takes its answer; whatever changed, it looks again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from workbench import Bench, fixes, in_git, log_events, make_bench

from dreamtui.desk.mine import reading
from dreamtui.desk.mine.run import DreamRequest, dream

NOW = "2026-11-18T09:00:00Z"


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A word for each time that the sources were read."""
    times: list[str] = []
    real = reading._read_all

    def read(*given: Any, **more: Any) -> Any:
        times.append("looked")
        return real(*given, **more)

    monkeypatch.setattr(reading, "_read_all", read)
    return times


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace in which a file was mended three times."""
    made = make_bench(tmp_path, git=True).at(now=NOW)
    (made.root / "a.py").write_text("x = 1\n")
    in_git(made, "add", ".")
    in_git(made, "commit", "-qm", "Start")
    log_events(made, *fixes("src/a.py", 3))
    return made


def log(bench: Bench) -> Path:
    return bench.only(".agent/memory/episodic/**/*.jsonl")


def again(bench: Bench, **asked: Any) -> Any:
    return dream(bench.desk(), DreamRequest(**asked))


def test_nothing_is_read_where_nothing_changed(bench: Bench, looked: list[str]) -> None:
    """The answer is the same, but that nothing in it is new."""
    first, second, third = again(bench), again(bench), again(bench)
    assert len(looked) == 1
    assert first.read.findings and second.read.findings == first.read.findings
    assert second == third and second.read.fresh == 0 < first.read.fresh
    assert second.read.remarks == first.read.remarks and second.settings == first.settings
    assert [item.id for item in second.intake.unchanged] == [item.id for item in first.intake.new]


def same_size(bench: Bench) -> None:
    """Other words in a line, written in place."""
    with log(bench).open("r+b") as file:
        data = file.read().replace(b"src/a.py", b"src/b.py")
        file.seek(0)
        file.write(data)


def unborn(bench: Bench) -> None:
    """A commit that no branch has."""
    tree = in_git(bench, "write-tree").strip()
    in_git(bench, "commit-tree", tree, "-m", "fix: aside")


def configured(bench: Bench) -> None:
    (bench.agent / "config.yaml").write_text("dream: {min_cluster_size: 2}\n")


def registered(bench: Bench) -> None:
    (bench.root / "docs").mkdir()
    (bench.root / "docs/bug-registry.md").write_text("## BUG-1: It breaks\n- **Files**: `src/a.py`\n")


def forged(bench: Bench) -> None:
    """What a repository could ship: the same words under another seal."""
    kept = bench.kept / "answer.msgpack"
    kept.write_bytes(b"0" * 64 + kept.read_bytes()[64:])


CHANGES: dict[str, Callable[[Bench], object]] = {
    "a line more": lambda bench: log_events(bench, *fixes("src/b.py", 3)),
    "a log more": lambda bench: log_events(bench, *fixes("src/b.py", 3), name="bob__000000000002"),
    "other words of the same size": same_size,
    "a log gone": lambda bench: log(bench).unlink(),
    "a commit": lambda bench: in_git(bench, "commit", "-qm", "fix: more", "--allow-empty"),
    "a commit aside": unborn,
    "names of people": lambda bench: (bench.root / ".mailmap").write_text("Ada <ada@x.org> <a@x.org>\n"),
    "a setting": configured,
    "the registry": registered,
    "a forged answer": forged,
    "no answer": lambda bench: (bench.kept / "answer.msgpack").unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_seen(bench: Bench, looked: list[str], change: str) -> None:
    """And what is found then is what a workspace without any cache finds."""
    again(bench)
    CHANGES[change](bench)
    seen = again(bench, dry_run=True)
    assert len(looked) == 2
    for cache in bench.kept.glob("*.msgpack"):
        cache.unlink()
    anew = again(bench, dry_run=True)
    assert (seen.read.findings, seen.read.events, seen.read.commits) == (
        anew.read.findings, anew.read.events, anew.read.commits,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("now", "holds"),
    [
        ("2026-11-18T09:00:01Z", True),
        ("2026-11-18T23:59:59Z", True),
        ("2026-11-18T08:59:59Z", False),
        ("2026-11-19T00:00:00Z", False),
    ],
)
def test_the_answer_is_that_of_its_day(bench: Bench, looked: list[str], now: str, holds: bool) -> None:
    """A clock that was put back, and another day, ask again."""
    again(bench)
    again(bench.at(now=now))
    assert len(looked) == (1 if holds else 2)


def test_the_answer_ends_when_what_it_counts_leaves_the_window(bench: Bench, looked: list[str]) -> None:
    """To the second: the first of three events is from eight o'clock, ten days before."""
    seen = {}
    for minute in ("07:58:00", "07:59:00", "08:00:00", "08:00:01", "08:00:02"):
        found = again(bench.at(now=f"2026-11-20T{minute}Z"), since="10d").read.findings
        seen[minute] = (len(looked), len(found))
    assert seen == {"07:58:00": (1, 1), "07:59:00": (1, 1), "08:00:00": (1, 1), "08:00:01": (2, 0), "08:00:02": (2, 0)}
