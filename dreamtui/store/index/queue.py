"""The queue: every item with its status, from the index rows of our files."""

from collections.abc import Callable, Iterable, Sequence

from dreamtui.kinds.kind import FirstEntries, Folder, Kinds
from dreamtui.kinds.row import QueueEntry, QueueRow, in_order
from dreamtui.model.item import Status
from dreamtui.store.index import recurrence
from dreamtui.store.index.schema import FileProblem
from dreamtui.store.index.sync import FileIndex
from dreamtui.store.layout import Layout
from dreamtui.store.records.names import RecordName, decisions_by_item

Heard = Callable[[Sequence[QueueEntry], int, int], None]
"""Told while a queue is read that takes long: the first entries, once; then how many files are read, of how many."""


class Queue:
    """All items of one workspace, read once: the shelf on which each kind finds its own."""

    def __init__(self, layout: Layout, today: str, kinds: Kinds, *, keeps_later: bool = False) -> None:
        """With `keeps_later` what was read goes into the index when `keep` is called, and nobody waits for it."""
        self._layout = layout
        self._today = today
        self._kinds = kinds
        self._index = FileIndex(layout)
        self._index.waits = keeps_later
        self._heard: Heard | None = None
        self._decisions: dict[str, list[RecordName]] | None = None
        self._unreadable: dict[str, FileProblem] = {}

    @property
    def today(self) -> str:
        """The UTC date."""
        return self._today

    @property
    def problems(self) -> list[FileProblem]:
        """Files that could not be read, named."""
        found = (*self._index.problems, *(self._unreadable[path] for path in sorted(self._unreadable)))
        return list(dict.fromkeys(found))

    def keep(self) -> None:
        """Put what was read into the index."""
        self._index.save()

    def entries(self, statuses: Iterable[Status], heard: Heard | None = None) -> list[QueueEntry]:
        """Entries of these statuses; `heard` is told the first of them while a long folder is read."""
        wanted = frozenset(statuses)
        self._heard = heard
        every = (entry for kind in self._kinds for entry in kind.entries(self, wanted))
        return sorted((entry for entry in every if entry.status in wanted), key=in_order)

    def rows(self, folder: Folder, first: FirstEntries | None = None) -> list[QueueRow]:
        """The rows of a folder; `first` makes the entries that are told while the rest is read."""
        heard, is_first = self._heard if first else None, True

        def told(rows: Sequence[QueueRow], done: int, total: int) -> None:
            nonlocal is_first
            if heard is not None and first is not None:
                heard(sorted(first(rows), key=in_order) if is_first else (), done, total)
            is_first = False

        return self._index.rows(
            folder.path, folder.read, deep=folder.deep, suffix=folder.suffix, told=told if heard else None
        )

    def seen_again(self, kind: str) -> list[QueueRow]:
        """Rows of what the last run found of a kind although it is decided."""
        return recurrence.read(self._layout, kind, self._kinds)

    def decisions(self) -> dict[str, list[RecordName]]:
        """For each item its decisions, oldest first, from the records' names alone."""
        if self._decisions is None:
            self._decisions = decisions_by_item(self._layout)
        return self._decisions

    def decision(self, item_id: str, *verbs: str) -> str | None:
        """The newest decision on an item with one of the verbs."""
        for verb, short, *_ in reversed(self.decisions().get(item_id, [])):
            if verb in verbs:
                return short
        return None

    def is_news(self, decided: QueueRow, seen: QueueRow, also: Callable[[str], str] | None = None) -> bool:
        """Whether what was seen again is new to the decision; a not-now stays away until its date."""
        if decided.until > self._today or not recurrence.holds_more(decided, seen):
            return False
        ids = [decided.id, also(decided.id)] if also else [decided.id]
        named = [self.decisions().get(item_id, []) for item_id in ids]
        judged = recurrence.LastDecision(self._layout, self._today, named, self._decides_nothing)
        return recurrence.is_news(decided, seen, judged)

    def _decides_nothing(self, path: str, why: str) -> None:
        self._unreadable[path] = FileProblem(path, why)


class ItemQueue(Queue):
    """The part of the queue that is about a few ids: found by the names of its files, however long the queue is.

    A folder whose files tell of other items too, such as the rules, is read once and kept.
    """

    def __init__(self, layout: Layout, today: str, kinds: Kinds) -> None:
        super().__init__(layout, today, kinds)
        self._ids: tuple[str, ...] = ()
        self._shared: dict[Folder, list[QueueRow]] = {}
        self._again: dict[str, list[QueueRow]] = {}

    def about(self, ids: Iterable[str]) -> dict[str, list[QueueEntry]]:
        """For each of these exact ids what the whole queue would have of it, in the same order; empty for none."""
        self._ids = tuple(dict.fromkeys(ids))
        found: dict[str, list[QueueEntry]] = {item_id: [] for item_id in self._ids}
        for entry in self.entries(tuple(Status)):
            if entry.row.id in found:
                found[entry.row.id].append(entry)
        return found

    def rows(self, folder: Folder, first: FirstEntries | None = None) -> list[QueueRow]:
        """Of a folder with a file an item, those of the ids asked for; else all rows."""
        if folder.by_id:
            named = (
                self._index.row_of(folder.path, item_id, folder.read, folder.suffix) for item_id in sorted(self._ids)
            )
            return [row for row in named if row is not None]
        if folder not in self._shared:
            self._shared[folder] = super().rows(folder, first)
        return self._shared[folder]

    def seen_again(self, kind: str) -> list[QueueRow]:
        """What the last run saw again."""
        if kind not in self._again:
            self._again[kind] = super().seen_again(kind)
        return self._again[kind]
