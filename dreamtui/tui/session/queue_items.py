"""The rows of the queue as the console holds them: light, quick to sort, and read further only when asked."""

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb
from dreamtui.text.query.row import WeightTexts
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.kinds.kind import Kinds
    from dreamtui.store.index.queue import ListedRow

BEGUN = "draft"
"""The kind of a row that is only a draft; its item is not in the queue."""

ITEM_TABS = ("says", "evidence", "change", "history", "against")
"""Names of the tabs of an item, in order."""


class QueueItem:
    """One row: what the list, the filter and the sort need; people and files are read when they are first asked for."""

    __slots__ = (
        "_files",
        "_people",
        "decision",
        "flags",
        "id",
        "key",
        "kind",
        "last_seen",
        "path",
        "place",
        "ref",
        "seen_again",
        "signal",
        "status",
        "title",
        "type",
        "weeks",
        "weight",
        "workspace",
    )

    def __init__(self, row: "ListedRow", kinds: "Kinds") -> None:
        self.type = kinds.of(row.kind)
        self.id = row.id
        """The id it has in its workspace."""
        self.workspace = ""
        """Its workspace, in a queue of several."""
        self.ref = Ref("", row.id)
        """Both."""
        self.key: Hashable = self.ref
        """Its key; an attribute, because whole queues are searched for it."""
        self.path = row.path
        self.kind: str = row.kind
        self.signal = row.signal
        self.title = row.title
        self.status: str = row.stands
        self.seen_again = not row.news
        self.decision = row.decision
        self.flags: tuple[str, ...] = tuple(row.flags.split()) if row.flags else ()
        if "secret" in self.flags:
            from dreamtui.text.danger.risks import mask

            self.title = mask(row.title)
        self.last_seen = row.last_seen
        self.place = row.place
        self.weight = row.weight
        self.weeks = row.weeks
        """When its evidence happened."""
        self._people, self._files = row.actors_json, row.files_json

    def with_status(self, status: Status) -> "QueueItem":
        """The same row at another status."""
        other = self._copy()
        other.status, other.seen_again = status.value, False
        return other

    def within(self, workspace: str) -> "QueueItem":
        """The same row in a queue of several workspaces, this one its own."""
        other = self._copy()
        other.workspace = workspace
        other.key = other.ref = Ref(workspace, self.id)
        return other

    def _copy(self) -> "QueueItem":
        other = object.__new__(QueueItem)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    @property
    def name(self) -> str:
        """Its id as shown, with the name of its workspace if there are several."""
        return str(self.ref)

    @property
    def sign(self) -> str:
        return self.type.sign

    @property
    def word(self) -> str:
        """What a list calls it."""
        return self.type.word_for(self.signal)

    @property
    def weight_texts(self) -> WeightTexts:
        """Its weight as shown."""
        return self.type.weight(self.signal, self.weight)

    @property
    def actors(self) -> tuple[str, ...]:
        return _names(self._people)

    @property
    def files(self) -> tuple[str, ...]:
        """Which files it is about."""
        return tuple(json.loads(self._files))


def items_of(rows: "Iterable[ListedRow]", kinds: "Kinds") -> tuple[QueueItem, ...]:
    return tuple(QueueItem(row, kinds) for row in rows)


@lru_cache(1024)
def _names(people: str) -> tuple[str, ...]:
    """A whole queue, which a few people made, is searched for them."""
    return tuple(json.loads(people))


class Tab(NamedTuple):
    """A part of the queue by status."""

    name: str
    statuses: frozenset[str]
    """Statuses in it; empty for all."""
    empty: str
    """What is said when nothing is in it."""
    begun: bool = False
    """Whether only items with words begun are in it."""


def _tab(name: str, empty: str, *statuses: Status) -> Tab:
    return Tab(name, frozenset(status.value for status in statuses), empty)


TABS = (
    _tab("Pending", "Nothing is pending.", Status.PENDING),
    _tab("Recurring", "Nothing that was decided came up again.", Status.RECURRING),
    _tab("Deferred", "Nothing is deferred.", Status.DEFERRED),
    _tab("Decided", "Nothing is decided yet.", Status.GRADUATED, Status.ACCEPTED, Status.REJECTED, Status.RETIRED,
         Status.EXPIRED),
    _tab("All", "There is nothing here yet.", *Status),
    _tab("Drafts", "There are no drafts.", *Status)._replace(begun=True),
)  # fmt: skip
"""The status tabs, in order."""


def tab_called(name: str) -> int:
    """The number of a tab by its name; the first for one that there is not."""
    return next((number for number, tab in enumerate(TABS) if tab.name == name), 0)


@dataclass(frozen=True, slots=True)
class QueueView:
    """The whole queue as it was read at one moment."""

    items: tuple[QueueItem, ...] = ()
    problems: tuple[str, ...] = ()
    """Files that could not be read, a sentence each."""
    stamp: str = ""
    """What the files looked like, to notice changes."""
    tally: Mapping[str, int] = field(compare=False, default_factory=dict)
    """How many items of the whole queue have each status."""
    partial: bool = False
    """Whether these are only the first rows, and the rest is still being read."""
    counted: bool = True
    """Whether the totals are those of the whole queue; a partial one may not know them yet."""

    def __post_init__(self) -> None:
        if not self.partial or not self.counted:
            object.__setattr__(self, "tally", Counter(item.status for item in self.items))

    def counts(self) -> dict[str, int]:
        """How many items each tab has, by its name; words begun are not known here."""
        counts = {tab.name: sum(self.tally.get(status, 0) for status in tab.statuses) for tab in TABS if not tab.begun}
        return counts | {tab.name: 0 for tab in TABS if tab.begun}

    def decided(self, after: Mapping[Ref, Status | None]) -> "QueueView":
        """The queue with new statuses of some items; a finished review is not an item any more."""
        rows: list[QueueItem] = []
        for item in self.items:
            if item.ref in after and not item.type.passes:
                status = after[item.ref]
                rows.append(item.with_status(status) if status is not None else item)
        return self.with_rows(list(after), rows)

    def settled_by(self, verb: Verb, refs: Iterable[Ref]) -> "list[QueueItem]":
        """What was decided, came up again, and leaves the queue when this is decided about rules or their reviews.

        What is new of it is looked at then.
        """
        wanted = frozenset(refs)
        if verb not in _SETTLES or not wanted:
            return []
        from dreamtui.desk.queue.lookup import is_reviewed

        again = (item for item in self.items if item.status == Status.RECURRING)
        return [
            item
            for item in again
            if any(
                one.workspace == item.workspace and (one.id == item.id or is_reviewed(item.id, one.id))
                for one in wanted
            )
        ]

    def with_rows(self, refs: Iterable[Ref], rows: Sequence[QueueItem]) -> "QueueView":
        """The queue with these rows for some items: those it has of them are replaced, come to it or go."""
        wanted = frozenset(refs)
        fresh: dict[Ref, list[QueueItem]] = {}
        for row in rows:
            fresh.setdefault(row.ref, []).append(row)
        tally = Counter(self.tally)
        tally.update(row.status for row in rows)
        items: list[QueueItem] = []
        for item in self.items:
            if item.ref not in wanted:
                items.append(item)
                continue
            tally[item.status] -= 1
            items += fresh.pop(item.ref, ())
        items += [row for left in fresh.values() for row in left]
        return replace(self, items=tuple(items), tally=tally)

    def difference(self, newer: "QueueView") -> str:
        """What is new in a newer view, in a few words; empty when nothing a list shows differs."""
        same = {id(item) for item in self.items}.intersection(map(id, newer.items))
        old = {item.ref: item.status for item in self.items if id(item) not in same}
        new = {item.ref: item.status for item in newer.items if id(item) not in same}
        came = sum(1 for ref in new if ref not in old)
        moved = sum(1 for ref, status in new.items() if ref in old and old[ref] != status)
        went = sum(1 for ref in old if ref not in new)
        said = ((came, "new"), (moved, "decided or moved by others"), (went, "gone"))
        return ", ".join(f"{count} {word}" for count, word in said if count)


def slots_of(item: QueueItem) -> Slots:
    """What can be decided about an item, from the verbs of its kind and its status."""
    return item.type.slots_for(Status(item.status)) if item.kind != BEGUN else Slots()


_LOOKED_AT = 2000
"""Items looked at to find out whether all of them have the same decisions."""


def shared_slots(items: Sequence[QueueItem]) -> Slots | None:
    """What can be decided about all of them; None for no item, or if they need different decisions."""
    found = {slots_of(item) for item in items[:_LOOKED_AT]}
    return found.pop() if len(found) == 1 else None


_SETTLES = frozenset({Verb.RERATIONALE, Verb.RETIRE})

AFTER = {
    Verb.GRADUATE: Status.GRADUATED,
    Verb.ACCEPT: Status.ACCEPTED,
    Verb.REJECT: Status.REJECTED,
    Verb.DEFER: Status.DEFERRED,
    Verb.REOPEN: Status.PENDING,
}
"""The status an item of the queue has after a verb."""
