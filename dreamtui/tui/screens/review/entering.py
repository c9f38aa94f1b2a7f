"""The mark that a console is open in a workspace; of two consoles the second can only look, until it takes over."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dreamtui.tui.controllers.working import in_worker

if TYPE_CHECKING:
    from dreamtui.tui.screens.review.review import ReviewScreen


class Entering:
    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen

    def enter(self) -> None:
        """Leave the mark, unless another console has left one."""
        console = self._screen.console
        sessions, take_over = console.sessions, console.options.take_over
        is_read_only = bool(console.read_only)
        looks_first = console.options.looks_first and not self._screen.queue.view.items

        def entered() -> tuple[str, tuple[str, ...], bool]:
            read_only = "" if is_read_only else sessions.enter(take_over=take_over)
            return read_only, sessions.drafts.unreadable(), looks_first and not sessions.last_run()

        in_worker(
            self._screen, entered, lambda found: self._entered(*found),
            group="enter", description="leaving the presence mark", what="enter",
        )  # fmt: skip

    def _entered(self, read_only: str, unreadable: Sequence[str], looks_first: bool) -> None:
        """Read-only beside another console; drafts that cannot be read are named.

        A workspace without any run is mined now, unless the person has begun with something else.
        """
        screen = self._screen
        for said in unreadable:
            screen.console.say(said, "warning", timeout=8)
        if read_only:
            screen.console.read_only = read_only
        if screen.top.lasting_notice:
            screen.top.show_banner(screen.top.lasting_notice)
            screen.top.refresh()
            screen.refresh_keys()
        acted = screen.console.read_only or screen.arriving.acted
        if looks_first and not acted and screen.console.screen is screen:
            self._look_first()

    def _look_first(self) -> None:
        """Mine; what is found, or is wrong with what agents remember, is the first thing to be seen then."""
        from dreamtui.tui.screens.dialogs.mining import MiningScreen

        screen = self._screen

        def looked(action: str | None) -> None:
            if action:
                screen.call_later(screen.do, action)

        screen.app.push_screen(MiningScreen(makes_way=lambda: screen.overview.has_finding), looked)

    def ousted(self, why: str) -> bool:
        """If another console took the workspace over, nothing can be decided any more; returns whether that is new."""
        console = self._screen.console
        is_new = bool(why) and not console.read_only
        if is_new:
            console.read_only = why
            self._screen.top.show_banner(why)
            self._screen.refresh_keys()
        return is_new
