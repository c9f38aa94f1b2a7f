"""Decisions that contradict each other, made on branches that were merged since.

One keeps an item and the other does not, or both keep it and say other words. A merge brings both records in, and git
reports nothing. A later decision on the item, made with both known, settles it: it comes after either.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from dreamtui.kinds.decision.graph import TAKES_BACK, Lineage, heads, in_force, in_force_of
from dreamtui.model.decision import Decision, Mark
from dreamtui.model.verb import Verb
from dreamtui.text.inert import inert_line

_WORDS = frozenset({Verb.GRADUATE, Verb.ACCEPT, Verb.RERATIONALE, Verb.MOVE, Verb.ADD, Verb.EDIT})
_KEEPS = _WORDS
_DROPS = frozenset({Verb.REJECT, Verb.RETIRE})
_DECIDE = _KEEPS | _DROPS | TAKES_BACK | {Verb.REOPEN}
"""Verbs after which nothing that was decided before on an item is open."""

Whole = Callable[[Mark], Decision]
"""Reads a record."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one branch decided of an item."""

    tip: Mark
    """Its newest decision."""
    keeps: bool
    marks: tuple[Mark, ...]
    """Its decisions that the other branches did not know, oldest first."""

    @property
    def said(self) -> str:
        """The decision, who made it, when."""
        return f"{self.tip.verb} {self.tip.short} by {self.tip.actor} on {self.tip.when[:10]}"


@dataclass(frozen=True, slots=True)
class ApartDecisions:
    """Two decisions on one item of which neither knew."""

    one: Side
    """The one that keeps it; where both do, the earlier one."""
    other: Side
    others: tuple[Side, ...] = ()
    """What further branches decided of it."""
    words: bool = False
    """Whether both keep it, and say other words."""

    @property
    def id(self) -> str:
        """Of the item that asks which of them stands."""
        both = " ".join(sorted((self.one.tip.id, self.other.tip.id)))
        return "o-" + hashlib.sha1(both.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()[:10]

    @property
    def said(self) -> str:
        """What is wrong, in a sentence."""
        how = "say other words" if self.words else "contradict each other"
        both = f"{self.one.said} and {self.other.said}"
        return inert_line(f"{self.one.tip.item}: {both} {how}, and neither knew of the other")

    @property
    def sides(self) -> tuple[Side, ...]:
        """What every branch decided of it."""
        return (self.one, self.other, *self.others)

    @property
    def rules(self) -> frozenset[str]:
        """Paths of the rules and notes that any of these decisions is about."""
        return frozenset(path for side in self.sides for mark in side.marks for path, *_ in mark.rules)


def opposites(marks: Sequence[Mark], whole: Whole) -> list[ApartDecisions]:
    """Decisions that contradict each other and that nothing settled, by item; `whole` reads a record."""
    if not _was_forked(marks):
        return []
    lineage = Lineage(marks)
    found: dict[frozenset[str], ApartDecisions] = {}
    gone = withdrawn(lineage)
    for subject in _subjects(mark for mark in lineage.listed if mark.id not in gone):
        for apart in subject.apart(lineage, whole):
            found.setdefault(frozenset({apart.one.tip.id, apart.other.tip.id}), apart)
    return sorted(found.values(), key=lambda apart: (apart.one.tip.item, apart.id))


def _was_forked(marks: Sequence[Mark]) -> bool:
    return any(len(mark.parents) > 1 for mark in marks) or len(heads(marks)) > 1


def withdrawn(lineage: Lineage) -> set[str]:
    """Ids of the choices between two decisions that were taken back, and of what took them back: it is open again."""
    stands = in_force_of(lineage.listed)
    gone: set[str] = set()
    for mark in lineage.listed:
        if mark.undoes in gone or (mark.overrules and not stands[mark.id]):
            gone.add(mark.id)
    return gone


@dataclass(frozen=True, slots=True)
class _Subject:
    """An item, or a rule or note of which several items may be, with the decisions on it."""

    about: Sequence[Mark]
    path: str = ""
    """Of the rule or note; empty for an item."""

    def apart(self, lineage: Lineage, whole: Whole) -> Iterator[ApartDecisions]:
        """The decisions on it that contradict each other."""
        tips = lineage.newest(self.about)
        if len(tips) < 2:
            return
        oldest = min(self.about, key=lambda mark: lineage.place[mark.id])
        before = {tip.id: lineage.before(tip, oldest) | {tip.id} for tip in tips}
        sides = []
        for tip in tips:
            if meant := self._meant(tip, tips, before, lineage):
                elsewhere = frozenset().union(*(before[other.id] for other in tips if other is not tip))
                own = [mark for mark in self.about if mark.id in before[tip.id] - elsewhere]
                line = tuple(sorted(own, key=lambda mark: lineage.place[mark.id]))
                sides.append(Side(tip, meant > 0, line))
        sides.sort(key=lambda side: (not side.keeps, side.tip.when, side.tip.id))
        for one, other in combinations(sides, 2):
            rest = tuple(side for side in sides if side is not one and side is not other)
            if one.keeps and not other.keeps:
                yield ApartDecisions(one, other, rest)
            elif one.keeps and _differ(*(self._words(side.tip, before, lineage, whole) for side in (one, other))):
                yield ApartDecisions(one, other, rest, words=True)

    def _meant(self, tip: Mark, tips: Sequence[Mark], before: dict[str, set[str]], lineage: Lineage) -> int:
        """1 where the newest decision of a branch keeps the item, -1 where it does not, 0 where it leaves it open."""
        line = [mark for mark in self.about if mark.id in before[tip.id]]
        said = [mark for mark in line if mark.verb is not Verb.REOPEN]
        if not said:
            return 0
        last = max(said, key=lambda mark: lineage.place[mark.id])
        if last.verb not in TAKES_BACK:
            return self._sign(last)
        # Who takes back what the other branch never saw leaves the item open; who takes back what both knew does not.
        if not all(last.undoes in before[other.id] for other in tips if other is not tip):
            return 0
        return self._sign_of_taking(last)

    def _sign(self, mark: Mark) -> int:
        if not self.path:
            return 1 if mark.verb in _KEEPS else -1 if mark.verb in _DROPS else 0
        was, left = next((was, left) for path, was, left in mark.rules if path == self.path)
        return 1 if left else -1 if was else 0

    def _sign_of_taking(self, mark: Mark) -> int:
        """What an undo means: the opposite of what it takes back."""
        sign = 1
        known = {other.id: other for other in self.about}
        seen: set[str] = set()
        while mark.verb in TAKES_BACK and mark.id not in seen:
            seen.add(mark.id)
            if mark.undoes not in known:
                return 0
            mark, sign = known[mark.undoes], -sign
        return sign * self._sign(mark)

    def _words(self, tip: Mark, before: dict[str, set[str]], lineage: Lineage, whole: Whole) -> frozenset[str]:
        """What agents read of it on a branch; empty if its records do not say."""
        own = [mark for mark in self.about if mark.id in before[tip.id]]
        stands = in_force(own)
        for mark in sorted(own, key=lambda one: -lineage.place[one.id]):
            if mark.verb in _WORDS and stands[mark.id]:
                made = whole(mark)
                said = [one.text for one in made.says if self.path in ("", one.path)] if made.says else []
                said += [made.rule.strip()] if not made.says and not self.path else []
                if words := frozenset(said) - {""}:
                    return words
        return frozenset()


def _subjects(marks: Iterable[Mark]) -> Iterator[_Subject]:
    """Items, then rules and notes, with the decisions on each; a rule's review is another item than what it was."""
    by_item: dict[str, list[Mark]] = {}
    by_path: dict[str, list[Mark]] = {}
    for mark in marks:
        if mark.verb in _DECIDE:
            by_item.setdefault(mark.item, []).append(mark)
            for path, *_ in mark.rules:
                by_path.setdefault(path, []).append(mark)
    for _, about in sorted(by_item.items()):
        yield _Subject(about)
    for path, about in sorted(by_path.items()):
        if len({mark.item for mark in about}) > 1:
            yield _Subject(about, path)


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both say words, and others."""
    return bool(one and other) and one != other
