"""What can be found in a workspace, source by source: files of items, decisions, memories, moments of conversations."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dreamtui.desk.desk import Desk
from dreamtui.kinds.kind import Folder
from dreamtui.kinds.memory import topic
from dreamtui.kinds.rule.kind import EXPIRED, LIVE
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.search import DECISION, MEMORY, MOMENT, RULE, SearchPassage
from dreamtui.store.index.sync import key_of
from dreamtui.text.decoding import in_utf8
from dreamtui.text.inert import one_line
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.markdown import front_matter_lines
from dreamtui.text.paths import PRIVATE_HOME

if TYPE_CHECKING:
    from dreamtui.kinds.row import QueueRow
    from dreamtui.model.evidence import Event
    from dreamtui.sources.claude.places import MemoryFolder
    from dreamtui.store.index.queue import Queue

_COMMENT = re.compile(r"[ \t]*<!-- (?:dreamtui|dotagent)")
_EVIDENCE = re.compile(r"#{1,3} Evidence\b")
_LINK = re.compile(r"[ \t]*[-*+][ \t]+\[[^\]]*\]\([^)]*\.md\)")


@dataclass(frozen=True, slots=True)
class PassageSource:
    """Where passages come from."""

    name: str
    """In the index; the same each time."""
    stamps: Mapping[str, str]
    """The key of each passage, with a text that differs when it changed."""
    read: Callable[[str], SearchPassage | None]
    """A passage by its key; None for what says nothing or is gone."""


Wait = Callable[[str, int, int], None]
"""Told what is being read, how far, and of how much."""


def shared_sources(desk: Desk, queue: "Queue") -> Iterator[PassageSource]:
    """What is the workspace's own: items, rules and notes with their evidence, decisions with their reasons."""
    yield _decisions(desk)
    for actions in desk.every_action():
        yield from actions.passages(desk)
    folders = [folder for folder in desk.kinds.folders if not _is_private(folder)]
    for folder in sorted(folders, key=lambda one: one == LIVE):  # what agents read last, so that it counts as newest
        yield _files(desk, queue, folder)


def private_sources(desk: Desk, queue: "Queue", wait: Wait | None = None) -> Iterator[PassageSource]:
    """What is one person's: memories, items that quote them, and what was said in conversations."""
    yield _moments(desk, wait)
    for ours in filter(_is_private, desk.kinds.folders):
        yield _files(desk, queue, ours)
    for folder in desk.memory.folders:
        yield _memories(folder)


# Items, rules and notes


def _is_private(folder: Folder) -> bool:
    return folder.path.startswith(f"{PRIVATE_HOME}/")


def _files(desk: Desk, queue: "Queue", folder: Folder) -> PassageSource:
    stamps = {path: " ".join(map(str, stamp)) for path, *stamp in queue.times(folder)}

    def read(path: str) -> SearchPassage | None:
        try:
            data = desk.store.read(path)
            stem = path.rpartition("/")[2].removesuffix(folder.suffix)
            row = folder.read(data, path, stem) if data is not None else None
        except DreamtuiError:
            return None
        return None if data is None or row is None else _item(folder, row, data)

    return PassageSource(f"files {key_of(folder)}", stamps, read)


def _item(folder: Folder, row: "QueueRow", data: bytes) -> SearchPassage:
    is_rule = folder in {LIVE, EXPIRED}
    text = data.decode("utf-8", "replace")
    pieces = row.evidence
    return SearchPassage(
        kind=RULE if is_rule else row.kind,
        id=row.id,
        place=row.path,
        title=(one_line(row.words) if is_rule else "") or row.title,
        text="\n".join(_said_in(text)) if row.path.endswith(".md") else "\n".join(_values(text)),
        evidence="\n".join(one_line(piece["quote"]) for piece in pieces),
        locators="\n".join(one_line(piece["locator"]) for piece in pieces),
        names=" ".join((*row.files, *json.loads(row.actors_json), row.signal, row.aliases)),
        when=row.last_seen,
    )


def _said_in(text: str) -> Iterator[str]:
    """The lines of a file, blank where they are not for people, are about another file, or repeat the evidence."""
    in_evidence = False
    lines = text.split("\n")
    front = front_matter_lines(lines)
    for number, line in enumerate(lines):
        if line.startswith("#"):
            in_evidence = _EVIDENCE.match(line) is not None
        yield "" if number < front or in_evidence or _COMMENT.match(line) or _LINK.match(line) else line


def _values(text: str) -> Iterator[str]:
    """Every text in JSON that has words, a line each."""
    try:
        pending: list[Any] = [read_json(text.encode())]
    except (ValueError, RecursionError):
        return
    while pending:
        value = pending.pop(0)
        if isinstance(value, str) and " " in value:
            yield from value.split("\n")
        elif isinstance(value, dict):
            pending = [*value.values(), *pending]
        elif isinstance(value, list):
            pending = [*value, *pending]


# Decisions


def _decisions(desk: Desk) -> PassageSource:
    """Records never change, so that their names say whether there is a new one."""
    audit = desk.store.audit

    def read(name: str) -> SearchPassage | None:
        try:
            found = audit.read(name)
        except DreamtuiError:
            return None
        touched = (entry.path for entry in found.touched)
        return SearchPassage(
            kind=DECISION,
            id=found.id,
            place=name,
            title=f"{found.verb} {found.title or found.item}",
            text=found.rationale,
            names=" ".join((found.item, found.actor, found.kind, *touched)),
            when=found.when,
        )

    return PassageSource("decisions", dict.fromkeys(audit.names(), ""), read)


# What is private


def _memories(folder: "MemoryFolder") -> PassageSource:
    from dreamtui.sources.claude.folder import read_memory, stamps_in

    def read(name: str) -> SearchPassage | None:
        held = read_memory(folder.path, name)
        if held is None:
            return None
        path = f"{folder.key}/{name}"
        parsed = topic.parse(held, path)
        text = in_utf8(held)[0].decode("utf-8", "replace").replace("\r\n", "\n")
        return SearchPassage(
            kind=MEMORY,
            id=path,
            place=path,
            title=one_line(f"{parsed.title}: {parsed.description}" if parsed.description else parsed.title),
            text="\n".join(_said_in(text)),
            names=f"{name} {parsed.type}",
            when=parsed.modified,
        )

    return PassageSource(f"memories {folder.path}", stamps_in(folder.path), read)


_MOMENTS = {
    "command-fail": "a command that failed",
    "command-fix": "what helped after a command failed",
    "correction": "a correction",
    "decided": "something decided",
    "decision": "a plan or an answer",
    "error": "an error",
    "interrupt": "an interruption",
    "rejection": "a refusal",
    "remember": "something to remember",
    "memory-saved": "a memory saved",
}
"""What moments are, in words."""


def _moments(desk: Desk, wait: Wait | None) -> PassageSource:
    from dreamtui.desk.mine.reading import hear

    moments: dict[str, list[Event]] = {}
    for event in hear(desk, wait, None, keep=True).moments:
        moments.setdefault(str(event.locator), []).append(event)

    def read(key: str) -> SearchPassage | None:
        events = moments[key]
        first = events[0]
        kinds = dict.fromkeys(_MOMENTS.get(one.kind, one.kind) for one in events)
        return SearchPassage(
            kind=MOMENT,
            id=key,
            place=key,
            title=one_line(first.summary),
            text="\n".join(dict.fromkeys(one_line(one.summary) for one in events[1:])),
            names=" ".join((*kinds, *(file for one in events for file in one.files))),
            when=first.ts,
        )

    stamps = {key: _stamp(one.kind + one.summary for one in events) for key, events in moments.items()}
    return PassageSource("moments", stamps, read)


def _stamp(texts: Iterable[str]) -> str:
    joined = "\0".join(texts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:16]
