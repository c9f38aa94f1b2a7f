"""Relative dates of memories that lie in a repository, a clone, or nowhere: what they become, and what they rest on."""

import os
from pathlib import Path

import pytest
import topicbox
from gitrepo import START, Commit, build, git
from workbench import Bench, make_bench

from dreamtui.desk.memory.all import live_memories
from dreamtui.desk.reorganize.line_days import with_days

DAY = 86_400
HOST = "---\nname: host\ndescription: where it runs\ntype: project\n---\n\nThe host is new.\n\nIt moved yesterday.\n"


def clone(tmp_path: Path, files: dict[str, str], *, authored: int = START) -> Bench:
    """A workspace that was cloned just now; its memories were committed long ago."""
    bench = make_bench(tmp_path, agent=False)
    commits = [Commit("one", {f".claude/memory/{name}": text for name, text in files.items()}, authored=authored)]
    build(tmp_path / "origin", commits)
    git(tmp_path, "clone", "-q", f"file://{tmp_path}/origin", str(bench.root / "again"))
    for path in (bench.root / "again").iterdir():
        path.rename(bench.root / path.name)
    (bench.root / "again").rmdir()
    return bench


def dates(bench: Bench) -> list[str]:
    """The reasons of what a cycle proposes for a relative date, by the real command."""
    found = bench.ok("reorganize", "--dry-run", "--json").data
    reasons = [mutation["reason"] for made in found["proposals"] for mutation in made["mutations"]]
    return [reason for reason in reasons if "becomes" in reason]


def test_in_a_clone_the_commit_counts_and_not_the_time_of_the_file(tmp_path: Path) -> None:
    """The checkout was written today; the line is of 9 October 2025."""
    bench = clone(tmp_path, {"MEMORY.md": "- [host](host.md) — where\n", "host.md": HOST})
    (reason,) = dates(bench)
    assert "“yesterday” becomes “on 2025-10-08”: its line was added on 2025-10-09" in reason


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("host_2025-10-02.md", HOST),
        ("host.md", HOST.replace("where it runs", "where it runs since 2025-10-02")),
        ("host.md", HOST.replace("type: project", "modified: 2025-10-02T08:00:00Z")),
        ("host.md", HOST.replace("It moved", "Today it is fine. It moved").replace("yesterday", "in one day")),
    ],
)
def test_where_the_file_tells_of_another_day_there_is_doubt(tmp_path: Path, name: str, text: str) -> None:
    """A folder is often copied into a repository some days after it was written."""
    assert dates(clone(tmp_path, {"MEMORY.md": f"- [host]({name}) — where\n", name: text})) == []


def test_a_commit_after_the_clock_dates_nothing(tmp_path: Path) -> None:
    """Clocks are wrong now and then."""
    late = START + 3 * 365 * DAY
    assert dates(clone(tmp_path, {"MEMORY.md": "- [host](host.md) — x\n", "host.md": HOST}, authored=late)) == []


def test_a_line_that_was_not_committed_is_not_dated(tmp_path: Path) -> None:
    """Nor is a file that git does not keep, whatever its time."""
    bench = clone(tmp_path, {"MEMORY.md": "- [host](host.md) — x\n- [b](b.md) — b\n", "host.md": HOST})
    folder = bench.root / ".claude/memory"
    (folder / "host.md").write_text(HOST.replace("moved yesterday", "was moved yesterday"))
    (folder / "b.md").write_text("The port moved yesterday.\n")
    os.utime(folder / "b.md", (START, START))
    assert dates(bench) == []


def test_outside_a_repository_a_stamp_of_its_own_counts(tmp_path: Path) -> None:
    """Claude Code writes it; a file without one stays."""
    bench = make_bench(tmp_path, agent=False)
    folder = bench.root / ".claude/memory"
    stamped = topicbox.memory("a", "The host moved yesterday.", modified="2026-10-12T08:00:00Z")
    topicbox.put_into(folder, {"a.md": stamped, "b.md": topicbox.memory("b", "The port moved last week.")})
    (reason,) = dates(bench)
    assert "on 2026-10-11" in reason and "it was written on 2026-10-12" in reason


def test_git_is_asked_only_where_a_line_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for memories without a relative date, nor for those that give their paragraphs a day."""
    bench = make_bench(tmp_path, agent=False, git=True)
    folder = bench.root / ".claude/memory"
    topicbox.put_into(folder, {"a.md": b"Always use tabs.\n", "b.md": b"2026-10-02: the host moved yesterday.\n"})

    def never(*_: object) -> None:
        raise AssertionError("git was asked")

    monkeypatch.setattr("dreamtui.sources.git.kept.days_of_lines", never)
    desk = bench.desk()
    assert [memory.lines for memory in with_days(desk, live_memories(desk).values())] == [None, None]
