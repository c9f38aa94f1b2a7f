"""What tests of the review screen share: the screen, where its cursor stands, and the first things done there."""

from typing import Any

from visit import Visit

from dreamtui.desk.queue.listing import listing
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.session.queue_items import QueueItem
from dreamtui.tui.widgets.words_box import WordsBox

REASON = "Every one of these was the same untested input; a table of bad inputs in one test would have caught each."


def review(v: Visit) -> ReviewScreen:
    screen = v.app.screen_stack[0]
    assert isinstance(screen, ReviewScreen)
    return screen


def current(v: Visit) -> str:
    item = review(v).queue.current
    return item.id if item else ""


def status(v: Visit, item_id: str) -> str:
    """Where an item stands on disk."""
    return next((e.status.value for e in listing(v.desk, status="all").entries if e.row.id == item_id), "")


def count(v: Visit, tab: str) -> int:
    """How many items a tab has."""
    return review(v).queue.view.counts()[tab]


async def go(v: Visit, words: str = "", **fields: Any) -> QueueItem:
    """Put the cursor on the first item with these words in its title and these values in its fields."""
    items = review(v).queue.view.items
    found = next(i for i in items if words in i.title and all(getattr(i, name) == fields[name] for name in fields))
    assert review(v).queue.items.move_to_key(found.key)
    await v.rest()
    return found


async def goto(v: Visit, words: str = "`src/cart.ts` was") -> str:
    """Put the cursor on the pending item with these words in its title; gives back its id."""
    return (await go(v, words, status="pending")).id


async def reject(v: Visit, why: str = REASON) -> None:
    await v.press("r")
    v.app.screen.query_one("#why", WordsBox).put(why)
    await v.press("ctrl+s")
