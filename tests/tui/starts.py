"""Starts of the console without its screen: sessions that begin to read, to be left at the end of a test."""

from pathlib import Path

from visit import environment

from dreamtui.compose import open_desk
from dreamtui.tui.session.queue_items import TABS, QueueView
from dreamtui.tui.session.session import Session

PENDING = TABS[0].statuses

begun: list[Session] = []
"""Every one of a test."""


def started(shop: Path) -> Session:
    """A workspace whose queue is being read, as at a start."""
    made = Session(open_desk(shop, environment(shop.parent / "home")))
    made.queue.begin("", PENDING)
    begun.append(made)
    return made


def whole_queue(shop: Path) -> QueueView:
    """The queue, read in this process."""
    return Session(open_desk(shop, environment(shop.parent / "home"))).queue.read()


def shown(view: QueueView) -> list[tuple[object, ...]]:
    """What a list shows of each row."""
    return [
        (i.id, i.kind, i.title, i.status, i.decision, i.flags, i.files, i.actors, i.last_seen, i.weight)
        for i in view.items
    ]
