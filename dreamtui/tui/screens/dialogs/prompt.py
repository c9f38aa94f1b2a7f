"""Asks for one line of words."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from dreamtui.text.inert import inert_line
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.widgets.bar_line import BarLine, Word


class PromptScreen(BaseDialog[str]):
    """Gives back what was typed, or nothing; for looking things up, never for deciding."""

    SCOPES = (Scope.PROMPT,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = "Input"

    def __init__(self, question: str, value: str = "", hint: str = "") -> None:
        super().__init__()
        self.question = question
        self.value = inert_line(value)
        self.hint = hint

    def compose(self) -> ComposeResult:
        """The question, the line, the keys."""
        with Vertical(classes="box prompt"):
            yield BarLine([Word(self.question, "strong", keep=9), Word(f"  {self.hint}", "dim")])
            yield Input(self.value)
            yield KeyBar()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """That is it."""
        event.stop()
        self.dismiss(event.value.strip())

    def do_prompt_back(self) -> None:
        """Nothing."""
        self.dismiss(None)
