"""The box of a reason is open while what it is about is read; what is typed meanwhile is kept for its text areas."""

from typing import TYPE_CHECKING, Any

from textual.events import Key, Paste

from dreamtui.text.inert import make_inert
from dreamtui.tui.actions.registry import split_keys
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.screens.reason.rejecting import Rejecting
from dreamtui.tui.widgets.words_box import WordsBox

if TYPE_CHECKING:
    from dreamtui.tui.screens.reason.asked import Loading
    from dreamtui.tui.screens.reason.rationale import RationaleScreen


class LoadingBuffer:
    """Reads what is to be decided, and has the text typed before there is a text area, a piece for each in turn."""

    def __init__(self, screen: "RationaleScreen", loading: "Loading[Any] | None") -> None:
        self._screen = screen
        self._loading = loading
        self._typed = [""]
        """A key that goes to the other text area begins a new piece."""
        screen.keeps_words = loading is not None

    @property
    def is_loading(self) -> bool:
        return self._loading is not None

    def take_key(self, event: Key) -> None:
        keys = self._screen.console.keymap.keys
        if event.key == "backspace":
            self._typed[-1] = self._typed[-1][:-1]
        elif event.key == "enter":
            self._typed[-1] += "\n"
        elif event.key in split_keys(keys.get("reason.switch", "")):
            self._typed.append("")
        elif event.is_printable:
            self._typed[-1] += event.character or ""
        else:
            return
        event.stop()
        event.prevent_default()

    def take_paste(self, event: Paste) -> None:
        event.stop()
        self._typed[-1] += event.text.replace("\r\n", "\n").replace("\r", "\n")

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
        empty = not screen.why.text
        screen.set_focus(self.flush())
        if empty:
            screen.controller(Rejecting).take_first()
        screen.refresh_keys()

    def flush(self) -> WordsBox:
        """Put what is kept into the text areas, beginning with the one to write in; the one to go on in."""
        screen = self._screen
        box = screen.focused if isinstance(screen.focused, WordsBox) else screen.why
        first, *behind = self._typed
        self._typed = [""]
        _write(box, first)
        for piece in behind:
            box = screen.other_box(box)
            _write(box, piece)
        return box

    def pop(self) -> str:
        """What is kept, inert, a line for each piece; it is not kept any longer."""
        typed, self._typed = "\n".join(self._typed), [""]
        return make_inert(typed).text

    def __bool__(self) -> bool:
        return any(self._typed)


def _write(box: WordsBox, typed: str) -> None:
    box.insert(make_inert(typed).text, box.document.end)
