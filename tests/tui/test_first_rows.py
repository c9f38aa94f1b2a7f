"""The first screen of a long queue: rows and totals from the index, all rows when its files were looked at."""

import asyncio
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from several import desk
from starts import begun, shown, started, whole_queue
from visit import Visit, console_on, demo_copy, visit

from dreamtui.desk.desk import Desk
from dreamtui.desk.queue import live_queue, worker
from dreamtui.model.decision import Words
from dreamtui.model.sitting import ResumePoint
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.store.index import sync as indexed
from dreamtui.store.index.schema import FileProblem
from dreamtui.text.query import order
from dreamtui.tui.panes import queue_pane
from dreamtui.tui.screens.review import reading
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.session.queue_items import QueueView
from dreamtui.tui.session.queue_reading import QueueReader
from dreamtui.tui.session.session import Session


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A demo of one's own that counts as long, of which three rows are kept."""
    monkeypatch.setattr(live_queue, "LONG", 3)
    monkeypatch.setattr(live_queue, "MOST", 3)
    return demo_copy(tmp_path)


@pytest.fixture(autouse=True)
def left() -> Iterator[list[Session]]:
    """Every console of a test, left at its end."""
    begun.clear()
    yield begun
    for one in begun:
        one.leave()


def forget(shop: Path, *names: str) -> None:
    """Throw caches away."""
    for name in names:
        (desk(shop).layout.private_state / name).unlink(missing_ok=True)


@pytest.mark.parametrize("gone", [(), ("index.sqlite",)])
def test_the_rest_is_what_was_there(shop: Path, gone: tuple[str, ...]) -> None:
    """However little is known at the start: the same rows in the same order, the same totals."""
    expected = whole_queue(shop)
    forget(shop, *gone)
    starting = started(shop)
    first = starting.queue.first()
    assert first.partial or "index.sqlite" in gone
    assert {item.id for item in first.items} <= {item.id for item in expected.items}
    rest = starting.queue.read()
    assert not rest.partial and rest.counted
    assert shown(rest) == shown(expected)
    assert rest.counts() == expected.counts() and rest.stamp == expected.stamp


def test_a_start_has_rows_and_totals_at_once(shop: Path) -> None:
    """The totals of the whole queue; the rows are its first."""
    whole = whole_queue(shop)
    first = started(shop).queue.first()
    assert first.partial and first.counted and len(first.items) == 3
    assert first.counts() == whole.counts()
    pending = [item for item in whole.items if item.status == "pending"]
    assert [item.id for item in first.items] == [pending[at].id for at in order.sort_items(pending)[:3]]


def test_totals_are_right_after_a_change(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the index knew stands until the files were looked at; no process is quicker here than the first rows."""
    monkeypatch.delattr(os, "fork")
    before = whole_queue(shop).counts()
    next((shop / ".agent/dream/candidates").glob("*.md")).unlink()
    starting = started(shop)
    first = starting.queue.first()
    assert first.partial and first.counted and first.counts() == before
    assert starting.queue.read().counts()["All"] == before["All"] - 1


@pytest.mark.parametrize("several", [False, True])
def test_keys_work_while_the_rest_is_held_back(shop: Path, several: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first rows and the totals stand before any file was looked at; who has begun is not moved by the others."""
    whole = [whole_queue(shop)]
    others = []
    if several:
        others.append(shop.with_name("other"))
        shutil.copytree(shop, others[0], symlinks=True)
        whole.append(whole_queue(others[0]))
    held, real = threading.Event(), QueueReader.read

    def later(reader: QueueReader, *, stamped: bool = True) -> QueueView:
        assert held.wait(60)
        return real(reader, stamped=stamped)

    monkeypatch.setattr(QueueReader, "read", later)
    pending = sum(view.counts()["Pending"] for view in whole)
    last = sorted((item for item in whole[0].items if item.status == "pending"), key=lambda item: item.last_seen)[-1]

    async def story(v: Visit) -> None:
        screen = v.app.screen_stack[0]
        assert isinstance(screen, ReviewScreen)
        try:
            assert screen.queue.view.partial and screen.queue.items.shown == 3 * len(whole)
            assert f"Pending {pending}" in v.line("#status-tabs") and f"Pending {pending}+" not in v.line(
                "#status-tabs"
            )
            await v.pilot.press("j", "space")
            await v.until(lambda: screen.queue.items.marks.keys)
            where, marked = screen.queue.current, screen.queue.items.marks.keys
            assert where is not None and screen.queue.items.position == 2 and len(marked) == 1
        finally:
            held.set()
        await v.until(lambda: not screen.queue.view.partial)
        assert screen.queue.items.shown == pending and screen.queue.items.marks.keys == marked
        assert screen.queue.current is not None and screen.queue.current.key == where.key

    place = ResumePoint(item=f"{'shop:' if several else ''}{last.id}", status="Pending", order="age")
    app = console_on(shop, others=others)
    app.sessions.save_place(place)
    app.sessions.begin()
    begun.extend(app.sessions.parts.values())

    async def run() -> None:
        async with app.run_test(size=(120, 40), notifications=False) as pilot:
            v = Visit(app, pilot)
            await v.until(lambda: all(getattr(screen, "filled", True) for screen in app.screen_stack))
            await story(v)

    asyncio.run(run())


def test_with_nothing_known_the_first_files_come_first(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their rows, without totals, and how many files are read."""
    monkeypatch.setattr(indexed, "FIRST", 4)
    real, (waits, goes_on) = worker._sync, os.pipe()

    def held(desk: Desk, progress: Callable[[int, int], None]) -> list[FileProblem]:
        waited: list[bytes] = []

        def told(done: int, total: int) -> None:
            progress(done, total)
            if done == 4 and not waited:
                waited.append(os.read(waits, 1))

        return real(desk, told)

    monkeypatch.setattr(worker, "_sync", held)
    whole = whole_queue(shop)
    forget(shop, "index.sqlite")
    starting = started(shop)
    first = starting.queue.first()
    files = len(list((shop / ".agent/dream/candidates").glob("*.md")))
    assert first.partial and not first.counted
    assert starting.queue.live.progress() == (4, files)
    assert 0 < len(first.items) <= 4
    os.write(goes_on, b"!")
    assert starting.queue.read().counts() == whole.counts()


def test_a_process_that_fails_is_done_without(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The console then reads the queue itself."""
    whole = whole_queue(shop)
    forget(shop, "index.sqlite")
    monkeypatch.setattr(worker, "_sync", lambda *words: os._exit(3))
    starting = started(shop)
    assert shown(starting.queue.first()) == shown(whole)
    assert shown(starting.queue.read()) == shown(whole) and starting.queue.live._worker is None


def test_without_processes_everything_is_read_here(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on systems that have no fork."""
    whole = whole_queue(shop)
    forget(shop, "index.sqlite")
    monkeypatch.delattr(os, "fork")
    assert shown(started(shop).queue.first()) == shown(whole)


def test_leaving_ends_the_process(shop: Path) -> None:
    """Nothing goes on reading when the console is gone, and what asks for the rest is not kept waiting."""
    whole_queue(shop)
    starting = started(shop)
    starting.queue.first()
    reading = starting.queue.live._worker
    assert reading is not None
    child = reading._child.pid
    starting.leave()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert reading.stopped and not starting.queue.read().partial


def test_what_is_decided_meanwhile_stays_decided(shop: Path) -> None:
    """The rest of the queue was read before; its rows of these items are read again."""
    whole_queue(shop)
    starting = started(shop)
    first = starting.queue.first()
    target = next(item for item in first.items if item.kind == "candidate" and item.status == "pending")
    assert starting.queue.live._worker is not None
    starting.decide([target.id], Verb.REJECT, Words(rationale="Nobody saw it again since the cache was rebuilt."))
    rest = starting.queue.read()
    assert next(item.status for item in rest.items if item.id == target.id) == "rejected"
    assert rest.stamp == starting.queue.live.stamp()
    assert sorted(shown(rest), key=str) == sorted(shown(whole_queue(shop)), key=str)


def test_the_rest_comes_and_nothing_moves(shop: Path) -> None:
    """The cursor stays on its item while the rows below it arrive."""

    async def story(v: Visit) -> None:
        screen = v.app.screen_stack[0]
        assert isinstance(screen, ReviewScreen)
        whole = screen.queue.view
        part = replace(whole, items=whole.items[:3], partial=True)
        screen.queue.show(part, v.app.here.now)
        assert "reading the rest" in v.line("#list-foot") and "3/" in v.line("#list-foot")
        screen.queue.progress = lambda: (23_000, 100_000)
        screen.queue.refresh_words()
        assert "reading 23,000 of 100,000" in v.line("#list-foot")
        await v.press("j")
        where = screen.queue.current
        screen.queue.show(whole, v.app.here.now)
        assert screen.queue.items.shown == whole.counts()["Pending"]
        assert where is not None and screen.queue.current is not None and screen.queue.current.id == where.id

    visit(shop, story)


def test_totals_that_are_not_known_say_so(shop: Path) -> None:
    """And a decision on one of the first rows is one on that row, in the tabs and the header."""

    async def story(v: Visit) -> None:
        screen = v.app.screen_stack[0]
        assert isinstance(screen, ReviewScreen)
        whole = screen.queue.view
        part = replace(whole, items=whole.items[:3], partial=True, counted=False)
        screen.queue.show(part, v.app.here.now)
        assert "Pending 3+" in v.line("#status-tabs")
        screen.top.refresh()
        assert "3+ open" in v.line("#header")
        target = part.items[1].ref
        now = screen.queue.view.decided({target: Status.REJECTED})
        assert now.partial and not now.counted and now.tally["pending"] == 2 and now.tally["rejected"] == 1

    visit(shop, story)


def test_a_long_queue_is_sorted_beside_the_loop_and_not_read_again(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rows in every order; a decision changes its row, an undo brings it back, the rest is not read again."""
    monkeypatch.setattr(queue_pane, "AT_ONCE", 5)
    monkeypatch.setattr(reading, "READ_AGAIN", 5)

    async def story(v: Visit) -> None:
        screen = v.app.screen_stack[0]
        assert isinstance(screen, ReviewScreen)
        for name in order.ORDERS:
            screen.queue.choose_order(name)
            await v.rest()
            ids = [screen.queue.items.item_at(at).id for at in range(screen.queue.items.shown)]
            pending = [item for item in screen.queue.view.items if item.status == "pending"]
            assert ids == [pending[at].id for at in order.sort_items(pending, name)]
        sessions, before = v.app.sessions, screen.queue.view.counts()
        monkeypatch.setattr(sessions.queue, "read", lambda **more: pytest.fail("the queue was read"))
        target = next(item for item in screen.queue.view.items if item.kind == "candidate")
        made = sessions.decide([target.ref], Verb.REJECT, Words(rationale="Nobody saw it again since the rebuild."))
        screen.deciding.recorded(made)
        await v.rest()
        assert screen.queue.view.counts()["Decided"] == before["Decided"] + 1
        assert screen.queue.items.shown == before["Pending"] - 1
        screen.deciding.recorded(sessions.undo([one.ref for one in made.made], "", sitting=True))
        await v.rest()
        assert screen.queue.view.counts() == before
        assert screen.queue.current is not None and screen.queue.current.id == target.id

    visit(shop, story)


@pytest.mark.parametrize("acted", [False, True])
def test_nobody_is_moved_who_has_begun(shop: Path, acted: bool) -> None:
    """Rows in no order are left for the first of all when they arrive, but not by somebody who has touched a key."""

    async def story(v: Visit) -> None:
        screen = v.app.screen_stack[0]
        assert isinstance(screen, ReviewScreen)
        whole, now = screen.queue.view, v.app.here.now
        last = [screen.queue.items.item_at(at).id for at in range(screen.queue.items.shown)][-3:]
        items = tuple(item for item in whole.items if item.id in last)
        part = replace(whole, items=items, partial=True, counted=False)
        screen.arriving._all_there, screen.arriving.acted = False, acted
        screen.queue.show(part, now, lambda: screen.arriving.arrived(part))
        where = screen.queue.current
        screen.queue.show(whole, now, lambda: screen.arriving.arrived(whole))
        assert where is not None and screen.queue.current is not None
        assert (screen.queue.current.id == where.id) is acted
        assert (screen.queue.items.position == 0) is not acted

    visit(shop, story)
