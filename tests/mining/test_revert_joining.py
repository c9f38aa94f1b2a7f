"""What joins reverts and what must not: a wide revert, and a file that many reverts touch."""

from dreamtui.mining.signals import EventMiners
from dreamtui.mining.signals.commits import SeenBatch, see
from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import MineSettings

FLOOR = "2026-01-01T00:00:00Z"


def event(number: int, summary: str, *files: str) -> Event:
    """A commit that an event log tells of."""
    place = Locator(Where.FILE, ".agent/memory/episodic/a.jsonl", number + 1)
    return Event(f"2026-11-01T09:{number:02}:00Z", "alice", "commit", summary, place, files)


def mined(events: list[Event]) -> list[Finding]:
    """The reverts that belong together."""
    miners = EventMiners(FLOOR)
    miners.feed(SeenBatch(see(events)))
    return miners.findings(MineSettings(FLOOR, "30d", only="revert_cluster"))


def test_one_wide_revert_bridges_nothing() -> None:
    """A revert of more than twenty files is joined only by its change, which may have been reverted before."""
    pairs = [event(2 * n + k, f"revert: {n} {k}", f"src/{n}.py") for n in range(3) for k in range(2)]
    files = [f"src/{n}.py" for n in range(25)]
    wide = event(50, 'Revert "move everything"', *files)
    found = mined([*pairs, wide])
    assert [(f.subject, f.weight) for f in found] == [(f"file:src/{n}.py", 2) for n in range(3)]
    found = mined([*pairs, wide, event(51, "revert: move everything", "README.md")])
    assert [(f.subject, f.weight) for f in found[:1]] == [("change:move everything", 2)]
    assert found[0].files == tuple(sorted(["README.md", *files])) and len(found) == 4
    narrow = event(50, 'Revert "move everything"', *files[:20])
    assert [f.weight for f in mined([*pairs, narrow])] == [7]


def test_a_file_that_many_reverts_touch_bridges_nothing() -> None:
    """From six reverts on it is a finding of its own, beside the changes that were reverted in it repeatedly."""
    events = [event(n, f"revert: step {n // 2}", "setup.cfg", f"src/{n // 2}.py") for n in range(8)]
    found = mined(events)
    assert [(f.subject, f.weight) for f in found] == [
        ("file:setup.cfg", 8), *((f"change:step {n}", 2) for n in range(4))
    ]  # fmt: skip
    assert found[0].aliases == () and found[1].aliases == ("file:src/0.py",)
    assert found[1].files == ("setup.cfg", "src/0.py")
    assert [f.weight for f in mined(events[:5])] == [5]


def test_many_reverts_of_one_change_are_one_finding() -> None:
    """A file that only they touch, however often, is another name of it."""
    (found,) = mined([event(n, "revert: the cache", "src/cache.py") for n in range(9)])
    assert (found.subject, found.weight, found.aliases) == ("change:the cache", 9, ("file:src/cache.py",))
