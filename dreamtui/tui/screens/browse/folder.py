"""Memory folders of Claude Code: their indexes mended, their claims verified, memories retired, moved, brought back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import history as memory_history
from dreamtui.desk.memory import index as memory_index
from dreamtui.desk.memory import move as memory_move
from dreamtui.desk.memory import topics, verify
from dreamtui.desk.memory.folder import Contents, MemoryFile
from dreamtui.desk.memory.history import LostMemory
from dreamtui.desk.memory.topics import Retired
from dreamtui.desk.memory.verify import Checked, Report
from dreamtui.model.claim import Verdict
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.model.memory import IndexStep
from dreamtui.model.verb import Verb
from dreamtui.present import folder as texts
from dreamtui.present.history import retired_lines, retired_rows, version_lines
from dreamtui.present.parts import ListRow
from dreamtui.text.danger.risks import mask
from dreamtui.text.lines import plain
from dreamtui.text.paths import tilde
from dreamtui.text.words import counted
from dreamtui.tui.actions.registry import action
from dreamtui.tui.controllers.applying import bring_back, mend_index
from dreamtui.tui.controllers.beside import DecidingBeside
from dreamtui.tui.controllers.opening import lend
from dreamtui.tui.controllers.working import STOPPED, Failed, in_worker
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject

MEMORIES = frozenset({"file", "orphan", "lost"})
"""Kinds of rows for a memory, the part of their id before the colon; the rest of the id is its path."""


@dataclass(frozen=True, slots=True)
class FolderView:
    folders: tuple[Contents, ...] = ()
    lost: tuple[LostMemory, ...] = ()
    """What vanished or shrank outside our decisions."""
    files: Mapping[str, tuple[Contents, MemoryFile]] = field(default_factory=dict)
    """Every memory by its logical path."""
    mendable: bool = False
    """Whether regenerating the indexes would change anything."""
    long: int = 0
    """Lines that regenerating leaves too long, because a cut would lose words."""
    retired: Mapping[str, Retired] = field(default_factory=dict)
    """Memories in the archive by the logical path they had."""

    @property
    def summary(self) -> str:
        """How much there is, for the heading."""
        count = len(self.folders)
        return f"{len(self.files)} memories in {counted(count, 'folder')}" if count else "none"

    def rows(self, checked: Mapping[str, Checked], desk: Desk) -> list[ListRow]:
        """What needs attention, every memory, what is in the archive; `checked` are the claims that were verified."""
        listed = texts.rows(self.folders, self.lost, checked, desk.now)
        return [*listed, *retired_rows(list(self.retired.values()), desk.now)]

    def page(self, row_id: str, checked: Mapping[str, Checked], desk: Desk) -> Page:
        """One memory, or what is wrong."""
        kind, _, name = row_id.partition(":")
        if kind == "retired":
            one = self.retired[name]
            return Page(retired_lines(one, desk.store.audit.read(one.mark.name).rationale, desk.now))
        if kind == "lost":
            return Page(texts.lost_lines(next(one for one in self.lost if one.path == name), desk.now))
        if kind in MEMORIES:
            contents, file = self.files[name]
            return Page(texts.memory_lines(contents, file, checked.get(name), desk.now))
        contents = next(one for one in self.folders if name == one.folder.key or name.startswith(f"{one.folder.key}/"))
        return Page(texts.problem_lines(kind, contents, name.removeprefix(contents.folder.key).removeprefix("/")))


def read(desk: Desk, *, keep: bool, tell: Callable[[str], None]) -> FolderView:
    """Every folder and its losses; `keep` lets the history take new versions, `tell` gets the progress."""
    tell("reading memories")
    folders = tuple(memory_index.status(desk))
    tell("looking for losses")
    lost = tuple(memory_history.check(desk, keep=keep))
    files = {file.topic.path: (one, file) for one in folders for file in one.files}
    tell("looking at the archive")
    gone = topics.retired(desk)
    tell("looking at what can be fixed")
    mendable, long = _mendable(desk, folders)
    return FolderView(folders, lost, files, mendable, long, {one.path: one for one in gone})


def versions_page(desk: Desk, name: str) -> Page:
    """What a memory said before."""
    return Page(version_lines(*memory_history.versions_of(desk, name)))


def _mendable(desk: Desk, folders: Sequence[Contents]) -> tuple[bool, int]:
    """Whether regenerating would change any index, and how many lines it leaves too long."""
    mendable, long = False, 0
    for folder in memory_index.chosen(desk):
        if all(one.report.healthy for one in folders if one.folder.key == folder.key):
            continue
        try:
            planned = memory_index.plan(desk, folder)
        except Refused:
            continue
        mendable = mendable or bool(planned.plan.changes)
        long += len(planned.made.unfit)
    return mendable, long


PLACES = ("project", "user", "team")
"""Where a memory can be moved to."""


class FolderRows(Subject):
    """What needs attention and every memory, one of them, and what can be done to it."""

    HEADING = "Claude memory"
    COLUMNS = texts.COLUMNS
    EMPTY = "There is no memory folder for this workspace."
    LINES = ("folder-meters", "folder-health")

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._deciding = DecidingBeside(screen)
        self._seen = FolderView()
        self._checked: dict[str, Checked] = {}
        self._versions = False
        self._verifying = False

    # Reading

    def read(self) -> RowsRead:
        """Every folder and its losses."""
        desk = self.console.here.desk
        seen = read(desk, keep=not self.console.read_only, tell=self.screen.reader.progress)
        nothing = [
            plain("Claude Code has no memory for this repository yet."),
            plain(f"It would be at {desk.memory.main}", "dim"),
        ]
        rows = seen.rows(self._checked, desk)
        return RowsRead(rows, seen.summary, partial(self._show_health, seen), Page(() if seen.folders else nothing))

    def _show_health(self, seen: FolderView) -> None:
        """Show the meters of the first folder, and what is wrong in all."""
        self._seen = seen
        folders = seen.folders
        where = tilde(folders[0].folder.path, self.console.here.desk.env) if folders else ""
        meters = texts.meter_words(folders[0], where) if folders else []
        health = texts.health_words(folders, seen.lost, mendable=seen.mendable, long=seen.long) if folders else []
        self.screen.show_line("folder-meters", meters)
        self.screen.show_line("folder-health", health)

    def page(self, row_id: str) -> Page:
        """One memory, its versions, or what is wrong."""
        desk = self.console.here.desk
        kind, _, name = row_id.partition(":")
        if self._versions and kind in MEMORIES:
            return versions_page(desk, name)
        return self._seen.page(row_id, self._checked, desk)

    # The row under the cursor

    def copied(self, row: ListRow) -> str:
        """The path, which every command takes."""
        return row.id.partition(":")[2]

    def _retired(self) -> Retired | None:
        """The archived memory under the cursor."""
        kind, name = self.chosen()
        return self._seen.retired.get(name) if kind == "retired" else None

    def _chosen(self) -> str:
        """Logical path of the memory under the cursor; empty without one."""
        kind, name = self.chosen()
        return name if kind in MEMORIES else ""

    def _named(self) -> str:
        """The same; without one it says so."""
        name = self._chosen()
        if not name:
            self.console.say("Put the cursor on a memory first.", "warning")
        return name

    def label(self, action_id: str) -> str | None:
        """Keys that have something to do now; where many things need attention, the memories are a heading away."""
        console = self.console
        if action_id == "rows.next-heading":
            return action(action_id).bar_word if len(self.screen.rows.headings()) > 1 else None
        if action_id == "browse.back" and self._verifying:
            return "stop"
        if action_id == "folder.versions" and self._versions:
            return "what it says"
        if action_id == "folder.undo" and not console.sitting.done:
            return ""
        deciding = {"folder.mend", "folder.retire", "folder.restore", "folder.scope", "folder.undo"}
        about_one = {"folder.retire", "folder.versions", "folder.restore", "folder.scope"}
        gone = self._retired()
        if action_id == "folder.restore" and gone is not None and gone.here:
            about_one = set()
        dead = (action_id in deciding and console.read_only) or (action_id in about_one and not self._chosen())
        return "" if dead else None

    # Taking back

    def do_folder_undo(self) -> None:
        self._deciding.undo()

    def do_folder_redo(self) -> None:
        self._deciding.redo()

    # The index

    def do_folder_mend(self) -> None:
        """Show what regenerating the indexes would change."""
        if self.console.read_only:
            self.console.say(f"This console is read-only: {self.console.read_only}", "warning")
        else:
            is_removal = self.chosen()[0] == "dangling"
            mend_index(
                self.screen, self._deciding.recorded, (IndexStep.REMOVE,) if is_removal else memory_index.EVERY_STEP
            )

    # Claims

    def do_folder_verify(self) -> None:
        """Hold what all memories say of the repository against it."""
        self._verifying = True
        self.screen.refresh_keys()
        desk = self.console.here.desk
        in_worker(
            self.screen, lambda: verify.verify(desk, progress=self.screen.reader.progress), self._verified,
            group="verify", description="verifying claims", what="verify",
        )  # fmt: skip

    def do_browse_back(self) -> None:
        """Stop verifying, else back by one."""
        if self._verifying:
            self.screen.workers.cancel_group(self.screen, "verify")
        else:
            self.screen.panes.do_browse_back()

    def failed(self, message: Failed) -> None:
        """Verifying ended, because it was stopped or could not be done."""
        if message.what == "verify":
            self._verifying = False
            self.screen.refresh_keys()
            if message.sentence == STOPPED:
                self.console.say(STOPPED)

    def _verified(self, report: Report) -> None:
        self._verifying = False
        self._checked = {checked.path: checked for checked in report.memories}
        known = ((verdict, "not to be checked" if verdict is Verdict.UNKNOWN else verdict.value) for verdict in Verdict)
        counts = ", ".join(f"{report.count(verdict)} {words}" for verdict, words in known)
        self.console.say(" ".join([f"Claims: {counts}.", *report.remarks[:1]]), timeout=8.0)
        self.screen.reader.again()

    # Versions

    def do_folder_versions(self) -> None:
        """What the file said before, or what it says now."""
        self._versions = not self._versions
        self.screen.refresh_keys()
        self.screen.reader.page()

    def do_folder_restore(self) -> None:
        """Show the earlier version of the file before it is written; a retired memory is restored by an undo."""
        if self.console.read_only:
            return
        if (gone := self._retired()) is not None:
            if gone.here:
                self._deciding.taking_back.with_batch(gone.mark)
            else:
                self.console.say(gone.said, "warning", timeout=8)
        elif name := self._named():
            bring_back(self.screen, name, self._deciding.recorded)

    def do_folder_well(self) -> None:
        """Say that a loss was intended."""
        name, desk = self._chosen(), self.console.here.desk
        if all(one.path != name for one in self._seen.lost):
            self.console.say("Nothing was lost here.", "warning")
        elif not self.console.read_only:
            self._plan(lambda: f"Noted for {memory_history.acknowledge(desk, name)}", "dismissing the loss")

    # Deciding

    def do_folder_retire(self) -> None:
        """Ask for the reason, then move the memory to the archive."""
        name = self._named()
        if name in self._seen.files:
            self._deciding.ask_reason(Verb.RETIRE, name, self._seen.files[name][1].topic.title)

    def do_folder_scope(self) -> None:
        """Ask where the memory should be."""
        if self._named() and not self.console.read_only:
            self.screen.asking.ask(f"move to: {', '.join(PLACES)}", self._move)

    def _move(self, text: str) -> None:
        """Propose the move; it is decided in the queue."""
        name, to, desk = self._chosen(), text.strip().lower(), self.console.here.desk

        def propose() -> str:
            made = memory_move.propose_move(desk, name, to)
            return f"Waits in the queue: {mask(made[0].proposal.title)}"

        if name and to:
            self._plan(propose, "proposing a move")

    def _plan(self, call: Callable[[], str], description: str) -> None:
        """Do something that decides nothing, and say what came of it."""
        in_worker(self.screen, call, self._planned, group="plan", description=description)

    def _planned(self, sentence: str) -> None:
        """Say it; the queue behind this screen shows it."""
        self.console.say(sentence, timeout=6.0)
        self.console.queue_changed()
        self.screen.reader.again()

    # Opening

    def do_folder_open(self) -> None:
        """Open the file where it lies."""
        row = self.screen.rows.chosen
        name = self._chosen() or (f"{row.id.partition(':')[2].split('/')[0]}/MEMORY.md" if row is not None else "")
        desk = self.console.here.desk
        try:
            path = desk.layout.real(name) if name else None
        except DreamtuiError as problem:
            self.console.say(f"It cannot be opened: {problem}; R reads the folders again", "warning", timeout=8.0)
            return
        if path is None or not path.is_file():
            self.console.say("There is no file to open here.", "warning")
            return
        lend(self.console, path)
        self.screen.reader.again()
