"""Contradicting decisions on one item that were made on separate branches.

One branch keeps it and the other does not, or both keep it as rules with other words.

A merge brings both records in, and git reports nothing. A later decision on the item, made with both known, settles it:
it comes after either.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from dreamtui.kinds.decision import graph
from dreamtui.model.decision import Decision, Mark
from dreamtui.model.verb import Verb

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
    stands = graph.standing(line)
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
