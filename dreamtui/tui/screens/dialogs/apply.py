"""Changes that need no reason, shown side by side before they are written."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical

from dreamtui.model.change import ChangeSet
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.screens.base import BaseDialog, Failed, KeyBar
from dreamtui.tui.texts.changes import files_of
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.title_lines import TitleLines

if TYPE_CHECKING:
    from dreamtui.tui.session.outcomes import ConsoleOutcome


class ApplyScreen(BaseDialog["ConsoleOutcome | None"]):
    """The exact changes, what to know about them, and whether to write them; gives back what was done."""

    SCOPES = (Scope.APPLY,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = "DiffView"

    def __init__(
        self, changes: ChangeSet, heading: str, apply: "Callable[[], ConsoleOutcome]", remarks: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.changes = changes
        self.heading = heading
        self.remarks = tuple(remarks)
        self._apply = apply
        self._writing = False

    def compose(self) -> ComposeResult:
        """A heading, what to know, the diff, the keys."""
        with Vertical(classes="box whole"):
            yield TitleLines(id="apply-title")
            for sentence in self.remarks[:3]:
                yield BarLine([Word(sentence, "warning")])
            yield DiffView(split=self.console.split)
            yield KeyBar()

    def on_mount(self) -> None:
        """Show what it is about and the files."""
        self.query_one(TitleLines).show(self.heading)
        self.query_one(DiffView).show_files(files_of(self.changes), labels=("now", "written"))

    def bar_label(self, action_id: str) -> str | None:
        """Nothing is written where the console only reads."""
        return "" if action_id == "apply.write" and self.console.read_only else None

    def on_diff_view_mode_changed(self, event: DiffView.ModeChanged) -> None:
        """Remember how diffs are looked at."""
        self.console.split = event.split

    def do_apply_write(self) -> None:
        """Write exactly this."""
        if not self._writing:
            self._writing = True
            in_worker(self, self._apply, self.dismiss, group="apply", description="writing", what="write")

    def failed(self, message: Failed) -> None:
        """Nothing was written: say why, and stay."""
        self._writing = False
        super().failed(message)

    def do_apply_back(self) -> None:
        """Back; nothing is written."""
        self.dismiss(None)
