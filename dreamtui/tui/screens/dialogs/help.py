"""Help: every action with the keys the person has, by where it is alive; searched by word, or by pressing a key."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key

from dreamtui.present.parts import Word
from dreamtui.text.words import counted
from dreamtui.tui.actions.registry import Scope, action, shown_key, shown_keys
from dreamtui.tui.screens.base import BaseDialog, BaseScreen, KeyBar
from dreamtui.tui.texts.help import HELP_COLUMNS, find, help_rows, note_rows, twin_words
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.ask_line import AskLine, Question
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.lists.long_list import LongList
from dreamtui.tui.widgets.lists.row_list import RowList


class HelpScreen(BaseDialog[None]):
    """The registry under headings, those alive where help was asked for first."""

    SCOPES = (Scope.HELP,)
    CSS_PATH: ClassVar[Any] = [stylesheet("browse.tcss"), stylesheet("help.tcss")]
    AUTO_FOCUS = "RowList"

    def __init__(self) -> None:
        super().__init__()
        self._alive: Sequence[Scope] = ()
        self._key = ""
        self._waiting = False

    def compose(self) -> ComposeResult:
        """Heading, rows, what the row under the cursor does, the line to ask in, the keys."""
        with Vertical(classes="sheet"):
            yield BarLine(id="help-heading")
            yield RowList(HELP_COLUMNS, empty="No action matches.", scopes=(Scope.LIST,), id="help-rows")
            yield BarLine(id="help-says")
            yield BarLine(id="help-twin")
            yield AskLine(id="help-ask")
            yield KeyBar()

    def on_mount(self) -> None:
        """Ask the screen below which scopes are alive there."""
        below = self.console.screen_stack[-2] if len(self.console.screen_stack) > 1 else None
        self._alive = below.scopes() if isinstance(below, BaseScreen) else (Scope.ANYWHERE,)
        self._show()

    @property
    def rows(self) -> RowList:
        return self.query_one("#help-rows", RowList)

    @property
    def asking(self) -> AskLine:
        """The line to ask in."""
        return self.query_one("#help-ask", AskLine)

    def _show(self, words: str = "") -> None:
        rows = help_rows(self.console.keymap.keys, self._alive, words, self._key, plain=self.console.options.ascii)
        self.rows.set_rows([*rows, *(() if self._key else note_rows(self.console.here.desk.kinds, words))])
        count = sum(not row.heading for row in rows)
        found = counted(count, "action")
        if self._waiting:
            said, tone = "press a key to find what it does", "warning"
        elif self._key:
            said, tone = f"on {shown_key(self._key, plain=self.console.options.ascii)}: {found}", "text"
        else:
            said, tone = (f"{words!r}: {found}" if words else f"what is needed most first, {found} in all"), "dim"
        self.query_one("#help-heading", BarLine).show([Word("Help  ", "strong", keep=9), Word(said, tone)])
        self._say()

    def on_long_list_highlighted(self, message: LongList.Highlighted) -> None:
        """Say in full what the row under the cursor does, and the command that does the same."""
        message.stop()
        self._say()

    def _say(self) -> None:
        chosen = self.rows.chosen
        note = find(chosen.id, self.console.here.desk.kinds) if chosen is not None else None
        one = action(chosen.id) if chosen is not None and note is None else None
        plain = self.console.options.ascii
        keys = shown_keys(self.console.keymap.keys[one.id], plain=plain) if one else ""
        says = one.help if one else note.help if note else ""
        self.query_one("#help-says", BarLine).show([Word(f"  {says}" if keys else says, key=keys)])
        right = [Word(one.id, "dim")] if one else []
        self.query_one("#help-twin", BarLine).show([Word(twin_words(one) if one else "", "dim", keep=2)], right)

    # Searching

    def do_help_words(self) -> None:
        self._key = ""
        self.asking.ask(Question("/ words: defer, undo, copy …", self._searched, self._show, self._all_again))
        self.refresh_keys()

    def _searched(self, words: str) -> None:
        self.rows.focus()

    def _all_again(self) -> None:
        self.asking.close()
        self.rows.focus()
        self._show()

    def do_help_key(self) -> None:
        """The next key pressed is looked for."""
        self._waiting = True
        self._show()

    def on_key(self, event: Key) -> None:
        """The key that was asked for is looked for, and does nothing else."""
        if self._waiting:
            event.stop()
            event.prevent_default()
            self._waiting, self._key = False, event.key
            self._show()

    def do_help_close(self) -> None:
        """First everything again, then back."""
        if self._key or self.asking.is_open:
            self._key = ""
            self.asking.close()
            self._show()
        else:
            self.dismiss()
