"""Looking again at a queue that others work on: what is known is shown at once, and long looks are far between."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from at_review import review
from several import desk
from visit import Visit, visit

from dreamtui.desk.queue import add_candidate
from dreamtui.tui.screens.review import reading
from dreamtui.tui.session.queue_items import QueueView
from dreamtui.tui.session.queue_reading import QueueReader


def titles(v: Visit) -> set[str]:
    return {item.title for item in review(v).queue.view.items}


def counted(monkeypatch: pytest.MonkeyPatch, before: Callable[[], None] = lambda: None) -> list[int]:
    """How often the queue was read from now on; `before` each time."""
    read: list[int] = []
    whole = QueueReader.read

    def read_queue(self: QueueReader, *, stamped: bool = True) -> QueueView:
        read.append(1)
        before()
        return whole(self, stamped=stamped)

    monkeypatch.setattr(QueueReader, "read", read_queue)
    return read


def test_what_the_banner_tells_is_shown_before_anything_is_read(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R shows what was found already; what came since follows when it is read."""

    async def story(v: Visit) -> None:
        add_candidate.add(desk(shop), "Found by the look", ["text:x"])
        review(v).reading.poll()
        await v.until(lambda: "1 new" in v.line("#banner"))
        add_candidate.add(desk(shop), "Came after the look", ["text:x"])
        gate = threading.Event()
        counted(monkeypatch, lambda: pytest.fail("it never went on") if not gate.wait(30) else None)
        await v.pilot.press("R")
        await v.until(lambda: "Found by the look" in titles(v))
        assert "Came after the look" not in titles(v) and "Changed on disk" not in v.line("#banner")
        gate.set()
        await v.until(lambda: "Came after the look" in titles(v))

    visit(shop, story)


def test_a_look_that_was_long_is_not_followed_by_another_at_once(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times as long as it took nothing is looked at, so that a queue that grows does not keep the console busy."""
    clock = [1000.0]
    monkeypatch.setattr(reading, "perf_counter", lambda: clock[0])
    taking = [3.0]

    def pass_time() -> None:
        clock[0] += taking[0]

    async def story(v: Visit) -> None:
        read = counted(monkeypatch, pass_time)

        async def look(title: str) -> int:
            add_candidate.add(desk(shop), title, ["text:x"])
            review(v).reading.poll()
            await v.rest()
            return len(read)

        assert await look("one") == 1
        assert await look("two") == 1
        clock[0] += 30
        taking[0] = 0.1
        assert await look("three") == 2
        assert await look("four") == 3

    visit(shop, story)
