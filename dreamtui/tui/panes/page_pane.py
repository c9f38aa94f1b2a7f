"""The pane beside the rows of a screen: a text, or changes. Secret-like text is masked in both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from dreamtui.present.changes import FileDiff
from dreamtui.text.danger.risks import mask
from dreamtui.text.lines import Line
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.line_pane import LinePane
from dreamtui.tui.widgets.text_pane import TextPane


@dataclass(frozen=True, slots=True)
class Page:
    """What the pane shows: lines, or files to be compared."""

    lines: Sequence[Line] = ()
    files: Sequence[FileDiff] = ()
    """What changed, when the pane shows a diff."""
    then: Callable[[], object] | None = None
    """What else there is to do when the page is shown."""

    def masked(self) -> "Page":
        """The page with secret-like text replaced, as a diff does itself; V in the queue shows that of one item."""
        lines = [replace(line, parts=tuple((tone, mask(text)) for tone, text in line.parts)) for line in self.lines]
        return replace(self, lines=lines)


class PagePane(Vertical):
    """Shows one page at a time."""

    @dataclass
    class CopyWanted(Message):
        """Text is to be put on the clipboard."""

        text: str
        what: str
        """What it is, for the person."""

    def __init__(self, *, split: bool | None = None, id: str | None = None) -> None:
        super().__init__(id=id)
        self._split = split
        self._page = Page()

    def compose(self) -> ComposeResult:
        yield TextPane(id="browse-text")
        yield DiffView(split=self._split, id="browse-diff")

    @property
    def text(self) -> TextPane:
        return self.query_one(TextPane)

    @property
    def diff(self) -> DiffView:
        return self.query_one(DiffView)

    @property
    def body(self) -> LinePane:
        """The one that is shown."""
        return self.diff if self.has_class("-changes") else self.text

    def show(self, page: Page, *, keep_place: bool = False) -> None:
        """Show lines or changes; with `keep_place` at the same scroll position. The focus goes along."""
        self._page = page
        had_focus = self.body.has_focus
        self.set_class(bool(page.files), "-changes")
        if page.files:
            self.diff.show_files(page.files, labels=("before", "after"))
        else:
            self.text.show(page.lines, keep_place=keep_place)
        if had_focus:
            self.body.focus()
        if page.then is not None:
            page.then()

    def copy(self) -> None:
        """Ask for what is shown to be copied, as it was read."""
        if self.has_class("-changes"):
            self.post_message(self.CopyWanted(self.diff.text_of_change(), "the change"))
        else:
            lines = ("".join(part for _, part in line.parts) for line in self._page.lines)
            self.post_message(self.CopyWanted("\n".join(lines), "the text"))

    def on_diff_view_copied(self, message: DiffView.Copied) -> None:
        message.stop()
        self.post_message(self.CopyWanted(message.text, "the change"))
