"""How nightly training goes: levels as bars, marks as small charts, who tells whom, who has gone quiet."""

from dreamtui.present import training as texts
from dreamtui.present.parts import ListRow
from dreamtui.training.ledger import Ledger
from dreamtui.training.progress import TrainingProgress, progress
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject


class TrainingRows(Subject):
    """Verticals and what they tell each other."""

    HEADING = "Nightly training"
    COLUMNS = texts.COLUMNS

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._found: TrainingProgress | None = None

    @property
    def _ascii(self) -> bool:
        """Whether charts are drawn without block characters."""
        return self.console.options.ascii

    def read(self) -> RowsRead:
        found = self._found = progress(Ledger(self.console.here.desk))
        return RowsRead(
            texts.rows(found, ascii_signs=self._ascii), texts.summary(found), empty=Page(texts.empty_lines())
        )

    def page(self, row_id: str) -> Page:
        kind, _, name = row_id.partition(":")
        found = self._found
        if found is None:
            return Page()
        if kind == "link":
            return Page(texts.link_lines(found.links[int(name)]))
        one = next(one for one in found.verticals if one.vertical.name == name)
        return Page(texts.vertical_lines(one, ascii_signs=self._ascii))

    def copied(self, row: ListRow) -> str:
        """The vertical's name, or who tells whom."""
        return row.cells[1].text
