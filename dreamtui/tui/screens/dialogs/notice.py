"""A box with a few sentences: what failed, or what a person should know before going on."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.screens.base import BaseDialog, BaseScreen, KeyBar
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.text_pane import PaneLine, TextPane, plain


class NoticeScreen(BaseDialog[None]):
    """Sentences under a heading; escape closes it."""

    SCOPES = (Scope.NOTICE,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = "TextPane"

    def __init__(self, heading: str, sentences: Sequence[str | PaneLine]) -> None:
        super().__init__()
        self.heading = heading
        self.sentences = tuple(sentences)

    def compose(self) -> ComposeResult:
        """A heading, the sentences, the keys."""
        with Vertical(classes="box notice"):
            yield BarLine([Word(self.heading, "strong")])
            yield TextPane()
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the sentences; the keys of the screen below are dead, so it shows none."""
        self._below([])
        self.query_one(TextPane).show([plain(one) if isinstance(one, str) else one for one in self.sentences])

    def do_notice_close(self) -> None:
        """Close it; the screen below shows its keys again."""
        self._below()
        self.dismiss()

    def _below(self, words: list[Word] | None = None) -> None:
        """Show these words in the key bar of the screen below; without any its keys."""
        stack = self.app.screen_stack
        below = stack[stack.index(self) - 1] if self in stack[1:] else None
        if not isinstance(below, BaseScreen):
            return
        for bar in below.query(KeyBar):
            bar.show_keys(below) if words is None else bar.show(words)
