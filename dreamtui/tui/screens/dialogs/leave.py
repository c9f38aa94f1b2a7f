"""Leaving: what was decided, and exactly what CLAUDE.md and MEMORY.md become before they are written."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textual.app import ComposeResult

from dreamtui.desk.outputs.sync import Synced
from dreamtui.present.changes import files_by_workspace
from dreamtui.present.parts import Word
from dreamtui.text.words import counted
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.controllers.working import Failed, in_worker
from dreamtui.tui.screens.base import BaseScreen, KeyBar
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.title_lines import TitleLines

_LINES = 6
"""Lines that the names of the outputs may take: none is left out for want of room."""


class LeaveScreen(BaseScreen[str]):
    """Returns `written` or `later`; None if the person goes back."""

    SCOPES = (Scope.LEAVE,)
    AUTO_FOCUS = "DiffView"

    def __init__(self, planned: Synced, *, leaving: bool = True) -> None:
        super().__init__()
        self.planned = planned
        self.leaving = leaving
        self._writing = False

    def compose(self) -> ComposeResult:
        """What was decided, the outputs, their diff, the keys."""
        yield TitleLines(id="sitting")
        yield TitleLines(id="outputs", most=_LINES)
        yield TitleLines(id="written", most=_LINES)
        yield BarLine(id="trouble")
        yield DiffView(split=self.console.split)
        yield KeyBar()

    def scopes(self) -> tuple[Scope, ...]:
        """The keys of the queue are dead here."""
        return (*getattr(self.focused, "SCOPES", ()), *self.SCOPES)

    def on_mount(self) -> None:
        summary = self.console.sitting.summary() or "nothing decided"
        drafts = len(self.console.undecided_drafts)
        kept = f"; {drafts} draft{'s' if drafts > 1 else ''} kept" if drafts else ""
        self.query_one("#sitting", TitleLines).show(f" This sitting: {summary}{kept}")
        self._show()

    def _show(self) -> None:
        planned = self.planned
        tags = self.console.sessions.tags
        files, done = files_by_workspace(planned.changes, tags), self.console.sitting.written
        sizes = {file.path: file.size for file in planned.files}
        names = [
            f"{change.path} ({size.lines} lines loaded)" if (size := sizes.get(change.path)) else change.path
            for change in planned.changes.changes
        ]
        said = f" Will be written: {', '.join(names)}" if files else " The outputs are up to date. "
        self.query_one("#outputs", TitleLines).show(said)
        already = self.query_one("#written", TitleLines)
        already.display = bool(done)
        written = counted(len(done.changes), "file")
        already.show(f" Written already, with its decision, {written}: {', '.join(one.path for one in done.changes)}")
        trouble = self.query_one("#trouble", BarLine)
        trouble.display = bool(planned.problems or planned.undecided)
        if planned.undecided:
            count = len(planned.undecided)
            said = "1 rule is" if count == 1 else f"{count} rules are"
            trouble.show([Word(f" ⚠ {said} undecided, new words are not written; M shows it", "warning")])
        if planned.problems:
            more = f" (and {len(planned.problems) - 1} more)" if len(planned.problems) > 1 else ""
            where = " there" if self.console.sessions.tags else ""
            said = f" ⚠ {planned.problems[0]}{more}; nothing is written{where} while this stands"
            trouble.show([Word(said, "warning")])
        shown = [
            replace(file, path=f"{file.path}, written with its decision") for file in files_by_workspace(done, tags)
        ]
        self.query_one(DiffView).show_files([*files, *shown], labels=("before", "written"))
        self.call_after_refresh(self.refresh_keys)

    def bar_label(self, action_id: str) -> str | None:
        """The keys say what happens when one is not leaving, and when nothing is to be written."""
        if action_id == "diff.next":
            return "next change" if self.is_mounted and self.query_one(DiffView).changes > 1 else None
        if not self.planned.changes:
            return {"leave.write": "", "leave.later": "leave" if self.leaving else ""}.get(action_id)
        if action_id == "leave.later" and not self.leaving:
            return ""
        if action_id == "leave.write" and not self.leaving:
            return "write"
        return None

    def do_leave_write(self) -> None:
        """Write exactly what is shown; leave where that is nothing."""
        if self._writing:
            return
        if not self.planned.changes:
            self.dismiss("later" if self.leaving else None)
            return
        self._writing = True
        sessions, shown = self.console.sessions, self.planned

        def write() -> Callable[[], None]:
            """Write if the plan is still what was shown; else show the new one."""
            now = sessions.outputs()
            if now.changes != shown.changes:
                return partial(self._look_again, now)
            return partial(self._written, sessions.write_outputs())

        in_worker(
            self, write, lambda then: then(),
            group="outputs", description="writing the outputs", what="write",
        )  # fmt: skip

    def _look_again(self, planned: Synced) -> None:
        self._writing = False
        self.planned = planned
        self._show()
        self.console.arm_guard()
        self.console.say("A file changed meanwhile; this is what would be written now", "warning")

    def _written(self, synced: Synced) -> None:
        sessions = self.console.sessions
        places = [sessions.place_of(change.path) for change in synced.changes.changes]
        self.console.sitting.wrote()
        self.console.parting_words.append(f"wrote {', '.join(places)}")
        self.dismiss("written")

    def failed(self, message: Failed) -> None:
        """Nothing was written: say why, and stay."""
        self._writing = False
        super().failed(message)

    def do_leave_later(self) -> None:
        """Leave; the outputs stay out of date."""
        if self._is_written():
            return
        if self.leaving:
            if self.planned.changes:
                self.console.parting_words.append("outputs are out of date; `dreamtui sync` writes them")
            self.dismiss("later")

    def do_leave_back(self) -> None:
        if not self._is_written():
            self.dismiss(None)

    def _is_written(self) -> bool:
        """Whether the outputs are being written at this moment; says so, because what comes of it has to be seen."""
        if self._writing:
            self.console.say("They are being written", about="running")
        return self._writing
