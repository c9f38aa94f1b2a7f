"""The notice that takes the screen when the terminal is too small to decide anything in it."""

from textual.app import ComposeResult
from textual.events import Resize

from dreamtui.present.parts import Word
from dreamtui.tui.screens.base import BaseDialog
from dreamtui.tui.widgets.bar_line import BarLine

SMALLEST = (60, 16)
"""Columns and rows from which the console is usable."""


def too_small(width: int, height: int) -> bool:
    """Whether a terminal of this size is too small."""
    return width < SMALLEST[0] or height < SMALLEST[1]


class TooSmallScreen(BaseDialog[None]):
    """Says how large the terminal has to be; swallows every key and goes by itself."""

    CSS = """
    TooSmallScreen { background: $background; align: center middle; }
    TooSmallScreen BarLine { width: 100%; padding: 0 1; }
    """
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self._going = False

    def compose(self) -> ComposeResult:
        yield BarLine([Word("This window is too small.", "strong")])
        yield BarLine(id="needed")
        yield BarLine([Word("Nothing is lost; make it larger.", "dim")])

    def go(self) -> None:
        """Go, when this is the screen on top and there is room again."""
        if self.is_current and not too_small(*self.app.size) and not self._going:
            self._going = True
            self.dismiss()

    def on_screen_resume(self) -> None:
        """A screen above was closed."""
        self.go()

    def on_resize(self, event: Resize) -> None:
        """Say the size, or go."""
        width, height = event.size
        if not too_small(width, height):
            self.go()
            return
        wide, high = SMALLEST
        self.query_one("#needed", BarLine).show([Word(f"{width}x{height}, needs {wide}x{high}")])
