"""The box of a reason is open while what it is about is read; what is typed meanwhile is kept for its text areas."""

from typing import TYPE_CHECKING, Any

from textual.events import Key, Paste

from dreamtui.text.inert import make_inert
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.widgets.words_box import WordsBox

if TYPE_CHECKING:
    from dreamtui.tui.screens.reason.asked import Loading
    from dreamtui.tui.screens.reason.rationale import RationaleScreen


class LoadingBuffer:
    """Reads what is to be decided, and has the text typed before there is a text area."""

    def __init__(self, screen: "RationaleScreen", loading: "Loading[Any] | None") -> None:
        self._screen = screen
        self._loading = loading
        self._typed = ""
        screen.keeps_words = loading is not None

    @property
    def is_loading(self) -> bool:
        return self._loading is not None

    def take_key(self, event: Key) -> None:
        if event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.key == "enter":
            self._typed += "\n"
        elif event.is_printable:
            self._typed += event.character or ""
        else:
            return
        event.stop()
        event.prevent_default()

    def take_paste(self, event: Paste) -> None:
        event.stop()
        self._typed += event.text.replace("\r\n", "\n").replace("\r", "\n")

    def load(self) -> None:
        if self._loading is not None:
            in_worker(
                self._screen, self._loading.call, self._loaded,
                group="load", description="reading what is decided", what=self._loading.what,
            )  # fmt: skip

    def _loaded(self, found: Any) -> None:
        """Ask, or go back if there is nothing to ask any more."""
        asked = self._loading.request(found) if self._loading is not None else None
        if asked is None:
            self._screen.do_reason_keep()
            return
        self._screen.asked, self._loading = asked, None
        self._screen.call_next(self._show_boxes)

    async def _show_boxes(self) -> None:
        await self._screen.recompose()
        self._screen.call_later(self._give)  # behind every key that came for this screen while it was composed

    def _give(self) -> None:
        """The text areas are there: put what was typed into the one to write in."""
        screen = self._screen
        screen.keeps_words = False
        screen.console.arm_guard()
        screen.begin()
        screen.set_focus(self.flush())
        screen.refresh_keys()

    def flush(self) -> WordsBox:
        """Put what is kept into the text area to write in."""
        focused = self._screen.focused
        box = focused if isinstance(focused, WordsBox) else self._screen.why
        box.insert(self.pop(), box.document.end)
        return box

    def pop(self) -> str:
        """What is kept, inert; it is not kept any longer."""
        typed, self._typed = self._typed, ""
        return make_inert(typed).text

    def __bool__(self) -> bool:
        return bool(self._typed)
