"""Memory folders of Claude Code as they were read at one moment, as rows and pages: nothing here changes a file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import history as memory_history
from dreamtui.desk.memory import index as memory_index
from dreamtui.desk.memory import topics
from dreamtui.desk.memory.folder import Contents, MemoryFile
from dreamtui.desk.memory.history import LostMemory
from dreamtui.desk.memory.topics import Retired
from dreamtui.desk.memory.verify import Checked
from dreamtui.model.errors import Refused
from dreamtui.present import folder as texts
from dreamtui.present.history import retired_lines, retired_rows, version_lines
from dreamtui.present.parts import ListRow
from dreamtui.tui.panes.page_pane import Page

MEMORIES = frozenset({"file", "orphan", "lost"})
"""Kinds of rows, the part of their id before the colon, that stand for a memory; the rest of the id is its path."""


@dataclass(frozen=True, slots=True)
class FolderView:
    """Everything the screen shows."""

    folders: tuple[Contents, ...] = ()
    """The folders."""
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
        return f"{len(self.files)} memories in {count} {'folder' if count == 1 else 'folders'}" if count else "none"

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
    """Every folder, and what was lost in it; `keep` lets the history take new versions, `tell` hears what is done."""
    tell("reading memories")
    folders = tuple(memory_index.status(desk))
    tell("looking for losses")
    lost = tuple(memory_history.check(desk, keep=keep))
    files = {file.topic.path: (one, file) for one in folders for file in one.files}
    tell("looking at the archive")
    gone = topics.retired(desk)
    tell("looking at what can be mended")
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
