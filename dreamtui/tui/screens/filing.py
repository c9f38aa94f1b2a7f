"""Into a file: asks for a path, asks again outside the workspace, and writes a new file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from textual import work
from textual.message import Message

from dreamtui.tui.screens.base import BaseScreen

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.desk.exporting import Target

R = TypeVar("R")


class FilingScreen(BaseScreen[R]):
    """A screen that can write what it shows into a file."""

    @dataclass
    class Aimed(Message):
        """The path is one that can be written."""

        target: "Target"
        """Where."""
        text: Callable[[Path], str]
        """What."""

    @dataclass
    class Filed(Message):
        """It is written."""

        path: Path
        """Where it is."""

    def write_file(self, desk: "Desk", name: str, text: Callable[[Path], str]) -> None:
        """Ask for the path of a new file and write there what `text` gives for it."""
        from dreamtui.tui.screens.prompt import PromptScreen

        def named(typed: str | None) -> None:
            if typed:
                self._aim(desk, typed, text)

        hint = "enter writes it; nothing is overwritten"
        self.app.push_screen(PromptScreen("Into which file?", name, hint), named)

    @work(thread=True, exclusive=True, exit_on_error=False, group="file", description="looking at a path")
    def _aim(self, desk: "Desk", typed: str, text: Callable[[Path], str]) -> None:
        from dreamtui.desk.exporting import target

        self.guarded(lambda: target(desk, typed), lambda found: self.Aimed(found, text), "file")

    def on_filing_screen_aimed(self, event: Aimed) -> None:
        """Outside the workspace a person has to agree."""
        from dreamtui.tui.screens.confirm import ConfirmScreen
        from dreamtui.tui.widgets.text_pane import plain

        event.stop()
        if not event.target.outside:
            self._file(event.target, event.text)
            return

        def sure(yes: bool | None) -> None:
            if yes:
                self._file(event.target, event.text)

        lines = (plain(str(event.target.path)), plain(""), plain("It lies outside the workspace.", "dim"))
        self.app.push_screen(ConfirmScreen("Write a file there?", lines, "write"), sure)

    @work(thread=True, exclusive=True, exit_on_error=False, group="file", description="writing a file")
    def _file(self, target: "Target", text: Callable[[Path], str]) -> None:
        from dreamtui.desk.exporting import write

        self.guarded(lambda: write(target, text(target.path)), self.Filed, "file")

    def on_filing_screen_filed(self, event: Filed) -> None:
        """Say where it is."""
        event.stop()
        self.console.say(f"Written: {event.path}", timeout=5.0)
