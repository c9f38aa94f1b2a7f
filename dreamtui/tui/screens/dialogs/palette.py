"""The command palette: every action by its name with its key, those used last first."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from dreamtui.present.parts import Word
from dreamtui.tui.actions.registry import Scope, action
from dreamtui.tui.screens.base import BaseDialog, BaseScreen, KeyBar
from dreamtui.tui.texts.help import PALETTE_COLUMNS, palette_rows
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.ask_line import AskLine, Question
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.lists.long_list import LongList
from dreamtui.tui.widgets.lists.row_list import RowList


class Palette(BaseDialog[str]):
    """Returns the id of an action for the screen below."""

    SCOPES = (Scope.PALETTE,)
    CSS_PATH: ClassVar[Any] = [stylesheet("browse.tcss"), stylesheet("palette.tcss")]
    AUTO_FOCUS = "AskLine"

    def __init__(self) -> None:
        super().__init__()
        self._alive: Sequence[Scope] = ()
        self._recent: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """What is typed, the actions, what the one under the cursor does, the keys."""
        with Vertical(classes="box palette"):
            yield AskLine(id="palette-ask")
            yield RowList(PALETTE_COLUMNS, empty="No action matches.", scopes=(Scope.LIST,), id="palette-rows")
            yield BarLine(id="palette-says")
            yield KeyBar()

    def on_mount(self) -> None:
        """Ask the screen below what is alive there."""
        below = self.console.screen_stack[-2] if len(self.console.screen_stack) > 1 else None
        self._alive = below.scopes() if isinstance(below, BaseScreen) else (Scope.ANYWHERE,)
        self._recent = tuple(name for name in self.console.sitting.recent if name != "app.palette")
        question = Question("type what you want to do", self._run, self._show, self.do_palette_close)
        self.query_one(AskLine).ask(question)
        self._show("")
        self.refresh_keys()

    @property
    def rows(self) -> RowList:
        return self.query_one(RowList)

    def _show(self, words: str) -> None:
        console = self.console
        rows = palette_rows(console.keymap.keys, self._alive, self._recent, words, plain=console.options.ascii)
        self.rows.set_rows(rows)
        self.rows.move_to(0)
        self._say()

    def on_long_list_highlighted(self, message: LongList.Highlighted) -> None:
        """Say what the action does."""
        message.stop()
        self._say()

    def _say(self) -> None:
        chosen = self.rows.chosen
        self.query_one("#palette-says", BarLine).show([Word(action(chosen.id).help if chosen else "", "dim")])

    # Choosing

    def on_long_list_opened(self, message: LongList.Opened) -> None:
        """A double click does the action, as enter does."""
        message.stop()
        self._run()

    def _run(self, words: str = "") -> None:
        chosen = self.rows.chosen
        if chosen is None:
            return
        one = action(chosen.id)
        if one.scope in self._alive:
            self.dismiss(one.id)
        else:
            said = f"{one.title} can be done {one.scope.value} only."
            self.query_one("#palette-says", BarLine).show([Word(said, "warning")])

    def do_palette_close(self) -> None:
        """Do nothing."""
        self.dismiss(None)

    def do_palette_down(self) -> None:
        """Go down while the words keep the focus."""
        self.rows.action_move(1)

    def do_palette_up(self) -> None:
        self.rows.action_move(-1)
