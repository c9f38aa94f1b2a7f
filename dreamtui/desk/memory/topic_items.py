"""Single memories of a memory folder as items: found by id, path or name, retired and edited like a note."""

from functools import cached_property
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.kinds.item_files import Gathered, StoredMemory, Words
from dreamtui.kinds.kind import Gatherer
from dreamtui.kinds.memory import topic
from dreamtui.kinds.memory.edits import name_of
from dreamtui.kinds.memory.kind import NAME
from dreamtui.kinds.memory.plans import TopicFiles
from dreamtui.kinds.row import QueueRow, item_row
from dreamtui.model.decision import Plan
from dreamtui.model.errors import NotFound, Refused
from dreamtui.model.item import Item, Status
from dreamtui.text.inert import inert_line

if TYPE_CHECKING:
    from dreamtui.desk.memory.topics import FolderIndexes


class TopicItems:
    """The memories of a workspace's folders, read once for many decisions."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @cached_property
    def _memories(self) -> dict[str, StoredMemory]:
        from dreamtui.desk.memory.all import every_memory

        return {key: kept for key, kept in every_memory(self._desk).items() if kept.folder}

    @cached_property
    def _indexes(self) -> "FolderIndexes":
        from dreamtui.desk.memory.topics import FolderIndexes

        return FolderIndexes(self._desk)

    def row(self, reference: str) -> QueueRow | None:
        """The one memory that an id, a path, a file's name or the beginning of an id means; None for none."""
        for found in self._matches(reference):
            if len(found) > 1:
                names = ", ".join(inert_line(kept.filed.path) for kept in found[:6])
                raise Refused(f"{reference!r} could be {len(found)} memories: {names}")
            if found:
                return item_row(item_of(found[0]))
        return None

    def _matches(self, reference: str) -> list[list[StoredMemory]]:
        """The memories that fit, the closest way of naming one first."""
        every = list(self._memories.values())
        name = reference.removesuffix(".md")
        return [
            [kept for kept in every if reference in {kept.memory.id, kept.filed.path}],
            [kept for kept in every if reference == name_of(kept)],
            [kept for kept in every if "/" in name and name in {_bare(name_of(kept)), _bare(kept.filed.path)}],
            [kept for kept in every if name == _bare(name_of(kept).rpartition("/")[2])],
            [kept for kept in every if len(reference) > 2 and kept.memory.id.startswith(reference)],
        ]

    def gather(self, row: QueueRow) -> Gathered[TopicFiles]:
        """A memory with what a decision about it needs."""
        kept = self._memories.get(row.id)
        if kept is None:
            raise NotFound(f"the memory {row.id} is gone")
        return Gathered(item_of(kept), TopicFiles(kept, dict(self._indexes.now), self._indexes.unread))

    def planned(self, held: Gathered[TopicFiles], words: Words, plan: Plan) -> None:
        """What was planned for one of several: the next one starts from the indexes it leaves."""
        self._indexes.planned(plan)


def find(topics: Gatherer[TopicFiles], reference: str) -> QueueRow | None:
    """The memory that a reference means."""
    return topics.row(reference) if isinstance(topics, TopicItems) else None


def _bare(path: str) -> str:
    return path.removesuffix(".md")


def item_of(kept: StoredMemory) -> Item:
    """A memory as an item."""
    memory = kept.memory
    return Item(
        kind=NAME,
        id=memory.id,
        signal=memory.category,
        title=memory.title,
        status=Status.ACCEPTED,
        path=kept.filed.path,
        first_seen=memory.created,
        last_seen=memory.updated,
        subject=kept.filed.path,
        text=topic.parse(kept.filed.data, kept.filed.path).text,
    )
