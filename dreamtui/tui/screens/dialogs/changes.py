"""A set of changes over the whole screen, to be looked at and left."""

from textual.app import ComposeResult
from textual.containers import Vertical

from dreamtui.model.change import ChangeSet
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.texts.changes import files_of
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.diff.view import DiffView


class ChangesScreen(BaseDialog[None]):
    """The changes, file by file."""

    SCOPES = (Scope.NOTICE,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = "DiffView"

    def __init__(self, changes: ChangeSet, heading: str, *, revealed: bool = False) -> None:
        super().__init__()
        self.revealed = revealed
        """Whether secret-like text is shown as it is."""
        self.changes = changes
        self.heading = heading

    def compose(self) -> ComposeResult:
        """A heading, the diff, the keys."""
        with Vertical(classes="box whole"):
            yield BarLine([Word(self.heading, "strong")])
            yield DiffView(split=self.console.split)
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the files."""
        self.query_one(DiffView).show_files(files_of(self.changes), reveal=self.revealed)

    def do_notice_close(self) -> None:
        """Close it."""
        self.dismiss()
