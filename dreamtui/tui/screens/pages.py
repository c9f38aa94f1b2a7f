"""What a secondary screen has read: rows, and what the pane shows of one; secret-like text is masked in both."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.message import Message

from dreamtui.text.danger.risks import mask
from dreamtui.tui.widgets.diff.files import FileDiff
from dreamtui.tui.widgets.lists.row_list import ListRow
from dreamtui.tui.widgets.text_pane import PaneLine


@dataclass(frozen=True, slots=True)
class Page:
    """What the pane shows of a row: lines, or files to be compared."""

    lines: Sequence[PaneLine] = ()
    """The text."""
    files: Sequence[FileDiff] = ()
    """What changed, when the pane shows a diff."""


def masked_page(page: Page) -> Page:
    """The page with secret-like text replaced, as a diff does itself; V in the queue shows that of one item."""
    lines = [replace(line, parts=tuple((tone, mask(text)) for tone, text in line.parts)) for line in page.lines]
    return Page(lines, page.files)


def masked_row(row: ListRow) -> ListRow:
    """The row with secret-like text replaced."""
    return replace(row, cells=tuple(cell._replace(text=mask(cell.text)) for cell in row.cells))


@dataclass
class RowsRead(Message):
    """The rows were read."""

    rows: Sequence[ListRow]
    """All of them."""
    summary: str
    """What stands in the heading beside the title."""


@dataclass
class Going(Message):
    """How far a worker is."""

    words: str
    """For the heading."""

    def can_replace(self, message: Message) -> bool:
        """Only the newest matters."""
        return isinstance(message, Going)


@dataclass
class PageRead(Message):
    """What the pane shows was read."""

    row_id: str
    """Whose; empty for an answer that belongs to no row."""
    page: Page
    """It."""
