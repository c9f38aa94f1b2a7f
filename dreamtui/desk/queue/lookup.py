"""Finding items: the queue, and one item by its id."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.kind import Folder, Gatherer, ItemKind
from dreamtui.kinds.note.kind import NOTE_FILES
from dreamtui.kinds.row import QueueEntry, QueueRow, item_row, risk_flags
from dreamtui.kinds.rule.kind import LIVE, review_id
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import AlreadyDecided, Lack, Missing, NotFound, Refused, Usage
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.store.index.queue import Queue


def filed(desk: Desk, logical: str) -> StoredFile | None:
    """The current content of one of our files."""
    data = desk.store.read(logical)
    return None if data is None else StoredFile(logical, data)


class ItemGatherer:
    """Gathers items of every kind, with one gatherer a kind; where a kind needs nothing else, from here."""

    def __init__(self, desk: Desk, queue: Queue) -> None:
        self._desk = desk
        self._queue = queue
        self._shelf = queue.shelf()
        self._gatherers: dict[str, Gatherer[Any]] = {}

    def of(self, kind: str) -> Gatherer[Any]:
        """The gatherer of a kind."""
        if kind not in self._gatherers:
            gather = self._desk.actions(kind).gather
            self._gatherers[kind] = gather(self._desk) if gather else self._desk.kinds.of(kind).actions().gather(self)
        return self._gatherers[kind]

    def gather(self, row: QueueRow) -> Gathered[Any]:
        """The item with all of its files, read now."""
        return self.of(row.kind).gather(row)

    def planned(self, item: Gathered[Any], words: Words, plan: Plan) -> None:
        """Apply the plan of one of several items, so that the next plan starts from there."""
        self.of(item.item.kind).planned(item, words, plan)

    # What a kind gathers from

    def filed(self, logical: str) -> StoredFile | None:
        """The current content of one of our files."""
        return filed(self._desk, logical)

    def rows(self, folder: Folder) -> list[QueueRow]:
        """The rows of a folder."""
        return self._queue.rows(folder)

    def seen_again(self, kind: str) -> list[QueueRow]:
        """What the last run found of a kind although it is decided."""
        return self._shelf.seen_again(kind)


def is_reviewed(item: str, review: str) -> bool:
    """Whether a review is that of the rule that an item became."""
    return review_id(item) == review


_ID = re.compile(r"[a-z0-9-]{1,80}")


def check_id(reference: str) -> str:
    """The id as typed, or a usage error: ids are never paths."""
    if not _ID.fullmatch(reference):
        raise Usage(f"{reference!r} is not an id; ids are made of a-z, 0-9 and -")
    return reference


class Lookup:
    """Finds items: by an id from the files that carry it; by the beginning of one from the index."""

    def __init__(self, desk: Desk, references: Iterable[str] = ()) -> None:
        """`references` are those that will be looked for, which is quicker together."""
        self._desk = desk
        self._few = desk.queue()
        self._gatherer = ItemGatherer(desk, self._few)
        self._wanted = tuple(references)
        self._exact: dict[str, list[QueueEntry]] = {}

    @cached_property
    def _queue(self) -> Queue:
        return self._desk.queue()

    def resolve(self, reference: str, statuses: Iterable[Status]) -> QueueEntry:
        """The one item of these statuses that an id or a unique prefix of one means; an id never means another item."""
        check_id(reference)
        wanted = frozenset(statuses)
        exact = self.entries_of(reference)
        for entry in exact:
            if entry.status in wanted:
                return entry
        if exact:
            raise already(self._desk, exact[0])
        if unread := self._unread(self._few, reference):
            raise unread
        begun = self._queue.entries(tuple(Status), "id GLOB ?", f"{reference}*")
        found = [e for e in begun if e.status in wanted]
        if len({e.row.id for e in found}) > 1:
            names = ", ".join(sorted({e.row.id for e in found})[:6])
            raise Refused(f"{reference!r} could be {len(found)} items: {names}")
        if found:
            return found[0]
        if begun:
            raise already(self._desk, begun[0])
        raise self._unread(self._queue, reference) or NotFound(f"no item is called {reference!r}", Lack.KNOWN_ITEM)

    def entries_of(self, item_id: str) -> list[QueueEntry]:
        """What the queue has of an id, undecided before decided; nothing for an id that no file carries."""
        if item_id not in self._exact:
            asked = {item_id, *(one for one in self._wanted if _ID.fullmatch(one))} - self._exact.keys()
            self._exact |= self._few.about(sorted(asked))
        return self._exact[item_id]

    def rule_or_note(self, reference: str) -> QueueRow:
        """A rule or note by id, review id, file name, stem or beginning of either, as dotagent finds rules too."""
        wanted = reference.strip()
        if not wanted or "\0" in wanted or ".." in wanted.split("/"):
            raise Usage(f"{reference!r} names no rule")
        pool = [row for kind in self._desk.kinds for folder in kind.remembered for row in self._few.rows(folder)]
        for matches in (_is, _begins):
            found = [row for row in pool if matches(row, wanted)]
            if len(found) == 1:
                return found[0]
            if found:
                names = ", ".join(sorted(row.id for row in found)[:6])
                raise Refused(f"{reference!r} could be {len(found)} rules or notes: {names}")
        for name, part in self._desk.parts.items():
            find = part.actions().find
            if find and (row := find(self._gatherer.of(name), wanted)) is not None:
                return row
        about = [row.id for row in self._few.rows(LIVE) if wanted in row.files]
        hint = f"; rules about that file: {', '.join(about)}" if about else ""
        raise NotFound(f"no live rule, note or memory file is called {reference!r}{hint}")

    def kind_of(self, row: QueueRow) -> ItemKind[Any]:
        """The kind of a row."""
        return self._desk.kinds.of(row.kind)

    def gathered(self, row: QueueRow) -> Gathered[Any]:
        """The item with all of its files, read now."""
        return self._gatherer.gather(row)

    def planned(self, held: Gathered[Any], words: Words, plan: Plan) -> None:
        """Apply the plan of one of several items, so that the next plan starts from there."""
        self._gatherer.planned(held, words, plan)

    def _unread(self, queue: Queue, reference: str) -> Refused | None:
        """The reason why a file with this id could not be read, when there is one."""
        for problem in queue.problems:
            if problem.path.rsplit("/", 1)[-1].startswith(reference):
                return Refused(problem.why)
        return None


def resolve(desk: Desk, reference: str, statuses: Iterable[Status]) -> QueueEntry:
    """`Lookup.resolve` for a single item."""
    return Lookup(desk).resolve(reference, statuses)


def rule_or_note(desk: Desk, reference: str) -> QueueRow:
    """`Lookup.rule_or_note` for a single reference."""
    return Lookup(desk).rule_or_note(reference)


def already(desk: Desk, entry: QueueEntry) -> AlreadyDecided:
    """Says who decided an item, when and why."""
    row, status = entry.row, entry.status
    if status in {Status.PENDING, Status.DEFERRED}:
        return AlreadyDecided(f"{row.id} is {status}")
    mark = None
    if entry.decision and "/" not in entry.decision:
        marks = [m for m in desk.store.audit.marks() if m.short == entry.decision]
        mark = marks[0] if marks else None
    back = Missing(Lack.REOPENING, (row.id,))
    if status in desk.kinds.of(row.kind).final:
        back = Missing(Lack.UNDOING, (mark.short,) if mark else ())
    if mark is None:
        file = f" ({entry.decision})" if entry.decision else ""
        return AlreadyDecided(f"{row.id} is already decided: {status}{file}", back)
    why = desk.store.audit.read(mark.name).rationale
    reason = " ".join(why.split())[:120]
    return AlreadyDecided(
        f"{row.id} was {mark.verb.past} by {mark.actor} on {mark.when[:10]} (decision {mark.short}): {reason}", back
    )


def _is(row: QueueRow, wanted: str) -> bool:
    name = row.path.rsplit("/", 1)[-1]
    return wanted in {row.id, row.path, name, name.removesuffix(".md"), review_id(row.id)}


def _begins(row: QueueRow, wanted: str) -> bool:
    name = row.path.rsplit("/", 1)[-1]
    return row.id.startswith(wanted) or name.startswith(wanted) or review_id(row.id).startswith(wanted)


def live_rules(desk: Desk, ids: Iterable[str]) -> dict[str, str]:
    """Of these candidates those whose rule is live, with its words: a rejection retires it."""
    wanted = frozenset(ids)
    return {row.id: row.words for row in desk.queue().rows(LIVE) if row.id in wanted}


def notes(desk: Desk) -> list[QueueRow]:
    """All notes, active and retired."""
    return desk.queue().rows(NOTE_FILES)


def planned_entry(item: Item) -> QueueEntry:
    """An item that is not written yet, as it would be in the queue."""
    return QueueEntry(item_row(replace(item, flags=risk_flags(item, {}))), item.status, None)
