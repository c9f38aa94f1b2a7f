"""Leaving: what was decided, and exactly what CLAUDE.md and MEMORY.md become before they are written."""

from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.message import Message

from dreamtui.desk.outputs import Synced
from dreamtui.tui.actions import Scope, bindings_of
from dreamtui.tui.screens.base import BaseScreen, Failed, KeyBar
from dreamtui.tui.texts.changes import files_by_workspace
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.diff_view import DiffView
from dreamtui.tui.widgets.title_lines import TitleLines


class LeaveScreen(BaseScreen[str]):
    """Gives back `written` or `later`; nothing when somebody goes back."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.LEAVE,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = "DiffView"

    @dataclass
    class Written(Message):
        """The outputs are written."""

        synced: Synced
        """What was written."""

    @dataclass
    class Shown(Message):
        """The outputs were planned again."""

        synced: Synced
        """What would be written now."""

    def __init__(self, planned: Synced, *, leaving: bool = True) -> None:
        super().__init__()
        self.planned = planned
        self.leaving = leaving
        self._writing = False

    def compose(self) -> ComposeResult:
        """What was decided, the outputs, their diff, the keys."""
        yield TitleLines(id="sitting")
        yield BarLine(id="outputs")
        yield BarLine(id="trouble")
        yield DiffView(split=self.console.split)
        yield KeyBar()

    def scopes(self) -> tuple[Scope, ...]:
        """The keys of the queue are dead here."""
        return (*getattr(self.focused, "SCOPES", ()), *self.SCOPES)

    def on_mount(self) -> None:
        """Show what was planned."""
        summary = self.console.sitting.summary() or "nothing decided"
        drafts = len(self.console.services.drafted())
        kept = f"; {drafts} draft{'s' if drafts > 1 else ''} kept" if drafts else ""
        self.query_one("#sitting", TitleLines).show(f" This sitting: {summary}{kept}")
        self._show()

    def _show(self) -> None:
        planned = self.planned
        files = files_by_workspace(planned.changes, self.console.services.tags)
        sizes = {file.path: file.size for file in planned.files}
        words = [Word(" Will be written: ", "dim")] if files else [Word(" The outputs are up to date. ", "dim")]
        for change in planned.changes.changes:
            size = sizes.get(change.path)
            lines = f" {size.lines} lines" if size else ""
            words += [Word(change.path, "strong"), Word(f"{lines}   ", "dim")]
        self.query_one("#outputs", BarLine).show(words)
        trouble = self.query_one("#trouble", BarLine)
        trouble.display = bool(planned.problems)
        if planned.problems:
            more = f" (and {len(planned.problems) - 1} more)" if len(planned.problems) > 1 else ""
            where = " there" if self.console.services.tags else ""
            said = f" ⚠ {planned.problems[0]}{more}; nothing is written{where} while this stands"
            trouble.show([Word(said, "warning")])
        self.query_one(DiffView).show_files(files, labels=("now", "written"))

    def bar_label(self, action_id: str) -> str | None:
        """The keys say what happens when one is not leaving."""
        if action_id == "leave.later" and not self.leaving:
            return ""
        if action_id == "leave.write" and not self.leaving:
            return "write"
        return None

    def on_diff_view_mode_changed(self, event: DiffView.ModeChanged) -> None:
        """Remember how diffs are looked at."""
        self.console.split = event.split

    def do_leave_write(self) -> None:
        """Write exactly what is shown."""
        if self._writing:
            return
        if not self.planned.changes:
            self.dismiss("written")
            return
        self._writing = True
        self._write()

    @work(thread=True, exclusive=True, exit_on_error=False, group="outputs", description="writing the outputs")
    def _write(self) -> None:
        services, shown = self.console.services, self.planned
        self.guarded(services.outputs, lambda now: self._compare(shown, now), "write")

    def _compare(self, shown: Synced, now: Synced) -> Message:
        """Write when the plan is still what was shown; else show the new one."""
        if now.changes != shown.changes:
            return self.Shown(now)
        return self.Written(self.console.services.write_outputs())

    def on_leave_screen_shown(self, event: Shown) -> None:
        """Something changed meanwhile: look again."""
        self._writing = False
        self.planned = event.synced
        self._show()
        self.console.arm_guard()
        self.console.say("A file changed meanwhile; this is what would be written now", "warning")

    def on_leave_screen_written(self, event: Written) -> None:
        """Done."""
        services = self.console.services
        places = [services.place_of(change.path) for change in event.synced.changes.changes]
        self.console.sitting.wrote()
        self.console.parting_words.append(f"wrote {', '.join(places)}")
        self.dismiss("written")

    def failed(self, message: Failed) -> None:
        """Nothing was written: say why, and stay."""
        self._writing = False
        super().failed(message)

    def do_leave_later(self) -> None:
        """Leave; the outputs stay out of date."""
        if self.leaving:
            if self.planned.changes:
                self.console.parting_words.append("outputs are out of date; `dreamtui sync` writes them")
            self.dismiss("later")

    def do_leave_back(self) -> None:
        """Back to the queue."""
        self.dismiss(None)
