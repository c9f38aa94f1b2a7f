"""Where a person was when the console was left: restored as rows and item come, saved when the fingers rest."""

from typing import TYPE_CHECKING

from textual.timer import Timer

from dreamtui.tui.session.queue_items import TABS, QueueItem, tab_called

if TYPE_CHECKING:
    from dreamtui.model.sitting import ResumePoint
    from dreamtui.tui.screens.review.review import ReviewScreen

SAVE_SECONDS = 0.5
"""How long after the last movement the place is saved."""


class SavedPlace:
    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen
        self._saved: ResumePoint | None = None
        """None before it is loaded, and once everything of it is restored."""
        self._timer: Timer | None = None

    def load(self) -> "ResumePoint":
        """Load it; tab, order, filter and looks are restored before there are rows."""
        screen, console = self._screen, self._screen.console
        place = self._saved = console.sessions.load_place()
        screen.queue.tab = tab_called(place.status)
        screen.queue.order = place.order or screen.queue.order
        screen.queue.field.value = place.filter
        screen.queue.field.display = bool(place.filter)
        console.theme_chosen = place.theme
        console.split = {"split": True, "unified": False}.get(place.split)
        return place

    @property
    def tab(self) -> str:
        """The item's tab that was shown."""
        return self._saved.tab if self._saved else ""

    def wish_for_item(self) -> None:
        """The first rows come: have the cursor on the item as soon as it is among them."""
        if self._saved and self._saved.item:
            self._screen.queue.items.wish(self._screen.console.sessions.row_key(self._saved.item))

    def go_to_item(self) -> None:
        """All rows are there: go to the item, or say what became of it."""
        place, screen = self._saved, self._screen
        wanted = place.item if place and not place.filter else ""
        if not wanted or screen.queue.items.move_to_key(screen.console.sessions.row_key(wanted)):
            return
        known = next((item for item in screen.queue.view.items if item.name == wanted), None)
        what = f"is {known.status} now" if known else "is gone"
        screen.console.say(f"The item you were at {what}; this is the next one", "warning")

    def scroll_item(self, shown: QueueItem) -> None:
        """The first item is shown: scroll it to where it was."""
        place = self._saved
        if place is not None and place.item == shown.name:
            self._screen.call_after_refresh(self._screen.item.body.jump, place.scroll)
            self._saved = None

    def save_soon(self) -> None:
        """Save when the fingers rest, so that even a process that is killed comes back to it."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(SAVE_SECONDS, self._screen.keep)

    def save(self) -> None:
        self._screen.console.sessions.save_place(self._now())

    def _now(self) -> "ResumePoint":
        from dreamtui.model.sitting import ResumePoint

        screen, console = self._screen, self._screen.console
        current = screen.queue.current
        return ResumePoint(
            item=current.name if current else "",
            status=TABS[screen.queue.tab].name,
            filter=screen.queue.field.value,
            order=screen.queue.order,
            tab=screen.item.tab,
            scroll=int(screen.item.body.scroll_offset.y),
            split={True: "split", False: "unified", None: ""}[console.split],
            theme=console.theme_chosen,
        )
