"""Topic files of Claude Code's memory folders as memories, with the indexes that name them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property

from dreamtui.desk.decide.undo import only_elsewhere
from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision import graph
from dreamtui.kinds.item_files import Gathered, StoredFile, StoredMemory
from dreamtui.kinds.kind import Gatherer
from dreamtui.kinds.memory import topic
from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.kinds.memory.index.reading import page_number
from dreamtui.kinds.memory.index.regenerate import fact_of, regenerate
from dreamtui.kinds.memory.kind import NAME
from dreamtui.kinds.memory.plans import TopicFiles, name_of
from dreamtui.kinds.row import QueueRow, item_row
from dreamtui.model.change import digest
from dreamtui.model.decision import Mark, Plan, Words
from dreamtui.model.errors import NotFound, Refused
from dreamtui.model.item import Item
from dreamtui.model.proposal import Memory
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.sources.claude.folder import FolderFile, Inside, is_index, look
from dreamtui.sources.claude.places import INDEX, TEAM, MemoryFolder, rules_folder
from dreamtui.sources.claude.sessions import began
from dreamtui.store.layout import ARCHIVE, OUTSIDE, PRIVATE_ARCHIVE
from dreamtui.text.budget import INDEX_LINE
from dreamtui.text.dates import iso, read_instant
from dreamtui.text.inert import inert_line

TOPIC = "topic"
"""The kind of memory a topic file is."""
USER = "user"
"""The scope of the person's rules for all projects, which no cycle looks at."""
_DAY = re.compile(r"(?<!\d)(20\d\d)[-_](\d\d)[-_](\d\d)(?!\d)")


def topic_memories(desk: Desk) -> Iterator[StoredMemory]:
    """Every topic file of every memory folder; what cannot be read or says nothing takes no part."""
    return FolderContents(desk).memories()


def user_rules(desk: Desk) -> Iterator[StoredMemory]:
    """The person's rules for all projects, from which a memory can be moved back; no cycle looks at them."""
    folder = rules_folder(desk.workspace, desk.env, desk.memory.claude)
    for kept in _kept(folder, look(folder.path)):
        yield replace(kept, memory=replace(kept.memory, id=f"user-{kept.memory.id}", scope=USER))


def homes(desk: Desk) -> dict[str, str]:
    """The folder of each scope to which a memory can be moved, by its key; a scope without one is left out."""
    found = {"user": rules_folder(desk.workspace, desk.env, desk.memory.claude).key}
    found = found if desk.memory.claude.is_dir() else {}
    main = next((folder for folder in desk.memory.folders if not folder.agent), None)
    return {**found, "project": main.key} if main is not None else found


class FolderContents:
    """The files of all memory folders, each folder read once for many decisions."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @cached_property
    def _inside(self) -> list[tuple[MemoryFolder, Inside]]:
        return [(folder, look(folder.path)) for folder in self._desk.memory.folders]

    def memories(self) -> Iterator[StoredMemory]:
        """Every topic file; what cannot be read or says nothing takes no part."""
        for folder, inside in self._inside:
            yield from _kept(folder, inside)

    @cached_property
    def indexes(self) -> dict[str, bytes]:
        """Every index by logical path, as plans leave it: the first, second-level ones, and those of subfolders."""
        return {
            f"{folder.key}/{one.name}": one.data
            for folder, inside in self._inside
            for one in inside.indexes
            if not _is_memory(one)
        }

    @cached_property
    def unread(self) -> frozenset[str]:
        """Logical path of each index that is no plain file that can be read, so that no line in it can be seen."""
        every = ((folder, name) for folder, inside in self._inside for name in inside.others)
        return frozenset(f"{folder.key}/{name}" for folder, name in every if is_index(name))

    def planned(self, plan: Plan) -> None:
        """Apply the plan of one of several items: the next plan starts from the indexes it leaves."""
        for change in plan.changes.changes:
            known = change.path in self.indexes or change.path.endswith(f"/{INDEX}")
            if known and change.after is not None:
                self.indexes[change.path] = change.after


def _kept(folder: MemoryFolder, inside: Inside) -> Iterator[StoredMemory]:
    """The memories of a folder; a file named like a second-level index that has front matter is one too."""
    files = (*inside.memories, *filter(_is_memory, inside.indexes))
    read = [(held, topic.parse(held.data, f"{folder.key}/{held.name}")) for held in files]
    hooks = _hooks(inside, {held.name: parsed for held, parsed in read})
    for held, parsed in read:
        if parsed.text.strip():
            memory = replace(_memory(folder, held, parsed), hook=hooks.get(held.name, ""))
            yield StoredMemory(memory, StoredFile(parsed.path, held.data), folder.key)


def _hooks(inside: Inside, topics: Mapping[str, topic.Topic]) -> dict[str, str]:
    """What the index says of memories whose lines are too long and cannot be cut, because nothing else says it."""
    index = next((held.data for held in inside.indexes if held.name == INDEX), b"")
    entries = memory_index.read(index).entries
    if not any(len(entry.text) > INDEX_LINE for entry in entries):
        return {}
    unfit = regenerate(index, {name: fact_of(parsed, "") for name, parsed in topics.items()}).unfit
    alone = Counter(entry.line for entry in entries)
    return {e.target: e.hook for e in entries if e.own and e.line in unfit and alone[e.line] == 1}


def _is_memory(held: FolderFile) -> bool:
    return bool(page_number(held.name)) and topic.parse(held.data, held.name).has_front


def _memory(folder: MemoryFolder, held: FolderFile, parsed: topic.Topic) -> Memory:
    when, dated = _written(folder, held, parsed)
    return Memory(
        id=topic.topic_id(parsed.path),
        path=parsed.path,
        hash=digest(held.data),
        title=parsed.title,
        text=parsed.text,
        kind=TOPIC,
        created=when,
        updated=when,
        category=parsed.type,
        about=parsed.description,
        scope=f"{folder.key}/{TEAM}" if held.name.startswith(f"{TEAM}/") else folder.key,
        pinned=parsed.pinned,
        dated=dated,
    )


def _written(folder: MemoryFolder, held: FolderFile, parsed: topic.Topic) -> tuple[str, str]:
    """When a file was written, and how that is known: by its own stamp, its session, a day in its name, its time."""
    own = read_instant(parsed.modified) if parsed.modified else None
    if own is not None:
        return iso(own), ""
    session = began(folder.path, parsed.session) if parsed.session else ""
    if session:
        return session, "the day of its session"
    stem = held.name.rpartition("/")[2].removesuffix(".md")
    named = ("-".join(parts) for parts in _DAY.findall(f"{stem} {parsed.name} {parsed.description}"))
    days = [day for day in named if read_instant(day) is not None]
    if days:
        return f"{max(days)}T00:00:00Z", "the day in its name"
    try:
        return iso(datetime.fromtimestamp(held.changed, UTC)), "the file's time stamp"
    except (OverflowError, ValueError, OSError):
        return "", ""


class TopicItems:
    """The memories of a workspace's folders, read once for many decisions."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._folders = FolderContents(desk)

    @cached_property
    def _memories(self) -> dict[str, StoredMemory]:
        from dreamtui.desk.memory.all import every_memory

        return {key: kept for key, kept in every_memory(self._desk, self._folders).items() if kept.folder}

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
        return Gathered(item_of(kept), TopicFiles(kept, dict(self._folders.indexes), self._folders.unread))

    def planned(self, held: Gathered[TopicFiles], words: Words, plan: Plan) -> None:
        """Apply the plan of one of several items: the next plan starts from the indexes it leaves."""
        self._folders.planned(plan)


def find(topics: Gatherer[TopicFiles], reference: str) -> QueueRow | None:
    """The memory that a reference means."""
    return topics.row(reference) if isinstance(topics, TopicItems) else None


def _bare(path: str) -> str:
    return path.removesuffix(".md")


def item_of(kept: StoredMemory) -> Item:
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


_TAKES_AWAY = frozenset({Verb.RETIRE, Verb.ACCEPT})


@dataclass(frozen=True, slots=True)
class Retired:
    """A memory in the archive."""

    path: str
    """Logical path it had in its folder."""
    archived: str
    """Logical path it has now."""
    mark: Mark
    """The decision in force that archived it."""
    title: str
    text: str
    here: bool = True
    """Whether the decision can be taken back on this machine; one on private memory only where it was made."""

    @property
    def said(self) -> str:
        """Who retired it and how it comes back, in a sentence without its stop."""
        mark = self.mark
        how = "" if mark.verb is Verb.RETIRE else f" with {inert_line(mark.item)}"
        return f"{inert_line(self.path)} was retired by {inert_line(mark.actor)} on {mark.when[:10]}{how}; {self.back}"

    @property
    def back(self) -> str:
        """How it comes back, or where its words are for one who cannot bring it back."""
        if self.here:
            return f"`dreamtui undo {self.mark.short}` restores it"
        return f"that was on another machine and can be undone only there; its words are in {self.archived}"


def retired(desk: Desk) -> list[Retired]:
    """Every memory that a standing decision moved to the archive and that is not there again, the newest first."""
    marks = graph.ordered(desk.store.audit.marks())
    stands = graph.in_force_of(marks)
    elsewhere = only_elsewhere(desk, marks)
    found: dict[str, Retired] = {}
    for mark in reversed(marks):
        if mark.verb not in _TAKES_AWAY or not stands[mark.id]:
            continue
        for path, archived in _moved(desk, mark):
            theirs = archived.startswith(OUTSIDE) and mark.id in elsewhere  # the same path means another file here
            if not theirs and path not in found and desk.store.read(path) is None:
                data = desk.store.read(archived)
                if data is not None:
                    read = topic.parse(data, path)
                    found[path] = Retired(path, archived, mark, read.title, read.text, mark.id not in elsewhere)
    return list(found.values())


def _moved(desk: Desk, mark: Mark) -> Iterator[tuple[str, str]]:
    """The memories of a decision, each with the file of the archive that it changed for it."""
    archived = [path for path in mark.paths if path.startswith((f"{ARCHIVE}/", f"{PRIVATE_ARCHIVE}/"))]
    for path in mark.paths if archived else ():
        key = next((one.key for one in desk.memory.folders if path.startswith(f"{one.key}/")), "")
        if not key or not path.endswith(".md"):
            continue
        plain = f"{key.removeprefix('@').replace('/', '-')}/{path[len(key) + 1 :].removesuffix('.md')}"
        names = [f"{top}/{plain}" for top in (ARCHIVE, PRIVATE_ARCHIVE)]
        own = next((one for one in archived if one.removesuffix(".md") in names), "")
        own = own or next((one for one in archived if one.startswith(tuple(f"{name}-" for name in names))), "")
        if own:
            yield path, own
