"""Words kept while they are written."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.timer import Timer

from dreamtui.model.errors import DreamtuiError

if TYPE_CHECKING:
    from dreamtui.tui.screens.base import BaseScreen

AUTOSAVE_SECONDS = 0.4
"""Delay from the first unsaved key to the save, however long a person goes on typing; with the writing itself within
half a second, which is what a kill may cost.
"""


class Autosave:
    """Saves the words of a box soon after each key, and immediately when asked."""

    def __init__(self, screen: "BaseScreen[Any]", save: Callable[[], None]) -> None:
        self._screen = screen
        self._save = save
        self._timer: Timer | None = None

    def soon(self) -> None:
        """A key was pressed: keep the words within half a second, unless that is under way."""
        if self._timer is None:
            self._timer = self._screen.set_timer(AUTOSAVE_SECONDS, self.now)

    def now(self) -> None:
        """Keep the words; where that is refused, say why."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not self._screen.is_mounted:
            return
        try:
            self._save()
        except DreamtuiError as problem:
            self._screen.console.say(str(problem), "error")
