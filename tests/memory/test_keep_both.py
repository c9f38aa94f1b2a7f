"""Keep both: each says since when it holds, where that is known of it, and nothing where it is not."""

import os
from pathlib import Path

import pytest
import topicbox
from gitrepo import START, Commit, build, git
from workbench import make_bench

from dreamtui.memory.reorganize import FindSettings, World, propose
from dreamtui.model.proposal import Choice, Memory

FRIDAY, NEVER = "Deploys happen on Friday.", "Deploys never happen on Friday."
STAMPED = {"created": "2026-10-10T08:00:00Z", "updated": "2026-10-10T08:00:00Z"}


def topic(name: str, text: str, **more: object) -> Memory:
    fields = {"scope": "@claude", "category": "project", "kind": "topic", **more}
    return Memory(f"t-{name}", f"@claude/{name}.md", "0" * 64, name, text, **fields)  # type: ignore[arg-type]


def both(one: Memory, other: Memory) -> Choice:
    (made,) = propose((one, other), FindSettings(now="2026-11-18T09:00:00Z"), World()).proposals
    assert made.kind == "contradiction"
    return made.choices[-1]


@pytest.mark.parametrize("how", ["the file's time stamp", "the day of its session", "the day in its name"])
def test_the_time_of_a_file_says_nothing(how: str) -> None:
    """Neither do its session and its name: both are kept as they are."""
    told = both(topic("a", FRIDAY, **STAMPED, dated=how), topic("b", NEVER, **STAMPED, dated=how))
    assert (told.label, told.mutations) == ("Keep both as they are", ())


def test_what_says_when_in_its_order() -> None:
    """The paragraph or heading, the commit that added the line, the memory's own date."""
    own = topic("a", FRIDAY, **STAMPED)
    cases = (
        (topic("b", f"2026-03-02: {NEVER}", **STAMPED), "2026-03-02"),
        (topic("b", f"## Log of 2026-03-02\n\n{NEVER}", **STAMPED), "2026-03-02"),
        (topic("b", NEVER, **STAMPED, lines=((0, "2026-04-03"),)), "2026-04-03"),
        (topic("b", NEVER, created="2026-05-04T08:00:00Z", updated="2026-05-04T08:00:00Z"), "2026-05-04"),
    )
    for other, day in cases:
        assert both(own, other).label == f"Keep both: As of 2026-10-10 / As of {day}"


def test_where_a_memory_names_other_days_its_own_date_says_nothing() -> None:
    """It is that of its last change; what it says of several things is of several days."""
    own = topic("a", FRIDAY, **STAMPED)
    for text in (f"Red from 2026-03-02 to 2026-03-09.\n\n{NEVER}", f"{NEVER}\n\nSeen 2026-03-02."):
        assert both(own, topic("b", text, **STAMPED)).mutations == ()


def test_a_touched_checkout_dates_nothing(tmp_path: Path) -> None:
    """By the real command, in a repository."""
    bench = make_bench(tmp_path, agent=False)
    files = {f".claude/memory/{name}.md": topicbox.memory(name, text) for name, text in (("a", FRIDAY), ("b", NEVER))}
    build(tmp_path / "origin", [Commit("one", files, authored=START)])
    bench.root.rmdir()
    git(tmp_path, "clone", "-q", f"file://{tmp_path}/origin", str(bench.root))
    for at, name in enumerate(sorted(files)):
        os.utime(bench.root / name, (START + at * 9_000_000, START + at * 9_000_000))
    (made,) = bench.ok("reorganize", "--dry-run", "--json").data["proposals"]
    assert [choice["id"] for choice in made["choices"]] == ["keep-a", "keep-b", "keep-both"]
    assert made["choices"][-1]["mutations"] == [] and "As of" not in str(made)
