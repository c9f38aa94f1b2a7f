"""The log: messages of this sitting, the workspace's log, and where errors are kept."""

from collections.abc import Mapping
from typing import Any

from dreamtui.desk.audit import audit_views
from dreamtui.desk.person import error_log
from dreamtui.present import log
from dreamtui.present.log import SittingNotice
from dreamtui.present.parts import ListRow
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject

NEWEST = 2000
"""Lines of the log that are read."""


class LogRows(Subject):
    """Messages of this sitting, then the workspace's log, each newest first."""

    HEADING = "Log"
    COLUMNS = log.COLUMNS
    EMPTY = "Nothing was said or logged yet."

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._said: tuple[SittingNotice, ...] = ()
        self._entries: tuple[Mapping[str, Any], ...] = ()

    def read(self) -> RowsRead:
        desk = self.console.here.desk
        self._said = tuple(self.console.sitting.said)
        self._entries = tuple(audit_views.log_entries(desk, NEWEST))
        errors = log.error_log_words(error_log(desk.env), desk.env)
        return RowsRead(log.rows(self._said, self._entries, desk.now), errors)

    def page(self, row_id: str) -> Page:
        now = self.console.here.now
        kind, number, *_ = row_id.split(":")
        if kind == "said":
            return Page(log.said_lines(self._said[int(number)], now))
        return Page(log.entry_lines(self._entries[int(number)], now))

    def copied(self, row: ListRow) -> str:
        """The message, or the decision's or item's id."""
        kind, number, *_ = row.id.split(":")
        if kind == "said":
            return self._said[int(number)].text
        entry = self._entries[int(number)]
        return str(entry.get("decision") or entry.get("item") or entry.get("ts"))
