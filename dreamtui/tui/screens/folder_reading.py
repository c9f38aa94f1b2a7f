"""Memory folders of Claude Code, read and shown: how full their indexes are, what is wrong, and every memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from textual.app import ComposeResult

from dreamtui.desk import memory_history, memory_index, memory_retired
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory_folder import Contents, MemoryFile
from dreamtui.desk.memory_history import Finding
from dreamtui.desk.memory_retired import Retired
from dreamtui.desk.verify import Checked
from dreamtui.model.errors import Refused
from dreamtui.tui.screens.browse import BrowseScreen
from dreamtui.tui.screens.pages import Page, RowsRead
from dreamtui.tui.texts import folder as texts
from dreamtui.tui.texts.parts import tilde
from dreamtui.tui.texts.retired import retired_lines, retired_rows
from dreamtui.tui.texts.versions import version_lines
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.row_list import ListRow
from dreamtui.tui.widgets.text_pane import plain


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything the screen shows, read at one moment."""

    folders: tuple[Contents, ...] = ()
    """The folders."""
    lost: tuple[Finding, ...] = ()
    """What vanished or shrank outside our decisions."""
    files: Mapping[str, tuple[Contents, MemoryFile]] = field(default_factory=dict)
    """Every memory by its logical path."""
    mendable: bool = False
    """Whether regenerating the indexes would change anything."""
    long: int = 0
    """Lines that regenerating leaves too long, because a cut would lose words."""
    retired: Mapping[str, Retired] = field(default_factory=dict)
    """Memories in the archive by the logical path they had."""


@dataclass
class FoldersRead(RowsRead):
    """The rows, and what they are rows of."""

    seen: Seen
    """Everything that was read."""


class FolderReading(BrowseScreen):
    """What needs attention and every memory, and one of them; nothing here changes a file."""

    HEADING = "Claude memory"
    COLUMNS = texts.COLUMNS
    EMPTY = "There is no memory folder for this workspace."

    def __init__(self) -> None:
        super().__init__()
        self._seen = Seen()
        self._checked: dict[str, Checked] = {}
        self._versions = False
        self._verifying = False

    def compose_top(self) -> ComposeResult:
        """The meters, and what is wrong."""
        yield BarLine(id="folder-meters")
        yield BarLine(id="folder-health")

    # Reading

    def read_rows(self) -> FoldersRead:
        """Every folder, and what was lost in it."""
        desk = self.console.services.desk
        self.tell("reading memories")
        folders = tuple(memory_index.status(desk))
        self.tell("looking for losses")
        lost = tuple(memory_history.check(desk, keep=not self.console.read_only))
        files = {file.topic.path: (one, file) for one in folders for file in one.files}
        self.tell("looking at the archive")
        gone = memory_retired.retired(desk)
        rows = [*texts.rows(folders, lost, self._checked, desk.now), *retired_rows(gone, desk.now)]
        summary = f"{len(files)} memories in {len(folders)} {'folder' if len(folders) == 1 else 'folders'}"
        self.tell("looking at what can be mended")
        mendable, long = _mendable(desk, folders)
        seen = Seen(folders, lost, files, mendable, long, {one.path: one for one in gone})
        return FoldersRead(rows, summary if folders else "none", seen)

    def on_folders_read(self, message: FoldersRead) -> None:
        """Show the meters of the first folder, what is wrong in all, then the rows."""
        self._seen = message.seen
        folders = message.seen.folders
        meters, health = self.query_one("#folder-meters", BarLine), self.query_one("#folder-health", BarLine)
        meters.display = health.display = bool(folders)
        if folders:
            where = tilde(folders[0].folder.path, self.console.services.desk.env)
            meters.show(texts.meter_words(folders[0], where))
            health.show(
                texts.health_words(folders, message.seen.lost, mendable=message.seen.mendable, long=message.seen.long)
            )
        self.on_rows_read(message)
        if not folders:
            place = self.console.services.desk.memory.main
            self.show_page(
                Page(
                    [
                        plain("Claude Code has no memory for this repository yet."),
                        plain(f"It would be at {place}", "dim"),
                    ]
                )
            )

    def read_page(self, row_id: str) -> Page:
        """One memory, its versions, or what is wrong."""
        kind, _, name = row_id.partition(":")
        now = self.console.services.now
        if self._versions and kind in {"file", "orphan", "lost"}:
            return Page(version_lines(*memory_history.versions_of(self.console.services.desk, name)))
        if kind == "retired":
            one = self._seen.retired[name]
            reason = self.console.services.desk.store.audit.read(one.mark.name).rationale
            return Page(retired_lines(one, reason, now))
        if kind == "lost":
            return Page(texts.lost_lines(next(one for one in self._seen.lost if one.path == name), now))
        if kind in {"file", "orphan"}:
            contents, file = self._seen.files[name]
            return Page(texts.memory_lines(contents, file, self._checked.get(name), now))
        contents = next(
            one for one in self._seen.folders if name == one.folder.key or name.startswith(f"{one.folder.key}/")
        )
        return Page(texts.problem_lines(kind, contents, name.removeprefix(contents.folder.key).removeprefix("/")))

    def copied(self, row: ListRow) -> str:
        """The path, which every command takes."""
        return row.id.partition(":")[2]

    def _retired(self) -> Retired | None:
        """The memory of the archive the cursor stands on."""
        row = self.rows.chosen
        kind, _, name = row.id.partition(":") if row is not None else ("", "", "")
        return self._seen.retired.get(name) if kind == "retired" else None

    def _chosen(self) -> str:
        """Logical path of the memory the cursor stands on; empty where it stands on none."""
        row = self.rows.chosen
        kind, _, name = row.id.partition(":") if row is not None else ("", "", "")
        return name if kind in {"file", "orphan", "lost"} else ""

    def _named(self) -> str:
        """The same, saying so where there is none."""
        name = self._chosen()
        if not name:
            self.console.say("Put the cursor on a memory first.", "warning")
        return name


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
