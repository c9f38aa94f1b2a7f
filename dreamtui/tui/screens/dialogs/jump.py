"""Jumping: a letter on each pane and tab, placed as the keys are on the keyboard."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Offset, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.cells import width_of

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


@dataclass(frozen=True, slots=True)
class JumpTarget:
    at: Offset
    go: Callable[[], object]
    on_blank: bool = False
    """Whether there is one blank to use, before a word that stays whole."""


def targets_of(screen: Screen[Any]) -> list[JumpTarget]:
    """What can be jumped to on a screen, from the top to the bottom: panes, lists and words that ask for something."""
    found: dict[Offset, JumpTarget] = {}
    for widget in screen.query(Widget):
        region = widget.region
        seen = widget.display and widget.visible and region.area and screen.region.contains_point(region.offset)
        if not seen or isinstance(widget, KeyBar):
            continue
        if isinstance(widget, BarLine):
            for x, word in widget.spots():
                message = BarLine.Clicked(widget, word.action)
                blank = word.text.startswith(" ")
                at = region.offset + Offset(x + (width_of(word.key) if blank else 0), 0)
                found.setdefault(at, JumpTarget(at, partial(widget.post_message, message), blank))
        elif widget.focusable:
            found.setdefault(region.offset, JumpTarget(region.offset, widget.focus))
    return sorted(found.values(), key=lambda target: (target.at.y, target.at.x))


def letters(targets: Sequence[JumpTarget], size: Size) -> dict[str, JumpTarget]:
    """A letter for each target: the key nearest to its place on the screen that is free."""
    free = {key: (row, column) for row, keys in enumerate(_ROWS) for column, key in enumerate(keys)}
    given: dict[str, JumpTarget] = {}
    for target in targets[: len(free)]:
        row, column = target.at.y * 3 / max(1, size.height), target.at.x * 10 / max(1, size.width)
        key = min(free, key=lambda one: (abs(free[one][0] - row) * 2 + abs(free[one][1] - column), one))
        del free[key]
        given[key] = target
    return given


class Letter(Widget):
    """One letter where one can jump to."""

    DEFAULT_CSS = """
    Letter { position: absolute; width: 3; height: 1; }
    """

    def __init__(self, letter: str, target: JumpTarget) -> None:
        super().__init__()
        self.letter = letter if target.on_blank else f" {letter} "
        self.styles.offset = (target.at.x, target.at.y)
        self.styles.width = len(self.letter)

    def render_line(self, y: int) -> Strip:
        """The letter, to be seen on every theme and without colours."""
        return Strip([Segment(self.letter, Style(bold=True, reverse=True))])


class JumpScreen(BaseDialog[JumpTarget]):
    """Returns what was chosen; escape goes nowhere, and the focus is restored."""

    SCOPES = (Scope.JUMP,)
    DEFAULT_CSS = """
    JumpScreen { background: transparent; align: left top; }
    """

    def __init__(self, targets: Sequence[JumpTarget]) -> None:
        super().__init__()
        self.targets = tuple(targets)
        self.chosen: dict[str, JumpTarget] = {}

    def compose(self) -> ComposeResult:
        self.chosen = letters(self.targets, self.app.size)
        for letter, target in self.chosen.items():
            yield Letter(letter, target)
        yield KeyBar()

    def on_key(self, event: Key) -> None:
        """Go to the target of the letter."""
        target = self.chosen.get(event.key)
        if target is not None:
            event.stop()
            event.prevent_default()
            self.dismiss(target)

    def do_jump_back(self) -> None:
        self.dismiss(None)
