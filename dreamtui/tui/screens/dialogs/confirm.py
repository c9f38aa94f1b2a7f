"""Asks before something that concerns several items; with another key than the one that led here."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.text_pane import PaneLine, TextPane


class ConfirmScreen(BaseDialog[bool]):
    """A question, what it is about, and the keys; gives back whether to do it."""

    SCOPES = (Scope.CONFIRM,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = "TextPane"

    def __init__(self, question: str, lines: Sequence[PaneLine], yes: str) -> None:
        super().__init__()
        self.question = question
        self.lines = tuple(lines)
        self.yes = yes

    def compose(self) -> ComposeResult:
        """The question, the lines, the keys."""
        with Vertical(classes="box confirm"):
            yield BarLine([Word(self.question, "strong")])
            yield TextPane()
            yield KeyBar()

    def on_mount(self) -> None:
        """Show what it is about."""
        self.query_one(TextPane).show(self.lines)

    def bar_label(self, action_id: str) -> str | None:
        """Yes says what is done."""
        return self.yes if action_id == "confirm.yes" else None

    def do_confirm_yes(self) -> None:
        """Do it."""
        self.dismiss(True)

    def do_confirm_no(self) -> None:
        """Do not."""
        self.dismiss(False)
