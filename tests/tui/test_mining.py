"""Mining from inside: progress, result as sentences, stopping."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from visit import Visit, demo_copy, is_about, visit
from workbench import event, fixes, log_events, make_bench

from dreamtui.model.errors import Refused
from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.overview import OverviewRows
from dreamtui.tui.screens.browse.subject import Subject
from dreamtui.tui.screens.dialogs import mining
from dreamtui.tui.screens.dialogs.mining import MiningScreen
from dreamtui.tui.screens.review.review import ReviewScreen


def mining_of(v: Visit) -> MiningScreen:
    found = v.app.screen
    assert isinstance(found, MiningScreen)
    return found


def test_new_items_come_into_the_queue(tmp_path: Path) -> None:
    """The result says what is new, and the queue shows it after closing."""
    root = demo_copy(tmp_path)
    shutil.rmtree(root / ".agent/dream/proposals")
    log = root / ".agent/memory/episodic/2026/11/17/bob__000000000001.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("".join(event(n, summary=f"fix: {n}", files=["src/new.py"], day="2026-11-17") for n in range(4)))

    async def story(v: Visit) -> None:
        await v.press("m")
        at = mining_of(v)
        await v.until(lambda: "done" in v.line("#mining-progress"))
        assert "new items are in the queue." in v.shown()
        assert "src/new.py" in v.shown() and "Proposed" in v.shown()
        await v.press("escape")
        assert v.app.screen is not at
        await v.until(lambda: "src/new.py" in v.shown())

    visit(root, story)


def test_a_first_start_looks_by_itself(tmp_path: Path) -> None:
    """Before an empty queue is shown: what it finds is in the queue then, and the next start does not look again."""
    root = make_bench(tmp_path).root
    log_events(bench := make_bench(tmp_path / "shop"), *fixes("src/new.py", 4))

    async def empty(v: Visit) -> None:
        await v.until(lambda: isinstance(v.app.screen, MiningScreen))
        await v.until(lambda: "done" in v.line("#mining-progress"))
        assert "Other possible sources" in v.shown() and "dreamtui observe" in v.shown()
        await v.press("escape")
        assert "Last run just now" in v.shown()

    async def full(v: Visit) -> None:
        await v.until(lambda: "src/new.py" in v.shown())
        await v.until(lambda: not isinstance(v.app.screen, MiningScreen))
        await v.until(lambda: "repeat fix" in v.shown())

    async def again(v: Visit) -> None:
        await v.until(lambda: "repeat fix" in v.shown())
        assert not isinstance(v.app.screen, MiningScreen)

    visit(root, empty, looks_first=True)
    visit(bench.root, full, looks_first=True)
    visit(bench.root, again, looks_first=True)


def test_a_first_start_that_may_not_write_does_not_look(tmp_path: Path) -> None:
    """A read-only console shows an empty queue."""

    async def story(v: Visit) -> None:
        await v.until(lambda: "Nothing is pending" in v.shown())
        assert not isinstance(v.app.screen, MiningScreen)

    visit(make_bench(tmp_path).root, story, looks_first=True, read_only="opened with --read-only")


def test_nothing_new_says_what_was_read(tmp_path: Path) -> None:
    """The second run finds nothing, and says what it read and from where the window comes."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await v.press("m")
        await v.until(lambda: "done" in v.line("#mining-progress"))
        await v.press("escape", "m")
        await v.until(lambda: "Nothing new." in v.shown())
        assert "commits" in v.shown()
        assert ".agent/config.yaml" in v.shown()

    visit(root, story)


@pytest.mark.parametrize(("key", "subject"), [("I", OverviewRows), ("H", HistoryRows)])
def test_a_place_is_gone_to_from_what_is_done(tmp_path: Path, key: str, subject: type[Subject]) -> None:
    async def story(v: Visit) -> None:
        await v.press("m")
        await v.until(lambda: "done" in v.line("#mining-progress"))
        await v.press(key)
        await v.until(lambda: is_about(v.app.screen, subject))
        await v.press("escape")
        assert isinstance(v.app.screen, ReviewScreen)

    visit(demo_copy(tmp_path), story)


def test_escape_stops_a_run_and_nothing_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is stopped says so; the queue is as it was."""
    root = demo_copy(tmp_path)
    before = sorted(path.name for path in (root / ".agent/dream/candidates").iterdir())

    def endless(desk: object, request: object, *, progress: Callable[..., None], cancelled: Callable[[], bool]) -> Any:
        turns = 0
        while not cancelled():
            turns += 1
            progress("reading commits", turns, 0)
        raise Refused("git was stopped.")

    monkeypatch.setattr(mining, "dream", endless)

    async def story(v: Visit) -> None:
        await v.pilot.press("m")
        await v.until(lambda: "reading commits" in v.line("#mining-progress"))
        await v.pilot.press("escape")
        await v.until(lambda: "stopped" in v.line("#mining-progress"))
        assert "Nothing was changed." in v.shown()
        await v.press("escape")
        assert not isinstance(v.app.screen, MiningScreen)

    visit(root, story)
    assert sorted(path.name for path in (root / ".agent/dream/candidates").iterdir()) == before


def test_a_refusal_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the desk refuses is said in the box, not as a traceback."""
    root = demo_copy(tmp_path)

    def refuses(*_: object, **__: object) -> Any:
        raise Refused("the store is busy.")

    monkeypatch.setattr(mining, "dream", refuses)

    async def story(v: Visit) -> None:
        await v.press("m")
        await v.until(lambda: "the store is busy." in v.shown())
        assert "failed" in v.line("#mining-progress")

    visit(root, story)


def test_read_only_does_not_mine(tmp_path: Path) -> None:
    """A run writes, so a read-only console does not make one."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await v.press("m")
        assert not isinstance(v.app.screen, MiningScreen)
        assert "--read-only" in v.said()[-1]

    visit(root, story, read_only="opened with --read-only")
