"""Every memory of the workspace, notes, rules and topic files, as a reorganization sees it, with its file."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.kinds import meta
from dreamtui.kinds.item_files import StoredFile, StoredMemory
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.note.kind import NOTE_FILES
from dreamtui.kinds.rule import codec as rule
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.model.change import digest
from dreamtui.model.errors import Refused
from dreamtui.model.memory import NoteStatus
from dreamtui.model.proposal import Memory
from dreamtui.model.target import Target
from dreamtui.store.index.queue import Queue
from dreamtui.text.markup.frontmatter import body

if TYPE_CHECKING:
    from dreamtui.desk.memory.topics import FolderContents

NOTE, RULE = "note", "rule"
"""The kinds of memory that are ours; a topic file is Claude Code's."""
_UNPLAIN = re.compile(r"[^a-z0-9]+")


def live_memories(desk: Desk, folders: "FolderContents | None" = None) -> dict[str, StoredMemory]:
    """Active notes, live rules and topic files by id, read now; a file that cannot be read takes no part."""
    from dreamtui.desk.memory.topics import FolderContents

    queue = desk.queue()
    every = [*_notes(desk, queue), *_rules(desk, queue), *(folders or FolderContents(desk)).memories()]
    shared = {key for key, count in Counter(kept.memory.id for kept in every).items() if count > 1}
    found = {_own_id(kept.memory, shared): kept for kept in every}
    named = {key: replace(kept, memory=replace(kept.memory, id=key)) for key, kept in found.items()}
    return dict(sorted(named.items()))


def every_memory(desk: Desk, folders: "FolderContents | None" = None) -> dict[str, StoredMemory]:
    """Live memories, and the person's rules for all projects, which nothing looks at unless it names them."""
    from dreamtui.desk.memory.topics import user_rules

    return {**{kept.memory.id: kept for kept in user_rules(desk)}, **live_memories(desk, folders)}


def _own_id(memory: Memory, shared: set[str]) -> str:
    """Its id; rules written by hand whose file names begin alike share an id, so these get one from the whole path."""
    if memory.id not in shared:
        return memory.id
    name = _UNPLAIN.sub("-", memory.path.rsplit("/", 1)[-1].removesuffix(".md").lower()).strip("-")
    return f"{name[:60]}-{hashlib.sha1(memory.path.encode('utf-8', 'replace')).hexdigest()[:8]}"


def _read(desk: Desk, path: str) -> bytes | None:
    try:
        return desk.store.read(path)
    except Refused:
        return None


def _notes(desk: Desk, queue: Queue) -> Iterator[StoredMemory]:
    for row in queue.rows(NOTE_FILES):
        data = _read(desk, row.path)
        memory = note_memory(data, row.path) if data is not None else None
        if data is not None and memory is not None:
            yield StoredMemory(memory, StoredFile(row.path, data))


def _rules(desk: Desk, queue: Queue) -> Iterator[StoredMemory]:
    """Those that go to a memory folder are topic files there."""
    for row in queue.rows(LIVE):
        data = _read(desk, row.path)
        if data is not None and rule.parse(data, row.path).destination.target is not Target.MEMORY:
            yield StoredMemory(rule_memory(data, row.path), StoredFile(row.path, data))


def note_memory(data: bytes, path: str) -> Memory | None:
    """An active note; None for a retired one and for what is none."""
    parsed = note.parse(data, path)
    if parsed is None or parsed.status is NoteStatus.DEPRECATED:
        return None
    return Memory(
        id=parsed.id,
        path=path,
        hash=digest(data),
        title=parsed.title,
        text=parsed.text,
        kind=NOTE,
        created=parsed.created,
        updated=parsed.updated or parsed.created,
        category=parsed.category,
        importance=parsed.importance,
        pinned=parsed.pinned,
        static=parsed.static,
        review_after=parsed.review_after,
    )


def rule_memory(data: bytes, path: str) -> Memory:
    """A live rule; of a file that is neither ours nor dotagent's everything below the title is what it says."""
    parsed = rule.parse(data, path)
    ours = meta.find(data) is not None or bool(rule.lifecycle(data))
    return Memory(
        id=parsed.id,
        path=path,
        hash=digest(data),
        title=parsed.title,
        text=parsed.text if ours else _all_words(data),
        kind=RULE,
        created=parsed.graduated_at,
        updated=parsed.last_reviewed or parsed.graduated_at,
        review_after=parsed.review_after,
        files=parsed.files,
    )


def _all_words(data: bytes) -> str:
    """The file without its front matter and its first heading."""
    text = body(data).decode("utf-8", "replace").replace("\r\n", "\n").strip("\n")
    first, _, rest = text.partition("\n")
    return rest.strip("\n") if first.startswith("# ") else text
