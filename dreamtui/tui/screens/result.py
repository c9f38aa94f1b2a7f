"""The box in which the result of a change is edited."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import TextArea

from dreamtui.model.errors import DreamtuiError
from dreamtui.text.inert import make_inert
from dreamtui.tui import editor
from dreamtui.tui.actions import Scope, bindings_of
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.screens.rationale import AUTOSAVE_SECONDS
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.words_box import ResultBox, WordsBox


class ResultScreen(BaseDialog[str]):
    """Gives back the words as they stand, however it is left, or nothing when they are as they were."""

    SCOPES = (Scope.RESULT,)
    BINDINGS = bindings_of(*SCOPES)
    CSS_PATH: ClassVar[Any] = stylesheet("proposal.tcss")
    AUTO_FOCUS = "#words"

    def __init__(
        self, name: str, text: str, save: Callable[[str], None], *, what: str = "Result", parts: bool = False
    ) -> None:
        super().__init__()
        self.what = what
        """What is written: the result of a change, or a note."""
        self.save = save
        """Keeps the words as they are being written."""
        self.subject = name
        self.given = text
        self.parts = parts
        """Whether it is the text of a split, whose parts have headings."""
        self._begun = make_inert(text).text
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """A heading, the words, the keys."""
        hint = "  each part under a heading: # Title" if self.parts else "  what the memory will say"
        with Vertical(classes="box result"):
            yield BarLine([Word(f"{self.what}: {self.subject}", "strong", keep=9), Word(hint, "dim", keep=2)])
            yield ResultBox(self.given, id="words")
            yield KeyBar()

    def on_mount(self) -> None:
        """Go on behind the words there are."""
        self.box.move_cursor(self.box.document.end)

    @property
    def box(self) -> ResultBox:
        """Where it is written."""
        return self.query_one("#words", ResultBox)

    def on_words_box_marked(self, event: WordsBox.Marked) -> None:
        """Hidden characters that were pasted are marks now."""
        signs = "character is" if event.count == 1 else "characters are"
        self.console.say(f"{event.count} hidden {signs} shown as marks", "warning")

    # Keeping

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Keep the words within half a second, however steadily somebody writes."""
        event.stop()
        if self._timer is None:
            self._timer = self.set_timer(AUTOSAVE_SECONDS, self.keep)

    def keep(self) -> None:
        """Keep the words now."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not self.is_mounted or not self.query("#words") or self.box.text == self._begun:
            return
        try:
            self.save(self.box.text)
        except DreamtuiError as problem:
            self.console.say(str(problem), "error")

    # Leaving

    def do_result_take(self) -> None:
        """Back, with these words."""
        self.dismiss(self.box.text if self.box.text != self._begun else None)

    async def do_result_help(self) -> None:
        """The keys of this box."""
        await self.console.do_here("app.help")

    def do_result_editor(self) -> None:
        """Go on in the editor; an empty or unchanged file changes nothing."""
        box = self.box
        self.keep()
        row = box.cursor_location[0] + 1
        text, problem = editor.edit(self.app, self.console.services, f"result {self.subject}", box.text, row)
        if problem:
            self.console.complain(problem)
        if text.strip() and text != box.text.rstrip("\n"):
            box.put(text)
            self.keep()
        box.focus()
