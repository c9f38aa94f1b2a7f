"""The demo as nobody in particular sees it, and the keys that lead through its console: for pictures and for tests."""

import asyncio
import itertools
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from dreamtui.tui.app import Console
from dreamtui.tui.panes.queue_pane import QueuePane

NOW = "2026-11-18T09:00:00Z"
"""The frozen clock."""

WHY = (
    "Five fixes of src/auth.py in four weeks, each an input nobody had tested; one table of bad tokens would have "
    "caught them all. Until sign-in moves out."
)
ROW = "@src/auth.py"
REASON = (ROW, "g", f"={WHY}")

WALKS: dict[str, Sequence[str]] = {
    "queue": (ROW,),
    "evidence": (ROW, "2"),
    "changes": (ROW, "3"),
    "reason": REASON,
    "leave": (*REASON, "ctrl+s", "q"),
    "history": ("H", "j", "j", "j", "j", "j"),
    "memory": ("M",),
    "help": ("question_mark",),
}
"""Keys that lead to each screen from the queue; what begins with `=` is typed, `@` goes to the row that says it."""


def environment(home: Path) -> dict[str, str]:
    """Nothing of whoever opens the console but where programs are."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "DREAMTUI_NOW": NOW,
        "DREAMTUI_ACTOR": "you",
        "TERM": "xterm-256color",
    }


def ticking() -> Callable[[], float]:
    """A clock for the console: each look at it is ten seconds after the last, so that no guard is in the way."""
    ticks = itertools.count(0, 10)
    return lambda: float(next(ticks))


PATIENCE = 90.0
"""Seconds until something that never happens is given up."""


async def rest(app: Console, pilot: "Pilot[int]") -> None:
    """Let workers end and their messages be handled, and what these begin, until nothing is left to do."""
    while True:
        await pilot.pause()
        await pilot.pause()
        running = [worker._task for worker in app.workers if worker._task and not worker.is_finished]
        if not running:
            return
        await asyncio.wait(running)


async def press(app: Console, pilot: "Pilot[int]", *keys: str) -> None:
    """Press keys and let everything settle after each."""
    for key in keys:
        await pilot.press(key)
        await rest(app, pilot)


async def until(pilot: "Pilot[int]", condition: Callable[[], object]) -> None:
    """Let the console go on until something holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came to hold"
        await pilot.pause(0.005)


async def arrive(app: Console, pilot: "Pilot[int]") -> None:
    """Let a console that was just opened come to rest, what it fills after its first picture included."""
    await rest(app, pilot)
    await until(pilot, lambda: all(getattr(screen, "filled", True) for screen in app.screen_stack))
    await rest(app, pilot)


async def go_to(app: Console, pilot: "Pilot[int]", words: str) -> None:
    """Go down the queue to the row whose title says this."""
    queue = app.screen.query_one(QueuePane)
    while (row := queue.current) is not None and words not in row.title:
        await pilot.press("j")
        await rest(app, pilot)
        if queue.current is row:
            raise AssertionError(f"no row says {words}")


async def walk(app: Console, pilot: "Pilot[int]", keys: Sequence[str]) -> None:
    """From the opening on, press keys and let everything settle after each, timers too; then no cursor blinks."""
    await arrive(app, pilot)
    for key in keys:
        if key.startswith("@"):
            await go_to(app, pilot, key[1:])
            continue
        typed = key[1:] if key.startswith("=") else ""
        for sign in typed or (key,):
            await pilot.press("space" if sign == " " else sign)
        await rest(app, pilot)
        await pilot.pause(0.06)
        await rest(app, pilot)
    for box in (*app.screen.query(TextArea), *app.screen.query(Input)):
        box.cursor_blink = False
    await pilot.pause()
