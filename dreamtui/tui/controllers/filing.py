"""Into a file: asks for a path, asks again outside the workspace, and writes a new file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dreamtui.tui.controllers.working import in_worker

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.desk.queue.export import ExportTarget
    from dreamtui.tui.screens.base import BaseScreen


def write_file(screen: "BaseScreen[Any]", desk: "Desk", name: str, text: Callable[[Path], str]) -> None:
    """Ask for the path of a new file, `name` by default, and write the result of `text` to it."""
    from dreamtui.tui.screens.dialogs.questions import prompt

    filing = _Filing(screen, desk, text)
    screen.app.push_screen(prompt("Into which file?", name, "enter writes it; nothing is overwritten"), filing.named)


@dataclass(frozen=True, slots=True)
class _Filing:
    """One file on its way."""

    screen: "BaseScreen[Any]"
    desk: "Desk"
    """Knows which paths may be written."""
    text: Callable[[Path], str]
    """What is written at a path."""

    def named(self, typed: str | None) -> None:
        """Check the path that was given."""
        if typed:
            from dreamtui.desk.queue.export import target

            self._work(lambda: target(self.desk, typed), self._aimed, "looking at a path")

    def _aimed(self, at: "ExportTarget") -> None:
        """Outside the workspace a person has to agree."""
        from dreamtui.text.lines import plain
        from dreamtui.tui.screens.dialogs.questions import confirm

        def sure(yes: bool | None) -> None:
            if yes:
                self._write(at)

        if not at.outside:
            self._write(at)
            return
        lines = (plain(str(at.path)), plain(""), plain("It is outside the workspace.", "dim"))
        self.screen.app.push_screen(confirm("Write a file there?", lines, "write"), sure)

    def _write(self, at: "ExportTarget") -> None:
        from dreamtui.desk.queue.export import write

        self._work(lambda: write(at, self.text(at.path)), self._written, "writing a file")

    def _written(self, path: Path) -> None:
        self.screen.console.say(f"Written: {path}", timeout=5.0)

    def _work(self, call: Callable[[], Any], then: Callable[[Any], None], description: str) -> None:
        in_worker(self.screen, call, then, group="file", description=description, what="file")
