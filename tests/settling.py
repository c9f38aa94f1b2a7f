"""How tests wait for the console: until the event loop has nothing left to run and no timer is due soon.

Textual's pilot sleeps 20 ms and looks whether the process used the processor meanwhile, at least twice a key: most of
the time of these tests was spent there, and on a busy machine it ended too early.

A screen is painted when it has come to rest, once: what stands in between is replaced before anybody could read it,
and a headless app throws every painting away. That was half of the processor time of these tests.
"""

import asyncio
from typing import Any
from weakref import WeakSet

import textual.app
import textual.pilot
import textual.screen
from textual.app import App
from textual.screen import Screen

SOON = 0.06
"""A timer that is due within this many seconds is waited for: pauses after a key are shorter."""

MOST = 1.0
"""Seconds that are waited in all for what repeats itself sooner, such as a spinner; oversleeping does not count."""

LEAST = 0.001
"""What each wait counts at least, so that what is always due ends too."""


async def idle(_least: float = 0, most: float = MOST) -> None:
    """Wait until no task can go on, no timer is due soon and all is painted; threads are not waited for."""
    loop: Any = asyncio.get_running_loop()  # asyncio has no public way to ask for what is ready and what is scheduled
    left = most
    while True:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        now = loop.time()
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=now + SOON)
        if due < now + SOON and left > 0:
            left -= max(due - now, LEAST)
            await asyncio.sleep(due - now)
        elif not _paint_what_waits():
            return


_waiting: WeakSet[Screen[Any]] = WeakSet()
_paint = Screen._compositor_refresh


def _paint_later(screen: Screen[Any]) -> None:
    if screen is screen.app.screen:
        _waiting.add(screen)
        screen._dirty_widgets.clear()  # the compositor knows their regions; else the next timer asks for the same
    else:
        _paint(screen)


def _paint_what_waits() -> bool:
    """Have the screens painted that asked for it, each by its own task; whether there are any."""
    due = [screen for screen in _waiting if screen.is_running and _is_at_rest(screen.app)]
    for screen in due:
        _waiting.discard(screen)
        screen.call_next(_paint, screen)
    return bool(due)


def _is_at_rest(app: App[Any]) -> bool:
    """Whether no widgets come in a batch, and no worker is about to change what is shown."""
    return not app._batch_count and all(worker.is_finished for worker in app.workers)


def _replace(module: Any, name: str, fresh: object) -> None:
    assert hasattr(module, name), f"Textual waits or paints in another way now: no {name}"
    setattr(module, name, fresh)


_replace(textual.app, "wait_for_idle", idle)
_replace(textual.pilot, "wait_for_idle", idle)
_replace(textual.screen, "UPDATE_PERIOD", 1 / 1000)  # seconds between two looks at what is to be painted
_replace(Screen, "_compositor_refresh", _paint_later)
