"""The rows of a queue arrive: the first ones at once, all of them later; then the cursor goes where the person was."""

import gc
from typing import TYPE_CHECKING

from textual.timer import Timer

from dreamtui.tui.screens.review.deciding import DecidingScreen
from dreamtui.tui.screens.review.reading import ReadingScreen
from dreamtui.tui.session.queue_items import QueueView
from dreamtui.tui.widgets.lists.item_list import ItemList

if TYPE_CHECKING:
    from dreamtui.store.person.resume import ResumePoint

PROGRESS_SECONDS = 0.1
"""How often it is said how much of a queue is read."""


class ArrivingScreen(DecidingScreen):
    """What happens when rows are shown that were not there before."""

    def __init__(self) -> None:
        super().__init__()
        self.came_from: ResumePoint | None = None
        """Where the person was when the console was left."""
        self.acted = False
        """Whether a key was pressed."""
        self._all_there = False
        self._any_order = False
        self._progress: Timer | None = None

    def nothing(self, event: ReadingScreen.QueueRead) -> str:
        """What is said when nothing is pending; empty when something is."""
        from dreamtui.text.dates import ago

        counts = event.view.counts()
        if counts["Pending"]:
            return ""
        last = event.last_run or self.console.services.last_run()
        age = ago(last, self.console.services.now) if last else ""
        when = "just now" if age == "now" else f"{age} ago" if age else ""
        again = f"{counts['Recurring']} decided came up again: l shows them, b reopens. " if counts["Recurring"] else ""
        said = "Nothing is pending. " + again + (f"Last run {when}; " if when else "Nobody has looked yet; ")
        return said + "m looks for new items, l and h show what was put off and decided, q leaves, ? shows all keys."

    def arrived(self, view: QueueView) -> None:
        """Rows are on the screen; when all are there, go where the person was.

        Rows that came before anything was known of the rest stand in no order; somebody who has not touched a key
        since begins at the first of all.
        """
        self._any_order = self._any_order or not view.counted
        if not view.partial and not self._all_there:
            self._all_there = True
            if self._progress is not None:
                self._progress.stop()
            self.collect()
            self._go_to_place()
            if self._any_order and not self.acted and self.console.screen is self:
                self.console.arm_guard()
                self.queue.items.action_first()
        self.after_queue_read()

    def on_reading_screen_rows_read(self, event: ReadingScreen.RowsRead) -> None:
        """Show what became of what was decided; whatever others changed is for the next look at the files to find."""
        event.stop()
        view = self.queue.view.with_rows(event.ids, event.rows)
        self.queue.show(view, self.console.services.now, self.after_queue_read)
        self.refresh_header()
        self.read_stamp()
        self.read_budgets()

    def on_item_list_not_all_there(self, event: ItemList.NotAllThere) -> None:
        """All cannot be marked before all are read."""
        event.stop()
        done, total = self.queue.progress()
        read = f"{done:,} of {total:,} items are read" if total else "the rest of the queue is still being read"
        self.console.say(f"Not all rows are here to be marked: {read}; press it again when they are", "warning")

    def on_item_list_none_waits(self, event: ItemList.NoneWaits) -> None:
        """Where nothing else waits in this tab, go to those that are pending; where nothing does, say so."""
        event.stop()
        if self.queue.tab and self.queue.view.counts()["Pending"]:
            self.queue.choose_tab(0)
            self.console.say("Nothing else waits there; these are pending")
        else:
            self.console.say("No other item waits for a decision here")

    def tell_progress(self) -> None:
        """Say how much is read, until all is."""
        self._progress = self.set_interval(PROGRESS_SECONDS, self.queue.refresh_words)

    def collect(self) -> None:
        """Collect garbage from now on, but never look at the rows again, which takes longer than a frame."""
        gc.freeze()
        gc.enable()

    def _go_to_place(self) -> None:
        place = self.came_from
        wanted = place.item if place and not place.filter else ""
        if not wanted or self.queue.items.move_to_id(wanted):
            return
        known = next((item for item in self.queue.view.items if item.id == wanted), None)
        what = f"is {known.status} now" if known else "is gone"
        self.console.say(f"The item you were at {what}; this is the next one", "warning")
