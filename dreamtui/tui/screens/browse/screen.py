"""The one screen beside the queue: rows on the left, a page for one of them on the right, a line to ask in."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.timer import Timer

from dreamtui.present.parts import ListRow, Word
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.controllers.working import STOPPED, Failed, Progress, in_worker
from dreamtui.tui.panes.page_pane import Page, PagePane
from dreamtui.tui.panes.places_line import PlacesLine
from dreamtui.tui.screens.base import BaseScreen, KeyBar
from dreamtui.tui.screens.browse.subject import RowsRead, Subject
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.ask_line import AskLine, Question
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.lists.long_list import LongList
from dreamtui.tui.widgets.lists.row_list import RowList
from dreamtui.tui.widgets.text_pane import TextPane

PAUSE = 0.04
"""Seconds the cursor rests before a row is read."""


class Reader:
    """Reads the rows and the page of one of them in workers; what comes too late is dropped."""

    def __init__(self, screen: "BrowseScreen") -> None:
        self._screen = screen
        self._seen_changes = -1
        self._rows_asked = self._page_asked = 0
        self._shown_row = ""
        self._timer: Timer | None = None
        self.summary = "reading …"
        """Shown in the heading, after the title."""
        self.progress = Progress(screen, self._going, stops=True)
        """Says in the heading how far a worker is."""

    def again(self) -> None:
        if self._seen_changes not in {-1, len(self._screen.console.sitting.changes)}:
            self._screen.console.places.read_again(self._screen)
        self._seen_changes = len(self._screen.console.sitting.changes)
        self._screen.subject.forget()
        self.rows()

    def catch_up(self) -> None:
        """Show what was decided, taken back or written on other screens."""
        if self._seen_changes not in {-1, len(self._screen.console.sitting.changes)}:
            self.again()

    def rows(self) -> None:
        self._rows_asked += 1
        subject = self._screen.subject
        in_worker(
            self._screen, lambda: subject.read().masked(), partial(self._rows_read, self._rows_asked),
            group="rows", description="reading rows", what="rows",
        )  # fmt: skip

    def _rows_read(self, asked: int, read: RowsRead) -> None:
        if asked != self._rows_asked:
            return
        screen = self._screen
        self.summary = read.summary
        screen.show_heading(read.summary)
        if read.then is not None:
            read.then()
        screen.rows.set_rows(read.rows)
        screen.refresh_keys()
        if screen.rows.chosen is None:
            screen.pane.show(Page() if read.rows else read.empty)
        else:
            self.page()

    def rest_on(self, row: ListRow | None) -> None:
        """Read a row when the cursor has rested on it."""
        if self._timer is not None:
            self._timer.stop()
        if row is not None:
            self._timer = self._screen.set_timer(PAUSE, partial(self._rested_on, row))

    def _rested_on(self, row: ListRow) -> None:
        if self._screen.rows.chosen is row:
            self.page()

    def page(self) -> None:
        """Read the row under the cursor."""
        row = self._screen.rows.chosen
        if row is not None:
            self._read_page(lambda: self._screen.subject.page(row.id), row.id, "page")

    def page_after_moving(self) -> None:
        """The same once the focus has moved, which would else go with the page; what is being read is dropped."""
        self._page_asked += 1
        self._screen.call_after_refresh(self.page)

    def look_up(self, call: Callable[[], Page]) -> None:
        """Show in the pane what the call finds, until the cursor moves."""
        self._read_page(call, "", "answer")

    def _read_page(self, call: Callable[[], Page], row_id: str, what: str) -> None:
        self._page_asked += 1
        in_worker(
            self._screen, lambda: call().masked(), partial(self._page_read, self._page_asked, row_id),
            group="page", description="reading a row", what=what,
        )  # fmt: skip

    def _page_read(self, asked: int, row_id: str, page: Page) -> None:
        """Show it, if the cursor is still on its row; an answer belongs to no row."""
        chosen = self._screen.rows.chosen
        if asked != self._page_asked or (row_id and (chosen is None or chosen.id != row_id)):
            return
        again, self._shown_row = bool(row_id) and self._shown_row == row_id, row_id
        self._screen.pane.show(page, keep_place=again)
        if not row_id:
            self._screen.panes.read_on()

    def _going(self, what: str, done: int, total: int) -> None:
        self._screen.show_heading(f"{what}: {done:,} of {total:,} …" if done else f"{what} …")


class Panes:
    """Which of the two has the focus, rows or page; where only one has room, also which is shown."""

    def __init__(self, screen: "BrowseScreen") -> None:
        self._screen = screen

    def to_page(self) -> None:
        """Go to the page; where only one has room it takes the place of the list."""
        self._screen.add_class("-reading")
        self._screen.call_after_refresh(lambda: self._screen.pane.body.focus())

    def to_rows(self) -> None:
        self._screen.remove_class("-reading")
        self._screen.call_after_refresh(self._screen.rows.focus)

    def read_on(self) -> None:
        """Go to the page, if only one of both is visible."""
        if self._screen.one_pane:
            self.to_page()

    def do_browse_pane(self) -> None:
        if self._screen.rows.has_focus:
            self.to_page()
        else:
            self.to_rows()

    def do_browse_back(self) -> None:
        """Back by one: the page, the filter, the screen."""
        if not self._screen.rows.has_focus:
            self.to_rows()
        elif self._screen.asking.is_open:
            self._screen.asking.end_filter()
        else:
            self._screen.dismiss()

    def do_browse_scroll_down(self) -> None:
        self._screen.pane.body.action_lines(3)

    def do_browse_scroll_up(self) -> None:
        self._screen.pane.body.action_lines(-3)


class Asking:
    """The line to ask in: a few words, a filter of the rows, a search in the page."""

    def __init__(self, screen: "BrowseScreen") -> None:
        self._screen = screen

    @property
    def line(self) -> AskLine:
        return self._screen.query_one("#browse-ask", AskLine)

    @property
    def is_open(self) -> bool:
        return self.line.is_open

    def ask(self, hint: str, answered: Callable[[str], object], value: str = "") -> None:
        """Ask for a few words; with the answer, or without one, the focus goes back to the list."""

        def answer(words: str) -> None:
            leave()
            answered(words)

        def leave() -> None:
            self.line.close()
            self._screen.rows.focus()

        self.put(Question(hint, answer, left=leave, value=value))

    def ask_filter(self) -> None:
        """Filter the rows while a person types; the words stay until escape clears them."""

        def leave(words: str = "") -> None:
            if not words:
                self.end_filter()
            self._screen.rows.focus()

        self.put(Question("/ words the row has to hold", leave, self._screen.rows.filter, leave))

    def end_filter(self) -> None:
        self.line.close()
        self._screen.rows.filter("")

    def ask_search(self, pane: TextPane) -> None:
        def leave(words: str = "") -> None:
            self.line.close()
            if not words:
                pane.search("")
            pane.focus()

        self.put(Question("/ words to find in the text", leave, pane.search, leave))

    def put(self, question: Question) -> None:
        """Ask, and leave the line to whoever asks."""
        self.line.ask(question)
        self._screen.refresh_keys()


class BrowseScreen(BaseScreen[None]):
    """Rows and one of them; the subject says what they are."""

    CONTROLLERS = (Panes,)
    CSS_PATH: ClassVar[Any] = stylesheet("browse.tcss")
    AUTO_FOCUS = ".-first"

    def __init__(self, scope: Scope, subject: Callable[["BrowseScreen"], Subject]) -> None:
        self.SCOPES = (scope, Scope.BROWSE)
        super().__init__()
        self._wanted = ""
        self.reader = Reader(self)
        self.subject = subject(self)
        self.panes = self.controller(Panes)
        self.asking = Asking(self)
        self.controllers = (self.subject, *self.controllers)

    def compose(self) -> ComposeResult:
        """Heading, rows and pane, the line to ask in, the keys."""
        yield PlacesLine(id="places")
        yield BarLine(id="browse-heading")
        for name in self.subject.LINES:
            yield BarLine(id=name)
        with Horizontal(id="browse-body"):
            first = "" if self.subject.ASKS else "-first"
            yield RowList(self.subject.COLUMNS, empty=self.subject.EMPTY, id="browse-rows", classes=first)
            yield PagePane(split=self.console.split, id="browse-page")
        yield AskLine(id="browse-ask", classes="-asking -first" if self.subject.ASKS else "")
        yield KeyBar()

    def on_mount(self) -> None:
        self.rows.loading = False
        self.rows.filtered = "Nothing matches the filter; esc clears it."
        self.rows.wish(self._wanted or None)
        self.subject.opened()
        self.show_heading(self.reader.summary)
        self.reader.again()

    def on_unmount(self) -> None:
        self.subject.closed()

    def go_to_row(self, row_id: str) -> None:
        """Have the cursor on this row, as soon as it is there."""
        self._wanted = row_id
        if self.is_mounted and not self.rows.move_to_key(row_id):
            self.rows.wish(row_id)

    @property
    def rows(self) -> RowList:
        return self.query_one("#browse-rows", RowList)

    @property
    def pane(self) -> PagePane:
        return self.query_one("#browse-page", PagePane)

    def show_heading(self, summary: str) -> None:
        """Show what the screen is called, of which workspace, and this."""
        sessions = self.console.sessions
        whose = f" of {sessions.whose}" if sessions.whose else ""
        self.query_one("#browse-heading", BarLine).show(
            [
                Word(" dreamtui ", "dim", keep=1),
                Word(f" {self.subject.HEADING}{whose} ", "strong", keep=9),
                Word(f"  {summary}", "dim", keep=5),
            ],
            [Word(f"{sessions.name} ", "dim", keep=2)],
        )

    def show_line(self, name: str, words: list[Word]) -> None:
        """Show words in one of the lines above the rows; without any the line goes."""
        line = self.query_one(f"#{name}", BarLine)
        line.show(words)
        line.display = bool(words)

    def on_screen_resume(self) -> None:
        self.reader.catch_up()

    def bar_label(self, action_id: str) -> str | None:
        """As the subject says; there is something to filter only where rows are, shown or not."""
        return "" if action_id == "rows.filter" and not self.rows.total else self.subject.label(action_id)

    def will_ask(self, action_id: str) -> bool:
        return super().will_ask(action_id) and self.subject.asks(action_id)

    def failed(self, message: Failed) -> None:
        """The heading no longer says that something is going on."""
        self.subject.failed(message)
        self.show_heading(self.reader.summary)
        if message.sentence != STOPPED:
            super().failed(message)

    def on_long_list_highlighted(self, message: LongList.Highlighted) -> None:
        """Read the row when the cursor rests."""
        message.stop()
        self.subject.cursor_moved(self.rows.chosen)
        self.refresh_keys()
        self.reader.rest_on(self.rows.chosen)

    def on_long_list_opened(self, message: LongList.Opened) -> None:
        message.stop()
        if self.rows.chosen is None or not self.subject.opens(self.rows.chosen):
            self.panes.to_page()

    def do_browse_refresh(self) -> None:
        self.reader.again()

    def on_row_list_filter_wanted(self, message: RowList.FilterWanted) -> None:
        message.stop()
        if not self.subject.filters():
            self.asking.ask_filter()

    def on_text_pane_search_wanted(self, message: TextPane.SearchWanted) -> None:
        message.stop()
        self.asking.ask_search(message.pane)

    def on_row_list_copy_wanted(self, message: RowList.CopyWanted) -> None:
        message.stop()
        name = self.subject.copied(message.row)
        self.console.copy(name, name)

    def do_browse_copy_text(self) -> None:
        self.pane.copy()

    def on_page_pane_copy_wanted(self, message: PagePane.CopyWanted) -> None:
        message.stop()
        self.console.copy(message.text, message.what)

    def do_browse_zoom(self) -> None:
        """Give the pane the whole screen, or the list its place back; what is hidden has no focus."""
        self.toggle_class("-whole")
        if self.has_class("-whole"):
            self.pane.body.focus()
        else:
            self.rows.focus()
