"""The queue: the status of each item, kept in the index beside what its file says.

Statuses are updated when a file changed. A file affects its own item and those it is called by, a new record the item
it is about; another day, another run and a record that changed or went affect all items that are not simply pending. So
a queue of a hundred thousand costs no more than a look at its files' times, and a decision what it is about.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from dreamtui.kinds.kind import Folder, ItemKind, Kinds, Records
from dreamtui.kinds.row import QueueEntry, QueueRow, in_order
from dreamtui.model.status import Status, is_risky
from dreamtui.store.index.record_rows import KeptRows, KnownVersions, ReadRecords, ReviewSettings, hash_of
from dreamtui.store.index.schema import FileProblem, discard, open_index, place_of
from dreamtui.store.index.sync import (
    BATCH,
    EVERYTHING,
    NO_FILE,
    SEEN,
    FileRows,
    Place,
    Progress,
    hash_of_stamps,
    key_of,
    seen_of,
    storable,
    writing,
)
from dreamtui.store.layout import FOUND_AGAIN, Layout
from dreamtui.store.records.names import RecordName, Stamp, decisions_by_item, record_files, record_names

T = TypeVar("T")

_NAMES = ", ".join(QueueRow._fields)
_FACTS = len(QueueRow._fields)
_PRINTED = ", ".join("''" if name == "weeks" else name for name in QueueRow._fields)
"""Without the weeks, which only a console shows: a list of ten thousand is quicker by two milliseconds."""
_ENTRY = f"SELECT {_PRINTED}, state, stands, decision, news FROM item"
_IN_ORDER = "ORDER BY state <> 'pending', risk DESC, place, last_seen, id, ref"
_WHOLE = "whole"
_AROUND, _RECORDS, _SEEN_RECORDS = "around", "records", "hash of records"
_OF_RECORDS = "of records"
_EVERY = frozenset(Status)
_STATUS = {status.value: status for status in Status}


class ListedRow(NamedTuple):
    """What a list needs of an item, light enough to be kept a hundred thousand times."""

    path: str
    id: str
    kind: str
    signal: str
    title: str
    weight: float
    last_seen: str
    flags: str
    place: int
    actors_json: str
    files_json: str
    weeks: str
    stands: str
    decision: str | None
    news: int

    @classmethod
    def of(cls, entry: QueueEntry) -> "ListedRow":
        row = entry.row
        return cls(row.path, row.id, row.kind, row.signal, row.title, row.weight, row.last_seen, row.flags,
                   row.place, row.actors_json, row.files_json, row.weeks, entry.stands.value, entry.decision,
                   int(entry.is_news))  # fmt: skip


_LIGHT = ", ".join(ListedRow._fields)


class FirstPage(NamedTuple):
    """What a console shows before all rows are read."""

    rows: list[ListedRow]
    tally: dict[str, int]
    """How many items of the whole queue have which status."""
    is_whole: bool
    """Whether every file was read at least once, so that the totals are right."""


class QueueCount(NamedTuple):
    """How many items of one kind have one status."""

    kind: str
    status: str
    stands: str
    """The status it is listed with: recurring for a decided one that was seen again."""
    items: int
    flagged: int
    oldest: str
    """When the one with the oldest evidence was last seen; empty if none says it."""


class IndexShelf:
    """What a kind gets to tell the status of its items; rows of the items asked for come from `own`."""

    def __init__(
        self, layout: Layout, today: str, kinds: Kinds, rows: Callable[[Folder], list[QueueRow]],
        own: Callable[[Folder], list[QueueRow]], of_records: "OfRecords", versions: KnownVersions | None,
        decisions: Callable[[], dict[str, list[RecordName]]], *, narrow: bool,
    ) -> None:  # fmt: skip
        self._narrow = narrow
        self._versions = versions
        self._layout = layout
        self._today = today
        self._kinds = kinds
        self._rows = rows
        self._own = own
        self._of_records = of_records
        self._shared: dict[str, list[QueueRow]] = {}
        self._made: dict[str, list[QueueRow]] = {}
        self._again: dict[str, list[QueueRow]] = {}
        self._decisions = cache(decisions)
        self.unreadable: dict[str, str] = {}
        """Records that decide nothing, and why."""

    @property
    def today(self) -> str:
        return self._today

    def entries(self, kinds: Iterable[ItemKind[Any]] | None = None) -> list[QueueEntry]:
        """What the files say; of these kinds alone where they are named."""
        return [entry for kind in kinds or self._kinds for entry in kind.entries(self, _EVERY)]

    def covered(self, entries: Iterable[QueueEntry]) -> list[QueueEntry]:
        """The status of recurring items for callers that do not ask for recurring ones."""
        again = {entry.row.id for entry in entries if entry.status is Status.RECURRING}
        if not again:
            return []
        once = (entry for kind in self._kinds for entry in kind.entries(self, _EVERY - {Status.RECURRING}))
        return [entry for entry in once if entry.row.id in again and entry.status is not Status.RECURRING]

    def rows(self, folder: Folder) -> list[QueueRow]:
        """The rows of a folder; of one with a file an item those of the items asked for."""
        if folder.by_id or (self._narrow and folder.of_items):
            return self._own(folder)
        if folder.path not in self._shared:
            self._shared[folder.path] = self._rows(folder)
        return self._shared[folder.path]

    def is_reached(self, version: str) -> bool:
        """Whether the workspace is at a version, or at a later one."""
        return self._versions is not None and self._versions.is_reached(version)

    def seen_again(self, kind: str) -> list[QueueRow]:
        """Rows of what the last run found of a kind although it is decided."""
        if kind not in self._again:
            from dreamtui.store.index import recurrence

            self._again[kind] = recurrence.read(self._layout, kind, self._kinds)
        return self._again[kind]

    def decision(self, item_id: str, *verbs: str) -> str | None:
        """The newest decision on an item with one of the verbs."""
        for verb, short, *_ in reversed(self._decided(item_id)):
            if verb in verbs:
                return short
        return None

    def of_records(
        self, name: str, make: Callable[[Records], list[QueueRow]], folders: Sequence[Folder] = ()
    ) -> list[QueueRow]:
        """Rows that are made from the records of all decisions and the files of some folders, when these change."""
        if name not in self._made:
            self._made[name] = self._of_records(name, make, folders)
        return self._made[name]

    def _decided(self, item_id: str) -> list[RecordName]:
        return self._decisions().get(item_id, [])

    def is_news(self, decided: QueueRow, seen: QueueRow, also: Callable[[str], str] | None = None) -> bool:
        """Whether what was seen again is new to the decision; a not-now stays away until its date."""
        from dreamtui.store.index import recurrence

        if decided.until > self._today or not recurrence.holds_more(decided, seen):
            return False
        ids = [decided.id, also(decided.id)] if also else [decided.id]
        named = [self._decided(item_id) for item_id in ids]
        judged = recurrence.LastDecision(self._layout, self._today, named, self.unreadable.__setitem__)
        return recurrence.is_news(decided, seen, judged)


OfRecords = Callable[[str, Callable[[Records], list[QueueRow]], Sequence[Folder]], list[QueueRow]]


class Queue:
    """All items of one workspace on one day. It looks at the files once, when it is first asked."""

    def __init__(
        self,
        layout: Layout,
        today: str,
        kinds: Kinds,
        key: Callable[[], bytes] = bytes,
        reviewers: ReviewSettings | None = None,
        versions: KnownVersions | None = None,
    ) -> None:
        """`key` gives what the cache of records is sealed with."""
        self._key = key
        self._reviewers = reviewers
        self._versions = versions
        self._layout = layout
        self._today = today
        self._kinds = kinds
        self._connection = open_index(layout)
        self._place = place_of(layout, self._connection)
        self._files = FileRows(layout, self._connection)
        self._fresh: set[str] = set()
        self._is_settled = False
        self._marked: tuple[str, str] | None = None
        self._audited: list[tuple[str, Stamp]] | None = None
        self._decided: dict[str, list[RecordName]] | None = None
        self._asked: Collection[str] = ()
        self._last_called = frozenset[str](), frozenset[str]()
        self._given: dict[Folder, list[QueueRow]] = {}
        self._shelf_now: IndexShelf | None = None
        self._records: ReadRecords | None = None
        self._told: dict[ListedRow, int] = {}
        """The rows that `changes` gave, with the number of the look that saw them last."""
        self._looks = 0
        self._own = [folder for folder in kinds.folders if folder.by_id]

    @property
    def today(self) -> str:
        return self._today

    @property
    def problems(self) -> list[FileProblem]:
        """Files that could not be read, named."""
        records = self._connection.execute("SELECT path, why FROM problem ORDER BY path") if self._is_settled else ()
        return list(dict.fromkeys((*self._files.problems, *(FileProblem(*one) for one in records))))

    def entries(self, statuses: Iterable[Status], where: str = "", *values: object) -> list[QueueEntry]:
        """Entries of these statuses that satisfy a condition on the columns of the index, in the order of the queue."""
        self.sync()
        return self.select(tuple(statuses), where, *values)

    def select(self, statuses: Sequence[Status], where: str = "", *values: object) -> list[QueueEntry]:
        """The same as the index knows it."""
        asked = f"state <> '' AND state IN ({', '.join('?' * len(statuses))})"
        asked += " AND NOT covered" if Status.RECURRING in statuses else ""
        query = f"{_ENTRY} WHERE {asked}{f' AND ({where})' if where else ''} {_IN_ORDER}"
        wanted = (*(status.value for status in statuses), *map(storable, values))
        return [_entry(row) for row in self._or_without(lambda: self._run(query, *wanted).fetchall())]

    def actors(self) -> set[str]:
        """Everybody of whom something was found, as the index has it."""
        query = "SELECT DISTINCT value FROM item, json_each(item.actors_json) WHERE actors_json LIKE '[\"%' LIMIT 100"
        return {str(row[0]) for row in self._or_without(lambda: self._run(query).fetchall())}

    def counts(self, *, anew: bool = True) -> list[QueueCount]:
        """Everything that is listed, counted by kind and status without reading a row.

        `anew`: look at the files first; else what the index has is counted if it was ever whole.
        """
        if anew or not self.is_whole():
            self.sync()
        query = (
            "SELECT kind, state, stands, count(*), sum(flags <> ''), coalesce(min(nullif(last_seen, '')), '') "
            f"FROM item WHERE {self._listed()} GROUP BY kind, state, stands"
        )
        return [QueueCount._make(row) for row in self._or_without(lambda: self._run(query).fetchall())]

    def _or_without(self, ask: Callable[[], T]) -> T:
        """What the index says; where it broke after it was looked at, or is locked for too long, one in memory."""
        try:
            return ask()
        except sqlite3.DatabaseError:
            self._start_again(in_memory=True)
            self._is_settled = False
            self.sync()
            return ask()

    def refresh(self, changed: Iterable[str] | None = None) -> None:
        """Look at the files again; where it is known which changed at most, at the folders of these alone."""
        if changed is None:
            self._fresh.clear()
            self._files.problems.clear()
            self._audited, self._decided = None, None
        else:
            folders = {f"{path.rpartition('/')[0]}/" for path in changed}
            self._fresh -= {key_of(one) for one in self._kinds.folders
                            if any(folder.startswith(f"{one.path}/") for folder in folders)}  # fmt: skip
        self._marked, self._is_settled, self._shelf_now = None, False, None
        self._last_called = frozenset(), frozenset()
        self.sync()

    def standing(self, paths: Iterable[str]) -> dict[str, str]:
        """The status of the items of these files, as the index has it."""
        query = "SELECT path, stands FROM item WHERE stands <> '' AND path IN (SELECT value FROM json_each(?))"
        wanted = _json(paths)
        return dict(self._or_without(lambda: self._run(query, wanted).fetchall()))

    # For a console, which keeps a light copy of all rows

    @property
    def in_memory(self) -> bool:
        """Whether no index could be kept, so that the rows read here are visible to this process only."""
        return self._place is None

    def is_kept(self) -> bool:
        """Whether the index is still the one that others open."""
        return self._place is None or self._place == place_of(self._layout)

    def is_whole(self) -> bool:
        """Whether every file was read at least once; not of an index that is broken."""
        try:
            return self._mark(_WHOLE) == "yes"
        except sqlite3.DatabaseError:
            return False

    def page(self, most: int, order: str, tab: Iterable[str]) -> FirstPage | None:
        """The first rows of a console as the index has them, without a look at the files.

        Those of the tab, in the console's order, then others; None if the index is broken.
        """
        listed = f"FROM item WHERE {self._listed()}"
        sorting = f"ORDER BY stands NOT IN (SELECT value FROM json_each(?)), {self._sorting(order)}"
        asked = _json(sorted(tab))
        first = f"SELECT ref {listed} {sorting}, state <> 'pending', risk DESC, ref LIMIT ?"
        light = f"SELECT {_LIGHT} FROM item WHERE ref IN ({first}) {sorting}, state <> 'pending', risk DESC, ref"
        try:
            with self._connection:
                self._run("BEGIN")  # so that rows and totals are of one moment
                rows = [ListedRow._make(row) for row in self._run(light, asked, most, asked)]
                tally = self._run(f"SELECT stands, count(*) {listed} GROUP BY stands").fetchall()
                return FirstPage(rows, dict(tally), self.is_whole())
        except sqlite3.DatabaseError:
            return None

    def _sorting(self, order: str) -> str:
        """The columns by which a console sorts, as `text.query.order` does."""
        from dreamtui.text.query.order import LATE
        from dreamtui.text.query.row import RISKS

        age = f"coalesce(nullif(last_seen, ''), '{LATE}'), id"
        match order:
            case "age":
                return age
            case "weight":
                return f"weight DESC, {age}"
            case "title":
                self._connection.create_function("shown", 2, _title, deterministic=True)
                return f"folded(shown(title, flags)), {age}"
            case "signal":
                words = cache(lambda kind, signal: self._kinds.of(kind).word_for(signal))
                self._connection.create_function("word", 2, words, deterministic=True)
                return f"word(kind, signal), {age}"
            case "found":
                return f"place, risk, {age}"
            case _:
                ranks = [f"WHEN ' ' || flags || ' ' LIKE '% {flag} %' THEN {rank}" for rank, flag in enumerate(RISKS)]
                return (
                    f"CASE WHEN flags = '' THEN {len(RISKS) + 1} {' '.join(ranks)} ELSE {len(RISKS)} END, place, {age}"
                )

    def changes(self) -> tuple[list[str] | None, list[ListedRow]]:
        """Ids of items that came, went or changed since this was asked last, and the rows they have now.

        None for ids where these are all rows: the first time, and where the index broke since.
        """
        return self._or_without(self._changes)

    def _changes(self) -> tuple[list[str] | None, list[ListedRow]]:
        """Row by row, so that no call holds the interpreter lock for long.

        A copy in the database would take as long to write as the rows take to read, and longer to compare.
        """
        asked, told = f"SELECT {_LIGHT} FROM item WHERE {self._listed()}", self._told
        self._looks += 1
        with self._connection:
            self._run("BEGIN")  # so that both reads are of one moment
            if not told:
                rows = [ListedRow._make(row) for row in self._run(f"{asked} {_IN_ORDER}")]
                for row in rows:
                    told[row] = self._looks
                return None, rows
            ids = set()
            for row in map(ListedRow._make, self._run(asked)):
                if row not in told:
                    ids.add(row.id)
                told[row] = self._looks
            for row in [row for row, look in told.items() if look != self._looks]:
                ids.add(row.id)
                del told[row]
            fresh = f"{asked} AND id IN (SELECT value FROM json_each(?)) {_IN_ORDER}"
            return sorted(ids), [ListedRow._make(row) for row in self._run(fresh, _json(sorted(ids)))] if ids else []

    def _listed(self) -> str:
        unlisted = ", ".join(f"'{name}'" for name in sorted(self._kinds.unlisted))
        return f"state <> '' AND NOT covered AND kind NOT IN ({unlisted})"

    # Rows of files

    def rows(self, folder: Folder) -> list[QueueRow]:
        """The rows of a folder."""
        self._refresh(folder)
        return self._files.rows(folder)

    def _refresh(self, folder: Folder) -> None:
        if key_of(folder) not in self._fresh:
            self._fresh.add(key_of(folder))
            self._safely(lambda: self._files.update(folder))

    def shelf(self) -> IndexShelf:
        """The rows of all items, to find out which decisions are in force."""
        return self._shelf(self.rows, narrow=False)

    def about(self, ids: Iterable[str]) -> dict[str, list[QueueEntry]]:
        """For each of these exact ids what the whole queue has of it, in the same order; empty for none.

        They are found by the names of their files, however long the queue is.
        """
        found: dict[str, list[QueueEntry]] = {item_id: [] for item_id in ids}
        wanted = sorted(found)
        rows = cache(self._rows_called)

        def named(folder: Folder) -> list[QueueRow]:
            if folder.of_items:
                self._refresh(folder)
                return rows(folder, frozenset(wanted))
            there = (self._files.row_of(folder, item_id) for item_id in wanted)
            return [row for row in there if row is not None]

        kinds = [kind for kind in self._kinds if not kind.prefix or any(one.startswith(kind.prefix) for one in wanted)]
        shelf = self._shelf(named, lambda: decisions_by_item(record_names(self._layout)), narrow=True)
        for entry in sorted(shelf.entries(kinds), key=in_order):
            if entry.row.id in found:
                found[entry.row.id].append(entry)
        return found

    # Keeping the index in step

    def sync(self, *, progress: Progress | None = None) -> None:
        """Look at the files, read what changed, and update statuses."""
        if not self._is_settled:
            self._safely(lambda: self._update(progress))
            self._is_settled = True

    def _safely(self, work: Callable[[], None]) -> None:
        """Do it with the index; with an empty one in memory where that is of no use."""
        for attempt in range(3):
            try:
                work()
            except sqlite3.OperationalError:
                self._start_again(in_memory=True)
            except sqlite3.DatabaseError:
                discard(self._layout.private_state)
                self._start_again(in_memory=attempt > 0)
            else:
                return

    def _start_again(self, *, in_memory: bool) -> None:
        self._connection.close()
        self._connection = open_index(self._layout, in_memory=in_memory)
        self._place = place_of(self._layout, self._connection)
        self._files = FileRows(self._layout, self._connection)
        self._fresh.clear()
        self._shelf_now = None
        self._told.clear()

    def _update(self, progress: Progress | None) -> None:
        folders = self._kinds.folders
        for folder in (*(one for one in folders if not one.by_id), *self._own):
            if key_of(folder) not in self._fresh:
                if folder.by_id:
                    self._settle()
                    places = partial(self._places, folder)
                    self._files.update(folder, progress=progress, places=places)
                else:
                    self._files.update(folder)
                self._fresh.add(key_of(folder))
        self._settle()
        if self._mark(_WHOLE) != "yes":
            self._set_mark(_WHOLE, "yes")

    def _settle(self) -> None:
        """Update the statuses of items that changed, or that another changed file is about."""
        around, seen = self._shared_stamp()
        marks = [self._mark(_AROUND), self._mark(_SEEN_RECORDS)]
        stale = {row[0] for row in self._run("SELECT id FROM stale WHERE id IN (?, ?)", EVERYTHING, NO_FILE)}
        if marks != [around, seen] or stale:
            with writing(self._connection):
                if marks[1] != seen:
                    before, records = self._mark(_RECORDS), self._told_records()
                    added = self._added(before, records) if marks[0] == around else None
                    self._set_mark(_RECORDS, records)
                else:
                    added = frozenset() if marks[0] == around else None
                if added is None or EVERYTHING in stale:
                    self._settle_shared(self._settling(narrow=False))
                else:
                    self._settle_about(added)
                self._set_mark(_AROUND, around)
                self._set_mark(_SEEN_RECORDS, seen)
        while self._unsettled(1):
            with writing(self._connection):
                self._settle_some(self._unsettled())

    def _added(self, before: str, now: str) -> frozenset[str] | None:
        """Items of the records that came since the last look; None where another record changed or went.

        None too for an item of which there is no file: something else than its own status may follow from it.
        """
        if before == now:
            return frozenset()
        were, are = set(before.split("\n")), set(now.split("\n"))
        if not were - {""} <= are:
            return None
        about = frozenset(decisions_by_item(record.partition(" ")[0] for record in are - were))
        there = (
            "SELECT id FROM item WHERE folder IS NOT NULL AND id = value UNION SELECT id FROM stale WHERE id = value"
        )
        known = self._run(f"SELECT count(*) FROM json_each(?) WHERE EXISTS ({there})", _json(about)).fetchone()[0]
        return about if known == len(about) else None

    def _settling(self, *, narrow: bool = True) -> IndexShelf:
        """The shelf of what is being settled; what is about all items is read once."""
        if self._shelf_now is None or not narrow:
            self._shelf_now = self._shelf(self._rows_asked, narrow=narrow)
        return self._shelf_now

    def _rows_asked(self, folder: Folder) -> list[QueueRow]:
        """Rows of those items that are being settled; of a decided one those of what it is called by too."""
        if folder in self._given:
            return self._given[folder]
        return (
            self._rows_called(folder, frozenset(self._asked)) if folder.of_items else self._rows_of(folder, self._asked)
        )

    def _rows_called(self, folder: Folder, ids: frozenset[str]) -> list[QueueRow]:
        return self._rows_of(folder, self._called(ids))

    def _rows_of(self, folder: Folder, ids: Iterable[str]) -> list[QueueRow]:
        query = f"SELECT {_NAMES} FROM item WHERE folder = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY path"
        return [QueueRow._make(row) for row in self._run(query, key_of(folder), _json(ids))]

    def _called(self, ids: frozenset[str]) -> frozenset[str]:
        """These ids and all that the same things are, or were, called by."""
        if self._last_called[0] == ids:
            return self._last_called[1]
        linked = "SELECT id, aliases FROM item WHERE aliases <> '' AND (until <> '' OR aliases <> '')"
        groups = [{item_id, *aliases.split()} for item_id, aliases in self._run(linked)]
        again = (row for kind in self._kinds for row in self._settling().seen_again(kind.name))
        given = (row for rows in self._given.values() for row in rows)
        groups += [{row.id, *row.alias_ids} for row in (*again, *given) if row.aliases]
        found, reached = set(ids), 0
        while len(found) > reached:
            reached = len(found)
            found.update(*(group for group in groups if not found.isdisjoint(group)))
        self._last_called = ids, frozenset(found)
        return self._last_called[1]

    def _settle_about(self, ids: frozenset[str]) -> None:
        """Make again what has no file; all that changed files and new records are about is to be settled."""
        changed = (row[0] for row in self._run("SELECT id FROM stale WHERE id <> ?", NO_FILE))
        about = [(one,) for one in sorted(self._called(ids.union(changed)))]
        self._run("DELETE FROM stale WHERE id = ?", NO_FILE)
        self._connection.executemany("INSERT OR IGNORE INTO stale VALUES (?)", about)
        kinds = [kind for kind in self._kinds if not any(one.by_id or one.of_items for one in kind.folders)]
        without = "DELETE FROM item WHERE folder IS NULL AND kind IN (SELECT value FROM json_each(?))"
        self._run(without, _json(kind.name for kind in kinds))
        shelf = self._settling()
        alone = shelf.entries(kinds)
        self._put(alone, (), [storable(entry.row.id) for entry in alone])
        self._keep_problems(shelf)

    def _settle_shared(self, shelf: IndexShelf) -> None:
        """Settle what has no file that is called after it; the others that do not simply wait are to be settled too."""
        self._asked = []
        mentioned = {name for folder in self._kinds.folders if not folder.by_id
                     for row in shelf.rows(folder) for name in (row.id, *row.alias_ids)}  # fmt: skip
        mentioned |= {row.id for kind in self._kinds for row in shelf.seen_again(kind.name)}
        own = self._own_ids(mentioned)
        known = ", ".join(map(_quoted, self._kinds.folders))
        self._run(f"DELETE FROM item WHERE folder NOT IN ({known})")
        seen = ", ".join("?" * len(self._kinds.folders))
        self._run(
            f"DELETE FROM mark WHERE name GLOB ? AND name NOT IN ({seen})",
            f"{SEEN}*",
            *map(seen_of, self._kinds.folders),
        )
        self._run("DELETE FROM stale WHERE id IN (?, ?)", EVERYTHING, NO_FILE)
        self._run("DELETE FROM problem")
        linked = f"folder IN ({self._own_keys()}) AND"
        self._run(f"UPDATE item SET state = NULL WHERE {linked} state <> 'pending'")
        self._run(f"UPDATE item SET state = NULL WHERE {linked} (until <> '' OR aliases <> '')")
        self._run(f"UPDATE item SET state = NULL WHERE {linked} id IN (SELECT value FROM json_each(?))", _json(own))
        self._run(f"UPDATE item SET state = '' WHERE folder IS NOT NULL AND folder NOT IN ({self._own_keys()})")
        self._run("DELETE FROM item WHERE folder IS NULL")
        entries = shelf.entries()
        other = self._own_ids(entry.row.id for entry in entries)
        alone = [entry for entry in entries if entry.row.id not in other]
        self._put(alone, shelf.covered(alone), [storable(entry.row.id) for entry in alone])
        self._keep_problems(shelf)

    def _settle_some(self, ids: Sequence[str], given: Sequence[QueueRow] = ()) -> dict[str, Place]:
        """Update the statuses of these items; gives those of the given rows, which are not indexed yet, by path."""
        asked, some, shelf = _json(ids), frozenset(ids), self._settling()
        self._asked = ids
        self._run("DELETE FROM stale WHERE id IN (SELECT value FROM json_each(?))", asked)
        self._run("DELETE FROM item WHERE folder IS NULL AND id IN (SELECT value FROM json_each(?))", asked)
        new = {row.path: row for row in given}
        places: dict[str, Place] = {}
        known: list[QueueEntry] = []
        entries = shelf.entries()
        for entry in entries:
            if new.get(entry.row.path) is entry.row:
                places[entry.row.path] = _place(entry)
            elif entry.row.id in some:
                known.append(entry)
        self._put(known, shelf.covered(entry for entry in entries if entry.row.id in some), ids)
        self._keep_problems(shelf)
        return places

    def _places(self, folder: Folder, rows: list[QueueRow]) -> dict[str, Place]:
        """The statuses of the items of files that were just read, by path."""
        self._given = {folder: rows}
        try:
            return self._settle_some([row.id for row in rows], rows)
        finally:
            self._given = {}

    def _put(self, entries: Sequence[QueueEntry], covered: Sequence[QueueEntry], ids: Sequence[object]) -> None:
        """Store the statuses of these items: in the rows of their files, else in rows of their own."""
        query = "SELECT id, path, ref FROM item WHERE folder IS NOT NULL AND id IN (SELECT value FROM json_each(?))"
        refs = {(row[0], row[1]): row[2] for row in self._run(query, _json(ids))}
        here: list[tuple[object, ...]] = []
        alone: list[tuple[object, ...]] = []
        for number, entry in enumerate((*entries, *covered)):
            row, place = entry.row, _place(entry, covered=number >= len(entries))
            ref = refs.pop((row.id, row.path), None)
            if ref is not None:
                here.append((*place, ref))
            else:
                alone.append((*map(storable, row), int(is_risky(row.flags)), *place))
        update = "UPDATE item SET state = ?, stands = ?, decision = ?, news = ?, covered = ? WHERE ref = ?"
        self._connection.executemany(update, here)
        self._connection.executemany("UPDATE item SET state = '' WHERE ref = ?", [(ref,) for ref in refs.values()])
        marks = ", ".join("?" * (_FACTS + 6))
        insert = f"INSERT INTO item ({_NAMES}, risk, state, stands, decision, news, covered) VALUES ({marks})"
        self._connection.executemany(insert, alone)

    def _keep_problems(self, shelf: IndexShelf) -> None:
        if shelf.unreadable:
            insert = "INSERT OR REPLACE INTO problem VALUES (?, ?)"
            self._connection.executemany(insert, sorted(shelf.unreadable.items()))

    def _unsettled(self, most: int = BATCH) -> list[str]:
        """Ids of some items whose status is not known yet."""
        stale = "SELECT id FROM stale WHERE id NOT IN (?, ?)"
        query = f"{stale} UNION ALL SELECT id FROM item WHERE state IS NULL LIMIT ?"
        return [row[0] for row in self._run(query, EVERYTHING, NO_FILE, most)]

    def _own_ids(self, ids: Iterable[str]) -> set[str]:
        """Those of the ids that have a file called after them."""
        query = f"SELECT id FROM item WHERE folder IN ({self._own_keys()}) AND id IN (SELECT value FROM json_each(?))"
        return {row[0] for row in self._connection.execute(query, (_json(sorted(set(ids))),))}

    def _own_keys(self) -> str:
        return ", ".join(map(_quoted, self._own))

    def _shelf(
        self,
        own: Callable[[Folder], list[QueueRow]],
        decisions: Callable[[], dict[str, list[RecordName]]] | None = None,
        *,
        narrow: bool,
    ) -> IndexShelf:
        """By the decisions there were when the files were looked at, or by others; `narrow` gives of decided items too
        only those that are asked for.
        """
        known = decisions or self._decisions
        return IndexShelf(
            self._layout, self._today, self._kinds, self.rows, own, self._of_records, self._versions, known,
            narrow=narrow,
        )  # fmt: skip

    def _decisions(self) -> dict[str, list[RecordName]]:
        """The decisions on each item, as long as files are not looked at again."""
        if self._decided is None:
            self._decided = decisions_by_item(name for name, _ in self._record_files())
        return self._decided

    def _of_records(
        self, name: str, make: Callable[[Records], list[QueueRow]], folders: Sequence[Folder] = ()
    ) -> list[QueueRow]:
        """The rows as the index has them, unless a record or a file came, went or changed since."""
        names = [logical for logical, _ in self._record_files()]
        if not names and not folders:
            return []
        asked = self._reviewers.stamp() if self._reviewers else ""
        files = tuple(entry for folder in folders for entry in self.times(folder))
        kept = KeptRows.read(self._mark(f"{_OF_RECORDS} {name}"))
        if kept is not None and kept.still(asked, names, files):
            return list(kept.rows)
        settling = self._connection.in_transaction
        if self._records is None or self._records.names != names:
            self._records = ReadRecords(names, self._layout, self._key, self.rows, self._reviewers, keeps=not settling)
        records = self._records
        records.since = kept.since(asked, records, files) if kept is not None else None
        rows = make(records)
        if settling:  # a look at one item leaves the index as it is
            since = records.since
            if kept is not None and since is not None:
                head, is_line = (since.marks[-1].id if since.marks else kept.head), since.is_line
            else:
                head, is_line = records.head(), records.is_line()
            made = KeptRows(asked, len(names), hash_of(names), head, is_line, files, tuple(rows))
            self._set_mark(f"{_OF_RECORDS} {name}", made.text())
        return rows

    def times(self, folder: Folder) -> list[tuple[Any, ...]]:
        """What the disk says of each file of a folder, with its path."""
        self._refresh(folder)
        query = "SELECT path, mtime, size, inode, ctime FROM item WHERE folder = ? ORDER BY path"
        return self._run(query, key_of(folder)).fetchall()

    # Marks

    def _shared_stamp(self) -> tuple[str, str]:
        """A text that differs on another day and after another run, and a hash of all records."""
        if self._marked is None:
            asked = self._reviewers.stamp() if self._reviewers else ""
            held = self._run("SELECT id FROM item WHERE due <> '' AND until <> ''").fetchall() if self._versions else []
            if self._versions and held and not self._decisions().keys().isdisjoint(one for (one,) in held):
                asked += f" {self._versions.stamp()}"
            again = _times(self._layout.private_state / FOUND_AGAIN)
            about = f"{self._today} {' '.join(self._kinds.names)} {asked} {again}"
            self._marked = about, hash_of_stamps(self._record_files())
        return self._marked

    def _told_records(self) -> str:
        """A line for each record, which tells after a change what came since."""
        lines = [f"{logical} {mtime}:{size}:{inode}:{ctime}"
                 for logical, (_, inode, size, mtime, ctime) in self._record_files()]  # fmt: skip
        return str(storable("\n".join(lines)))

    def _record_files(self) -> list[tuple[str, Stamp]]:
        """Every record, as long as files are not looked at again."""
        if self._audited is None:
            self._audited = record_files(self._layout)
        return self._audited

    def _mark(self, name: str) -> str:
        found = self._run("SELECT value FROM mark WHERE name = ?", name).fetchone()
        return found[0] if found else ""

    def _set_mark(self, name: str, value: str) -> None:
        self._run("INSERT OR REPLACE INTO mark VALUES (?, ?)", name, value)

    def _run(self, query: str, *values: object) -> sqlite3.Cursor:
        return self._connection.execute(query, values)


def _quoted(folder: Folder) -> str:
    return "'" + key_of(folder).replace("'", "''") + "'"


def _place(entry: QueueEntry, *, covered: bool = False) -> Place:
    return entry.status.value, entry.stands.value, entry.decision, int(entry.is_news), int(covered)


def _title(title: str, flags: str) -> str:
    """A title as it is shown."""
    if "secret" not in flags.split():
        return title
    from dreamtui.text.danger.risks import mask

    return mask(title)


def _json(values: Iterable[object]) -> str:
    return json.dumps(list(values))


def _times(path: Path) -> str:
    try:
        status = path.lstat()
    except OSError:
        return "-"
    return f"{status.st_mtime_ns}:{status.st_size}:{status.st_ino}:{status.st_ctime_ns}"


def _entry(row: Sequence[Any]) -> QueueEntry:
    state, stands, decision, news = row[_FACTS:]
    before = None if news or stands == state else _STATUS[stands]
    return QueueEntry(QueueRow._make(row[:_FACTS]), _STATUS[state], decision, bool(news), before)
