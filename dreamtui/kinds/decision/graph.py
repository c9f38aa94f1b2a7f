"""The graph of decisions: their order, its heads, which of them are in force, and which contradict each other.

Contradictions are made on separate branches: one keeps an item and the other does not, or both keep it as rules with
other words. A merge brings both records in, and git reports nothing. A later decision on the item, made with both
known, settles it: it comes after either.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol, TypeVar

from dreamtui.kinds.decision import graph
from dreamtui.model.decision import Decision, Mark
from dreamtui.model.errors import Lack, NotFound, Refused
from dreamtui.model.verb import Verb

TAKES_BACK = frozenset({Verb.UNDO, Verb.REDO})


def heads(marks: Iterable[Mark]) -> tuple[str, ...]:
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

    def __init__(self, marks: Iterable[Mark]) -> None:
        self.listed = ordered(marks)
        """All of them in their order."""
        self.place = {mark.id: place for place, mark in enumerate(self.listed)}
        """The place of each id in it."""

    def newest(self, marks: Iterable[Mark]) -> list[Mark]:
        """Those that none of the others comes after: one, or one from each branch that was merged; the newest first."""
        listed = sorted(marks, key=lambda mark: -self.place[mark.id])
        below: set[str] = set()
        found = []
        for mark in listed:
            if mark.id not in below:
                found.append(mark)
                below |= self.before(mark, listed[-1])
        return found

    def before(self, mark: Mark, oldest: Mark) -> set[str]:
        """Every record that a record comes after, back to the place of another one in their order."""
        seen: set[str] = set()
        waiting, stop = [mark], self.place[oldest.id]
        while waiting:
            for parent in waiting.pop().parents:
                if parent not in seen and self.place.get(parent, -1) >= stop:
                    seen.add(parent)
                    waiting.append(self.listed[self.place[parent]])
        return seen


def in_force(marks: Iterable[Mark]) -> Mapping[str, bool]:
    """For each decision whether it is in force: not taken back by a decision in force."""
    return in_force_of(ordered(marks))


def in_force_of(listed: Sequence[Mark]) -> Mapping[str, bool]:
    """The same of records that are in their order already."""
    stands: dict[str, bool] = {}
    takers: dict[str, list[str]] = {}
    for mark in listed:
        if mark.undoes:
            takers.setdefault(mark.undoes, []).append(mark.id)
    for mark in reversed(listed):
        stands[mark.id] = not any(stands.get(taker, False) for taker in takers.get(mark.id, ()))
    return stands


def to_undo(marks: Iterable[Mark]) -> list[Mark]:
    """Standing decisions that are no undo, newest first."""
    listed = ordered(marks)
    stands = in_force(listed)
    return [mark for mark in reversed(listed) if stands[mark.id] and mark.verb not in TAKES_BACK]


def to_redo(marks: Iterable[Mark]) -> list[Mark]:
    """Standing undos, newest first."""
    listed = ordered(marks)
    stands = in_force(listed)
    return [mark for mark in reversed(listed) if stands[mark.id] and mark.verb is Verb.UNDO]


def with_batch(candidates: Sequence[Mark], first: Mark) -> list[Mark]:
    """Those of them that were made together with one of them, in their order."""
    return [mark for mark in candidates if mark is first or (first.batch and mark.batch == first.batch)]


def by_reference(marks: Iterable[Mark], reference: str) -> Mark:
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


def _stem(mark: Mark) -> str:
    return mark.name.rsplit("/", 1)[-1].removesuffix(".md")


_KEEPS = frozenset({Verb.GRADUATE, Verb.ACCEPT, Verb.RERATIONALE, Verb.ADD, Verb.EDIT})
_DROPS = frozenset({Verb.REJECT, Verb.RETIRE})
_WORDS = frozenset({Verb.GRADUATE, Verb.ACCEPT, Verb.RERATIONALE})


@dataclass(frozen=True, slots=True)
class ApartDecisions:
    """Two decisions on one item of which neither knew."""

    one: Mark
    other: Mark
    words: bool = False
    """Whether both keep it, and say other words."""


def opposites(marks: Sequence[Mark], whole: Callable[[Mark], Decision]) -> list[ApartDecisions]:
    """Decisions that contradict each other and that nothing settled, by item; `whole` reads a record."""
    if not _was_forked(marks):
        return []
    lineage = graph.Lineage(marks)
    by_item: dict[str, list[Mark]] = {}
    for mark in marks:
        by_item.setdefault(mark.item, []).append(mark)
    found = []
    for _, about in sorted(by_item.items()):
        tips = lineage.newest(about) if len(about) > 1 else []
        meant = [(tip, _meant(tip, about, tips, lineage)) for tip in tips] if len(tips) > 1 else []
        for (one, keeps), (other, drops) in combinations(meant, 2):
            if {keeps, drops} == {1, -1}:
                found.append(ApartDecisions(one, other))
            elif keeps == drops == 1 and _differ(*(_words(tip, about, lineage, whole) for tip in (one, other))):
                found.append(ApartDecisions(one, other, words=True))
    return found


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both say words, and others."""
    return bool(one and other) and one != other


def _words(
    tip: Mark, about: Sequence[Mark], lineage: graph.Lineage, whole: Callable[[Mark], Decision]
) -> frozenset[str]:
    """What agents read of the item on a branch; empty if its records do not say."""
    before = lineage.before(tip, min(about, key=lambda mark: lineage.place[mark.id]))
    line = sorted((one for one in about if one is tip or one.id in before), key=lambda one: -lineage.place[one.id])
    stands = graph.in_force(line)
    for mark in line:
        if mark.verb in _WORDS and stands[mark.id]:
            made = whole(mark)
            said = (one.text for one in made.says) if made.says else (made.rule.strip(),)
            if words := frozenset(said) - {""}:
                return words
    return frozenset()


def _was_forked(marks: Sequence[Mark]) -> bool:
    return any(len(mark.parents) > 1 for mark in marks) or len(graph.heads(marks)) > 1


def _meant(tip: Mark, about: Sequence[Mark], tips: Sequence[Mark], lineage: graph.Lineage) -> int:
    """1 where the newest decision of a branch keeps the item, -1 where it does not, 0 where it leaves it open."""
    oldest = min(about, key=lambda mark: lineage.place[mark.id])
    before = lineage.before(tip, oldest)
    line = [mark for mark in about if mark is tip or mark.id in before]
    said = [mark for mark in line if mark.verb in _KEEPS | _DROPS | graph.TAKES_BACK]
    if not said:
        return 0
    last = max(said, key=lambda mark: lineage.place[mark.id])
    if last.verb not in graph.TAKES_BACK:
        return 1 if last.verb in _KEEPS else -1
    # Who takes back what the other branch never saw leaves the item open; who takes back what both knew does not.
    undone = next((mark for mark in about if mark.id == last.undoes), None)
    others = [other for other in tips if other is not tip]
    if undone is None or not all(undone.id in lineage.before(other, oldest) for other in others):
        return 0
    return -_meant_by(undone, about)


def _meant_by(mark: Mark, about: Sequence[Mark]) -> int:
    """What a decision means; an undo means the opposite of what it takes back."""
    if mark.verb in graph.TAKES_BACK:
        undone = next((other for other in about if other.id == mark.undoes), None)
        return -_meant_by(undone, about) if undone is not None and undone is not mark else 0
    return 1 if mark.verb in _KEEPS else -1 if mark.verb in _DROPS else 0
