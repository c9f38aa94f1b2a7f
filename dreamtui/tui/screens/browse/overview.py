"""What agents remember, all of it: what is wrong, what every session loads, what waits."""

from functools import partial

from dreamtui.desk.workspace.overview import Overview, OverviewFinding, whole_overview
from dreamtui.present import overview as texts
from dreamtui.present.memory import loaded_lines
from dreamtui.present.parts import ListRow
from dreamtui.text.lines import plain
from dreamtui.tui.controllers.beside import DecidingBeside
from dreamtui.tui.controllers.remedies import apply_remedy
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject


class OverviewRows(Subject):
    """What is wrong with what agents remember, and all they load."""

    HEADING = "What agents remember"
    COLUMNS = texts.COLUMNS

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._deciding = DecidingBeside(screen)
        self._seen: Overview | None = None

    def read(self) -> RowsRead:
        desk = self.console.here.desk
        seen = whole_overview(desk, keep=not self.console.read_only, progress=self.screen.reader.progress)
        wrong = len(seen.findings)
        return RowsRead(
            texts.rows(seen, desk.now), f"{wrong} wrong" if wrong else "no problems", partial(self._show, seen)
        )

    def _show(self, seen: Overview) -> None:
        self._seen = seen

    def page(self, row_id: str) -> Page:
        seen = self._seen
        if seen is None:
            return Page()
        kind, _, name = row_id.partition(":")
        if kind == "wrong":
            return Page(texts.finding_lines(seen.findings[int(name)], self.console.keymap.shown))
        if kind == "loaded":
            return Page(loaded_lines(seen.loaded.files[int(name)]))
        return Page([plain("These wait in the queue; esc goes there.", "dim")])

    def copied(self, row: ListRow) -> str:
        """What the row says."""
        return row.cells[1].text

    def _chosen(self) -> OverviewFinding | None:
        """The finding under the cursor."""
        kind, name = self.chosen()
        return self._seen.findings[int(name)] if kind == "wrong" and self._seen is not None else None

    def label(self, action_id: str) -> str | None:
        """Mending is offered on what is wrong, undoing where something was decided."""
        if action_id == "overview.mend":
            return "" if self._chosen() is None else None
        return "" if action_id == "overview.undo" and not self.console.sitting.done else None

    def opens(self, row: ListRow) -> bool:
        """Enter on what waits goes back to the queue."""
        if row.id.startswith("waits:"):
            self.screen.dismiss()
            return True
        return False

    async def do_overview_mend(self) -> None:
        found = self._chosen()
        if found is None:
            self.console.say("Put the cursor on what is wrong first.", "warning")
        else:
            await apply_remedy(self.screen, found.kind, self._deciding.recorded, here="app.folders")

    def do_overview_undo(self) -> None:
        self._deciding.undo()
