"""The subject of a screen beside the queue."""

# ruff: noqa: B027  most subjects do nothing at most moments

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from dreamtui.present.parts import Column, ListRow
from dreamtui.tui.controllers.working import Failed
from dreamtui.tui.panes.page_pane import Page

if TYPE_CHECKING:
    from dreamtui.tui.app import Console
    from dreamtui.tui.screens.browse.screen import BrowseScreen


NOTHING = Page()


@dataclass(frozen=True, slots=True)
class RowsRead:
    rows: Sequence[ListRow]
    summary: str
    """Shown in the heading, after the title."""
    then: Callable[[], object] | None = None
    """What else is done with it in the event loop, before the rows are shown."""
    empty: Page = NOTHING
    """The page if there are no rows."""

    def masked(self) -> "RowsRead":
        """The same with secret-like text replaced in the rows."""
        return replace(self, rows=[row.masked() for row in self.rows])


class Subject(ABC):
    """What the one screen of rows shows: how its rows and one of them are read, and what its keys do (`do_…`).

    Everything below has a default but how rows and pages are read; both are called in a worker.
    """

    HEADING: ClassVar[str] = ""
    """What the screen is called."""
    COLUMNS: ClassVar[tuple[Column, ...]] = (Column(),)
    """Of the list."""
    EMPTY: ClassVar[str] = "Nothing here."
    """What is said when there are no rows."""
    ASKS: ClassVar[bool] = False
    """Whether it asks for words at once: what is typed right after its key is meant for them."""
    LINES: ClassVar[tuple[str, ...]] = ()
    """Ids of the lines between the heading and the rows."""

    def __init__(self, screen: "BrowseScreen") -> None:
        self.screen = screen

    @property
    def console(self) -> "Console":
        return self.screen.console

    def chosen(self) -> tuple[str, str]:
        """Kind and name of the row under the cursor, both parts of its id; empty without one."""
        row = self.screen.rows.chosen
        kind, _, name = row.id.partition(":") if row is not None else ("", "", "")
        return kind, name

    @abstractmethod
    def read(self) -> RowsRead:
        """The rows."""

    @abstractmethod
    def page(self, row_id: str) -> Page:
        """What the pane shows of a row."""

    def forget(self) -> None:
        """Drop everything that was read."""

    def copied(self, row: ListRow) -> str:
        """What is put on the clipboard for a row."""
        return row.id.rpartition(":")[2]

    def cursor_moved(self, row: ListRow | None) -> None:
        """The cursor moved to another row."""

    def opens(self, row: ListRow) -> bool:
        """Enter was pressed on a row: whether that did something else than going to its page."""
        return False

    def filters(self) -> bool:
        """A filter of the rows is wanted: whether that did something of its own."""
        return False

    def label(self, action_id: str) -> str | None:
        """What the key bar calls an action now, as in `BaseScreen.bar_label`."""
        return None

    def asks(self, action_id: str) -> bool:
        """Whether one of the actions that mostly open a box to write in would open it now."""
        return True

    def failed(self, message: Failed) -> None:
        """Something could not be done."""

    def opened(self) -> None:
        """The screen stands."""

    def closed(self) -> None:
        """The screen is gone."""
