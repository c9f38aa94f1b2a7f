"""The log: what was said in this sitting, what happened in the workspace, and where errors are kept."""

from collections.abc import Mapping
from typing import Any

from dreamtui.desk.audit import audit_views
from dreamtui.store.person import errorlog
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.screens.browse import BrowseScreen
from dreamtui.tui.screens.pages import Page, RowsRead
from dreamtui.tui.session.sitting import SittingNotice
from dreamtui.tui.texts import log
from dreamtui.tui.widgets.lists.row_list import ListRow

NEWEST = 2000
"""Lines of the log that are read."""


class LogScreen(BrowseScreen):
    """What was said, then the workspace's log, each newest first."""

    SCOPES = (Scope.LOG, Scope.BROWSE)
    BINDINGS = bindings_of(*SCOPES)
    HEADING = "Log"
    COLUMNS = log.COLUMNS
    EMPTY = "Nothing was said or logged yet."

    def __init__(self) -> None:
        super().__init__()
        self._said: tuple[SittingNotice, ...] = ()
        self._entries: tuple[Mapping[str, Any], ...] = ()

    def read_rows(self) -> RowsRead:
        """What was said so far, and the newest lines of the log."""
        desk = self.console.here.desk
        self._said = tuple(self.console.sitting.said)
        self._entries = tuple(audit_views.log_entries(desk, NEWEST))
        errors = log.error_log_words(errorlog.path(desk.env), desk.env)
        return RowsRead(log.rows(self._said, self._entries, desk.now), errors)

    def read_page(self, row_id: str) -> Page:
        """One line, whole."""
        now = self.console.here.now
        kind, number, *_ = row_id.split(":")
        if kind == "said":
            return Page(log.said_lines(self._said[int(number)], now))
        return Page(log.entry_lines(self._entries[int(number)], now))

    def copied(self, row: ListRow) -> str:
        """What was said, or the decision's or item's id."""
        kind, number, *_ = row.id.split(":")
        if kind == "said":
            return self._said[int(number)].text
        entry = self._entries[int(number)]
        return str(entry.get("decision") or entry.get("item") or entry.get("ts"))
