"""The row of places on a screen."""

from typing import TYPE_CHECKING, cast

from dreamtui.present.parts import Word
from dreamtui.tui.widgets.bar_line import BarLine

if TYPE_CHECKING:
    from dreamtui.tui.app import Console
    from dreamtui.tui.screens.base import BaseScreen


class PlacesLine(BarLine):
    """Where one can go from here, the place one is at underlined; as much is named as there is room for."""

    def fitting(self, width: int) -> tuple[list[Word], list[Word]]:
        from dreamtui.tui.texts.places import QUEUE, row

        console, screen = cast("Console", self.app), cast("BaseScreen[object]", self.screen)
        self._left = tuple(row(console.places.listed, console.keymap.shown, screen.opened_by or QUEUE, width))
        return super().fitting(width)

    @property
    def text(self) -> str:
        return "".join(f"{word.key}{word.text}" for word in self.fitting(self.size.width)[0])
