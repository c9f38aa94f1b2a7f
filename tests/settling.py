"""How tests wait for the console: until the event loop has nothing left to run and no timer is due soon.

Textual's pilot sleeps 20 ms and looks whether the process used the processor meanwhile, at least twice a key: most of
the time of these tests was spent there, and on a busy machine it ended too early.
"""

import asyncio
from typing import Any

import textual.app
import textual.pilot
import textual.screen

SOON = 0.06
"""A timer that is due within this many seconds is waited for: pauses after a key are shorter."""

MOST = 1.0
"""What repeats itself faster than that, such as a spinner, is waited for this many seconds."""


async def idle(_least: float = 0, most: float = MOST) -> None:
    """Wait until no task can go on and no timer is due soon; threads are not waited for."""
    loop: Any = asyncio.get_running_loop()  # asyncio has no public way to ask for what is ready and what is scheduled
    end = loop.time() + most
    while True:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        now = loop.time()
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=end)
        if due >= min(now + SOON, end):
            return
        await asyncio.sleep(due - now)


def _replace(module: Any, name: str, fresh: object) -> None:
    assert hasattr(module, name), f"Textual waits or paints in another way now: no {name}"
    setattr(module, name, fresh)


_replace(textual.app, "wait_for_idle", idle)
_replace(textual.pilot, "wait_for_idle", idle)
_replace(textual.screen, "UPDATE_PERIOD", 1 / 1000)  # seconds between two paintings
