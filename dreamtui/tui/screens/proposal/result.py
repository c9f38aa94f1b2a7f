"""The box in which the result of a change is edited."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import TextArea

from dreamtui.present.parts import Word
from dreamtui.text.inert import make_inert
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.controllers.autosave import Autosave
from dreamtui.tui.controllers.opening import write_on
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.words_box import ResultBox, WordsBox


class ResultScreen(BaseDialog[str]):
    """Returns the words as they are, however it is left, or None if they are unchanged."""

    SCOPES = (Scope.RESULT,)
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
        self._saving = Autosave(self, self._save)

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
        return self.query_one("#words", ResultBox)

    def on_words_box_marked(self, event: WordsBox.Marked) -> None:
        """Hidden characters that were pasted are marks now."""
        self.console.say(event.said, "warning")

    # Keeping

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Save the words within half a second, even during steady typing."""
        event.stop()
        self._saving.soon()

    def keep(self) -> None:
        self._saving.now()

    def _save(self) -> None:
        if self.query("#words") and self.box.text != self._begun:
            self.save(self.box.text)

    # Leaving

    def do_result_take(self) -> None:
        """Back, with these words."""
        self.dismiss(self.box.text if self.box.text != self._begun else None)

    async def do_result_help(self) -> None:
        """The keys of this box."""
        await self.console.do_here("app.help")

    def do_result_editor(self) -> None:
        """Go on in the editor; an empty or unchanged file changes nothing."""
        write_on(self.console, self.box, f"result {self.subject}", self.keep)
