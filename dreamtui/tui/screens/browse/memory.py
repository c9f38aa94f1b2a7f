"""Memory: rules and notes with their budgets, what would fall off the index, and what an agent really loads."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from dreamtui.desk.outputs import agent_context
from dreamtui.desk.outputs import sync as outputs
from dreamtui.desk.outputs.remembered import Held, remembered
from dreamtui.desk.outputs.sync import Synced
from dreamtui.desk.outputs.why import why
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.memory import Note, NoteStatus, Rule
from dreamtui.model.sitting import SavedDraft
from dreamtui.model.verb import Verb
from dreamtui.present import history, memory
from dreamtui.present.parts import ListRow, Word, meter_line
from dreamtui.text.budget import CLAUDE_LINES, MEMORY_BYTES, MEMORY_LINES
from dreamtui.text.lines import plain
from dreamtui.text.words import counted
from dreamtui.tui.controllers.beside import DecidingBeside
from dreamtui.tui.controllers.opening import edit_outside
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject

if TYPE_CHECKING:
    from dreamtui.sources.context import LoadedFile
    from dreamtui.tui.session.outcomes import ConsoleOutcome


class MemoryRows(Subject):
    """Everything that is remembered, and what of it agents are given."""

    HEADING = "Memory"
    COLUMNS = memory.COLUMNS
    EMPTY = "Nothing is remembered yet."
    LINES = ("memory-meters", "memory-remark")

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._deciding = DecidingBeside(screen)
        self._rules: dict[str, Rule] = {}
        self._held: dict[str, Held] = {}
        self._standing: Mapping[str, tuple[str, ...]] = {}
        self._notes: dict[str, Note] = {}
        self._loaded: tuple[LoadedFile, ...] = ()
        self._said: dict[str, str] = {}

    def read(self) -> RowsRead:
        """Rules, notes, outputs, what is loaded."""
        desk = self.console.here.desk
        known, planned = remembered(desk), outputs.plan(desk)
        rules, notes = known.rules, known.notes
        loaded = agent_context.loaded(desk)
        self._held = {one.rule.path: one for one in known.held}
        self._standing = planned.standing
        self._rules = {rule.id: rule for rule in rules}
        self._notes = {note.id: note for note in notes}
        self._loaded = loaded.files
        rows = memory.rows(known, planned.files, loaded, desk.now)
        self._said = {row.id: row.cells[1].text for row in rows if not row.heading}
        active = sum(note.status is NoteStatus.ACTIVE for note in notes)
        summary = f"{counted(len(rules), 'rule')}, {counted(active, 'note')}"
        summary += f", {len(known.held)} undecided" if known.held else ""
        return RowsRead(rows, summary, partial(self._show_sizes, planned, len(known.held)))

    def _show_sizes(self, planned: Synced, undecided: int) -> None:
        """Show how full the files are after a sync, and what is to be known of them."""
        claude, index = planned.sizes()
        words = [
            Word(" ", keep=99),
            *meter_line("CLAUDE.md", claude.lines, CLAUDE_LINES, unit="lines", keep=9),
            Word(f"  {claude.tokens:,} tokens", "dim", keep=4),
            Word("     ", keep=7),
            *meter_line("MEMORY.md", index.lines, MEMORY_LINES, unit="lines", keep=8),
            Word("   ", keep=6),
            *meter_line("", index.bytes, MEMORY_BYTES, unit="bytes", keep=6),
            Word(" bytes", "dim", keep=5),
            Word(f"  {index.tokens:,} tokens", "dim", keep=3),
        ]
        self.screen.show_line("memory-meters", words)
        stale = ", ".join(change.path for change in planned.changes.changes)
        remarks = []
        if undecided:
            remarks.append(Word(f" {undecided} undecided: their new words are not written", "warning", keep=9))
        if stale:
            remarks.append(Word(f" out of date: {stale}; leaving writes them", "warning", keep=5))
        self.screen.show_line("memory-remark", remarks)

    def page(self, row_id: str) -> Page:
        now = self.console.here.now
        kind, _, name = row_id.partition(":")
        if kind == "rule":
            return Page(memory.rule_lines(self._rules[name], now))
        if kind == "held":
            return Page(memory.held_lines(self._held[name], self._standing.get(name, ()), now))
        if kind == "note":
            return Page(memory.note_lines(self._notes[name], now))
        if kind == "loaded":
            return Page(memory.loaded_lines(self._loaded[int(name.partition(":")[0])]))
        if kind == "moved":
            return Page(memory.moved_lines(self._said[row_id]))
        return Page([plain(self._said[row_id], "warning")])

    def copied(self, row: ListRow) -> str:
        """The id of a rule or note, the path of a file."""
        kind, _, name = row.id.partition(":")
        return name if kind in {"rule", "note", "held"} else self._said[row.id]

    # Taking back

    def label(self, action_id: str) -> str | None:
        """What applies to the row; undo when there is something to undo."""
        kind, name = self.chosen()
        is_rule = kind in {"rule", "held"}
        active = kind == "note" and name in self._notes and self._notes[name].status is NoteStatus.ACTIVE
        applies = {
            "memory.undo": bool(self.console.sitting.done),
            "memory.keep": is_rule,
            "memory.move": kind == "rule",
            "memory.retire": is_rule or active,
            "memory.edit": active,
            "memory.why": is_rule or kind == "note",
        }
        if action_id == "memory.keep" and kind == "held":
            return "accept"
        return None if applies.get(action_id, True) else ""

    def do_memory_undo(self) -> None:
        self._deciding.undo()

    def do_memory_redo(self) -> None:
        self._deciding.redo()

    # Looking

    def do_memory_why(self) -> None:
        kind, name = self.chosen()
        if kind not in {"rule", "note", "held"}:
            self.console.say("Only rules and notes have a decision behind them.", "warning")
            return
        desk = self.console.here.desk
        self.screen.reader.look_up(lambda: Page(history.why_lines(why(desk, name), desk.now)))

    # Deciding

    def do_memory_keep(self) -> None:
        """Keep a rule with a new reason, or accept one without a decision as it is."""
        kind, name = self.chosen()
        if kind == "held":
            held = self._held[name]
            if held.ruling.apart is not None:
                self.console.say(held.way_out, "warning")
            else:
                self._deciding.ask_reason(Verb.ACCEPT, held.item, held.rule.text or held.rule.title)
        elif kind == "rule":
            rule = self._rules[name]
            self._deciding.ask_reason(Verb.RERATIONALE, name, rule.text or rule.title)
        else:
            self.console.say("Only a rule is kept with a new reason.", "warning")

    def do_memory_move(self) -> None:
        """Give a rule another target."""
        kind, name = self.chosen()
        if kind == "rule":
            rule = self._rules[name]
            self._deciding.ask_reason(Verb.MOVE, name, rule.text or rule.title, rule.destination)
        else:
            self.console.say("Only a rule is moved to another file.", "warning")

    def do_memory_retire(self) -> None:
        """Take a rule or note out of what agents read."""
        kind, name = self.chosen()
        if kind == "held":
            rule = self._held[name].rule
            self._deciding.ask_reason(Verb.RETIRE, name, rule.text or rule.title)
        elif kind == "rule":
            rule = self._rules[name]
            self._deciding.ask_reason(Verb.RETIRE, name, rule.text or rule.title)
        elif kind == "note" and self._notes[name].status is NoteStatus.ACTIVE:
            self._deciding.ask_reason(Verb.RETIRE, name, self._notes[name].title)
        else:
            self.console.say("Only a rule or an active note can be retired.", "warning")

    # Editing a note

    def do_memory_edit(self) -> None:
        """Edit the note's text."""
        note = self._editable()
        if note is None:
            return
        from dreamtui.tui.screens.proposal.result import ResultScreen

        drafts, about = self.console.sessions.drafts, (self.console.sessions.ref(note.id),)
        begun = drafts.load(about, Verb.EDIT)

        def save(text: str) -> None:
            drafts.save(about, SavedDraft(note.id, Verb.EDIT.value, rule=text))

        def written(text: str | None) -> None:
            self._sure_of(note, text if text is not None or begun is None else begun.rule)

        if begun is not None:
            self.console.say("Your words are back")
        text = begun.rule if begun else note.text
        self.screen.app.push_screen(ResultScreen(note.title, text, save, what="Note"), written)

    def do_memory_edit_outside(self) -> None:
        """Edit the note's text in another program."""
        note = self._editable()
        if note is not None:
            self._sure_of(note, edit_outside(self.console, f"note {note.id}", note.text) or None)

    def _editable(self) -> Note | None:
        """The note under the cursor, when it can be edited."""
        kind, name = self.chosen()
        if kind == "note" and self._notes[name].status is NoteStatus.ACTIVE:
            return self._notes[name]
        self.console.say("Only an active note is edited; a rule is kept with a new reason, or retired.", "warning")
        return None

    def _sure_of(self, note: Note, text: str | None) -> None:
        """Show the changes of the note, and record them on confirmation."""
        if text is None or text.strip() == note.text.strip():
            return
        from dreamtui.tui.screens.dialogs.questions import confirm

        def sure(yes: bool | None) -> None:
            if yes:
                self._record_edit(note.id, text)
            else:
                self.console.say("Nothing was recorded; e goes on with your words")

        if not text.strip():
            self.console.say("A note needs a text; r retires it", "warning")
            return
        try:
            self.console.here.drafts.save(SavedDraft(note.id, Verb.EDIT.value, rule=text))
        except DreamtuiError as problem:
            self.console.say(str(problem), "error")
        self.screen.app.push_screen(confirm(f"Edit {note.title}?", memory.edited_lines(note.text, text), "edit"), sure)

    def _record_edit(self, note_id: str, text: str) -> None:
        sessions, here = self.console.sessions, self.console.here
        in_worker(
            self.screen, lambda: sessions.told(here.edit_note(note_id, text)), self._edited,
            group="decide", description="editing a note", what="decide",
        )  # fmt: skip

    def _edited(self, outcome: "ConsoleOutcome") -> None:
        """It is recorded, and the draft goes."""
        for made in outcome.made:
            self.console.sessions.drafts.drop((made.item,), Verb.EDIT)
        self._deciding.recorded(outcome)
