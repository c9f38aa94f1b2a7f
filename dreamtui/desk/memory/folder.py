"""A memory folder read into a value: its memories, its indexes, what is wrong with them, what is left alone."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from dreamtui.desk.desk import Desk
from dreamtui.kinds.memory import topic
from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.kinds.memory.index.reading import IndexReport, page_number
from dreamtui.kinds.memory.index.regenerate import Fact, fact_of
from dreamtui.sources.claude.folder import FolderFile, look, projects_of
from dreamtui.sources.claude.places import INDEX, MemoryFolder, every, is_off, owner_root
from dreamtui.text.dates import iso
from dreamtui.text.inert import inert_line


@dataclass(frozen=True, slots=True)
class MemoryFile:
    name: str
    """Its path below the folder, as the index names it."""
    data: bytes
    topic: topic.Topic
    when: str
    """When it was last changed: its own stamp where it has one, else the file's; empty in a checkout, where the file's
    is that of the checkout."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A memory folder as it was read."""

    folder: MemoryFolder
    index: bytes | None
    """MEMORY.md; None if there is none or it cannot be read safely."""
    files: tuple[MemoryFile, ...]
    """Its memories in the order of their names."""
    pages: Mapping[str, bytes]
    """Further indexes by name: second-level ones and those of subfolders."""
    others: tuple[str, ...]
    """Other files there, which a line of the index may name."""
    odd: tuple[str, ...]
    """What is left alone and why, a sentence without its stop each."""
    report: IndexReport
    """What is right and wrong about the index."""
    shared_with: tuple[str, ...] = ()
    """Other projects that use this folder too, because their paths have the same name."""
    off: str = ""
    """What switches auto memory off here; empty when nothing does."""

    @property
    def facts(self) -> dict[str, Fact]:
        """What an index needs to know of each memory."""
        return {file.name: fact_of(file.topic, "") for file in self.files}


def read_folder(desk: Desk, folder: MemoryFolder) -> Contents:
    """A memory folder of this desk or of another project, read now."""
    found = look(folder.path)
    checkout = _is_checkout(desk, folder)
    files = [_memory(folder, held, checkout) for held in found.memories]
    index: bytes | None = None
    pages: dict[str, bytes] = {}
    for held in found.indexes:
        if held.name == INDEX:
            index = held.data
        elif page_number(held.name) and topic.parse(held.data, held.name).has_front:
            files.append(_memory(folder, held, checkout))
        else:
            pages[held.name] = held.data
    files.sort(key=lambda file: file.name)
    return Contents(
        folder=folder,
        index=index,
        files=tuple(files),
        pages=pages,
        others=found.others,
        odd=tuple(inert_line(sentence) for sentence in found.odd),
        report=memory_index.report(index, [file.name for file in files], pages, found.others),
        shared_with=_shared(desk, folder),
        off=is_off(desk.workspace, desk.env, desk.memory.claude) if folder.path == desk.memory.main else "",
    )


def folders_of(desk: Desk, *, everywhere: bool = False) -> tuple[MemoryFolder, ...]:
    """The memory folders of this workspace, or those of every project Claude Code knows."""
    own = {folder.path.resolve(): folder for folder in desk.memory.folders}
    if not everywhere:
        return tuple(own.values())
    others = {folder.path.resolve(): folder for folder in every(desk.memory.claude)}
    return tuple({path: own.get(path, folder) for path, folder in {**own, **others}.items()}.values())


def _is_checkout(desk: Desk, folder: MemoryFolder) -> bool:
    """Whether a folder is in the work tree of the workspace's repository."""
    return desk.workspace.git_dir is not None and folder.path.resolve().is_relative_to(desk.workspace.root)


def _memory(folder: MemoryFolder, held: FolderFile, checkout: bool) -> MemoryFile:
    changed = ""
    if not checkout:
        with contextlib.suppress(OverflowError, ValueError, OSError):
            changed = iso(datetime.fromtimestamp(held.changed, UTC))
    parsed = topic.parse(held.data, f"{folder.key}/{held.name}")
    return MemoryFile(held.name, held.data, parsed, fact_of(parsed, changed).when)


def _shared(desk: Desk, folder: MemoryFolder) -> tuple[str, ...]:
    """Other projects than the one of this workspace; of another project's folder all, where several use it."""
    if folder.agent or folder.path.parent.parent != (desk.memory.claude / "projects").resolve():
        return ()
    found = projects_of(folder.path)
    if folder.path == desk.memory.main:
        return tuple(path for path in found if path != str(owner_root(desk.workspace)))
    return found if len(found) > 1 else ()
