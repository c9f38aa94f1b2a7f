"""A bare app around one widget, for tests: our style sheets, a theme, and every message posted."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot
from textual.widget import Widget

from dreamtui.tui import themes


class Stage(App[None]):
    """One widget on an empty screen."""

    CSS_PATH: ClassVar[list[Any]] = [themes.stylesheet("queue.tcss"), themes.stylesheet("diff.tcss")]

    def __init__(self, widget: Widget, theme: str = "") -> None:
        super().__init__()
        self.widget, self.wanted = widget, theme
        self.posted: list[Message] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.variable_defaults()

    def compose(self) -> ComposeResult:
        yield self.widget

    def on_mount(self) -> None:
        themes.install(self, self.wanted)
        self.widget.focus()

    def of(self, kind: type[Message]) -> list[Any]:
        """Messages of this kind, in order, each once however far it bubbled."""
        seen = {id(message): message for message in self.posted if isinstance(message, kind)}
        return list(seen.values())


Script = Callable[[Stage, "Pilot[None]"], Awaitable[None]]


def perform(widget: Widget, script: Script, size: tuple[int, int] = (120, 40), theme: str = "") -> Stage:
    """Run the script against the widget on a screen of this size."""

    async def run() -> Stage:
        stage = Stage(widget, theme)
        async with stage.run_test(size=size, message_hook=stage.posted.append) as pilot:
            await pilot.pause()
            await script(stage, pilot)
        return stage

    return asyncio.run(run())


def lines(widget: Widget) -> list[str]:
    """What the widget shows, line by line."""
    return [widget.render_line(y).text for y in range(widget.size.height)]


HOSTILE = (
    "\x1b]52;c;aGk=\x07 \x1b[2J \x9b31m \u202egnihtemos\u202c \u200b\u2066x\u2069 \x00\x7f [/b][bold]x[/] list[int]"
)


def unsafe(text: str) -> list[str]:
    """Characters of the text that a terminal would obey or hide."""
    bad = {*range(0x20), *range(0x7F, 0xA0), *range(0x200B, 0x2010), *range(0x2028, 0x202F), *range(0x2060, 0x2070)}
    return [hex(ord(character)) for character in text if ord(character) in bad]
