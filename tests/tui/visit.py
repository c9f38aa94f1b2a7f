"""A visit to the console on a copy of the demo: the whole app without a terminal, its guard never in the way."""

import asyncio
import atexit
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard

import demo_console
from demo_console import environment, ticking
from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot

from dreamtui.compose import open_desk
from dreamtui.demo.build import build
from dreamtui.desk.desk import Desk
from dreamtui.tui.actions.configured_keys import Keymap
from dreamtui.tui.actions.configured_keys import build as build_keymap
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.app import Console, Options
from dreamtui.tui.screens.base import KeyBar
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import Subject
from dreamtui.tui.screens.dialogs.form import FormScreen
from dreamtui.tui.session.session import Session
from dreamtui.tui.session.sessions import Sessions
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.title_lines import TitleLines

SIZES = [(80, 24), (120, 40)]
"""The smallest terminal that is promised to work, and a roomy one."""


@cache
def _demo() -> Path:
    top = Path(tempfile.mkdtemp(prefix="dreamtui-demo-"))
    atexit.register(shutil.rmtree, top, ignore_errors=True)
    build(top / "shop", environment(top / "home"))
    return top / "shop"


def demo_copy(top: Path) -> Path:
    """A copy of the demo of one's own."""
    root = top / "shop"
    shutil.copytree(_demo(), root, symlinks=True)
    return root


@dataclass
class Visit:
    """The app while it runs, and what tests ask of it."""

    app: Console
    """The app."""
    pilot: "Pilot[int]"
    """Its keys."""

    async def press(self, *keys: str) -> None:
        """Press keys and let everything settle after each."""
        await demo_console.press(self.app, self.pilot, *keys)

    async def type(self, text: str) -> None:
        """Type text as it is pasted into a terminal that knows no paste, and let everything settle behind it."""
        for sign in text:
            self.app.post_message(Key(_character_to_key(sign), sign))
        await self.rest()

    async def open(self, key: str, subject: "type[Subject]") -> BrowseScreen:
        """Press a key, and wait until the screen of rows it leads to has some."""
        await self.press(key)
        found = self.app.screen
        assert isinstance(found, BrowseScreen) and is_about(found, subject)
        await self.until(lambda: found.rows.shown)
        return found

    async def rest(self) -> None:
        """Let workers end and their messages be handled."""
        await demo_console.rest(self.app, self.pilot)

    async def until(self, condition: Callable[[], object]) -> None:
        """Let the app go on until something holds; say what was on the screen where it never does."""
        try:
            await demo_console.until(self.pilot, condition)
        except AssertionError as error:
            raise AssertionError(f"{error}; on the screen:\n{self.shown()}") from None

    @property
    def desk(self) -> Desk:
        """The desk, read anew."""
        found = self.app.here.desk
        return open_desk(found.workspace.root, found.env)

    def shown(self) -> str:
        """Everything the screen on top shows, as text."""
        width = self.app.size.width
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(line.crop(0, width).text for line in lines)

    def line(self, name: str) -> str:
        """The words of a line."""
        found = self.app.screen.query_one(name)
        assert isinstance(found, BarLine | TitleLines)
        return found.text

    def key_bar(self) -> str:
        """The key bar, as much of it as fits."""
        bar = self.app.screen.query_one(KeyBar)
        left, right = bar.fitting(bar.size.width)
        return " ".join(f"{word.key}{word.text}" for word in (*left, *right))

    def said(self) -> list[str]:
        """Every toast so far."""
        return [said.text for said in self.app.sitting.said]


def is_about(screen: object, subject: type[Subject]) -> TypeGuard[BrowseScreen]:
    """Whether this is the screen of rows on this subject."""
    return isinstance(screen, BrowseScreen) and isinstance(screen.subject, subject)


def is_form(screen: object, scope: Scope) -> "TypeGuard[FormScreen[Any]]":
    """Whether this is a form with these keys."""
    return isinstance(screen, FormScreen) and screen.form.scope is scope


def console_on(
    root: Path,
    *,
    theme: str = "",
    read_only: str = "",
    keys: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
    clock: Callable[[], float] | None = None,
    others: Sequence[Path] = (),
    ascii: bool = False,
    looks_first: bool = False,
) -> Console:
    """The app on a workspace, or on several, not yet running; each look at its clock is ten seconds after the last."""
    around = {**environment(root.parent / "home"), **(env or {})}
    opened = [Session(open_desk(each, around)) for each in (root, *others)]
    keymap: Keymap = build_keymap("default", keys or {}, "user config.yaml")
    asked = Sessions.named(opened) if others else Sessions.alone(opened[0])
    options = Options(theme, read_only, ascii=ascii, looks_first=looks_first)
    return Console(asked, keymap, options, clock=clock or ticking())


Story = Callable[[Visit], Awaitable[None]]


def visit(root: Path, story: Story, *, size: tuple[int, int] = (120, 40), **asked: Any) -> Console:
    """Open the console on a workspace, asked for as `console_on` is, and do what the story says."""
    app = console_on(root, **asked)

    async def run() -> None:
        async with app.run_test(size=size, notifications=False) as pilot:
            await demo_console.arrive(app, pilot)
            await story(Visit(app, pilot))

    asyncio.run(run())
    return app
