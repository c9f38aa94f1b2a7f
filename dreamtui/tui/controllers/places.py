"""How much there is in each place of the console, for the row that every screen shows."""

from functools import partial
from typing import TYPE_CHECKING, Any

from dreamtui.tui.controllers.working import in_worker

if TYPE_CHECKING:
    from dreamtui.desk.workspace.overview import Overview
    from dreamtui.tui.app import Console
    from dreamtui.tui.screens.base import BaseScreen
    from dreamtui.tui.session.session import Session
    from dreamtui.tui.texts.places import ConsolePlace


class ConsolePlaces:
    """What is known of the places of the workspace under the cursor."""

    def __init__(self, console: "Console") -> None:
        self._console = console
        self._seen: dict[Session, Overview] = {}

    @property
    def listed(self) -> "list[ConsolePlace]":
        from dreamtui.tui.texts.places import places

        return places(self._console.review.queue.view, self._seen.get(self._console.here))

    def show(self, here: "Session", found: "Overview") -> None:
        """Show what was read of a workspace, on every screen that is open."""
        from dreamtui.tui.panes.places_line import PlacesLine

        self._seen[here] = found
        for screen in self._console.screen_stack:
            for line in screen.query(PlacesLine):
                line.refresh()

    def read_again(self, screen: "BaseScreen[Any]") -> None:
        """Something changed while another screen is in front of the queue."""
        here = self._console.here
        in_worker(
            screen, partial(here.overview, anew=True), partial(self.show, here),
            group="places", description="counting", what="overview",
        )  # fmt: skip
