"""History and audit: who decided what, when and why; what it changed; whether the records hold; why a line is there."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from dreamtui.desk import trail
from dreamtui.desk.recorded import recorded_changes
from dreamtui.model.decision import Mark, Verb
from dreamtui.tui.actions import Scope, bindings_of
from dreamtui.tui.clipboard import copy
from dreamtui.tui.screens.browse import BrowseScreen
from dreamtui.tui.screens.pages import Page, RowsRead
from dreamtui.tui.telling import tell
from dreamtui.tui.texts import history
from dreamtui.tui.widgets.row_list import ListRow
from dreamtui.tui.widgets.text_pane import plain

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome


@dataclass
class TakenBack(Message):
    """A decision was taken back, or made to stand again."""

    outcome: "Outcome"
    """What was recorded."""


@dataclass
class Exported(Message):
    """A decision as data is ready to be copied."""

    text: str
    """JSON."""
    what: str
    """Which decision it is."""


class HistoryScreen(BrowseScreen):
    """Decisions newest first, and one of them: its record, or what it changed."""

    SCOPES = (Scope.HISTORY, Scope.BROWSE)
    BINDINGS = bindings_of(*SCOPES)
    HEADING = "History"
    COLUMNS = history.COLUMNS
    EMPTY = "No decision is recorded yet."

    def __init__(self) -> None:
        super().__init__()
        self._marks: dict[str, tuple[Mark, bool]] = {}
        self._changes = False

    def read_rows(self) -> RowsRead:
        """All decisions."""
        desk = self.console.services.desk
        found = trail.decisions(desk)
        self._marks = {mark.id: (mark, stands) for mark, stands in found}
        standing = sum(stands for _, stands in found)
        people = len({mark.actor for mark, _ in found})
        made = f"{len(found)} {'decision' if len(found) == 1 else 'decisions'}, {standing} standing"
        summary = f"{made}, by {people} {'person' if people == 1 else 'people'}"
        return RowsRead(history.rows(found, desk.now), summary)

    def read_page(self, row_id: str) -> Page:
        """The record, or what the decision changed."""
        desk = self.console.services.desk
        found, mark, stands = trail.decision(desk, row_id)
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
        row = self.rows.chosen
        return self._marks.get(row.id) if row is not None else None

    # Looking

    def do_history_changes(self) -> None:
        """The record, or what it changed."""
        self._changes = not self._changes
        self.page_again()
        self.read_on()

    def bar_label(self, action_id: str) -> str | None:
        """The key that shows changes says what it shows next."""
        return "record" if action_id == "history.changes" and self._changes else None

    def applies(self, action_id: str) -> bool:
        """What is about one decision needs one; an undo one that stands and is not itself an undo or redo."""
        chosen = self._chosen()
        if action_id == "history.undo":
            return chosen is not None and chosen[1] and chosen[0].verb not in {Verb.UNDO, Verb.REDO}
        return super().applies(action_id) and (chosen is not None or action_id != "history.changes")

    def do_history_verify(self) -> None:
        """Check every record."""
        desk = self.console.services.desk
        self.show_page(Page([plain("Checking every record …", "dim")]))
        self.look_up(lambda: Page(history.verdict_lines(trail.verify(desk))))

    def do_history_why(self) -> None:
        """Ask for a line, a rule or a note."""
        self.ask("why", f"why: a line of {self._first_output()} by its number, FILE:LINE, or a rule's or note's id")

    def _first_output(self) -> str:
        root = self.console.services.desk.workspace.root
        names = ("CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md")
        return next((name for name in names if (root / name).is_file()), names[0])

    def do_history_export(self) -> None:
        """Copy the decision as JSON."""
        chosen = self._chosen()
        if chosen is not None:
            self._export(chosen[0].id)

    @work(thread=True, exclusive=True, exit_on_error=False, group="export", description="reading a decision")
    def _export(self, decision: str) -> None:
        desk = self.console.services.desk

        def read() -> Exported:
            found, mark, stands = trail.decision(desk, decision)
            data = trail.decision_json(found, stands, mark.name)
            return Exported(json.dumps(data, indent=2), f"decision {mark.short} as JSON")

        self.guarded(read, lambda message: message, "export")

    def on_exported(self, message: Exported) -> None:
        """Copy it."""
        copy(self.console, message.text, message.what)

    def do_history_file(self) -> None:
        """Write the decision as JSON into a new file."""
        chosen = self._chosen()
        if chosen is None:
            return
        desk, mark = self.console.services.desk, chosen[0]

        def text(path: Path) -> str:
            found, name, stands = trail.decision(desk, mark.id)
            return json.dumps(trail.decision_json(found, stands, name.name), indent=2) + "\n"

        self.write_file(desk, f"decision-{mark.short}.json", text)

    # Taking back

    def will_ask(self, action_id: str) -> bool:
        """An undo asks only for what was decided before this sitting."""
        if action_id != "history.undo":
            return super().will_ask(action_id)
        chosen = self._chosen()
        return chosen is not None and chosen[1] and not self._own(chosen[0].id)

    def do_history_undo(self) -> None:
        """Take the decision back: with a reason, unless it was made in this sitting."""
        chosen = self._chosen()
        if chosen is None:
            return
        mark, stands = chosen
        if not stands:
            self.console.say(f"{mark.verb} {mark.short} is taken back already.", "warning")
        elif mark.verb in {Verb.UNDO, Verb.REDO}:
            self.console.say(
                f"{mark.short} is itself an {mark.verb}; U makes what it took back stand again.", "warning"
            )
        elif self._own(mark.id):
            self._take_back(mark.id, sitting=True)
        else:
            self._ask_why(mark)

    def _ask_why(self, mark: Mark) -> None:
        """Ask for the reason of an undo of somebody's, or of an earlier sitting's, decision."""
        from dreamtui.desk.decide import take_back
        from dreamtui.tui.screens.rationale import Asked, RationaleScreen

        services = self.console.services
        heading = f"Take back: {mark.verb} by {mark.actor} on {mark.when[:10]} · {mark.title}"
        asked = Asked(
            Verb.UNDO,
            heading,
            lambda words: services.named(take_back(services.desk, mark.id, words.rationale)),
            title=mark.title,
        )
        self.app.push_screen(RationaleScreen(asked), self._taken_back)

    def do_history_redo(self) -> None:
        """Make what an undo took back stand again."""
        chosen = self._chosen()
        if chosen is None:
            return
        mark, stands = chosen
        if mark.verb is not Verb.UNDO or not stands:
            self.console.say("Only an undo that stands can be taken back with U.", "warning")
            return
        self._take_back(mark.id, redo=True)

    def _own(self, decision: str) -> bool:
        """Whether the decision was made in this sitting."""
        full = self.console.services.full_id(decision)
        return any(made.id == full for together in self.console.sitting.done for made in together)

    def answered(self, purpose: str, text: str) -> None:
        """The line that is asked about."""
        if purpose == "why" and text:
            from dreamtui.desk.outputs import why

            desk, about = self.console.services.desk, f"{self._first_output()}:{text}" if text.isdecimal() else text
            self.look_up(lambda: Page(history.why_lines(why(desk, about), desk.now)))

    @work(thread=True, exclusive=True, exit_on_error=False, group="decide", description="taking a decision back")
    def _take_back(self, decision: str, *, redo: bool = False, sitting: bool = False) -> None:
        from dreamtui.desk.decide import take_back

        services = self.console.services
        self.guarded(
            lambda: take_back(services.desk, decision, "", redo=redo, sitting=sitting),
            lambda made: TakenBack(services.named(made)),
            "undo",
        )

    def on_taken_back(self, message: TakenBack) -> None:
        """It is done."""
        message.stop()
        self._taken_back(message.outcome)

    def _taken_back(self, outcome: "Outcome | None") -> None:
        """Remember it for the sitting, say it, show it."""
        if outcome is not None:
            tell(self.console, outcome)
            self.read_again()
