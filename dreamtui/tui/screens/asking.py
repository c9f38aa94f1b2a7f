"""What the secondary screens ask and copy: a filter, a search, a place; a row's name, the text of the pane."""

from textual.widgets import Input

from dreamtui.tui.screens.base import BaseScreen
from dreamtui.tui.screens.pages import Page
from dreamtui.tui.widgets.ask_line import AskLine
from dreamtui.tui.widgets.diff_view import DiffView
from dreamtui.tui.widgets.row_list import ListRow, RowList
from dreamtui.tui.widgets.text_pane import TextPane


class AskingScreen(BaseScreen[None]):
    """Rows, a pane of text or changes, and a line to ask in."""

    def __init__(self) -> None:
        super().__init__()
        self._page = Page()

    # What a subclass says

    def copied(self, row: ListRow) -> str:
        """What is put on the clipboard for a row."""
        return row.id.rpartition(":")[2]

    def answered(self, purpose: str, text: str) -> None:
        """Somebody answered a question the subclass asked."""

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
