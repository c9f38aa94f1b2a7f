"""The rows of a queue arrive: the first ones immediately, the rest later; then the cursor goes to the saved place."""

import gc
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.timer import Timer

from dreamtui.tui.session.queue_items import QueueItem, QueueView
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.texts.queue import came_again

if TYPE_CHECKING:
    from dreamtui.tui.screens.review.review import ReviewScreen

PROGRESS_SECONDS = 0.1
"""How often it is said how much of a queue is read."""


class Arriving:
    """What happens when rows are shown that were not there before."""

    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen
        self.acted = False
        """Whether a key was pressed."""
        self._all_there = False
        self._any_order = self._in_parts = False
        self._progress: Timer | None = None

    def nothing(self, view: QueueView, last_run: str) -> str:
        """What is said when nothing is pending; empty when something is."""
        from dreamtui.text.dates import ago

        counts = view.counts()
        if counts["Pending"]:
            return ""
        console = self._screen.console
        last = last_run or console.sessions.last_run()
        age = ago(last, console.here.now) if last else ""
        when = "just now" if age == "now" else f"{age} ago" if age else ""
        again = came_again(counts["Recurring"])
        said = "Nothing is pending. " + again + (f"Last run {when}; " if when else "No run yet; ")
        return said + "m looks for new items, l and h show what was deferred and decided, q leaves, ? shows all keys."

    def arrived(self, view: QueueView) -> None:
        """Rows are on the screen; when all are there, go to the saved place, unless the person has begun meanwhile.

        The first rows may not be the first of all; without a key pressed since, the cursor goes to the first of all.
        """
        screen = self._screen
        self._any_order = self._any_order or not view.counted
        self._in_parts = self._in_parts or view.partial
        if not view.partial and not self._all_there:
            self._all_there = True
            if self._progress is not None:
                self._progress.stop()
            self.collect()
            if not (self._in_parts and self.acted):
                screen.place.go_to_item()
            if self._any_order and not self.acted and screen.console.screen is screen:
                screen.console.arm_guard()
                screen.queue.items.action_first()
        screen.deciding.after_queue_read()
        screen.twinning.look()

    def rows_read(self, refs: Sequence[Ref], rows: Sequence[QueueItem]) -> None:
        """Show the result of decisions; what others changed is found by the next look at the files."""
        screen = self._screen
        view = screen.queue.view.with_rows(refs, rows)
        screen.queue.show(view, screen.console.here.now, screen.deciding.after_queue_read)
        screen.top.refresh()
        screen.reading.stamp()
        screen.measure(anew=True)

    def tell_progress(self) -> None:
        """Say how much is read, until all is."""
        self._progress = self._screen.set_interval(PROGRESS_SECONDS, self._screen.queue.refresh_words)

    def collect(self) -> None:
        """Collect garbage from now on, but never look at the rows again, which takes longer than a frame."""
        gc.freeze()
        gc.enable()
