"""The first screen of a long queue: rows and totals from the last time, while nothing has changed since."""

from pathlib import Path

import pytest
from visit import Visit, demo_copy, environment, visit

from dreamtui.desk.desk import open_desk
from dreamtui.store import first_rows
from dreamtui.tui import services as services_module
from dreamtui.tui.screens.review import ReviewScreen
from dreamtui.tui.services import Services


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A demo of one's own that counts as long, of which three rows are kept."""
    monkeypatch.setattr(services_module, "LONG", 3)
    monkeypatch.setattr(first_rows, "MOST", 3)
    return demo_copy(tmp_path)


def services(shop: Path) -> Services:
    """The console's services, as at a start."""
    made = Services(open_desk(shop, environment(shop.parent / "home")))
    made.begin()
    return made


def test_the_second_start_has_rows_and_totals_at_once(shop: Path) -> None:
    """The same totals as the whole queue; the rows are its first."""
    whole = services(shop).first_queue()
    assert not whole.partial
    first = services(shop).first_queue()
    assert first.partial and len(first.items) == 3
    assert first.counts() == whole.counts()
    assert [item.id for item in first.items] == [item.id for item in whole.items[:3]]


def test_a_change_makes_them_worthless(shop: Path) -> None:
    """Then everything is read, which takes longer and is right."""
    before = services(shop).first_queue().counts()["All"]
    next((shop / ".agent/dream/candidates").glob("*.md")).unlink()
    now = services(shop).first_queue()
    assert not now.partial and now.counts()["All"] == before - 1


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"stamp": "x"}', b'{"stamp": 1, "tally": {"odd": 1}, "rows": []}']
)
def test_a_damaged_cache_is_none(shop: Path, data: bytes) -> None:
    """Nothing is believed that is not what was written."""
    services(shop).first_queue()
    (shop / ".agent/dream/.state/console-rows.json").write_bytes(data)
    assert not services(shop).first_queue().partial


def test_the_rest_comes_and_nothing_moves(shop: Path) -> None:
    """The cursor stays on its item while the rows below it arrive."""
    services(shop).first_queue()

    async def story(v: Visit) -> None:
        screen = v.app.screen_stack[1]
        assert isinstance(screen, ReviewScreen)
        whole = screen.queue.view
        part = services(shop).first_queue()
        assert part.partial
        screen.queue.show(part, v.app.services.now)
        assert "reading the rest" in v.line("#list-foot") and "3/" in v.line("#list-foot")
        await v.press("j")
        where = screen.queue.current
        screen.queue.show(whole, v.app.services.now)
        assert screen.queue.items.shown == whole.counts()["Pending"]
        assert where is not None and screen.queue.current is not None and screen.queue.current.id == where.id

    visit(shop, story)
