"""A long queue while others work on it, and while it is not all read: what is told, what moves, what is refused."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starts import begun, shown, started, whole_queue
from visit import Visit, demo_copy, visit

from dreamtui.desk.queue import live_queue
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.review.reading import LookAtOthers
from dreamtui.tui.screens.review.review import ReviewScreen


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A demo of one's own that counts as long; every console on it is left at the end."""
    monkeypatch.setattr(live_queue, "LONG", 3)
    monkeypatch.setattr(live_queue, "MOST", 3)
    begun.clear()
    yield demo_copy(tmp_path)
    for one in begun:
        one.leave()


def test_what_others_change_is_told_and_nothing_else(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that read the queue reads it again; rows that are the same stay the same objects."""
    whole_queue(shop)
    starting = started(shop)
    starting.queue.first()
    before = starting.queue.read()
    assert starting.queue.live._index is not None
    monkeypatch.setattr(starting.queue.live._index, "refresh", lambda: pytest.fail("the console read the queue itself"))
    candidates = shop / ".agent/dream/candidates"
    gone, changed = sorted(candidates.glob("*.md"))[:2]
    gone.unlink()
    changed.write_text(changed.read_text().replace(" — ", " — Others: ", 1))
    copy = candidates / "ffffffffffff.md"
    copy.write_text(changed.read_text().replace(changed.stem, copy.stem))
    after = starting.queue.read()
    assert sorted(shown(after), key=str) == sorted(shown(whole_queue(shop)), key=str)
    old = {item.id: item for item in before.items}
    other = [item.id for item in after.items if old.get(item.id) is not item]
    assert sorted(other) == sorted([changed.stem, copy.stem])
    assert before.difference(after) == "1 new, 1 gone"
    assert after.stamp == starting.queue.live.stamp() and after.counts()["All"] == before.counts()["All"]
    assert starting.queue.read().items is after.items


def test_a_process_that_ends_later_is_done_without(shop: Path) -> None:
    """The console then reads the queue itself, from then on."""
    whole_queue(shop)
    starting = started(shop)
    starting.queue.first()
    starting.queue.read()
    working = starting.queue.live._worker
    assert working is not None
    os.kill(working._child.pid, signal.SIGKILL)
    assert shown(starting.queue.read()) == shown(whole_queue(shop))
    assert starting.queue.live._worker is None and shown(starting.queue.read()) == shown(whole_queue(shop))


def test_a_decision_is_not_news(shop: Path) -> None:
    """What was decided here stays so in what is read afterwards."""
    whole_queue(shop)
    starting = started(shop)
    starting.queue.first()
    before = starting.queue.read()
    target = next(item for item in before.items if item.kind == "candidate" and item.status == "pending")
    starting.decide([target.id], Verb.REJECT, Words(rationale="Nobody saw it again since the cache was rebuilt."))
    shown_now = before.with_rows([target.id], starting.queue.rows_of([target.id]))
    after = starting.queue.read()
    assert shown_now.difference(after) == "" and after.stamp == starting.queue.live.stamp()
    assert sorted(shown(after), key=str) == sorted(shown(whole_queue(shop)), key=str)


def test_the_banner_tells_what_others_did_and_moves_nothing(shop: Path) -> None:
    """Before R is pressed no row comes or goes."""

    async def story(v: Visit) -> None:
        screen = v.app.screen_stack[0]
        assert isinstance(screen, ReviewScreen)
        await v.press("j", "j")
        rows, where = screen.queue.items.shown, screen.queue.current
        source = sorted((shop / ".agent/dream/candidates").glob("*.md"))[0]
        (source.parent / "ffffffffffff.md").write_text(source.read_text().replace(source.stem, "ffffffffffff"))
        screen.reading.poll()
        await v.until(lambda: "1 new" in v.line("#banner"))
        assert screen.queue.items.shown == rows and screen.queue.current is where
        await v.press("R")
        assert screen.queue.items.shown == rows + 1
        assert where is not None and screen.queue.current is not None and screen.queue.current.id == where.id

    visit(shop, story)


def test_a_look_at_rows_that_are_shown_no_more_counts_for_nothing(shop: Path) -> None:
    """Something was decided while others' changes were being read: the next look compares with what is shown then."""

    async def story(v: Visit) -> None:
        screen = v.app.screen_stack[0]
        assert isinstance(screen, ReviewScreen)
        view = screen.queue.view
        old = replace(view, items=view.items[1:])
        screen.reading.looked(LookAtOthers(view, old, "1 new", ""))
        await v.rest()
        assert screen.reading.newer is None and "1 new" not in v.line("#banner")

    visit(shop, story)


def test_while_rows_are_missing_all_is_not_all(shop: Path) -> None:
    """Marking all is refused in a sentence; a filter says what it counts, and is applied to the rest when it comes."""

    async def story(v: Visit) -> None:
        screen = v.app.screen_stack[0]
        assert isinstance(screen, ReviewScreen)
        whole, now = screen.queue.view, v.app.here.now
        screen.queue.show(replace(whole, items=whole.items[:3], partial=True), now)
        screen.queue.progress = lambda: (23_000, 100_000)
        await v.press("asterisk")
        assert not screen.queue.items.marks.keys
        assert "23,000 of 100,000 items are read" in v.said()[-1]
        screen.queue.open_filter()
        await v.type("kind:cand")
        some = screen.queue.items.shown
        assert f"{some} of those read so far" in v.line("#list-foot")
        screen.queue.show(whole, now)
        await v.rest()
        found = [item for item in whole.items if item.status == "pending" and item.kind == "candidate"]
        assert screen.queue.items.shown == len(found) > some
        assert f"{len(found)}/{whole.counts()['Pending']}" in v.line("#list-foot")
        assert "so far" not in v.line("#list-foot")
        screen.queue.close_filter(clear=True)
        await v.press("asterisk")
        assert len(screen.queue.items.marks.keys) == whole.counts()["Pending"]

    visit(shop, story)
