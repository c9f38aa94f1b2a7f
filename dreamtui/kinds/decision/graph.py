"""The graph of decisions: their order, its heads, and which of them are in force."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from dreamtui.model.errors import Lack, NotFound, Refused
from dreamtui.model.verb import Verb

if TYPE_CHECKING:
    from dreamtui.model.decision import Mark

TAKES_BACK = frozenset({Verb.UNDO, Verb.REDO})


def heads(marks: "Iterable[Mark]") -> tuple[str, ...]:
    """Ids that no other record names as its parent, sorted."""
    listed = list(marks)
    parents = {parent for mark in listed for parent in mark.parents}
    return tuple(sorted(mark.id for mark in listed if mark.id not in parents))


class Node(Protocol):
    """What the order needs of a record: light or whole."""

    @property
    def id(self) -> str:
        """The decision's id."""

    @property
    def parents(self) -> tuple[str, ...]:
        """Heads known when it was written."""

    @property
    def when(self) -> str:
        """UTC time."""


N = TypeVar("N", bound=Node)


def ordered(marks: Iterable[N]) -> list[N]:
    """Oldest first: by distance from the first record, then time, then id; the same on every machine."""
    known = {mark.id: mark for mark in marks}
    depth: dict[str, int] = {}
    for start in known.values():
        if len(start.parents) == 1 and start.parents[0] in depth:  # what is true of most
            depth.setdefault(start.id, 1 + depth[start.parents[0]])
            continue
        stack = [start]
        while stack:
            mark = stack[-1]
            waiting = [known[p] for p in mark.parents if p in known and p not in depth]
            if mark.id in depth or not waiting:
                stack.pop()
                above = [depth[p] for p in mark.parents if p in depth]
                depth.setdefault(mark.id, 1 + max(above, default=0))
            else:
                stack.extend(waiting)
    return sorted(known.values(), key=lambda mark: (depth[mark.id], mark.when, mark.id))


class Lineage:
    """Which of the records came after which."""

    def __init__(self, marks: "Iterable[Mark]") -> None:
        self.listed = ordered(marks)
        """All of them in their order."""
        self.place = {mark.id: place for place, mark in enumerate(self.listed)}
        """The place of each id in it."""

    def newest(self, marks: "Iterable[Mark]") -> "list[Mark]":
        """Those that none of the others comes after: one, or one from each branch that was merged; the newest first."""
        listed = sorted(marks, key=lambda mark: -self.place[mark.id])
        below: set[str] = set()
        found = []
        for mark in listed:
            if mark.id not in below:
                found.append(mark)
                below |= self.before(mark, listed[-1])
        return found

    def before(self, mark: "Mark", oldest: "Mark") -> set[str]:
        """Every record that a record comes after, back to the place of another one in their order."""
        seen: set[str] = set()
        waiting, stop = [mark], self.place[oldest.id]
        while waiting:
            for parent in waiting.pop().parents:
                if parent not in seen and self.place.get(parent, -1) >= stop:
                    seen.add(parent)
                    waiting.append(self.listed[self.place[parent]])
        return seen


def in_force(marks: "Iterable[Mark]") -> Mapping[str, bool]:
    """For each decision whether it is in force: neither taken back nor overruled by a decision in force."""
    return in_force_of(ordered(marks))


def in_force_of(listed: "Sequence[Mark]") -> Mapping[str, bool]:
    """The same of records that are in their order already."""
    stands: dict[str, bool] = {}
    takers: dict[str, list[str]] = {}
    for mark in listed:
        for taken in (*mark.overrules, *([mark.undoes] if mark.undoes else [])):
            takers.setdefault(taken, []).append(mark.id)
    for mark in reversed(listed):
        stands[mark.id] = not any(stands.get(taker, False) for taker in takers.get(mark.id, ()))
    return stands


def to_undo(listed: "Sequence[Mark]") -> "list[Mark]":
    """Of records in their order the standing decisions that are no undo, newest first."""
    stands = in_force_of(listed)
    return [mark for mark in reversed(listed) if stands[mark.id] and mark.verb not in TAKES_BACK]


def to_redo(listed: "Sequence[Mark]") -> "list[Mark]":
    """Of records in their order the standing undos, newest first."""
    stands = in_force_of(listed)
    return [mark for mark in reversed(listed) if stands[mark.id] and mark.verb is Verb.UNDO]


def with_batch(candidates: "Sequence[Mark]", first: "Mark") -> "list[Mark]":
    """Those of them that were made together with one of them, in their order."""
    return [mark for mark in candidates if mark is first or (first.batch and mark.batch == first.batch)]


def by_reference(marks: "Iterable[Mark]", reference: str) -> "Mark":
    """The record a person means: its id or file name, or the beginning of either, or an item decided once."""
    wanted = reference.strip()
    if not wanted:
        raise NotFound("no decision is named")
    listed = list(marks)
    exact = [m for m in listed if m.id == wanted or _stem(m) == wanted]
    found = exact or [m for m in listed if m.id.startswith(wanted) or _stem(m).startswith(wanted)]
    if not found:
        stands = in_force(listed)
        found = [m for m in listed if m.item == wanted and stands[m.id] and m.verb not in TAKES_BACK]
    if not found:
        raise NotFound(f"no decision is called {wanted!r}", Lack.KNOWN_DECISION)
    if len(found) > 1:
        names = ", ".join(sorted(m.short for m in found)[:6])
        raise Refused(f"{wanted!r} could be {len(found)} decisions: {names}")
    return found[0]


def _stem(mark: "Mark") -> str:
    return mark.name.rsplit("/", 1)[-1].removesuffix(".md")
