"""What history, memory, log and settings share: rows on the left, one of them on the right, a line to ask in."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import get_current_worker

from dreamtui.model.errors import Refused
from dreamtui.tui.screens.base import BaseScreen, Failed, KeyBar
from dreamtui.tui.screens.pages import Going, Page, PageRead, RowsRead, masked_page, masked_row
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.ask_line import AskLine
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.lists.long_list import LongList
from dreamtui.tui.widgets.lists.row_list import Column, ListRow, RowList
from dreamtui.tui.widgets.text_pane import TextPane

STOPPED = "It was stopped; nothing was changed."
"""What is said of work that was stopped before its end."""

PAUSE = 0.04
"""Seconds the cursor rests before a row is read."""

_EVERY = 0.05


class BrowseScreen(BaseScreen[None]):
    """Rows and one of them. A subclass says how both are read; reading happens in a worker."""

    CSS_PATH: ClassVar[Any] = stylesheet("browse.tcss")
    AUTO_FOCUS = "RowList"
    HEADING: ClassVar[str] = ""
    """What the screen is called."""
    COLUMNS: ClassVar[tuple[Column, ...]] = (Column(),)
    """Of the list."""
    EMPTY: ClassVar[str] = "Nothing here."
    """What is said when there are no rows."""

    def __init__(self) -> None:
        super().__init__()
        self._page = Page()
        self._timer: Timer | None = None
        self._seen_changes = -1
        self._summary = "reading …"
        self._told = 0.0
        self._shown_row = ""
        self._same_row = False

    # What a subclass says

    def read_rows(self) -> RowsRead:
        """The rows; called in a worker."""
        raise NotImplementedError

    def read_page(self, row_id: str) -> Page:
        """What the pane shows of a row; called in a worker."""
        raise NotImplementedError

    def copied(self, row: ListRow) -> str:
        """What is put on the clipboard for a row."""
        return row.id.rpartition(":")[2]

    def answered(self, purpose: str, text: str) -> None:
        """Somebody answered a question the subclass asked."""

    def applies(self, action_id: str) -> bool:
        """There is something to filter only where rows are, shown or not."""
        return super().applies(action_id) and (action_id != "rows.filter" or bool(self.rows.total))

    # The parts

    @property
    def rows(self) -> RowList:
        """The list."""
        return self.query_one("#browse-rows", RowList)

    @property
    def text(self) -> TextPane:
        """The pane of text."""
        return self.query_one("#browse-text", TextPane)

    @property
    def diff(self) -> DiffView:
        """The pane of changes."""
        return self.query_one("#browse-diff", DiffView)

    @property
    def asking(self) -> AskLine:
        """The line to ask in."""
        return self.query_one("#browse-ask", AskLine)

    def compose(self) -> ComposeResult:
        """Heading, rows and pane, the line to ask in, the keys."""
        yield BarLine(id="browse-heading")
        yield from self.compose_top()
        with Horizontal(id="browse-body"):
            yield RowList(self.COLUMNS, empty=self.EMPTY, id="browse-rows")
            with Vertical(id="browse-page"):
                yield TextPane(id="browse-text")
                yield DiffView(split=self.console.split, id="browse-diff")
        yield AskLine(id="browse-ask")
        yield KeyBar()

    def compose_top(self) -> ComposeResult:
        """What stands above the rows; nothing, unless a subclass has something."""
        yield from ()

    def on_mount(self) -> None:
        """Read."""
        self.rows.loading = False
        self.rows.filtered = "Nothing matches the filter; esc clears it."
        self._show_heading(self._summary)
        self.read_again()

    @property
    def page_pane(self) -> Widget:
        """The pane that is shown: text or changes."""
        return self.diff if self.has_class("-changes") else self.text

    def _show_heading(self, summary: str) -> None:
        sessions = self.console.sessions
        whose = f" of {sessions.whose}" if sessions.whose else ""
        self.query_one("#browse-heading", BarLine).show(
            [
                Word(" dreamtui ", "dim", keep=1),
                Word(f" {self.HEADING}{whose} ", "strong", keep=9),
                Word(f"  {summary}", "dim", keep=5),
            ],
            [Word(f"{sessions.name} ", "dim", keep=2)],
        )

    # Reading

    def read_again(self) -> None:
        """Read the rows in a worker."""
        self._seen_changes = len(self.console.sitting.changes)
        self.load_rows()

    def on_screen_resume(self) -> None:
        """It comes to the front again: show what was decided, taken back or written meanwhile."""
        if self._seen_changes not in {-1, len(self.console.sitting.changes)}:
            self.read_again()

    @work(thread=True, exclusive=True, exit_on_error=False, group="rows", description="reading rows")
    def load_rows(self) -> None:
        """Read the rows; what is said is masked where it looks like a secret."""
        self.guarded(self.read_rows, lambda read: replace(read, rows=[masked_row(row) for row in read.rows]), "rows")

    @work(thread=True, exclusive=True, exit_on_error=False, group="page", description="reading a row")
    def _read_page(self, row_id: str) -> None:
        self.guarded(lambda: self.read_page(row_id), lambda page: PageRead(row_id, masked_page(page)), "page")

    @work(thread=True, exclusive=True, exit_on_error=False, group="page", description="finding an answer")
    def look_up(self, call: Callable[[], Page]) -> None:
        """Show in the pane what the call finds, until the cursor moves."""
        self.guarded(call, lambda page: PageRead("", masked_page(page)), "answer")

    def tell(self, what: str, done: int = 0, total: int = 0) -> None:
        """Called in a worker: say in the heading how far it is; a worker that nobody waits for any more ends here."""
        if get_current_worker().is_cancelled:
            raise Refused(STOPPED)
        now = self.console.clock()
        if not done or now - self._told >= _EVERY:
            self._told = now
            self.post_message(Going(f"{what}: {done:,} of {total:,} …" if done else f"{what} …"))

    def on_going(self, message: Going) -> None:
        """Show how far it is."""
        message.stop()
        self._show_heading(message.words)

    def failed(self, message: Failed) -> None:
        """The heading no longer says that something is going on."""
        self._show_heading(self._summary)
        if message.sentence != STOPPED:
            super().failed(message)

    def on_rows_read(self, message: RowsRead) -> None:
        """Show the rows."""
        message.stop()
        self._summary = message.summary
        self._show_heading(message.summary)
        self.rows.set_rows(message.rows)
        self.refresh_keys()
        if self.rows.chosen is None:
            self.show_page(Page())
        else:
            self._turn_to(self.rows.chosen)

    def on_page_read(self, message: PageRead) -> None:
        """Show the row, if the cursor still stands on it."""
        message.stop()
        chosen = self.rows.chosen
        if not message.row_id:
            self._shown_row = ""
            self.show_page(message.page)
            self.read_on()
        elif chosen is not None and chosen.id == message.row_id:
            self._same_row, self._shown_row = self._shown_row == message.row_id, message.row_id
            self.show_page(message.page)
            self._same_row = False

    def show_page(self, page: Page) -> None:
        """Show lines or changes in the pane; the place in a text stays when it is the same row again."""
        self._page = page
        had_focus = self.page_pane.has_focus
        self.set_class(bool(page.files), "-changes")
        if page.files:
            self.diff.show_files(page.files, labels=("before", "after"))
        else:
            self.text.show(page.lines, keep_place=self._same_row)
        if had_focus:
            self.page_pane.focus()

    def on_long_list_highlighted(self, message: LongList.Highlighted) -> None:
        """Read the row when the cursor rests."""
        message.stop()
        chosen = self.rows.chosen
        self.refresh_keys()
        if self._timer is not None:
            self._timer.stop()
        if chosen is not None:
            self._timer = self.set_timer(PAUSE, lambda: self._turn_to(chosen))

    def _turn_to(self, row: ListRow) -> None:
        if self.rows.chosen is row:
            self._read_page(row.id)

    def page_again(self) -> None:
        """Read the row under the cursor again."""
        if self.rows.chosen is not None:
            self._read_page(self.rows.chosen.id)

    # Moving about

    def read_on(self) -> None:
        """Go to the pane; where only one has room it takes the place of the list."""
        if self.one_pane:
            self.add_class("-reading")
            self.call_after_refresh(self.page_pane.focus)

    def on_long_list_opened(self, message: LongList.Opened) -> None:
        """Go to the pane."""
        message.stop()
        self.add_class("-reading")
        self.call_after_refresh(self.page_pane.focus)

    def do_browse_pane(self) -> None:
        """To the pane, or back to the list."""
        if self.rows.has_focus:
            self.add_class("-reading")
            self.call_after_refresh(self.page_pane.focus)
        else:
            self.to_rows()

    def to_rows(self) -> None:
        self.remove_class("-reading")
        self.call_after_refresh(self.rows.focus)

    def do_browse_back(self) -> None:
        """Back by one: the pane, the filter, the screen."""
        if not self.rows.has_focus:
            self.to_rows()
        elif self.asking.has_class("-asking"):
            self.asking.close()
            self.rows.filter("")
        else:
            self.dismiss()

    def do_browse_refresh(self) -> None:
        """Read it again."""
        self.read_again()

    def do_browse_scroll_down(self) -> None:
        """Scroll the pane."""
        self._scroll(3)

    def do_browse_scroll_up(self) -> None:
        """Scroll the pane."""
        self._scroll(-3)

    def _scroll(self, lines: int) -> None:
        pane = self.diff if self.has_class("-changes") else self.text
        pane.action_lines(lines)

    # Asking

    def ask(self, purpose: str, hint: str, value: str = "") -> None:
        """Ask for a few words; `answered` gets them."""
        self.asking.ask(purpose, hint, value)
        self.refresh_keys()

    def on_row_list_filter_wanted(self, message: RowList.FilterWanted) -> None:
        """Ask for words to filter by."""
        message.stop()
        self.ask("filter", "/ words the row has to hold")

    def on_text_pane_search_wanted(self, message: TextPane.SearchWanted) -> None:
        """Ask for words to search for."""
        message.stop()
        self.ask("search", "/ words to find in the text")

    def on_input_changed(self, message: Input.Changed) -> None:
        """Filter and search while somebody types."""
        message.stop()
        if self.asking.purpose == "filter":
            left = self.rows.filter(message.value)
            self.asking.border_subtitle = str(left)
        elif self.asking.purpose == "search":
            self.text.search(message.value)

    def on_ask_line_answered(self, message: AskLine.Answered) -> None:
        """The answer goes to whoever asked."""
        message.stop()
        if message.purpose == "filter" and message.text:
            self.rows.focus()
            return
        self.asking.close()
        (self.text if message.purpose == "search" else self.rows).focus()
        if message.purpose not in {"filter", "search"}:
            self.answered(message.purpose, message.text)

    def on_ask_line_left(self, message: AskLine.Left) -> None:
        """No answer: everything as it was."""
        message.stop()
        self.asking.close()
        if message.purpose == "filter":
            self.rows.filter("")
        elif message.purpose == "search":
            self.text.search("")
        (self.text if message.purpose == "search" else self.rows).focus()

    # Copying

    def on_row_list_copy_wanted(self, message: RowList.CopyWanted) -> None:
        """Copy the row's name."""
        message.stop()
        name = self.copied(message.row)
        self.console.copy(name, name)

    def do_browse_copy_text(self) -> None:
        """Copy what the pane shows, as it was read."""
        if self.has_class("-changes"):
            self.console.copy(self.diff.text_of_change(), "the change")
        else:
            self.console.copy(
                "\n".join("".join(part for _, part in line.parts) for line in self._page.lines),
                "the text",
            )

    def on_diff_view_copied(self, message: DiffView.Copied) -> None:
        """Copy the current change."""
        message.stop()
        self.console.copy(message.text, "the change")

    def on_diff_view_mode_changed(self, message: DiffView.ModeChanged) -> None:
        """Remember it for every diff of the console."""
        message.stop()
        self.console.split = message.split

    def on_diff_view_full_screen(self, message: DiffView.FullScreen) -> None:
        """Give the pane the whole screen, or the list its place back."""
        message.stop()
        self.toggle_class("-whole")
