"""What the benchmarks of the console share: a queue of rows, an app around one widget, and a watch on its loop."""

import asyncio
import inspect
import random
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual import events
from textual.app import App, ComposeResult
from textual.widget import Widget

from dreamtui.tui import themes

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from query_rows import RowFacts

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
WORDS = (
    *("auth", "token", "refresh", "schema", "column", "backfill", "retry", "policy", "timeout", "error"),
    *("fix", "touched", "revert", "migration", "cache", "queue", "webhook", "staging", "router", "deploy"),
)
SIGNALS = ("repeat_fix", "revert_cluster", "frequent_failure", "cross_actor_anti")


def make_rows(count: int) -> list[RowFacts]:
    """A queue with a fixed mix of kinds, risks, ages and words."""
    chance = random.Random(7)
    rows = []
    for number in range(count):
        area, name, verb = (chance.choice(WORDS) for _ in range(3))
        age = timedelta(hours=chance.randint(0, 24 * 300))
        rows.append(
            RowFacts(
                id=f"{number:010x}",
                kind="candidate" if number % 4 else "proposal",
                signal=SIGNALS[number // 4 % 4] if number % 4 else "merge",
                title=f"`src/{area}/{name}_{number % 997}.py` was {verb}-touched {number % 13 + 2} times in 30 days",
                flags=("secret",) if number % 97 == 0 else (),
                actors=("alice", "bob"),
                files=(f"src/{area}/{name}_{number % 997}.py",),
                last_seen=(NOW - age).strftime("%Y-%m-%dT%H:%M:%SZ"),
                weight=number % 13 + 2,
            )
        )
    return rows


class Bench(App[None]):
    """Shows one widget; fills it when mounted; notes when it was painted."""

    CSS_PATH = [themes.stylesheet("queue.tcss"), themes.stylesheet("diff.tcss")]  # noqa: RUF012

    def __init__(self, make: Callable[[], Widget], fill: Callable[[Widget], object]) -> None:
        super().__init__()
        self.make, self.fill = make, fill
        self.began = self.painted = self.key_began = 0.0
        self.keys: list[float] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.variable_defaults()

    def compose(self) -> ComposeResult:
        self.began = time.process_time()
        yield self.make()

    async def on_mount(self) -> None:
        themes.install(self)
        widget = self.query_one("Screen > *")
        widget.focus()
        result = self.fill(widget)
        if inspect.isawaitable(result):
            await result
        self.call_after_refresh(self.note_paint)

    def note_paint(self) -> None:
        self.painted = time.process_time()

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded:
            self.key_began = time.process_time()
            self.keys.append(0.0)
        await super().on_event(event)

    def _display(self, screen: object, renderable: object) -> None:
        super()._display(screen, renderable)  # type: ignore[arg-type]
        if self.keys:
            self.keys[-1] = (time.process_time() - self.key_began) * 1000


class Watch:
    """Notes the longest processor time that somebody else held the event loop for."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def run(self) -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            self.longest, last = max(self.longest, now - last), now


async def mounted_ms(make: Callable[[], Widget], fill: Callable[[Widget], object]) -> float:
    """Milliseconds from compose to the end of the first paint."""
    app = Bench(make, fill)
    async with app.run_test(size=(120, 40)) as pilot:
        while not app.painted:
            await pilot.pause()
    return (app.painted - app.began) * 1000
