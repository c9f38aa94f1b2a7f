"""Starts of the console without its screen: services that begin to read, to be left at the end of a test."""

from pathlib import Path

from visit import environment

from dreamtui.compose import open_desk
from dreamtui.tui.session.queue_items import QueueView
from dreamtui.tui.session.services import Services

begun: list[Services] = []
"""Every one of a test."""


def services(shop: Path) -> Services:
    """The console's services, as at a start."""
    made = Services(open_desk(shop, environment(shop.parent / "home")))
    made.begin()
    begun.append(made)
    return made


def whole_queue(shop: Path) -> QueueView:
    """The queue, read in this process."""
    return Services(open_desk(shop, environment(shop.parent / "home"))).queue()


def shown(view: QueueView) -> list[tuple[object, ...]]:
    """What a list shows of each row."""
    return [
        (i.id, i.kind, i.title, i.status, i.decision, i.flags, i.files, i.actors, i.first_seen, i.weight)
        for i in view.items
    ]
