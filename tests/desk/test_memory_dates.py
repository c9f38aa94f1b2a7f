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


QUEUE = "---\nname: queue\n{stamp}type: project\n---\n\n- Yesterday we moved the queue to Redis.\n"
ADDED = "2025-10-09"


def history(tmp_path: Path, *files: dict[str, str | bytes | None]) -> Bench:
    """A clone of a repository with these commits, ten days apart, the first on 9 October 2025."""
    bench = make_bench(tmp_path, agent=False)
    build(tmp_path / "origin", [Commit(str(at), made, authored=START + at * 10 * DAY) for at, made in enumerate(files)])
    bench.root.rmdir()
    git(tmp_path, "clone", "-q", f"file://{tmp_path}/origin", str(bench.root))
    return bench


@pytest.mark.parametrize("key", ["updated", "date", "created", "last_updated", "metadata:\n  modified"])
@pytest.mark.parametrize("day", ["2025-03-02", "2025-03-02T08:00:00Z", "March 2, 2025", "2025-11-01", "long ago"])
def test_a_memory_of_another_day_than_its_commit_was_brought_here(tmp_path: Path, key: str, day: str) -> None:
    """Its own front matter says so; then nobody knows when the line was written."""
    text = QUEUE.format(stamp=f"{key}: {day}\n")
    assert dates(clone(tmp_path, {"queue.md": text})) == []


@pytest.mark.parametrize("stamp", ["", "updated: 2025-10-08\n", "created: 2025-01-02\ndate: 2025-10-10T23:00:00Z\n"])
def test_a_memory_of_the_day_of_its_commit_is_dated(tmp_path: Path, stamp: str) -> None:
    """Within a day; when it was begun does not matter where it says when it was changed."""
    (reason,) = dates(clone(tmp_path, {"queue.md": QUEUE.format(stamp=stamp)}))
    assert "“Yesterday” becomes “On 2025-10-08”" in reason


NAME = ".claude/memory/queue.md"
PLAIN = QUEUE.format(stamp="")
MORE = "".join(f"\nThe worker number {number} drains a queue of its own.\n" for number in range(30))


@pytest.mark.parametrize(
    "files",
    [
        ({NAME: PLAIN}, {NAME: PLAIN.replace("\n", "\r\n")}),
        ({NAME: PLAIN}, {NAME: PLAIN.replace("- Y", "* Y")}),
        ({NAME: PLAIN}, {NAME: PLAIN.replace("- Y", "  - **Y").replace("Redis.", "Redis.**")}),
        ({"notes/queue.md": PLAIN + MORE}, {"notes/queue.md": None, NAME: PLAIN + MORE}),
        ({"notes/old.md": PLAIN + MORE}, {"notes/old.md": None, NAME: PLAIN + MORE + "New.\n"}),
    ],
)
def test_a_commit_that_brought_no_new_words_dates_nothing(
    tmp_path: Path, files: tuple[dict[str, str | bytes | None], ...]
) -> None:
    """Line ends, a sign of a list, a move with a change: the day is that of the commit that brought the words."""
    (reason,) = dates(history(tmp_path, *files))
    assert f"“Yesterday” becomes “On 2025-10-08”: its line was added on {ADDED}" in reason


@pytest.mark.parametrize("between", [{NAME: "It is fine.\n"}, {NAME: None, "a": "b"}])
def test_words_that_were_added_twice_are_of_no_day(tmp_path: Path, between: dict[str, str | bytes | None]) -> None:
    """Taken out or deleted, and brought back: which day they mean nobody can tell."""
    assert dates(history(tmp_path, {NAME: PLAIN}, between, {NAME: PLAIN})) == []


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
