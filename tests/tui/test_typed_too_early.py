"""Words typed before their box stands: no commands, and no keys that are dead for ever."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from at_review import review
from visit import Visit, visit

from dreamtui.tui.screens.dialogs.rationale import RationaleScreen
from dreamtui.tui.session.queue_items import QueueItem
from dreamtui.tui.session.session import Detail, Session
from dreamtui.tui.typed_ahead import HOLD_SECONDS

Held = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def details_held(monkeypatch: pytest.MonkeyPatch) -> Held:
    """No item is read to its end while one is in this."""
    free, real = threading.Event(), Session.detail
    free.set()

    def slow(self: Session, item: QueueItem) -> Detail:
        assert free.wait(30)
        return real(self, item)

    @contextmanager
    def held() -> Iterator[None]:
        free.clear()
        try:
            yield
        finally:
            free.set()

    monkeypatch.setattr(Session, "detail", slow)
    return held


def on_cart(v: Visit) -> QueueItem:
    """Put the cursor on an item and wait for nothing."""
    found = next(item for item in review(v).queue.view.items if "src/cart.ts" in item.title)
    assert review(v).queue.items.move_to_key(found.key)
    return found


def test_what_is_typed_before_the_box_stands_is_no_command(shop: Path, details_held: Held) -> None:
    """While the item is read for the box of the reason, letters are no commands; once it stands, they are its words."""
    now = [0.0]

    async def story(v: Visit) -> None:
        with details_held():
            found = on_cart(v)
            now[0] += 10
            theme = v.app.theme
            await v.pilot.press("g", "t", "S", "j", "x", "q")
            assert v.app.theme == theme and v.app.screen is review(v)
            assert review(v).queue.current is not None and review(v).queue.current.id == found.id
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        await v.rest()
        await v.type("because")
        dialog = v.app.screen
        assert isinstance(dialog, RationaleScreen) and dialog.why.text == "tSjxqbecause"

    visit(shop, story, clock=lambda: now[0])


def test_keys_are_not_dead_for_ever(shop: Path, details_held: Held) -> None:
    """When the box does not come, keys count again after a while."""
    now = [0.0]

    async def story(v: Visit) -> None:
        with details_held():
            on_cart(v)
            now[0] += 10
            theme = v.app.theme
            await v.pilot.press("g", "t")
            assert v.app.theme == theme
            now[0] += HOLD_SECONDS
            await v.pilot.press("t")
            assert v.app.theme != theme

    visit(shop, story, clock=lambda: now[0])
