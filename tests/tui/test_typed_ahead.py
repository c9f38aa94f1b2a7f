"""Words typed before their box stands: no commands, and no keys that are dead for ever."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from at_review import review
from visit import Visit, visit

from dreamtui.desk.audit.audit_views import decisions
from dreamtui.model.errors import Refused
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.queue_items import QueueItem
from dreamtui.tui.session.session import Detail, Session

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


def decided(v: Visit) -> list[str]:
    """What was decided in this sitting."""
    return [mark.id for mark, _ in decisions(v.desk) if mark.when.startswith("2026-11-18T09")]


def test_what_is_typed_before_the_box_stands_is_no_command(shop: Path, details_held: Held) -> None:
    """While the item is read for the box of the reason, letters are no commands; once it stands, they are its words."""
    now = [0.0]

    async def story(v: Visit) -> None:
        with details_held():
            found = on_cart(v)
            now[0] += 10
            theme = v.app.theme
            await v.pilot.press("g", "t", "S", "j", "k", "backspace", "x", "ctrl+s", "q")
            assert v.app.theme == theme and decided(v) == []
            assert review(v).queue.current is not None and review(v).queue.current.id == found.id
        await v.until(lambda: v.app.screen.query("#why"))
        await v.rest()
        await v.type("because")
        dialog = v.app.screen
        assert isinstance(dialog, RationaleScreen) and dialog.why.text == "tSjxqbecause"

    visit(shop, story, clock=lambda: now[0])


def test_escape_takes_the_key_back_while_the_item_is_read(shop: Path, details_held: Held) -> None:
    """Nobody has to wait for a box that they do not want, and keys count again."""
    now = [0.0]

    async def story(v: Visit) -> None:
        with details_held():
            on_cart(v)
            now[0] += 10
            theme = v.app.theme
            await v.pilot.press("g", "t")
            await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
            assert v.app.theme == theme
            await v.pilot.press("escape")
            await v.until(lambda: review(v).is_current)
            await v.pilot.press("t")
            assert v.app.theme != theme
        await v.rest()
        assert review(v).is_current and decided(v) == []

    visit(shop, story, clock=lambda: now[0])


@pytest.mark.parametrize(("key", "verb"), [("r", Verb.REJECT), ("g", Verb.GRADUATE)])
def test_words_typed_while_the_item_is_read_are_kept(shop: Path, details_held: Held, key: str, verb: Verb) -> None:
    """Escape keeps them as it keeps those in a box: behind the words begun earlier, with the rule that is suggested."""
    now = [0.0]

    async def open_box(v: Visit, *typed: str) -> RationaleScreen:
        now[0] += 10
        await v.pilot.press(key)
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        await v.pilot.press(*typed)
        found = v.app.screen
        assert isinstance(found, RationaleScreen)
        return found

    async def leave(v: Visit) -> None:
        await v.pilot.press("escape")
        await v.until(lambda: review(v).is_current)

    async def story(v: Visit) -> None:
        with details_held():
            about = (on_cart(v).ref,)
            await open_box(v)
            await leave(v)
            assert v.app.sessions.drafts.load(about, verb) is None
            for typed in (("w", "h"), ("x", "backspace", "y")):
                await open_box(v, *typed)
                await leave(v)
            saved = v.app.sessions.drafts.load(about, verb)
            assert saved is not None and saved.rationale == "why"
            dialog = await open_box(v, "exclamation_mark")
            dialog.keep()  # as whoever ends the console does
            await v.pilot.press("x")
        await v.until(lambda: v.app.screen.query("#why"))
        await v.rest()
        assert dialog.why.text == "why!x"
        assert dialog.rule is None or dialog.rule.text == dialog.asked.suggestion != ""

    visit(shop, story, clock=lambda: now[0])


def test_an_item_that_cannot_be_read_is_not_decided(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The box goes, and says why; what was typed for it is kept."""

    typed = threading.Event()

    def refuses(self: Session, item: QueueItem) -> Detail:
        assert typed.wait(30)
        raise Refused("the file is gone.")

    async def story(v: Visit) -> None:
        monkeypatch.setattr(Session, "detail", refuses)
        found = on_cart(v)
        await v.pilot.press("r")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        await v.pilot.press("w", "h", "y")
        typed.set()
        await v.until(lambda: "the file is gone." in v.shown())
        saved = v.app.sessions.drafts.load((found.ref,), Verb.REJECT)
        assert saved is not None and saved.rationale == "why"
        await v.press("escape")
        assert review(v).is_current and decided(v) == []

    visit(shop, story)


def test_rule_and_reason_typed_before_their_boxes_stand(shop: Path, details_held: Held) -> None:
    """The tab between them is kept in its place, and so are the words behind it."""

    async def story(v: Visit) -> None:
        with details_held():
            on_cart(v)
            await v.pilot.press("e")
            await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
            await v.pilot.press("r", "u", "tab", "w", "h", "y", "tab", "l", "e")
        screen = v.app.screen
        assert isinstance(screen, RationaleScreen)
        await v.until(lambda: screen.rule is not None and screen.why.text)
        await v.rest()
        assert screen.rule is not None
        assert (screen.rule.text[-4:], screen.why.text, screen.rule.has_focus) == ("rule", "why", True)

    visit(shop, story)
