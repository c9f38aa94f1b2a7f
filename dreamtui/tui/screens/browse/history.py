"""History and audit: who decided what, when and why; what it changed; whether the records hold; why a line is there."""

import json

from dreamtui.desk.audit import audit_views
from dreamtui.desk.audit.decision_diff import recorded_changes
from dreamtui.desk.desk import Desk
from dreamtui.model.decision import Mark
from dreamtui.model.verb import Verb
from dreamtui.present import history
from dreamtui.present.parts import ListRow
from dreamtui.text.lines import plain
from dreamtui.text.words import counted
from dreamtui.tui.controllers.beside import DecidingBeside
from dreamtui.tui.controllers.filing import write_file
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject


class HistoryRows(Subject):
    """Decisions newest first, and one of them: its record, or what it changed."""

    HEADING = "History"
    COLUMNS = history.COLUMNS
    EMPTY = "No decision is recorded yet."

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._deciding = DecidingBeside(screen)
        self._marks: dict[str, tuple[Mark, bool]] = {}
        self._changes = False

    def read(self) -> RowsRead:
        desk = self.console.here.desk
        found = audit_views.decisions(desk)
        self._marks = {mark.id: (mark, stands) for mark, stands in found}
        standing = sum(stands for _, stands in found)
        people = len({mark.actor for mark, _ in found})
        made = f"{counted(len(found), 'decision')}, {standing} standing"
        summary = f"{made}, by {counted(people, 'person', 'people')}"
        return RowsRead(history.rows(found, desk.now), summary)

    def page(self, row_id: str) -> Page:
        desk = self.console.here.desk
        found, mark, stands = audit_views.decision(desk, row_id)
        if not self._changes:
            return Page(history.decision_lines(found, mark, stands, desk.now))
        changes = recorded_changes(desk, found)
        known = [one for one in changes if one.whole or one.before or one.after]
        if changes and not known:
            return Page([plain(f"{one.path}: {one.remark}", hanging=2) for one in changes])
        files = history.record_files(known)
        return Page(files=files) if files else Page([plain("This decision changed no file.", "dim")])

    def copied(self, row: ListRow) -> str:
        """The decision's short id, which every command takes."""
        return row.id[:8]

    def _chosen(self) -> tuple[Mark, bool] | None:
        row = self.screen.rows.chosen
        return self._marks.get(row.id) if row is not None else None

    # Looking

    def do_history_changes(self) -> None:
        """The record, or what it changed."""
        self._changes = not self._changes
        self.screen.reader.page()
        self.screen.panes.read_on()

    def label(self, action_id: str) -> str | None:
        """Actions on a decision need one; an undo needs one in force that is not itself an undo or redo."""
        chosen = self._chosen()
        if action_id == "history.undo":
            undone = chosen is not None and chosen[1] and chosen[0].verb not in {Verb.UNDO, Verb.REDO}
            return None if undone else ""
        if action_id == "history.changes":
            return "" if chosen is None else "record" if self._changes else None
        return None

    def do_history_verify(self) -> None:
        desk = self.console.here.desk
        self.screen.pane.show(Page([plain("Checking every record …", "dim")]))
        self.screen.reader.look_up(lambda: Page(history.verdict_lines(audit_views.verify(desk))))

    def do_history_why(self) -> None:
        """Ask for a line, a rule or a note."""
        hint = f"why: a line of {self._first_output()} by its number, FILE:LINE, or a rule's or note's id"
        self.screen.asking.ask(hint, self._why)

    def _why(self, text: str) -> None:
        if text:
            from dreamtui.desk.outputs.why import why

            desk = self.console.here.desk
            about = f"{self._first_output()}:{text}" if text.isdecimal() else text
            self.screen.reader.look_up(lambda: Page(history.why_lines(why(desk, about), desk.now)))

    def _first_output(self) -> str:
        root = self.console.here.desk.workspace.root
        names = ("CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md")
        return next((name for name in names if (root / name).is_file()), names[0])

    def do_history_export(self) -> None:
        """Copy the decision as JSON."""
        chosen = self._chosen()
        if chosen is None:
            return
        desk, mark = self.console.here.desk, chosen[0]
        what = f"decision {mark.short} as JSON"
        in_worker(
            self.screen, lambda: _as_json(desk, mark.id), lambda text: self.console.copy(text, what),
            group="export", description="reading a decision", what="export",
        )  # fmt: skip

    def do_history_file(self) -> None:
        """Write the decision as JSON into a new file."""
        chosen = self._chosen()
        if chosen is None:
            return
        desk, mark = self.console.here.desk, chosen[0]
        write_file(self.screen, desk, f"decision-{mark.short}.json", lambda path: f"{_as_json(desk, mark.id)}\n")

    # Taking back

    def asks(self, action_id: str) -> bool:
        """An undo asks for a reason only if the decision was made before this sitting."""
        chosen = self._chosen()
        return action_id != "history.undo" or (
            chosen is not None and chosen[1] and not self._deciding.taking_back.is_own(chosen[0].id)
        )

    def do_history_undo(self) -> None:
        """Take the decision back: with a reason, unless it was made in this sitting."""
        chosen = self._chosen()
        if chosen is None:
            return
        mark, stands = chosen
        if not stands:
            self.console.say(f"{mark.verb} {mark.short} is already undone.", "warning")
        elif mark.verb in {Verb.UNDO, Verb.REDO}:
            meant = "undid something" if mark.verb is Verb.UNDO else "redid something"
            self.console.say(f"{mark.short} only {meant}; u and U on that decision change it.", "warning")
        else:
            self._deciding.taking_back.alone(mark)

    def do_history_redo(self) -> None:
        """Take an undo back."""
        chosen = self._chosen()
        if chosen is None:
            return
        mark, stands = chosen
        if mark.verb is not Verb.UNDO or not stands:
            self.console.say("U redoes only an undo that stands.", "warning")
            return
        self._deciding.taking_back.again(mark)


def _as_json(desk: Desk, decision: str) -> str:
    from msgspec import to_builtins

    from dreamtui.present.documents import decisions as documents

    found, mark, stands = audit_views.decision(desk, decision)
    return json.dumps(to_builtins(documents.decision(found, stands, mark.name)), indent=2)
